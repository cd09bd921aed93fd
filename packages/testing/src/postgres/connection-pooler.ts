import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, Socket } from 'node:net'
import pg from 'pg'

/** When a pooler gives a client's connection to the database to another client. */
type PoolMode = 'session' | 'transaction'

/** What PgBouncer accepts in a client's startup message with its default configuration. */
const STARTUP_PARAMETERS: ReadonlySet<string> = new Set([
  'user',
  'database',
  'client_encoding',
  'application_name',
  'datestyle',
  'timezone',
  'standard_conforming_strings',
])

const SSL_REQUEST = 80_877_103
const READY = 'Z'
const IDLE = 'I'

/** A connection pooler like PgBouncer, with as few connections to the database as possible. It asks clients for no password. */
export class ConnectionPooler {
  readonly #connectionString: string
  readonly #mode: PoolMode
  readonly #server: Server
  readonly #idle: Socket[] = []
  readonly #sockets = new Set<Socket>()

  constructor(connectionString: string, mode: PoolMode) {
    this.#connectionString = connectionString
    this.#mode = mode
    this.#server = createServer({ noDelay: true }, (socket) => void this.#serve(socket))
  }

  /** Starts the pooler and returns the connection string that leads through it. */
  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const { port } = this.#server.address() as AddressInfo
    const { username, pathname } = new URL(this.#connectionString)
    return `postgres://${username}@127.0.0.1:${port}${pathname}`
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #serve(socket: Socket): Promise<void> {
    this.#sockets.add(socket)
    socket.on('error', () => {})
    const client: Client = { socket, upstream: undefined, openQueries: 0 }
    socket.on('close', () => {
      this.#sockets.delete(socket)
      client.upstream?.destroy()
    })
    try {
      const chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>
      const rest = await acceptClient(socket, chunks)
      if (rest === undefined) return void socket.end()
      const messages = new MessageReader(rest)
      for (;;) {
        for (const message of messages.read()) {
          if (message.type === 'X') return void socket.destroy()
          const upstream = (client.upstream ??= await this.#connect(client))
          if (message.type === 'Q' || message.type === 'S') client.openQueries += 1
          upstream.write(message.bytes)
        }
        const { value, done } = await chunks.next()
        if (done === true) return
        messages.push(value)
      }
    } catch {
      socket.destroy()
    }
  }

  /** Gives an idle connection to the database to a client, or opens one. */
  async #connect(client: Client): Promise<Socket> {
    const upstream = this.#idle.pop() ?? (await this.#open())
    const messages = new MessageReader()
    upstream.on('data', (data: Buffer) => {
      messages.push(data)
      for (const { type, bytes } of messages.read()) {
        client.socket.write(bytes)
        if (type !== READY) continue
        client.openQueries -= 1
        const isIdle = String.fromCodePoint(bytes[5] ?? 0) === IDLE
        if (this.#mode === 'transaction' && isIdle && client.openQueries === 0) this.#release(client)
      }
    })
    return upstream
  }

  #release(client: Client): void {
    const { upstream } = client
    if (upstream === undefined) return
    upstream.removeAllListeners('data')
    client.upstream = undefined
    this.#idle.push(upstream)
  }

  /** Opens a connection with pg, which signs in, and takes over its socket. */
  async #open(): Promise<Socket> {
    const client = new pg.Client({ connectionString: this.#connectionString })
    await client.connect()
    const { stream } = client.connection
    if (!(stream instanceof Socket)) throw new TypeError('pg did not connect through a socket')
    stream.removeAllListeners()
    stream.on('error', () => {})
    this.#sockets.add(stream)
    return stream
  }
}

interface Client {
  readonly socket: Socket
  /** The client's connection to the database while it has one. */
  upstream: Socket | undefined
  /** Queries that the database has not finished. */
  openQueries: number
}

/** Answers a client's startup message. Returns what follows it, or undefined if the client was refused. */
async function acceptClient(socket: Socket, chunks: AsyncIterator<Buffer>): Promise<Buffer | undefined> {
  let buffer = Buffer.alloc(0)
  for (;;) {
    while (buffer.length < 8 || buffer.length < buffer.readInt32BE(0)) {
      const { value, done } = await chunks.next()
      if (done === true) return undefined
      buffer = Buffer.concat([buffer, value])
    }
    const length = buffer.readInt32BE(0)
    const isSslRequest = buffer.readInt32BE(4) === SSL_REQUEST
    const parameters = buffer.subarray(8, length).toString().split('\0')
    buffer = buffer.subarray(length)
    if (isSslRequest) {
      socket.write('N')
      continue
    }
    const unsupported = parameters.find((name, index) => index % 2 === 0 && name !== '' && !STARTUP_PARAMETERS.has(name))
    if (unsupported === undefined) {
      socket.write(Buffer.concat([messageOf('R', Buffer.alloc(4)), messageOf(READY, Buffer.from(IDLE))]))
      return buffer
    }
    const text = `SFATAL\0C08P01\0Munsupported startup parameter: ${unsupported}\0\0`
    socket.write(messageOf('E', Buffer.from(text)))
    return undefined
  }
}

function messageOf(type: string, body: Buffer): Buffer {
  const header = Buffer.alloc(5)
  header.write(type)
  header.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([header, body])
}

/** Splits a stream of PostgreSQL's protocol into messages: a letter, the length, and the body. */
class MessageReader {
  #buffer: Buffer

  constructor(start: Buffer = Buffer.alloc(0)) {
    this.#buffer = start
  }

  push(data: Buffer): void {
    this.#buffer = Buffer.concat([this.#buffer, data])
  }

  *read(): Generator<{ readonly type: string; readonly bytes: Buffer }> {
    while (this.#buffer.length >= 5) {
      const length = this.#buffer.readInt32BE(1) + 1
      if (this.#buffer.length < length) return
      const bytes = this.#buffer.subarray(0, length)
      this.#buffer = this.#buffer.subarray(length)
      yield { type: String.fromCodePoint(bytes[0] ?? 0), bytes }
    }
  }
}
