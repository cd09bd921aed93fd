import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { emptyPool } from '@outlast/domain'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { BYTE_LIMIT, PACKET_LIMIT } from './client-connection.ts'
import { SocketServer } from './socket-server.ts'
import { SubscriptionRegistry } from './subscriptions.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A server whose clock stands still, so that a budget is never refilled and only counting ends a connection. */
async function start(limits = true) {
  const http = createServer()
  const server = new SocketServer({
    http,
    follower: { pool: emptyPool() },
    catchUp: () => Promise.resolve(),
    subscriptions: new SubscriptionRegistry(),
    versions: { current: () => 7 },
    authenticate: () => ({ ok: false, code: 'unauthenticated' }),
    isAllowedOrigin: () => true,
    addressOf: () => '127.0.0.1',
    limits,
    nowMs: () => 0,
    log: { warn: () => {}, info: () => {} },
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  closing.push(async () => {
    await server.close()
    await new Promise((resolve) => http.close(resolve))
  })
  return { server, url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` }
}

/** A client that writes below the WebSocket, so that nothing holds it back. */
async function connectRaw(url: string, isConnected: boolean) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
  const received: string[] = []
  socket.on('message', (data: Buffer) => received.push(data.toString()))
  socket.on('error', () => {})
  const ended = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve) => socket.once('open', resolve))
  if (isConnected) {
    const confirmed = new Promise<void>((resolve) =>
      socket.on('message', (data: Buffer) => data.toString().startsWith('40') && resolve()),
    )
    socket.send('40')
    await confirmed
  }
  const { _socket: raw } = socket as typeof socket & { readonly _socket: Socket }
  return { raw, ended, answers: () => received.filter((packet) => packet.startsWith('43')).length }
}

const FIRST_BYTE = { text: 0x81, ping: 0x89, pong: 0x8a, unfinished: 0x01, continued: 0x00 }
const LENGTH_16 = 126

/** A frame as a client sends it, with a mask of zeros. */
function frame(firstByte: number, payload = ''): Buffer {
  const { length } = payload
  const header = length < LENGTH_16 ? [firstByte, 0x80 | length] : [firstByte, 0x80 | LENGTH_16, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([...header, 0, 0, 0, 0]), Buffer.from(payload)])
}

const LEAVE = '420["leave",{"topic":"pool"}]'
/** What the Socket.IO handshake itself takes. */
const HANDSHAKE = 1

describe('SocketServer: a client that sends too much', () => {
  it.each([
    ['requests', true, frame(FIRST_BYTE.text, LEAVE)],
    ['joins of one topic', true, frame(FIRST_BYTE.text, '420["join",{"topic":"pool"}]')],
    ['joins of topics that do not exist', true, frame(FIRST_BYTE.text, '420["join",{"topic":"week:99"}]')],
    ['requests that are unknown', true, frame(FIRST_BYTE.text, '420["x"]')],
    ['handshakes for other namespaces', true, frame(FIRST_BYTE.text, '40/other,')],
    ['pongs of Engine.IO', false, frame(FIRST_BYTE.text, '3')],
    ['pings of the WebSocket protocol', false, frame(FIRST_BYTE.ping)],
    ['pongs of the WebSocket protocol', false, frame(FIRST_BYTE.pong)],
  ])('is closed with the packet after its last one: %s', async (_what, isConnected, packet) => {
    const { server, url } = await start()
    const { raw, ended, answers } = await connectRaw(url, isConnected)
    raw.write(Buffer.concat(Array.from({ length: PACKET_LIMIT.burst + 1 }, () => packet)))
    // 1006: there was no closing handshake.
    expect(await ended).toBe(1006)
    expect(answers()).toBeLessThanOrEqual(PACKET_LIMIT.burst - HANDSHAKE)
    await expect.poll(() => server.connections).toBe(0)
  })

  it.each([
    ['requests that are not JSON', true, frame(FIRST_BYTE.text, '42}{')],
    ['requests without the Socket.IO handshake', false, frame(FIRST_BYTE.text, LEAVE)],
    ['packets that announce binary data', true, frame(FIRST_BYTE.text, '451-["x",{"_placeholder":true,"num":0}]')],
    ['packets that Engine.IO does not know', false, frame(FIRST_BYTE.text, 'zzz')],
  ])('is closed at once when it breaks the protocol: %s', async (_what, isConnected, packet) => {
    const { server, url } = await start()
    const { raw, ended, answers } = await connectRaw(url, isConnected)
    // Of a packet that announces binary data, the one after it breaks the protocol.
    raw.write(Buffer.concat([packet, packet]))
    // 1005: the server closes the connection with a closing handshake.
    expect(await ended).toBe(1005)
    expect(answers()).toBe(0)
    await expect.poll(() => server.connections).toBe(0)
  })

  it('is closed when the frames of one message do not end', async () => {
    const { url } = await start()
    const { raw, ended } = await connectRaw(url, false)
    raw.write(frame(FIRST_BYTE.unfinished))
    const empty = frame(FIRST_BYTE.continued)
    raw.write(Buffer.concat(Array.from({ length: Math.ceil(BYTE_LIMIT.burst / empty.length) }, () => empty)))
    expect(await ended).toBe(1006)
  })

  it('is closed after its bytes are used up, in however few packets', async () => {
    const { url } = await start()
    const { raw, ended, answers } = await connectRaw(url, true)
    const large = frame(FIRST_BYTE.text, `420["leave",{"topic":"${'x'.repeat(16_000)}"}]`)
    const allowed = Math.floor(BYTE_LIMIT.burst / large.length)
    raw.write(Buffer.concat(Array.from({ length: allowed + 1 }, () => large)))
    expect(await ended).toBe(1006)
    expect(answers()).toBeLessThanOrEqual(allowed)
  })

  it('is closed by a frame that is larger than a message may be', async () => {
    const { url } = await start()
    const { raw, ended } = await connectRaw(url, true)
    raw.write(frame(FIRST_BYTE.text, `42["leave",{"topic":"${'x'.repeat(20_000)}"}]`))
    expect(await ended).toBe(1009)
  })

  it('is closed when it continues after requests that were answered', async () => {
    const { url } = await start()
    const { raw, ended, answers } = await connectRaw(url, true)
    for (let n = 1; n <= PACKET_LIMIT.burst - HANDSHAKE; n += 1) {
      raw.write(frame(FIRST_BYTE.text, LEAVE))
      await expect.poll(answers, { interval: 1 }).toBe(n)
    }
    raw.write(frame(FIRST_BYTE.text, LEAVE))
    expect(await ended).toBe(1006)
    expect(answers()).toBe(PACKET_LIMIT.burst - HANDSHAKE)
  })
})

describe('SocketServer: an honest client', () => {
  it('may send its token and join 60 topics at once after it has reconnected', async () => {
    const { server, url } = await start()
    const { raw, ended, answers } = await connectRaw(url, true)
    const auth = frame(FIRST_BYTE.text, `420["auth",{"token":"${'x'.repeat(1_000)}"}]`)
    const joins = Array.from({ length: 60 }, (_, n) => frame(FIRST_BYTE.text, `42${n}["join",{"topic":"week:${n}","have":7}]`))
    raw.write(Buffer.concat([auth, ...joins]))
    await expect.poll(answers).toBe(61)
    expect(server.connections).toBe(1)
    await server.close()
    // 1005: closed by the server as it stops, with a closing handshake.
    expect(await ended).toBe(1005)
  })
})
