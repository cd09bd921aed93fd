import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** How patient the server is with slow clients, in milliseconds. */
const PATIENCE = {
  /** For the head of a request. */
  headersTimeout: 10_000,
  /** For a whole request; 32 KB take no longer on any line. */
  requestTimeout: 20_000,
  /** For the next request on a connection; longer than the 60 s that proxies keep theirs. */
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
}
/** A connection on which nothing moves is closed, so that nobody reads a snapshot a byte a minute. */
const SILENCE_MS = 120_000
const MAX_HEADER_BYTES = 16_384
/** A club behind one address, each member with a few tabs, has room; one machine that opens all it can has not. */
const MAX_PER_ADDRESS = 2_000

export interface HttpServerOptions {
  /** False behind a proxy: all connections are the proxy's then, and it does the counting. */
  readonly limitPerAddress: boolean
}

export interface HttpServer {
  readonly server: Server
  /** Connections open now, sockets included. */
  readonly connections: () => number
  /** Starts accepting. Resolves with where; rejects with a sentence when the port cannot be had. */
  readonly listen: (port: number, host: string) => Promise<AddressInfo>
  /** Stops accepting, so that whoever comes goes to another server. What is open goes on. */
  readonly refuse: () => void
  /**
   * {@link refuse}s and lets requests under way be answered, `graceMs` at most; then whatever is left is cut. Close
   * sockets (Socket.IO) before or meanwhile: they count as connections.
   */
  readonly close: (graceMs: number) => Promise<void>
}

/** A server with limits against slow and greedy clients, that can stop without losing an answer. */
export function createHttpServer(app: RequestListener, { limitPerAddress }: HttpServerOptions): HttpServer {
  const server = createServer({ ...PATIENCE, maxHeaderSize: MAX_HEADER_BYTES }, app)
  server.maxHeadersCount = 100
  server.setTimeout(SILENCE_MS)
  const sockets = trackSockets(server, limitPerAddress ? MAX_PER_ADDRESS : Number.POSITIVE_INFINITY)
  server.on('clientError', refuseMalformed)
  const ended = Promise.withResolvers<void>()
  let isClosing = false
  const refuse = (): void => {
    if (isClosing) return
    isClosing = true
    server.close(() => ended.resolve())
    server.closeIdleConnections()
  }
  server.prependListener('request', (_request, response) => {
    // The client must not send its next request on a connection that is about to close.
    if (isClosing) response.setHeader('Connection', 'close')
    // A connection whose answer was under way when the closing began is idle only now.
    response.once('close', () => isClosing && setImmediate(() => server.closeIdleConnections()))
  })
  return {
    server,
    connections: () => sockets.size,
    listen: (port, host) => listen(server, port, host),
    refuse,
    close: async (graceMs) => {
      refuse()
      await within(ended.promise, sockets, graceMs)
    },
  }
}

function trackSockets(server: Server, maxPerAddress: number): ReadonlySet<Socket> {
  const sockets = new Set<Socket>()
  const counts = new Map<string, number>()
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    const count = (counts.get(address) ?? 0) + 1
    if (count > maxPerAddress && !isLoopback(address)) return void socket.destroy()
    counts.set(address, count)
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      const left = (counts.get(address) ?? 1) - 1
      if (left === 0) counts.delete(address)
      else counts.set(address, left)
    })
  })
  return sockets
}

function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address === '::1' || address.startsWith('::ffff:127.')
}

/** What is no HTTP, too slow or too large gets a short answer and the end of its connection. */
function refuseMalformed(error: Error & { code?: string }, socket: Socket): void {
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
    const fail = (error: NodeJS.ErrnoException): void => reject(new Error(whyNot(error, port, host), { cause: error }))
    server.once('error', fail)
    server.listen(port, host, () => {
      server.off('error', fail)
      const address = server.address()
      if (address === null || typeof address === 'string') reject(new Error('listening on no port'))
      else resolve(address)
    })
  })
}

function whyNot(error: NodeJS.ErrnoException, port: number, host: string): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} on ${host} is in use: stop what runs there, or set PORT`
  if (error.code === 'EACCES') return `This user may not listen on port ${port}: set PORT to one above 1023`
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') return `${host} is no address of this machine: set HOST`
  return `Cannot listen on ${host}, port ${port}: ${error.message}`
}

async function within(ended: Promise<void>, sockets: ReadonlySet<Socket>, graceMs: number): Promise<void> {
  const cut = setTimeout(() => {
    for (const socket of sockets) socket.destroy()
  }, graceMs)
  await ended
  clearTimeout(cut)
}
