import { connect, type Socket } from 'node:net'
import { io } from 'socket.io-client'
import { post } from '@outlast/testing/members/members'

// The attacker, in a process of its own: `flooder.ts <kind> <url> <how many>` says `flooding`, and when it is told to end
// what it was answered, e.g. `{"413": 12}`. What it does costs it little: the server must not pay more.

const BODY_BYTES = 10 * 1024 * 1024
const DRIP_MS = 1_000

const answers: Record<string, number> = {}
const note = (what: string | number): void => void (answers[what] = (answers[what] ?? 0) + 1)
const [kind = '', url = '', many = '0'] = process.argv.slice(2)
const count = Number(many)
const { hostname, port } = new URL(url)

/** A connection that notes what it was answered, and comes back when it is hung up on. */
function keepOpen(opened: (socket: Socket) => void): void {
  const socket = connect({ host: hostname, port: Number(port) }, () => opened(socket))
  socket.once('data', (data: Buffer) => note(/^HTTP\/1\.1 (\d{3})/.exec(data.toString('latin1'))?.[1] ?? 'other bytes'))
  socket.resume()
  socket.on('error', () => {})
  socket.on('close', () => {
    note('hung up')
    setTimeout(() => keepOpen(opened), 100)
  })
}

/** Sends a beginning, and then a byte a second, for ever. */
function drip(beginning: string): void {
  keepOpen((socket) => {
    socket.write(beginning)
    const dripping = setInterval(() => socket.write('x'), DRIP_MS)
    socket.once('close', () => clearInterval(dripping))
  })
}

const JSON_POST = 'HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'

const FLOODS: Readonly<Record<string, () => void>> = {
  slow: () => {
    for (let n = 0; n < count; n += 1) {
      if (n % 2 === 0) drip(`GET /api/weeks HTTP/1.1\r\nHost: x\r\nX-Slow: `)
      else drip(`POST /api/auth/login ${JSON_POST}Content-Length: 30000\r\n\r\n{`)
    }
  },
  bodies: () => {
    const body = Buffer.alloc(BODY_BYTES, 'x')
    for (let n = 0; n < count; n += 1) {
      const length = n % 2 === 0 ? `Content-Length: ${BODY_BYTES}` : 'Transfer-Encoding: chunked'
      keepOpen((socket) => {
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
      post<unknown>(url, '/api/auth/login', undefined, body).then(
        ({ status }) => note(status),
        () => note('no answer'),
      )
    }, 1000 / count)
  },
  sockets: () => {
    for (let n = 0; n < count; n += 1) {
      const socket = io(url, { transports: ['websocket'], forceNew: true, reconnectionDelay: 10, reconnectionDelayMax: 50 })
      socket.on('connect', () => note('connected'))
      socket.on('connect_error', () => note('refused'))
      socket.on('disconnect', () => note('cut off'))
      setInterval(() => (socket.connected ? socket.emit('join', { topic: `week:${n}` }) : undefined), 50)
    }
  },
}

process.on('SIGTERM', () => {
  console.log(JSON.stringify(answers))
  process.exit(0)
})
FLOODS[kind]?.()
console.log('flooding')
