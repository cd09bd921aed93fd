import type { ChangesMessage, Acknowledgement, ResetMessage } from '@outlast/contract/live/wire'
import { io, type Socket } from 'socket.io-client'

const open = new Set<LiveClient>()

/** Closes all connections that a test left open. */
export function closeSockets(): void {
  for (const client of open) client.close()
}

interface Waiting {
  readonly topic: string
  readonly done: () => void
}

/** A live connection that stores its messages and does not reconnect. */
export class LiveClient {
  readonly #socket: Socket
  readonly #messages: { readonly topic: string }[] = []
  #waiting: Waiting[] = []
  /** The number of messages that were already awaited. */
  readonly #heard = new Map<string, number>()

  static connect(url: string, token?: string, headers: Record<string, string> = {}): Promise<LiveClient> {
    return LiveClient.connectWith(url, token === undefined ? {} : { token }, headers)
  }

  /** @throws if the server rejects the connection */
  static async connectWith(url: string, auth: object, headers: Record<string, string> = {}): Promise<LiveClient> {
    const options = { path: '/socket.io', transports: ['websocket'], reconnection: false, forceNew: true }
    const socket = io(url, { ...options, auth: auth as Record<string, unknown>, extraHeaders: headers })
    const client = new LiveClient(socket)
    open.add(client)
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('connect_error', reject)
    })
    return client
  }

  private constructor(socket: Socket) {
    this.#socket = socket
    const note = (message: ChangesMessage | ResetMessage): void => {
      this.#messages.push(message)
      for (const { topic, done } of this.#waiting) if (topic === message.topic) done()
    }
    socket.on('changes', note)
    socket.on('reset', note)
  }

  get connected(): boolean {
    return this.#socket.connected
  }

  /** Sends a request and waits for the acknowledgement. */
  async ask(event: string, payload: unknown): Promise<Acknowledgement> {
    return (await this.#socket.timeout(10_000).emitWithAck(event, payload)) as Acknowledgement
  }

  /** Sends a message without waiting. */
  send(event: string, ...rest: readonly unknown[]): void {
    this.#socket.emit(event, ...rest)
  }

  messagesOf(topic: string): readonly unknown[] {
    return this.#messages.filter((message) => message.topic === topic)
  }

  /** Waits for the next message of a topic. */
  async heard(topic: string): Promise<void> {
    const known = this.#heard.get(topic) ?? 0
    while (this.messagesOf(topic).length <= known) {
      await new Promise<void>((done) => this.#waiting.push({ topic, done }))
    }
    this.#heard.set(topic, this.messagesOf(topic).length)
  }

  /** Resolves when the connection has ended, and rejects on timeout. */
  async ended(withinMs: number): Promise<void> {
    if (!this.connected) return
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`still connected after ${withinMs} ms`)), withinMs)
      this.#socket.once('disconnect', () => {
        clearTimeout(timer)
        resolve()
      })
    })
  }

  close(): void {
    open.delete(this)
    this.#socket.disconnect()
  }
}

export function join(client: LiveClient, topic: string): Promise<Acknowledgement> {
  return client.ask('join', { topic })
}

/** Summarizes an acknowledgement: `ok` or its error code. */
export function describeAcknowledgement(acknowledgement: Acknowledgement): string {
  return acknowledgement.ok ? 'ok' : acknowledgement.code
}
