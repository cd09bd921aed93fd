import type { IncomingMessage, Server as HttpServer } from 'node:http'
import type { Logger } from 'pino'
import { Server, type Socket } from 'socket.io'
import { addressKey } from '../accounts/address.ts'
import type { Follower } from '../state/follower.ts'
import { ClientConnection } from './client-connection.ts'
import { ClientRequests } from './client-requests.ts'
import { type Authenticate, BYTE_LIMIT, ClientSession, REQUEST_LIMIT } from './client-session.ts'
import { CONNECTION_LIMITS, ConnectionLimits } from './connection-limits.ts'
import { SessionRevocation } from './session-revocation.ts'
import type { SubscriptionRegistry } from './subscriptions.ts'
import { TokenBucket } from './token-bucket.ts'
import type { TopicVersions } from './topic-versions.ts'

const MAX_MESSAGE_BYTES = 16_384
/** How long a client may take to complete the Socket.IO handshake. */
const CONNECT_TIMEOUT_MS = 10_000
const SWEEP_INTERVAL_MS = 1_000
/** Connections close in batches, so that clients do not all reconnect to the next process at once. */
const CLOSE_BATCH = 50
const CLOSE_INTERVAL_MS = 10

type EngineSocket = Socket['conn']

/** A client that has connected, whether or not it has completed the Socket.IO handshake. */
interface ConnectedClient {
  readonly connection: ClientConnection
  /** Limits its packets; undefined to allow everything. */
  readonly bucket: TokenBucket | undefined
}

export interface SocketServerOptions {
  readonly http: HttpServer
  readonly follower: Pick<Follower, 'pool'>
  /** Applies the events that the log has beyond the follower. */
  readonly catchUp: () => Promise<void>
  readonly subscriptions: SubscriptionRegistry
  readonly versions: Pick<TopicVersions, 'current'>
  readonly authenticate: Authenticate
  readonly isAllowedOrigin: (origin: string) => boolean
  /** Returns the client's address, as trusted proxies report it. */
  readonly addressOf: (request: IncomingMessage) => string
  /** False for benchmarks and rehearsals on one machine. */
  readonly limits: boolean
  readonly nowMs: () => number
  readonly log: Pick<Logger, 'warn' | 'info'>
}

/** Socket.IO on the HTTP server, with WebSocket as its only transport: accepts, limits and closes connections. */
export class SocketServer {
  readonly revocation: SessionRevocation
  readonly #options: SocketServerOptions
  readonly #io: Server
  readonly #sessions = new Set<ClientSession>()
  readonly #limits: ConnectionLimits
  readonly #clients = new WeakMap<EngineSocket, ConnectedClient>()
  readonly #requests: ClientRequests
  readonly #sweepTimer: NodeJS.Timeout
  #isClosing = false

  constructor(options: SocketServerOptions) {
    this.#options = options
    this.#limits = new ConnectionLimits(options.limits ? CONNECTION_LIMITS : undefined, options.nowMs)
    this.#requests = new ClientRequests(options)
    this.#io = this.#open()
    this.revocation = new SessionRevocation(
      this.#sessions,
      (session) => this.#requests.isStillAllowed(session),
      (session) => session.socket.conn.close(),
    )
    this.#sweepTimer = setInterval(() => this.#sweep(), SWEEP_INTERVAL_MS).unref()
  }

  get connections(): number {
    return this.#sessions.size
  }

  /** Closes all connections. Their clients reconnect to another process. */
  async close(): Promise<void> {
    this.#isClosing = true
    clearInterval(this.#sweepTimer)
    let closed = 0
    for (const session of this.#sessions) {
      session.socket.conn.close()
      closed += 1
      if (closed % CLOSE_BATCH === 0) await new Promise((resolve) => setTimeout(resolve, CLOSE_INTERVAL_MS))
    }
    this.#io.engine.close()
  }

  #open(): Server {
    const io = new Server(this.#options.http, {
      path: '/socket.io',
      transports: ['websocket'],
      allowUpgrades: false,
      serveClient: false,
      perMessageDeflate: false,
      httpCompression: false,
      maxHttpBufferSize: MAX_MESSAGE_BYTES,
      connectTimeout: CONNECT_TIMEOUT_MS,
      cleanupEmptyChildNamespaces: true,
      allowRequest: (request, decide) => {
        const problem = this.#problemOf(request)
        decide(problem ?? null, problem === undefined)
      },
    })
    io.engine.on('connection', (engineSocket: EngineSocket) => this.#onEngineConnection(engineSocket))
    io.on('connection', (socket) => this.#onConnection(socket))
    return io
  }

  #problemOf(request: IncomingMessage): string | undefined {
    const { isAllowedOrigin, addressOf } = this.#options
    const { origin } = request.headers
    if (this.#isClosing) return 'closing'
    if (origin !== undefined && !isAllowedOrigin(origin)) return 'origin_forbidden'
    return this.#limits.mayConnect(addressKey(addressOf(request))) ? undefined : 'rate_limited'
  }

  /** Drops the request once the address is known. Otherwise each connection would keep 3 KB of heap for it. */
  #onEngineConnection(engineSocket: EngineSocket): void {
    const { addressOf, limits, nowMs } = this.#options
    const address = addressKey(addressOf(engineSocket.request))
    Object.assign(engineSocket, { request: null })
    const connection = new ClientConnection(engineSocket)
    const bucket = limits ? new TokenBucket(REQUEST_LIMIT, nowMs()) : undefined
    this.#clients.set(engineSocket, { connection, bucket })
    this.#limits.opened(address)
    engineSocket.once('close', () => {
      this.#limits.closed(address)
      connection.terminateAfterClose()
    })
    if (bucket !== undefined) this.#limitReceived(connection, bucket)
  }

  /** Terminates a client that sends far too much, also before the Socket.IO handshake. */
  #limitReceived(connection: ClientConnection, packets: TokenBucket): void {
    const { nowMs } = this.#options
    const bytes = new TokenBucket(BYTE_LIMIT, nowMs())
    connection.onReceived(
      () => {
        packets.take(nowMs())
        if (packets.isExhausted) connection.terminate()
      },
      (count) => {
        if (!bytes.take(nowMs(), count)) connection.terminate()
      },
    )
  }

  #onConnection(socket: Socket): void {
    const client = this.#clients.get(socket.conn)
    if (client === undefined) return void socket.disconnect(true)
    const session = new ClientSession(socket, client.connection, client.bucket)
    this.#sessions.add(session)
    socket.on('disconnect', () => this.#onDisconnect(session))
    this.#requests.serve(session)
  }

  #onDisconnect(session: ClientSession): void {
    this.#sessions.delete(session)
    for (const topic of session.topics) this.#requests.unsubscribe(session, topic)
  }

  #sweep(): void {
    this.revocation.sweep()
    this.#limits.sweep()
    this.#options.subscriptions.sweep(this.#options.nowMs())
    for (const { connection } of this.#sessions) {
      if (connection.closeIfSlow()) this.#options.log.info('closed a live connection that did not read')
    }
  }
}
