import { rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createTemporaryFolder } from '../files.ts'

/** Returns where a database listens: the path of its Unix socket, or an address. */
function listenAddress(connectionString: string): { path: string } | { host: string; port: number } {
  const url = new URL(connectionString)
  const folder = url.searchParams.get('host') ?? decodeURIComponent(url.hostname)
  const port = url.searchParams.get('port') ?? (url.port === '' ? '5432' : url.port)
  return folder.startsWith('/') ? { path: join(folder, `.s.PGSQL.${port}`) } : { host: folder, port: Number(port) }
}

/** A proxy between the server and its database that can break connections at the worst moments. */
export class DatabaseProxy {
  readonly #folder = createTemporaryFolder('proxy')
  readonly #sockets = new Set<Socket>()
  /** The connections that have sent LISTEN. */
  readonly #listening = new Set<Socket>()
  readonly #connectionString: string
  readonly #server: Server
  /** Called for every message to the database. Returning true passes the message on, drops the response and closes the connection. */
  cutAfter: (message: Buffer) => boolean = () => false
  /** Called for every message to the database. Returning true closes the connection instead of passing the message on. */
  cutBefore: (message: Buffer) => boolean = () => false
  /** Called for every message to the database. Returning a number closes the client's connection and delivers the message that many milliseconds later. */
  deliverLate: (message: Buffer) => number | undefined = () => undefined
  /** While true, the proxy refuses new connections. */
  refuse = false
  /** Delays everything that the database sends by this many milliseconds. */
  delayMs = 0

  constructor(connectionString: string) {
    this.#connectionString = connectionString
    this.#server = createServer({ noDelay: true }, (client) => this.#accept(client))
  }

  /** Starts the proxy and returns the connection string that leads through it. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(join(this.#folder, '.s.PGSQL.5432'), resolve))
    const url = new URL(this.#connectionString)
    return `postgres://${url.username}:${url.password}@/${url.pathname.slice(1)}?host=${encodeURIComponent(this.#folder)}`
  }

  /** Starts the proxy on TCP, where connections can be reset, and returns the connection string that leads through it. */
  async startOnTcp(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const url = new URL(this.#connectionString)
    const { port } = this.#server.address() as AddressInfo
    return `postgres://${url.username}:${url.password}@127.0.0.1:${port}${url.pathname}`
  }

  /** Closes every connection. */
  cutAll(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Closes the connections that have sent LISTEN. Returns how many there were. */
  cutListening(): number {
    const { size } = this.#listening
    for (const socket of this.#listening) socket.destroy()
    return size
  }

  /** Resets every connection (TCP RST), as a restarted network device would. Returns how many there were. */
  resetAll(): number {
    const { size } = this.#sockets
    for (const socket of this.#sockets) {
      if (socket.remoteFamily === undefined) socket.destroy()
      else socket.resetAndDestroy()
    }
    return size
  }

  async stop(): Promise<void> {
    this.cutAll()
    await new Promise((resolve) => this.#server.close(resolve))
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #accept(client: Socket): void {
    if (this.refuse) return void client.destroy()
    const upstream = connect(listenAddress(this.#connectionString))
    let dropResponses = false
    let outlivesClient = false
    const delayed: Buffer[] = []
    for (const socket of [client, upstream]) {
      this.#sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        this.#sockets.delete(socket)
        this.#listening.delete(socket)
        client.destroy()
        if (!outlivesClient) upstream.destroy()
      })
    }
    client.on('data', (data: Buffer) => {
      if (this.cutBefore(data)) return void client.destroy()
      const delayMs = this.deliverLate(data)
      if (delayMs !== undefined) {
        outlivesClient = true
        setTimeout(() => upstream.end(data), delayMs)
        return void client.destroy()
      }
      dropResponses ||= this.cutAfter(data)
      if (data.includes('LISTEN ')) this.#listening.add(client)
      upstream.write(data)
    })
    upstream.on('data', (data: Buffer) => {
      if (dropResponses) client.destroy()
      else if (this.delayMs === 0 && delayed.length === 0) client.write(data)
      else {
        // Timers may fire out of order; each one sends the oldest message.
        delayed.push(data)
        setTimeout(() => client.write(delayed.shift() ?? ''), this.delayMs).unref()
      }
    })
  }
}
