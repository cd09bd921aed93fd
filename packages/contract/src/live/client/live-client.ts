import { type KindOf, parseTopic, type Topic, type TopicKind } from '../topics.ts'
import type { Acknowledgement, Changes, ChangesMessage, ResetMessage, TopicView, Views } from '../wire.ts'
import type { LiveState } from './state.ts'
import { type Fold, type Scheduler, TopicFeed } from './topic-feed.ts'

/** The view of a topic. */
export type ViewOf<T extends Topic> = Views[KindOf<T>]

export interface TransportListener {
  readonly connected: () => void
  readonly disconnected: () => void
  readonly changes: (message: ChangesMessage) => void
  readonly reset: (message: ResetMessage) => void
}

/** A connection to the server that reconnects automatically; see `socketIoTransport`. */
export interface LiveTransport {
  readonly connected: boolean
  /** Rejects when the connection is lost or the acknowledgement takes too long. */
  readonly join: (topic: string, have: number | undefined) => Promise<Acknowledgement>
  readonly leave: (topic: string) => void
  /** Sets the token of this connection and of later ones; null after signing out. */
  readonly authenticate: (token: string | null) => Promise<void>
  readonly listen: (listener: TransportListener) => () => void
}

export interface LiveClientOptions extends Scheduler {
  readonly transport: LiveTransport
  readonly fold: Fold
  /** Calls `GET /api/live/{topic}`. Throws a `TopicRefusedError` when a retry would not help. */
  readonly fetchView: <T extends Topic>(topic: T, atLeast: number) => Promise<TopicView<ViewOf<T>>>
}

/** How long a topic without listeners stays joined, so that going back to a screen needs no new fetch. */
const LINGER_MS = 15_000

type Listener = (state: LiveState<never>) => void

interface WatchedTopic {
  readonly feed: TopicFeed<TopicKind>
  readonly listeners: Set<Listener>
  cancelLinger: (() => void) | undefined
}

/** Keeps all live views of a device current over one connection. Joins each topic once, however many listeners it has. */
export class LiveClient {
  readonly #options: LiveClientOptions
  readonly #topics = new Map<Topic, WatchedTopic>()
  readonly #unlisten: () => void

  constructor(options: LiveClientOptions) {
    this.#options = options
    this.#unlisten = options.transport.listen({
      connected: () => this.#forEachFeed((feed) => feed.connected()),
      disconnected: () => this.#forEachFeed((feed) => feed.disconnected()),
      changes: (message) => this.#feedOf(message.topic)?.receive(message as ChangesMessage<Changes[TopicKind]>),
      reset: (message) => this.#feedOf(message.topic)?.reset(message),
    })
  }

  /**
   * Watches a topic. Calls the listener with the current state, and again whenever it changes.
   * @returns a function that stops watching
   */
  watch<T extends Topic>(topic: T, listener: (state: LiveState<ViewOf<T>>) => void): () => void {
    const watched = this.#topics.get(topic) ?? this.#open(topic)
    watched.cancelLinger?.()
    watched.cancelLinger = undefined
    // A wrapper of its own, because two callers may pass the same function.
    const own: Listener = (state) => listener(state)
    watched.listeners.add(own)
    own(watched.feed.state as LiveState<never>)
    return () => {
      if (!watched.listeners.delete(own) || watched.listeners.size > 0) return
      watched.cancelLinger = this.#options.schedule(LINGER_MS, () => this.#close(topic, watched))
    }
  }

  /** Sets or removes the token, and joins every topic again, so that each is accepted or refused for the new user. */
  async authenticate(token: string | null): Promise<void> {
    await this.#options.transport.authenticate(token)
    if (this.#options.transport.connected) this.#forEachFeed((feed) => feed.connected())
  }

  /** Fetches every watched topic. A safety net for lost messages; the web app calls it at intervals (docs/web.md). */
  refresh(): void {
    this.#forEachFeed((feed) => feed.refresh())
  }

  close(): void {
    this.#unlisten()
    for (const [topic, watched] of this.#topics) this.#close(topic, watched)
  }

  #open(topic: Topic): WatchedTopic {
    const kind: TopicKind | undefined = parseTopic(topic)?.kind
    if (kind === undefined) throw new RangeError(`not a topic: ${topic}`)
    const { now, schedule, random, transport, fold, fetchView } = this.#options
    const listeners = new Set<Listener>()
    const feed = new TopicFeed(kind, {
      now,
      schedule,
      random,
      fold,
      isConnected: transport.connected,
      join: (have) => transport.join(topic, have),
      fetchView: (atLeast) => fetchView(topic, atLeast),
      onStateChange: (state) => listeners.forEach((listener) => listener(state as LiveState<never>)),
    })
    const watched: WatchedTopic = { feed, listeners, cancelLinger: undefined }
    this.#topics.set(topic, watched)
    if (transport.connected) feed.connected()
    return watched
  }

  #close(topic: Topic, watched: WatchedTopic): void {
    watched.cancelLinger?.()
    watched.feed.close()
    this.#topics.delete(topic)
    if (this.#options.transport.connected) this.#options.transport.leave(topic)
  }

  #feedOf(topic: string): TopicFeed<TopicKind> | undefined {
    return this.#topics.get(topic as Topic)?.feed
  }

  #forEachFeed(run: (feed: TopicFeed<TopicKind>) => void): void {
    // A copy, because a listener may watch further topics meanwhile; those join on their own.
    const watched = Array.from(this.#topics.values())
    for (const { feed } of watched) run(feed)
  }
}
