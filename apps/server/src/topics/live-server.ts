import type { IncomingMessage, Server as HttpServer } from 'node:http'
import type { Logger } from 'pino'
import { Server, type Socket } from 'socket.io'
import { addressKey } from '../accounts/address.ts'
import { ADDRESS_LIMITS, Addresses } from './addresses.ts'
import { Audience } from './audience.ts'
import { type Broadcast, broadcastTo } from './broadcast.ts'
import type { LiveFollower } from './follower.ts'
import { Line } from './line.ts'
import { Requests } from './requests.ts'
import { Revocation } from './revocation.ts'
import type { Rooms } from './rooms.ts'
import { type Authenticate, MESSAGE_LIMIT, Session } from './session.ts'
import { SlowReaders } from './slow-readers.ts'
import { TokenBucket } from './token-bucket.ts'
import type { TopicVersions } from './topic-versions.ts'

const MAX_MESSAGE_BYTES = 16_384
/** A connection that does not come to the point is closed. */
const CONNECT_MS = 10_000
const SWEEP_MS = 1_000
/** On closing, connections end a few at a time, so that the next process is not met by all of them at once. */
const CLOSED_AT_ONCE = 50
const CLOSE_STEP_MS = 10

/** Engine.IO's, below the sockets. */
type Connection = Socket['conn']

export interface LiveServerDependencies {
  readonly http: HttpServer
  readonly follower: Pick<LiveFollower, 'pool'>
  /** Reads what the log has beyond the follower. */
  readonly catchUp: () => Promise<void>
  readonly rooms: Rooms
  readonly versions: Pick<TopicVersions, 'current'>
  readonly authenticate: Authenticate
  readonly isAllowedOrigin: (origin: string) => boolean
  /** The client's address, as trusted proxies tell it. */
  readonly addressOf: (request: IncomingMessage) => string
  /** False for benchmarks and rehearsals on one machine. */
  readonly limits: boolean
  readonly nowMs: () => number
  readonly log: Pick<Logger, 'warn' | 'info'>
}

/** Socket.IO on the HTTP server, WebSocket only: who is connected, what they ask, and who is let go. */
export class LiveServer {
  readonly broadcast: Broadcast
  readonly revocation: Revocation
  readonly #parts: LiveServerDependencies
  readonly #io: Server
  readonly #sessions = new Set<Session>()
  readonly #addresses: Addresses
  /** Whom a connection counts for. */
  readonly #keys = new WeakMap<Connection, string>()
  readonly #audience = new Audience()
  readonly #slowReaders = new SlowReaders()
  readonly #requests: Requests
  readonly #sweeping: NodeJS.Timeout
  #isClosing = false

  constructor(parts: LiveServerDependencies) {
    this.#parts = parts
    this.#addresses = new Addresses(parts.limits ? ADDRESS_LIMITS : undefined, parts.nowMs)
    this.#requests = new Requests({ ...parts, audience: this.#audience })
    this.#io = this.#open()
    this.broadcast = broadcastTo(this.#audience)
    this.revocation = new Revocation(
      this.#sessions,
      (session) => this.#requests.isStillAllowed(session),
      (session) => session.socket.conn.close(),
    )
    this.#sweeping = setInterval(() => this.#sweep(), SWEEP_MS).unref()
  }

  get connections(): number {
    return this.#sessions.size
  }

  /** Lets everybody go; clients come back by themselves, to another process. */
  async close(): Promise<void> {
    this.#isClosing = true
    clearInterval(this.#sweeping)
    let closed = 0
    for (const session of this.#sessions) {
      session.socket.conn.close()
      closed += 1
      if (closed % CLOSED_AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve, CLOSE_STEP_MS))
    }
    this.#io.engine.close()
  }

  #open(): Server {
    const io = new Server(this.#parts.http, {
      path: '/socket.io',
      transports: ['websocket'],
      allowUpgrades: false,
      serveClient: false,
      perMessageDeflate: false,
      httpCompression: false,
      maxHttpBufferSize: MAX_MESSAGE_BYTES,
      connectTimeout: CONNECT_MS,
      cleanupEmptyChildNamespaces: true,
      allowRequest: (request, decide) => {
        const problem = this.#problemOf(request)
        decide(problem ?? null, problem === undefined)
      },
    })
    io.engine.on('connection', (connection: Connection) => this.#opened(connection))
    io.on('connection', (socket) => this.#connect(socket))
    return io
  }

  #problemOf(request: IncomingMessage): string | undefined {
    const { isAllowedOrigin, addressOf } = this.#parts
    const { origin } = request.headers
    if (this.#isClosing) return 'closing'
    if (origin !== undefined && !isAllowedOrigin(origin)) return 'origin_forbidden'
    return this.#addresses.mayConnect(addressKey(addressOf(request))) ? undefined : 'rate_limited'
  }

  /** The request is let go as soon as its address is known: it would stay as long as the connection, 3 KB of heap. */
  #opened(connection: Connection): void {
    this.#keys.set(connection, addressKey(this.#parts.addressOf(connection.request)))
    Object.assign(connection, { request: null })
  }

  #connect(socket: Socket): void {
    const { limits, nowMs } = this.#parts
    const bucket = limits ? new TokenBucket(MESSAGE_LIMIT, nowMs()) : undefined
    const session = new Session(socket, new Line(socket.conn), this.#keys.get(socket.conn) ?? '', bucket)
    this.#sessions.add(session)
    this.#addresses.opened(session.address)
    socket.on('disconnect', () => this.#disconnected(session))
    this.#requests.serve(session)
  }

  #disconnected(session: Session): void {
    this.#sessions.delete(session)
    this.#addresses.closed(session.address)
    for (const topic of session.topics) {
      this.#audience.leave(topic, session.line)
      this.#parts.rooms.leave(topic, this.#parts.nowMs())
    }
    session.topics.clear()
  }

  #sweep(): void {
    this.revocation.sweep()
    this.#addresses.sweep()
    this.#parts.rooms.sweep(this.#parts.nowMs())
    for (const { line } of this.#sessions) {
      if (this.#slowReaders.look(line)) this.#parts.log.info('a live connection did not read and was cut')
    }
  }
}
