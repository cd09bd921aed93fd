import { LightWebSocket } from './light-web-socket.ts'
import type { ClientPlan } from '../../../../bench/live/load/orders.ts'

const PATH = '/socket.io/?EIO=4&transport=websocket'
const PING = 0x32
const MESSAGE = 0x34

/** A client of one server, as what is watched sees it. */
export interface Connection {
  /** Told of each message once the client is current. */
  onMessage: (text: Buffer) => void
  close(): void
}

/**
 * A client of ours: Engine.IO 4 and Socket.IO 5 by hand, on a WebSocket. Connects with its token, joins its topics, and
 * is current once it holds the version that each join was answered with.
 */
export class LiveConnection implements Connection {
  onMessage: (text: Buffer) => void = () => {}
  readonly current: Promise<void>
  readonly versions = new Map<string, number>()
  readonly #plan: ClientPlan
  readonly #socket: LightWebSocket
  readonly #wanted = new Map<string, number>()
  #isCurrent = false
  #resolve: () => void = () => {}

  constructor(port: number, plan: ClientPlan) {
    this.#plan = plan
    for (const { topic, have } of plan.topics) if (have !== undefined) this.versions.set(topic, have)
    this.current = new Promise((resolve) => (this.#resolve = resolve))
    this.#socket = new LightWebSocket({
      port,
      path: PATH,
      onOpen: () => {},
      onText: (text) => this.#take(text),
      onEnd: (why) => failed(`a client of ours ended: ${why}`),
    })
  }

  close(): void {
    this.#socket.close()
  }

  #take(text: Buffer): void {
    const kind = text.readUInt8(0)
    if (kind === PING) this.#socket.send('3')
    else if (this.#isCurrent) this.onMessage(text)
    else if (kind === MESSAGE) this.#begin(text.toString('utf8', 1))
    else this.#socket.send(`40${JSON.stringify({ token: this.#plan.token })}`)
  }

  /** Socket.IO's packets while it is not current: connected, an answer to a join, or an event. */
  #begin(packet: string): void {
    if (packet.startsWith('0')) this.#join()
    else if (packet.startsWith('3')) this.#joined(packet.slice(1))
    else if (packet.startsWith('2')) this.#changed(packet.slice(1))
    else failed(`a client of ours was told: ${packet}`)
  }

  #join(): void {
    for (const [id, join] of this.#plan.topics.entries()) this.#socket.send(`42${id}${JSON.stringify(['join', join])}`)
  }

  #joined(packet: string): void {
    const bracket = packet.indexOf('[')
    const topic = this.#plan.topics[Number(packet.slice(0, bracket))]?.topic ?? ''
    const [answer] = JSON.parse(packet.slice(bracket)) as [{ ok: boolean; version: number }]
    if (!answer.ok) failed(`a join was refused: ${packet}`)
    this.#wanted.set(topic, answer.version)
    if (!this.versions.has(topic)) this.versions.set(topic, answer.version)
    this.#look()
  }

  #changed(packet: string): void {
    const [event, { topic, from, to }] = JSON.parse(packet) as [string, { topic: string; from: number; to: number }]
    if (event !== 'changes' || (this.versions.get(topic) ?? 0) < from) failed(`a client of ours must fetch: ${packet}`)
    this.versions.set(topic, to)
    this.#look()
  }

  #look(): void {
    const { topics } = this.#plan
    if (!topics.every(({ topic }) => (this.versions.get(topic) ?? 0) >= (this.#wanted.get(topic) ?? Infinity))) return
    this.#isCurrent = true
    this.#resolve()
  }
}

/** A load that is not the one that was ordered measures nothing. */
export function failed(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
