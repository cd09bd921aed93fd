import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BadInputPool, startBadInputPool } from '@outlast/testing/bad-input/pools'

let one: BadInputPool
let port: number
/** Slow requests run in the background, because they last until the server's timeout. */
let slow: Promise<readonly Exchange[]>

beforeAll(async () => {
  one = await startBadInputPool('open')
  port = Number(new URL(one.pool.url).port)
  slow = Promise.all([
    exchange('GET /api/teams HTTP/1.1\r\nHost: x\r\nX-Slow: 1', { keepOpen: true, drip: true }),
    exchange('POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{', {
      keepOpen: true,
      drip: true,
    }),
    exchange('', { keepOpen: true }),
  ])
  slow.catch(() => {})
})
afterAll(() => one.stop())

interface Exchange {
  readonly text: string
  readonly ms: number
}

/** Sends text on a new connection, and reads until the server closes it or has responded. */
function exchange(text: string | Buffer, { keepOpen = false, drip = false } = {}): Promise<Exchange> {
  return new Promise((resolve) => {
    const started = performance.now()
    const chunks: Buffer[] = []
    const socket: Socket = connect(port, '127.0.0.1', () => {
      socket.write(text)
      // Keep the connection open until the server closes it, so that a complete request gets its response.
      if (!keepOpen && !isComplete(text)) socket.end()
    })
    const dripping = drip ? setInterval(() => socket.write('x'), 1_000) : undefined
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(dripping)
      resolve({ text: Buffer.concat(chunks).toString('latin1'), ms: performance.now() - started })
    })
  })
}

const isComplete = (text: string | Buffer): boolean => text.toString('latin1').endsWith('Connection: close\r\n\r\n')
const statusOf = ({ text }: Exchange): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)
const HOST = 'Host: x\r\n'
const JSON_TYPE = 'Content-Type: application/json\r\n'

/** Malformed and ambiguous requests with the allowed statuses. `0`: the server closes the connection without a response. */
const BROKEN: readonly (readonly [name: string, text: string | Buffer, allowed: readonly number[]])[] = [
  ['noise', 'GARBAGE\r\n\r\n', [400]],
  ['a TLS handshake', Buffer.from('16030100a5010000a10303', 'hex'), [0, 400]],
  ['zero bytes', Buffer.alloc(1_000), [0, 400]],
  ['HTTP/0.9 without a version', `GET /api/teams\r\n${HOST}\r\n`, [0, 200, 400]],
  ['an unknown version', `GET /api/teams HTTP/9.9\r\n${HOST}\r\n`, [400, 505]],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [0, 400, 505]],
  ['no Host header', 'GET /api/teams HTTP/1.1\r\n\r\n', [400]],
  ['an unknown method', `BREW /api/teams HTTP/1.1\r\n${HOST}\r\n`, [400]],
  ['a space in the address', `GET /api/te ams HTTP/1.1\r\n${HOST}\r\n`, [400]],
  ['NUL in the address', `GET /api/te\0ams HTTP/1.1\r\n${HOST}\r\n`, [400]],
  ['NUL in a header', `GET /api/teams HTTP/1.1\r\n${HOST}X: a\0b\r\n\r\n`, [400]],
  ['a header without a name', `GET /api/teams HTTP/1.1\r\n${HOST}: x\r\n\r\n`, [400]],
  ['a space before the colon', `GET /api/teams HTTP/1.1\r\n${HOST}X : y\r\n\r\n`, [400]],
  ['a bare line feed in a header', `GET /api/teams HTTP/1.1\r\n${HOST}X: a\rb\r\n\r\n`, [400]],
  ['a header above the size limit', `GET /api/teams HTTP/1.1\r\n${HOST}X: ${'x'.repeat(20_000)}\r\n\r\n`, [431]],
  ['an address above the size limit', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`, [431]],
  ['a Content-Length that is not a number', `POST /api/picks HTTP/1.1\r\n${HOST}Content-Length: abc\r\n\r\n`, [400]],
  ['a negative Content-Length', `POST /api/picks HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n`, [400]],
  ['two Content-Length headers', `POST /api/picks HTTP/1.1\r\n${HOST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, [400]],
  [
    'a length and chunks',
    `POST /api/picks HTTP/1.1\r\n${HOST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    [400],
  ],
  ['malformed chunks', `POST /api/auth/login HTTP/1.1\r\n${HOST}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, [0, 400]],
  ['an unsupported transfer encoding', `POST /api/picks HTTP/1.1\r\n${HOST}Transfer-Encoding: gzip\r\n\r\n`, [400]],
  ['half a body', `POST /api/auth/login HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: 100\r\n\r\n{"email":`, [0, 400]],
  ['an unknown Expect header', `POST /api/auth/login HTTP/1.1\r\n${HOST}Expect: miracles\r\nConnection: close\r\n\r\n`, [417]],
  ['CONNECT', `CONNECT evil.example:80 HTTP/1.1\r\n${HOST}\r\n`, [0, 400, 405]],
  ['TRACE', `TRACE /api/teams HTTP/1.1\r\n${HOST}Cookie: secret\r\n\r\n`, [405]],
  [
    'an upgrade to nothing',
    `GET /api/teams HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n`,
    [0, 200, 400],
  ],
  [
    'an upgrade to something else',
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`,
    [0, 400, 404, 426],
  ],
  [
    'a socket without a key',
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    [0, 400],
  ],
  [
    'an obsolete Engine.IO version',
    `GET /socket.io/?EIO=1&transport=websocket HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
    [400],
  ],
  ['the polling transport', `GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, [400]],
  [
    'a socket that nobody opened',
    `POST /socket.io/?EIO=4&transport=polling&sid=__proto__ HTTP/1.1\r\n${HOST}Content-Length: 1\r\nConnection: close\r\n\r\n4`,
    [400],
  ],
  ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, [204, 400, 404, 405]],
  [
    'an absolute address of another host',
    `GET http://evil.example/api/teams HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
    [200, 400, 404],
  ],
  ['an invalid absolute address', `GET http://[/%zz HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, [200, 400, 404]],
  ['an address with an invalid percent-encoding', `GET /%zz HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, [400]],
  ['a path traversal', `GET /../../../../etc/passwd HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, [200, 404]],
  ['an encoded path traversal', `GET /%2e%2e/%2e%2e/package.json HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, [404]],
]

describe('malformed HTTP', () => {
  test.each(BROKEN)('does not affect the server: %s', async (_name, text, allowed) => {
    const before = await one.protectedState()
    const exchanged = await exchange(text)
    expect(allowed).toContain(statusOf(exchanged))
    expect(exchanged.text).not.toMatch(/at \S+ \(|node:|\/work|\/tmp|node_modules|Error:|root:x|undefined|secret/)
    expect(exchanged.text).not.toMatch(/^server:|^x-powered-by:/im)
    expect((await fetch(`${one.pool.url}/healthz`)).status).toBe(200)
    expect(await one.protectedState()).toEqual(before)
  })

  test('does not affect the next request on the connection', async () => {
    const smuggled = `POST /api/auth/login HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: 2\r\n\r\n{}GET /healthz HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`
    const { text } = await exchange(smuggled)
    expect([...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)).toEqual(['400', '200'])
  })

  test('rejected before its body is read either keeps the connection usable or closes it', async () => {
    const body = JSON.stringify({ confirm: 'DELETE ALL WEEKS', pad: 'x'.repeat(20_000) })
    const head = `POST /api/admin/purge/weeks HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: ${body.length}\r\n\r\n`
    const { text } = await exchange(`${head}${body}GET /healthz HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`)
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)
    expect(statuses[0]).toBe('401')
    expect(statuses.slice(1)).toEqual(statuses.length > 1 ? ['200'] : [])
  })

  const FLOOD = `POST /api/auth/login HTTP/1.1\r\n${HOST}${JSON_TYPE}`
  const chunks = (count: number): string => `${(8_192).toString(16)}\r\n${'x'.repeat(8_192)}\r\n`.repeat(count)
  test.each([
    ['a Content-Length', `${FLOOD}Connection: close\r\nContent-Length: 40000\r\n\r\n${'x'.repeat(40_000)}`],
    ['chunks', `${FLOOD}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunks(6)}0\r\n\r\n`],
    // These bodies never end.
    ['a huge Content-Length', `${FLOOD}Content-Length: 1000000000\r\n\r\n{`],
    ['endless chunks', `${FLOOD}Transfer-Encoding: chunked\r\n\r\n${chunks(150)}`],
  ])('with a body above the limit, given by %s, is rejected and the connection closed', async (_name, text) => {
    const exchanged = await exchange(text, { keepOpen: true })
    expect([statusOf(exchanged), /"code":"(\w+)"/.exec(exchanged.text)?.[1]]).toEqual([413, 'body_too_large'])
  })
})

test('a client that sends one byte per second is disconnected', async () => {
  const [headers, body, nothing] = await slow
  expect([statusOf(headers!), statusOf(body!), statusOf(nothing!)]).toEqual([408, 408, 408])
})
