import type { fold } from '../fold.ts'
import type { TopicKind } from '../topics.ts'
import type { Acknowledgement, Changes, ChangesMessage, ResetMessage, TopicView, Views } from '../wire.ts'
import { isTransient, type LiveState, TopicRefusedError } from './state.ts'

/** Clients that missed the same message spread their fetches over this time. */
const FETCH_SPREAD_MS = 2_000
/** If a connection does not answer within this time, fetches the view anyway: showing it is useful even if it is not live. */
const CONNECT_TIMEOUT_MS = 1_500
const RETRY_MS = 1_000
const MAX_RETRY_MS = 30_000
const MAX_BUFFERED = 500
/** The version of a view that is of no version of the log. */
const UNKNOWN_VERSION = -1

/** Time, timers and randomness, injected so that tests control them. */
export interface Scheduler {
  /** The device's time in milliseconds. */
  readonly now: () => number
  /** Runs a function after a delay. Returns a function that cancels it. */
  readonly schedule: (ms: number, run: () => void) => () => void
  /** A random number from 0 (included) to 1 (excluded). */
  readonly random: () => number
}

/** Applies changes to a view. Browsers load it with the connection, because there is no change before it. */
export type Fold = typeof fold

export interface TopicFeedOptions<V> extends Scheduler {
  readonly fold: Fold
  /** Whether there is a connection already. Without one the view is fetched at once, and joins the topic later. */
  readonly isConnected: boolean
  /** Rejects when the connection is lost before the acknowledgement. */
  readonly join: (have: number | undefined) => Promise<Acknowledgement>
  /** Rejects with a {@link TopicRefusedError} when a retry would not help. `atLeast` is the version that is known to exist. */
  readonly fetchView: (atLeast: number) => Promise<TopicView<V>>
  readonly onStateChange: (state: LiveState<V>) => void
}

interface VersionedView<V> {
  readonly version: number
  readonly view: V
}

/**
 * Keeps one topic's view current (docs/live.md): joins the topic and buffers its messages, fetches the view, drops the
 * messages that the view includes, and folds in the others. Fetches again when it knows of a version (`#latest`) that the
 * messages do not reach.
 */
export class TopicFeed<K extends TopicKind> {
  readonly #kind: K
  readonly #options: TopicFeedOptions<Views[K]>
  #current: VersionedView<Views[K]> | undefined
  #refusal: { readonly code: string; readonly error: string } | undefined
  #state: LiveState<Views[K]> = { status: 'connecting' }
  #buffer: ChangesMessage<Changes[K]>[] = []
  /** The newest version that is known to exist. */
  #latest = 0
  /** Numbers the connections, to recognize replies to an earlier one. */
  #connection = 0
  #online = false
  #joined = false
  #fetching = false
  #fetchFailures = 0
  #joinFailures = 0
  /** Numbers the refusals: a fetch that began before a refusal is ignored after it. */
  #epoch = 0
  #closed = false
  #staleSince: number | undefined
  #cancelFetch: (() => void) | undefined
  #cancelJoin: (() => void) | undefined

  constructor(kind: K, options: TopicFeedOptions<Views[K]>) {
    this.#kind = kind
    this.#options = options
    this.#planFetch(options.isConnected ? CONNECT_TIMEOUT_MS : 0)
  }

  get state(): LiveState<Views[K]> {
    return this.#state
  }

  /** Joins the topic after a connect, a reconnect or a change of the token, with the version it already has. */
  connected(): void {
    this.#connection += 1
    this.#online = true
    this.#joined = false
    this.#refusal = undefined
    // The acknowledgement brings the latest version again: it may be another server now.
    this.#latest = 0
    this.#cancelJoin?.()
    void this.#join(this.#connection)
    this.#notify()
  }

  disconnected(): void {
    this.#connection += 1
    this.#online = false
    this.#joined = false
    this.#buffer = []
    this.#cancelJoin?.()
    this.#notify()
  }

  receive(message: ChangesMessage<Changes[K]>): void {
    if (this.#closed || this.#refusal !== undefined) return
    this.#latest = Math.max(this.#latest, message.to)
    this.#buffer.push(message)
    if (this.#buffer.length > MAX_BUFFERED) this.#buffer.shift()
    this.#update()
  }

  reset({ to, restart }: ResetMessage): void {
    if (this.#closed) return
    if (restart === true) this.#forgetVersion()
    this.#latest = Math.max(restart === true ? 0 : this.#latest, to)
    this.#update()
  }

  /** Keeps the view on the screen until the log, which begins again before it, has another one. */
  #forgetVersion(): void {
    this.#epoch += 1
    this.#buffer = []
    if (this.#current !== undefined) this.#current = { ...this.#current, version: UNKNOWN_VERSION }
  }

  /**
   * Fetches the view even though nothing seems to be missing, in case a message was lost. Joins again when the topic was
   * refused.
   */
  refresh(): void {
    if (this.#closed) return
    if (this.#refusal === undefined) void this.#fetch()
    else if (this.#online) this.connected()
  }

  close(): void {
    this.#closed = true
    this.#cancelFetch?.()
    this.#cancelJoin?.()
  }

  async #join(connection: number): Promise<void> {
    const have = this.#current?.version === UNKNOWN_VERSION ? undefined : this.#current?.version
    const reply = await this.#options.join(have).catch(() => undefined)
    if (this.#closed || connection !== this.#connection) return
    if (reply?.ok === false && !isTransient(reply.code)) {
      this.#refuse(reply.code, reply.error)
    } else if (reply?.ok === true) {
      this.#joined = true
      this.#joinFailures = 0
      this.#latest = Math.max(this.#latest, reply.version)
      this.#update()
    } else {
      this.#joinFailures += 1
      this.#cancelJoin = this.#options.schedule(this.#backoff(this.#joinFailures), () => void this.#join(connection))
    }
  }

  /** Folds in the buffered messages, and plans a fetch when a version is still missing. */
  #update(): void {
    this.#foldBuffer()
    if (this.#current === undefined) {
      if (this.#joined) this.#planFetch(0)
    } else if (this.#current.version < this.#latest) {
      this.#planFetch(this.#options.random() * FETCH_SPREAD_MS)
    } else {
      this.#cancelFetch?.()
      this.#cancelFetch = undefined
    }
    this.#notify()
  }

  #foldBuffer(): void {
    const remaining: ChangesMessage<Changes[K]>[] = []
    for (const message of this.#buffer) {
      const current = this.#current
      if (current !== undefined && message.to <= current.version) continue
      const view =
        current !== undefined && message.from <= current.version
          ? this.#options.fold(this.#kind, current.view, message.changes)
          : undefined
      if (view !== undefined) this.#current = { version: message.to, view }
      else remaining.push(message)
    }
    this.#buffer = remaining
  }

  /**
   * Plans a fetch. Keeps an earlier plan, so that a stream of messages can neither delay it nor hurry the retry of a failed
   * fetch. Only the wait for a connection ends early, once the topic is joined.
   */
  #planFetch(ms: number): void {
    if (this.#fetching || this.#closed) return
    if (this.#cancelFetch !== undefined && (ms > 0 || this.#fetchFailures > 0)) return
    this.#cancelFetch?.()
    this.#cancelFetch = this.#options.schedule(ms, () => void this.#fetch())
  }

  async #fetch(): Promise<void> {
    if (this.#fetching || this.#closed) return
    this.#cancelFetch?.()
    this.#cancelFetch = undefined
    this.#fetching = true
    const epoch = this.#epoch
    const result = await this.#options.fetchView(this.#latest).catch((error: unknown) => error)
    this.#fetching = false
    if (this.#closed) return
    if (epoch !== this.#epoch) this.#update()
    else if (result instanceof TopicRefusedError) this.#refuse(result.code, result.message)
    else if (isTopicView<Views[K]>(result)) this.#replace(result)
    else {
      this.#fetchFailures += 1
      this.#planFetch(this.#backoff(this.#fetchFailures))
    }
  }

  #replace({ version, view }: TopicView<Views[K]>): void {
    this.#fetchFailures = 0
    if (this.#current === undefined || version >= this.#current.version) this.#current = { version, view }
    this.#update()
  }

  #backoff(failures: number): number {
    const delay = Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** (failures - 1))
    return delay * (0.5 + this.#options.random() / 2)
  }

  #refuse(code: string, error: string): void {
    this.#refusal = { code, error }
    this.#epoch += 1
    this.#current = undefined
    this.#joined = false
    this.#buffer = []
    this.#latest = 0
    this.#cancelFetch?.()
    this.#cancelFetch = undefined
    this.#notify()
  }

  #notify(): void {
    const next = this.#deriveState()
    if (this.#closed || sameState(next, this.#state)) return
    this.#state = next
    this.#options.onStateChange(next)
  }

  #deriveState(): LiveState<Views[K]> {
    if (this.#refusal !== undefined) return { status: 'refused', ...this.#refusal }
    if (this.#current === undefined) return { status: 'connecting' }
    if (this.#online && this.#joined && this.#current.version >= this.#latest) {
      this.#staleSince = undefined
      return { status: 'live', ...this.#current }
    }
    this.#staleSince ??= this.#options.now()
    return { status: 'stale', reason: this.#online ? 'behind' : 'offline', ...this.#current, since: this.#staleSince }
  }
}

function isTopicView<V>(result: unknown): result is TopicView<V> {
  return typeof result === 'object' && result !== null && 'version' in result && 'view' in result
}

function sameState<V>(a: LiveState<V>, b: LiveState<V>): boolean {
  if (a.status !== b.status) return false
  if (a.status === 'refused') return b.status === 'refused' && a.code === b.code && a.error === b.error
  if (a.status === 'connecting' || b.status === 'connecting' || b.status === 'refused') return true
  if (a.view !== b.view || a.version !== b.version) return false
  return a.status !== 'stale' || b.status !== 'stale' || a.reason === b.reason
}
