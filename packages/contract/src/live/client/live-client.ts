import type { Acknowledgement, Changes, ChangesMessage, ResetMessage, TopicView, Views } from '../wire.ts'
import { type KindOf, parseTopic, type Topic, type TopicKind } from '../topics.ts'
import type { LiveState } from './state.ts'
import { type Timing, TopicFeed } from './topic-feed.ts'

/** The view of a topic. */
export type ViewOf<T extends Topic> = Views[KindOf<T>]

export interface TransportListener {
  readonly connected: () => void
  readonly disconnected: () => void
  readonly changes: (message: ChangesMessage) => void
  readonly reset: (message: ResetMessage) => void
}

/** A connection to the server that comes back by itself; see `socketIoTransport`. */
export interface LiveTransport {
  readonly connected: boolean
  /** Rejects when the connection is lost before the answer, or when it takes too long. */
  readonly join: (topic: string, have: number | undefined) => Promise<Acknowledgement>
  readonly leave: (topic: string) => void
  /** For this connection and the ones to come; null after signing out. */
  readonly authenticate: (token: string | null) => Promise<void>
  readonly listen: (listener: TransportListener) => () => void
}

export interface LiveClientParts extends Timing {
  readonly transport: LiveTransport
  /** `GET /api/live/{topic}`; throws `LiveRefusal` when refused for good. */
  readonly fetchSnapshot: <T extends Topic>(topic: T, atLeast: number) => Promise<TopicView<ViewOf<T>>>
}

/** How long a topic is kept after nobody watches it any more: going back to a screen costs nothing. */
const LINGER_MS = 15_000

type Listener = (state: LiveState<never>) => void

interface Watched {
  readonly feed: TopicFeed<TopicKind>
  readonly listeners: Set<Listener>
  cancelLinger: (() => void) | undefined
}

/** Every live view of one device over one connection. Topics are joined once, however many watch them. */
export class LiveClient {
  readonly #parts: LiveClientParts
  readonly #topics = new Map<Topic, Watched>()
  readonly #unlisten: () => void

  constructor(parts: LiveClientParts) {
    this.#parts = parts
    this.#unlisten = parts.transport.listen({
      connected: () => this.#each((feed) => feed.connected()),
      disconnected: () => this.#each((feed) => feed.disconnected()),
      changes: (message) => this.#find(message.topic)?.receive(message as ChangesMessage<Changes[TopicKind]>),
      reset: (message) => this.#find(message.topic)?.reset(message),
    })
  }

  /**
   * Watches a topic: the listener is told its state now and whenever it changes.
   * @returns ends the watching
   */
  watch<T extends Topic>(topic: T, listener: (state: LiveState<ViewOf<T>>) => void): () => void {
    const watched = this.#topics.get(topic) ?? this.#open(topic)
    watched.cancelLinger?.()
    watched.cancelLinger = undefined
    // Two watchers may bring the same function.
    const own: Listener = (state) => listener(state)
    watched.listeners.add(own)
    own(watched.feed.state as LiveState<never>)
    return () => {
      if (!watched.listeners.delete(own) || watched.listeners.size > 0) return
      watched.cancelLinger = this.#parts.later(LINGER_MS, () => this.#close(topic, watched))
    }
  }

  /** Takes a renewed token, or none: what was refused is tried again, what is not allowed any more is refused. */
  async authenticate(token: string | null): Promise<void> {
    await this.#parts.transport.authenticate(token)
    if (this.#parts.transport.connected) this.#each((feed) => feed.connected())
  }

  /** Fetches all watched topics: the safety net of 150 s and of a page becoming visible (pool.md §4). */
  refresh(): void {
    this.#each((feed) => feed.refresh())
  }

  close(): void {
    this.#unlisten()
    for (const [topic, watched] of this.#topics) this.#close(topic, watched)
  }

  #open(topic: Topic): Watched {
    const kind: TopicKind | undefined = parseTopic(topic)?.kind
    if (kind === undefined) throw new RangeError(`not a topic: ${topic}`)
    const { now, later, random, transport, fetchSnapshot } = this.#parts
    const listeners = new Set<Listener>()
    const feed = new TopicFeed(kind, {
      now,
      later,
      random,
      join: (have) => transport.join(topic, have),
      fetchSnapshot: (atLeast) => fetchSnapshot(topic, atLeast),
      changed: (state) => listeners.forEach((listener) => listener(state as LiveState<never>)),
    })
    const watched: Watched = { feed, listeners, cancelLinger: undefined }
    this.#topics.set(topic, watched)
    if (transport.connected) feed.connected()
    return watched
  }

  #close(topic: Topic, watched: Watched): void {
    watched.cancelLinger?.()
    watched.feed.close()
    this.#topics.delete(topic)
    if (this.#parts.transport.connected) this.#parts.transport.leave(topic)
  }

  #find(topic: string): TopicFeed<TopicKind> | undefined {
    return this.#topics.get(topic as Topic)?.feed
  }

  #each(run: (feed: TopicFeed<TopicKind>) => void): void {
    // A listener may watch further topics meanwhile: those are on their own.
    const watched = Array.from(this.#topics.values())
    for (const { feed } of watched) run(feed)
  }
}
