import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type DefaultEventsMap, Server, type Socket } from 'socket.io'
import { type ServerOptions, WebSocketServer } from 'ws'
import { addressKey } from '../accounts/address.ts'
import type { Follower } from '../pool/follower.ts'
import { ClientConnection } from './client-connection.ts'
import { ClientRequests, tokenOf } from './client-requests.ts'
import { type Authenticate, ClientSession } from './client-session.ts'
import { CONNECTION_LIMITS, ConnectionLimits } from '../limits/connection-limits.ts'
import { SHARED_PARSER } from './shared-parser.ts'
import { SessionRevocation } from './session-revocation.ts'
import type { SubscriptionRegistry } from './subscriptions.ts'
import type { TopicVersions } from './topic-versions.ts'

const MAX_MESSAGE_BYTES = 16_384
/** How long a client may take to complete the Socket.IO handshake. */
const CONNECT_TIMEOUT_MS = 10_000
const SWEEP_INTERVAL_MS = 1_000
/** Connections close in batches, so that clients do not all reconnect to the next process at once. */
const CLOSE_BATCH = 50
const CLOSE_INTERVAL_MS = 10

/** How long a client may take to confirm that its connection is closed, in milliseconds. Not in the types of `ws` yet. */
const CLOSING = { closeTimeout: 1_000 }

type EngineSocket = Socket['conn']

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

type LiveSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, ClientSession>
type LiveServer = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, ClientSession>

/** Socket.IO on the HTTP server, with WebSocket as its only transport: accepts, limits and closes connections. */
export class SocketServer {
  readonly revocation: SessionRevocation
  readonly #options: SocketServerOptions
  readonly #io: LiveServer
  readonly #sessions = new Set<ClientSession>()
  readonly #limits: ConnectionLimits
  /** All connections, whether or not they have completed the Socket.IO handshake, until the sweep after their end. */
  readonly #connections = new Map<EngineSocket, ClientConnection>()
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
      if (closed % CLOSE_BATCH === 0) await sleep(CLOSE_INTERVAL_MS)
    }
    this.#io.engine.close()
  }

  #open(): LiveServer {
    const io: LiveServer = new Server(this.#options.http, {
      path: '/socket.io',
      transports: ['websocket'],
      allowUpgrades: false,
      serveClient: false,
      perMessageDeflate: false,
      httpCompression: false,
      maxHttpBufferSize: MAX_MESSAGE_BYTES,
      connectTimeout: CONNECT_TIMEOUT_MS,
      cleanupEmptyChildNamespaces: true,
      parser: SHARED_PARSER,
      wsEngine: QuicklyClosingServer,
      allowRequest: (request, decide) => {
        const problem = this.#problemOf(request)
        decide(problem ?? null, problem === undefined)
      },
    })
    // Topics have their own subscribers (docs/decisions/024). Otherwise each client would be in a room of its own.
    Object.assign(io.of('/').adapter, { addAll: () => {}, delAll: () => {} })
    io.engine.on('connection', (engineSocket: EngineSocket) => this.#onEngineConnection(engineSocket))
    const requests = this.#requests
    const disconnect = (session: ClientSession): void => this.#onDisconnect(session)
    // The same functions for all clients: a function for each would cost a tenth of a client's memory.
    const onAny = function (this: LiveSocket, ...packet: readonly unknown[]): void {
      requests.handle(this.data, packet)
    }
    const onDisconnect = function (this: LiveSocket): void {
      disconnect(this.data)
    }
    io.on('connection', (socket) => {
      const connection = this.#connections.get(socket.conn)
      if (connection === undefined) return void socket.disconnect(true)
      socket.data = new ClientSession(socket, connection, tokenOf(socket.handshake.auth))
      // Nobody needs its headers any more, and it would be kept as long as the client.
      Object.assign(socket, { handshake: null })
      this.#sessions.add(socket.data)
      socket.onAny(onAny).on('disconnect', onDisconnect)
    })
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
    const connection = new ClientConnection(engineSocket, addressKey(addressOf(engineSocket.request)))
    Object.assign(engineSocket, { request: null })
    this.#connections.set(engineSocket, connection)
    this.#limits.opened(connection.address)
    if (limits) connection.limitReceived(nowMs)
  }

  #onDisconnect(session: ClientSession): void {
    this.#sessions.delete(session)
    for (const topic of session.topics) this.#requests.unsubscribe(session, topic)
  }

  #sweep(): void {
    this.revocation.sweep()
    this.#limits.sweep()
    this.#options.subscriptions.sweep(this.#options.nowMs())
    for (const [engineSocket, connection] of this.#connections) {
      if (connection.isClosed) {
        this.#connections.delete(engineSocket)
        this.#limits.closed(connection.address)
        continue
      }
      connection.releaseReceived()
      if (connection.closeIfSlow()) this.#options.log.info('closed a live connection that did not read')
    }
  }
}

/** The WebSocket server of Engine.IO, which would wait half a minute for a client that does not confirm the end of its connection. */
class QuicklyClosingServer extends WebSocketServer {
  constructor(options: ServerOptions) {
    super({ ...options, ...CLOSING })
  }
}
