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
