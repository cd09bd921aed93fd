import { LightWebSocket } from './light-web-socket.ts'

const PATH = '/socket.io/?EIO=4&transport=websocket'
const PING = 0x32
const MESSAGE = 0x34

/** A topic to join, and the version that the client already holds, if any. */
export interface TopicJoin {
  readonly topic: string
  readonly have?: number
}

export interface LiveConnectionOptions {
  /** Undefined for a visitor. */
  readonly token?: string | undefined
  readonly topics: readonly TopicJoin[]
  /** Called when the connection fails, or closes without {@link LiveConnection.close}. */
  readonly onFailure: (reason: string) => void
}

/**
 * A client of the pool's live connection that costs little: Engine.IO 4 and Socket.IO 5 on a bare WebSocket. It connects, joins
 * its topics, and is current once it holds the version with which each join was acknowledged.
 */
export class LiveConnection {
  /** Called with each WebSocket message that arrives once the client is current. */
  onMessage: (message: Buffer) => void = () => {}
  /** Resolves when the client is current. */
  readonly current: Promise<void>
  /** The version of each topic that the client holds. */
  readonly versions = new Map<string, number>()
  readonly #options: LiveConnectionOptions
  readonly #socket: LightWebSocket
  readonly #acknowledged = new Map<string, number>()
  #isCurrent = false
  #resolveCurrent: () => void = () => {}

  constructor(port: number, options: LiveConnectionOptions) {
    this.#options = options
    for (const { topic, have } of options.topics) if (have !== undefined) this.versions.set(topic, have)
    this.current = new Promise((resolve) => (this.#resolveCurrent = resolve))
    this.#socket = new LightWebSocket({
      port,
      path: PATH,
      onOpen: () => {},
      onText: (text) => this.#receive(text),
      onClose: (reason) => options.onFailure(`a live connection closed: ${reason}`),
    })
  }

  close(): void {
    this.#socket.close()
  }

  #receive(text: Buffer): void {
    const type = text.readUInt8(0)
    if (type === PING) this.#socket.send('3')
    else if (this.#isCurrent) this.onMessage(text)
    else if (type === MESSAGE) this.#receivePacket(text.toString('utf8', 1))
    else this.#socket.send(`40${JSON.stringify({ token: this.#options.token })}`)
  }

  /** Handles Socket.IO's packets until the client is current: connected, an acknowledgement, or an event. */
  #receivePacket(packet: string): void {
    if (packet.startsWith('0')) this.#joinTopics()
    else if (packet.startsWith('3')) this.#acknowledge(packet.slice(1))
    else if (packet.startsWith('2')) this.#applyChanges(packet.slice(1))
    else this.#options.onFailure(`a live connection received ${packet}`)
  }

  #joinTopics(): void {
    for (const [id, join] of this.#options.topics.entries()) this.#socket.send(`42${id}${JSON.stringify(['join', join])}`)
  }

  #acknowledge(packet: string): void {
    const bracket = packet.indexOf('[')
    const topic = this.#options.topics[Number(packet.slice(0, bracket))]?.topic ?? ''
    const [reply] = JSON.parse(packet.slice(bracket)) as [{ ok: boolean; version: number }]
    if (!reply.ok) return this.#options.onFailure(`a join was rejected: ${packet}`)
    this.#acknowledged.set(topic, reply.version)
    if (!this.versions.has(topic)) this.versions.set(topic, reply.version)
    this.#checkCurrent()
  }

  #applyChanges(packet: string): void {
    const [event, { topic, from, to }] = JSON.parse(packet) as [string, { topic: string; from: number; to: number }]
    if (event !== 'changes' || (this.versions.get(topic) ?? 0) < from) {
      return this.#options.onFailure(`a client would have to fetch a snapshot: ${packet}`)
    }
    this.versions.set(topic, to)
    this.#checkCurrent()
  }

  #checkCurrent(): void {
    const { topics } = this.#options
    const isCurrent = ({ topic }: TopicJoin) => (this.versions.get(topic) ?? 0) >= (this.#acknowledged.get(topic) ?? Infinity)
    if (!topics.every(isCurrent)) return
    this.#isCurrent = true
    this.#resolveCurrent()
  }
}
