import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where a database listens: its Unix socket's file, or an address. */
function upstreamOf(connectionString: string): { path: string } | { host: string; port: number } {
  const url = new URL(connectionString)
  const folder = url.searchParams.get('host') ?? decodeURIComponent(url.hostname)
  const port = url.searchParams.get('port') ?? (url.port === '' ? '5432' : url.port)
  return folder.startsWith('/') ? { path: join(folder, `.s.PGSQL.${port}`) } : { host: folder, port: Number(port) }
}

/** A wire between the server and its database that can be cut at the worst moments. */
export class DatabaseProxy {
  readonly #folder = mkdtempSync(join(tmpdir(), 'outlast-proxy-'))
  readonly #sockets = new Set<Socket>()
  /** The connections on which somebody listens for notifications. */
  readonly #listening = new Set<Socket>()
  readonly #connectionString: string
  readonly #server: Server
  /** Asked for every message to the database: true swallows the answer to it and cuts the connection. */
  cutAfter: (message: Buffer) => boolean = () => false
  /** Asked for every message to the database: true cuts the connection instead of passing it on. */
  cutBefore: (message: Buffer) => boolean = () => false
  /** Asked for every message to the database: a number cuts the client off, and lets the message arrive so many milliseconds later. */
  arriveLate: (message: Buffer) => number | undefined = () => undefined
  /** While true, nobody gets through. */
  refuse = false
  /** While it is more than 0, everything the database says arrives so many milliseconds late. */
  delayMs = 0

  constructor(connectionString: string) {
    this.#connectionString = connectionString
    this.#server = createServer({ noDelay: true }, (client) => this.#accept(client))
  }

  /** Starts, and gives the connection string through the proxy. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(join(this.#folder, '.s.PGSQL.5432'), resolve))
    const url = new URL(this.#connectionString)
    return `postgres://${url.username}:${url.password}@/${url.pathname.slice(1)}?host=${encodeURIComponent(this.#folder)}`
  }

  /** As {@link start}, over TCP, where connections can be reset. */
  async startOnTcp(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const url = new URL(this.#connectionString)
    const { port } = this.#server.address() as AddressInfo
    return `postgres://${url.username}:${url.password}@127.0.0.1:${port}${url.pathname}`
  }

  /** Cuts every connection there is. */
  cutAll(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Cuts those connections on which somebody listens for notifications. How many there were. */
  cutListening(): number {
    const { size } = this.#listening
    for (const socket of this.#listening) socket.destroy()
    return size
  }

  /** Resets every connection (RST), as a machine in between that lost its memory would. How many there were. */
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
    const upstream = connect(upstreamOf(this.#connectionString))
    let deaf = false
    let isOrphan = false
    const late: Buffer[] = []
    for (const socket of [client, upstream]) {
      this.#sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        this.#sockets.delete(socket)
        this.#listening.delete(socket)
        client.destroy()
        if (!isOrphan) upstream.destroy()
      })
    }
    client.on('data', (data: Buffer) => {
      if (this.cutBefore(data)) return void client.destroy()
      const lateMs = this.arriveLate(data)
      if (lateMs !== undefined) {
        isOrphan = true
        setTimeout(() => upstream.end(data), lateMs)
        return void client.destroy()
      }
      deaf ||= this.cutAfter(data)
      if (data.includes('LISTEN ')) this.#listening.add(client)
      upstream.write(data)
    })
    upstream.on('data', (data: Buffer) => {
      if (deaf) client.destroy()
      else if (this.delayMs === 0 && late.length === 0) client.write(data)
      else {
        // Whichever timer rings first lets out what came first.
        late.push(data)
        setTimeout(() => client.write(late.shift() ?? ''), this.delayMs).unref()
      }
    })
  }
}
