import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** Timeouts against slow clients, in milliseconds. */
const TIMEOUTS = {
  /** For a request's headers. */
  headersTimeout: 10_000,
  /** For a whole request. Even a slow connection sends 32 KB in less. */
  requestTimeout: 20_000,
  /** Until the next request on a connection; longer than the 60 s for which proxies keep theirs. */
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
}
/** Closes connections without traffic, including clients that read a response one byte per minute. */
const IDLE_TIMEOUT_MS = 120_000
const MAX_HEADER_BYTES = 16_384
/** Enough for a club behind one address, each member with a few tabs. */
const MAX_CONNECTIONS_PER_ADDRESS = 2_000
/** Requests that one connection may send ahead of their responses. Browsers and proxies send none. */
const MAX_PIPELINED = 16

export interface HttpServerOptions {
  /** False for load tests, which send many requests on one connection. */
  readonly limitPipelining: boolean
  /** False behind a proxy: every connection then comes from the proxy, which counts its own. */
  readonly limitPerAddress: boolean
}

export interface HttpServer {
  readonly server: Server
  /** Returns the number of open connections, WebSockets included. */
  readonly connections: () => number
  /** Starts listening and resolves with the address; rejects with a message for the operator. */
  readonly listen: (port: number, host: string) => Promise<AddressInfo>
  /** Stops accepting connections, so that clients go to another server. Open connections stay open. */
  readonly stopAccepting: () => void
  /**
   * Stops accepting connections, waits up to `graceMs` for pending requests, and then closes every connection. WebSockets
   * count as connections: close Socket.IO before or at the same time.
   */
  readonly close: (graceMs: number) => Promise<void>
}

/** Creates an HTTP server that limits slow and greedy clients, and that can stop without losing a response. */
export function createHttpServer(app: RequestListener, { limitPerAddress, limitPipelining }: HttpServerOptions): HttpServer {
  const server = createServer({ ...TIMEOUTS, maxHeaderSize: MAX_HEADER_BYTES }, app)
  server.maxHeadersCount = 100
  server.setTimeout(IDLE_TIMEOUT_MS)
  const sockets = trackSockets(server, limitPerAddress ? MAX_CONNECTIONS_PER_ADDRESS : Number.POSITIVE_INFINITY)
  server.on('clientError', rejectInvalidHttp)
  if (limitPipelining) closeWhenPipelining(server)
  const closed = Promise.withResolvers<void>()
  let isClosing = false
  const stopAccepting = (): void => {
    if (isClosing) return
    isClosing = true
    server.close(() => closed.resolve())
    server.closeIdleConnections()
  }
  server.prependListener('request', (_request, response) => {
    // Keeps the client from sending its next request on a connection that is about to close.
    if (isClosing) response.setHeader('Connection', 'close')
    // A connection that had a request in progress when closing began is idle only now.
    response.once('close', () => isClosing && setImmediate(() => server.closeIdleConnections()))
  })
  return {
    server,
    connections: () => sockets.size,
    listen: (port, host) => listen(server, port, host),
    stopAccepting,
    close: async (graceMs) => {
      stopAccepting()
      const timer = setTimeout(() => {
        for (const socket of sockets.keys()) socket.destroy()
      }, graceMs)
      await closed.promise
      clearTimeout(timer)
    },
  }
}

/** Returns the open connections with their addresses. */
function trackSockets(server: Server, maxPerAddress: number): ReadonlyMap<Socket, string> {
  const sockets = new Map<Socket, string>()
  const counts = new Map<string, number>()
  // One function for all sockets, because thousands of them only listen.
  const forget = function (this: Socket): void {
    const address = sockets.get(this) ?? ''
    sockets.delete(this)
    const left = (counts.get(address) ?? 1) - 1
    if (left === 0) counts.delete(address)
    else counts.set(address, left)
  }
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    const count = (counts.get(address) ?? 0) + 1
    if (count > maxPerAddress && !isLoopback(address)) return void socket.destroy()
    counts.set(address, count)
    sockets.set(socket, address)
    socket.on('close', forget)
  })
  return sockets
}

/** Node's HTTP parser of a connection. Not in Node's types; without it, pipelining is not limited. */
interface HttpParser {
  onIncoming?: (request: IncomingMessage, keepAlive: boolean) => number
}

/** What `onIncoming` returns for a request after which the parser must not read on. */
const STOP_PARSING = 2

/** The requests of a connection. */
interface RequestCount {
  /** Requests without a complete response. */
  pending: number
  /** Requests in the current turn of the event loop. A client that waits for its response sends one. */
  inTurn: number
  turn: number
}

/**
 * Closes a connection that sends more than {@link MAX_PIPELINED} requests without waiting for their responses. Node would parse
 * and handle everything that it has received in one turn of the event loop, thousands of requests, while other clients wait.
 */
function closeWhenPipelining(server: Server): void {
  const counts = new WeakMap<Socket, RequestCount>()
  const currentTurn = countTurns()
  server.on('connection', (socket) => {
    const { parser } = socket as Socket & { readonly parser?: HttpParser }
    const { onIncoming } = parser ?? {}
    if (parser === undefined || onIncoming === undefined) return
    const count: RequestCount = { pending: 0, inTurn: 0, turn: 0 }
    counts.set(socket, count)
    parser.onIncoming = (request, keepAlive) => {
      const turn = currentTurn()
      count.inTurn = count.turn === turn ? count.inTurn + 1 : 1
      count.turn = turn
      count.pending += 1
      if (Math.max(count.pending, count.inTurn) <= MAX_PIPELINED) return onIncoming.call(parser, request, keepAlive)
      socket.destroy()
      return STOP_PARSING
    }
  })
  server.prependListener('request', ({ socket }, response) => {
    const count = counts.get(socket)
    if (count !== undefined) response.once('close', () => (count.pending -= 1))
  })
}

/** Returns a function that returns the number of the current turn of the event loop. */
function countTurns(): () => number {
  let turn = 1
  let isScheduled = false
  const next = (): void => {
    turn += 1
    isScheduled = false
  }
  return () => {
    if (!isScheduled) setImmediate(next)
    isScheduled = true
    return turn
  }
}

function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address === '::1' || address.startsWith('::ffff:127.')
}

/** Sends an error for input that is not HTTP, too slow or too large, and closes its connection. */
function rejectInvalidHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request'
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void =>
      reject(new Error(describeListenError(error, port, host), { cause: error }))
    server.once('error', fail)
    server.listen(port, host, () => {
      server.off('error', fail)
      const address = server.address()
      if (address === null || typeof address === 'string') reject(new Error('the server listens on no port'))
      else resolve(address)
    })
  })
}

function describeListenError(error: NodeJS.ErrnoException, port: number, host: string): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} on ${host} is in use. Stop the program that uses it, or set PORT`
  if (error.code === 'EACCES') return `This user may not listen on port ${port}. Set PORT to a number above 1023`
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') return `${host} is not an address of this machine. Set HOST`
  return `Cannot listen on ${host}, port ${port}: ${error.message}`
}
