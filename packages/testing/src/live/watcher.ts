import { io, type Socket } from 'socket.io-client'

/** A Socket.IO client that records every message it receives, in order, with the time it arrived. */
export class Watcher {
  readonly socket: Socket
  readonly received: string[] = []
  /** When each message arrived, in milliseconds since 1970 by this machine's clock. */
  readonly receivedAt: number[] = []

  constructor(url: string, token: string | undefined) {
    this.socket = io(url, { transports: ['websocket'], auth: token === undefined ? {} : { token }, forceNew: true })
    this.socket.onAny((event: string, payload: unknown) => this.#record(`${event} ${JSON.stringify(payload)}`))
  }

  /** Joins a topic and returns the server's acknowledgement, which is recorded as well. */
  async join(topic: string): Promise<{ readonly ok: boolean; readonly code?: string; readonly version?: number }> {
    const reply = (await this.socket.timeout(20_000).emitWithAck('join', { topic })) as { ok: boolean; version?: number }
    this.#record(`joined ${topic} ${JSON.stringify(reply)}`)
    return reply
  }

  close(): void {
    this.socket.disconnect()
  }

  #record(message: string): void {
    this.received.push(message)
    this.receivedAt.push(Date.now())
  }
}

/** Sorts recorded messages by topic, because only messages of one topic arrive in a fixed order. */
export function messagesByTopic(received: readonly string[]): readonly string[] {
  const topics = Map.groupBy(received, (line) => /"topic":"([^"]+)"|^joined (\S+)/.exec(line)?.slice(1).join('') ?? '')
  return [...topics.keys()].sort().flatMap((topic) => topics.get(topic) ?? [])
}
