import { connect, type Socket } from 'node:net'
import { sendJson } from '@outlast/testing/http/requests'
import { io } from 'socket.io-client'

// The attacker, in a process of its own: `flooder.ts <kind> <url> <count>` prints `flooding`, and on SIGTERM the results of its
// requests, e.g. `{"413": 12}`. Its requests are cheap to send, and must not be expensive for the server.

const BODY_BYTES = 10 * 1024 * 1024
const DRIP_INTERVAL_MS = 1_000

const results: Record<string, number> = {}
const record = (result: string | number): void => void (results[result] = (results[result] ?? 0) + 1)
const [kind = '', url = '', countText = '0'] = process.argv.slice(2)
const count = Number(countText)
const { hostname, port } = new URL(url)

/** Opens a connection, records how the server responds, and reconnects when the server closes it. */
function keepConnected(onOpen: (socket: Socket) => void): void {
  const socket = connect({ host: hostname, port: Number(port) }, () => onOpen(socket))
  socket.once('data', (data: Buffer) => record(/^HTTP\/1\.1 (\d{3})/.exec(data.toString('latin1'))?.[1] ?? 'other bytes'))
  socket.resume()
  socket.on('error', () => {})
  socket.on('close', () => {
    record('closed')
    setTimeout(() => keepConnected(onOpen), 100)
  })
}

/** Sends the beginning of a request, and then one byte per second. */
function sendSlowly(beginning: string): void {
  keepConnected((socket) => {
    socket.write(beginning)
    const interval = setInterval(() => socket.write('x'), DRIP_INTERVAL_MS)
    socket.once('close', () => clearInterval(interval))
  })
}

const JSON_POST = 'HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'

const FLOOD_BYTES = 9 * 1024 * 1024

/** Keeps connections open on which 9 MB of the same bytes are written as fast as the server reads them. */
function sendRepeatedly(bytes: Buffer): void {
  const all = Buffer.concat(Array.from({ length: Math.ceil(FLOOD_BYTES / bytes.length) }, () => bytes))
  for (let n = 0; n < count; n += 1) keepConnected((socket) => socket.write(all))
}

/** Opens WebSockets, sends `first`, and when the server has responded to it, 9 MB of a frame. */
function sendFrames(first: string | undefined, text: string, opcode: number): void {
  const flood = Buffer.concat(Array.from({ length: Math.ceil(FLOOD_BYTES / (text.length + 6)) }, () => frame(opcode, text)))
  for (let n = 0; n < count; n += 1) {
    keepConnected((socket) => {
      socket.write(
        'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
          'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      )
      socket.once('data', () => {
        if (first === undefined) return void socket.write(flood)
        socket.write(frame(0x81, first))
        socket.once('data', () => setTimeout(() => socket.write(flood), 100))
      })
    })
  }
}

/** A WebSocket frame as a client sends it, with a mask of zeros. */
function frame(opcode: number, text: string): Buffer {
  return Buffer.concat([Buffer.from([opcode, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])
}

const GET_HEALTH = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'

/** Sends 16 requests whenever the earlier 16 have been answered. */
function sendSixteenAtATime(): void {
  for (let n = 0; n < count; n += 1) {
    keepConnected((socket) => {
      let answered = 0
      socket.write(GET_HEALTH.repeat(16))
      socket.on('data', (bytes: Buffer) => {
        answered += bytes.toString('latin1').split('HTTP/1.1 ').length - 1
        if (answered < 16) return
        answered = 0
        socket.write(GET_HEALTH.repeat(16))
      })
    })
  }
}

const FLOODS: Readonly<Record<string, () => void>> = {
  slow: () => {
    for (let n = 0; n < count; n += 1) {
      if (n % 2 === 0) sendSlowly(`GET /api/weeks HTTP/1.1\r\nHost: x\r\nX-Slow: `)
      else sendSlowly(`POST /api/auth/login ${JSON_POST}Content-Length: 30000\r\n\r\n{`)
    }
  },
  bodies: () => {
    const body = Buffer.alloc(BODY_BYTES, 'x')
    for (let n = 0; n < count; n += 1) {
      const length = n % 2 === 0 ? `Content-Length: ${BODY_BYTES}` : 'Transfer-Encoding: chunked'
      keepConnected((socket) => {
        socket.write(`POST /api/auth/login ${JSON_POST}${length}\r\n\r\n`)
        if (n % 2 !== 0) socket.write(`${BODY_BYTES.toString(16)}\r\n`)
        socket.write(body)
      })
    }
  },
  logins: () => {
    let n = 0
    setInterval(() => {
      n += 1
      const body = { email: `fan${n % 20}@club.example`, password: `wrong guess ${n}` }
      sendJson<unknown>('POST', `${url}/api/auth/login`, undefined, body).then(
        ({ status }) => record(status),
        () => record('no response'),
      )
    }, 1000 / count)
  },
  pipelining: () => sendRepeatedly(Buffer.from(GET_HEALTH)),
  posts: () => sendRepeatedly(Buffer.from(`POST /api/auth/login ${JSON_POST}Content-Length: 2\r\n\r\n{}`)),
  hungry: sendSixteenAtATime,
  packets: () => sendFrames(undefined, '3', 0x81),
  pings: () => sendFrames(undefined, '', 0x89),
  requests: () => sendFrames('40', '420["leave",{"topic":"pool"}]', 0x81),
  sockets: () => {
    for (let n = 0; n < count; n += 1) {
      const socket = io(url, { transports: ['websocket'], forceNew: true, reconnectionDelay: 10, reconnectionDelayMax: 50 })
      socket.on('connect', () => record('connected'))
      socket.on('connect_error', () => record('refused'))
      socket.on('disconnect', () => record('disconnected'))
      setInterval(() => (socket.connected ? socket.emit('join', { topic: `week:${n}` }) : undefined), 50)
    }
  },
}

process.on('SIGTERM', () => {
  console.log(JSON.stringify(results))
  process.exit(0)
})
FLOODS[kind]?.()
console.log('flooding')
