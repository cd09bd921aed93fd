import { fold } from '../fold.ts'
import type { TopicKind } from '../topics.ts'
import type { Acknowledgement, Changes, ChangesMessage, ResetMessage, TopicView, Views } from '../wire.ts'
import { isPassing, LiveRefusal, type LiveState } from './state.ts'

/** Clients that miss the same thing spread their fetches over this time. */
const SPREAD_MS = 2_000
/** A view is worth showing even while the connection does not come about. */
const PATIENCE_MS = 1_500
const RETRY_MS = 1_000
const MAX_RETRY_MS = 30_000
const MAX_BUFFERED = 500

/** Time and chance, from outside: browsers and tests bring their own. */
export interface Timing {
  /** Milliseconds of the device's clock. */
  readonly now: () => number
  /** Runs something later; the answer calls it off. */
  readonly later: (ms: number, run: () => void) => () => void
  /** From 0 up to 1. */
  readonly random: () => number
}

/** What a feed needs of the world. */
export interface FeedLink<V> extends Timing {
  /** Rejects when the connection is lost before the answer. */
  readonly join: (have: number | undefined) => Promise<Acknowledgement>
  /** Rejects with {@link LiveRefusal} when refused for good. `atLeast`: the version that is known to exist. */
  readonly fetchSnapshot: (atLeast: number) => Promise<TopicView<V>>
  readonly changed: (state: LiveState<V>) => void
}

interface Held<V> {
  readonly version: number
  readonly view: V
}

/**
 * Keeps one topic's view current: joins and buffers, fetches the snapshot, drops what it has, folds in the rest
 * (architecture.md "Live"). `needed` is the newest version that is known to exist; whoever holds less, and is not
 * brought forward by messages, fetches.
 */
export class TopicFeed<K extends TopicKind> {
  readonly #kind: K
  readonly #link: FeedLink<Views[K]>
  #held: Held<Views[K]> | undefined
  #refusal: { readonly code: string; readonly error: string } | undefined
  #state: LiveState<Views[K]> = { status: 'connecting' }
  #buffer: ChangesMessage<Changes[K]>[] = []
  #needed = 0
  /** Counts connections, so that answers to an earlier one are told apart. */
  #connection = 0
  #online = false
  #joined = false
  #fetching = false
  #fetchFailures = 0
  #joinFailures = 0
  /** Counts refusals: what was asked for before one is not taken after it. */
  #epoch = 0
  #closed = false
  #staleSince: number | undefined
  #cancelFetch: (() => void) | undefined
  #cancelJoin: (() => void) | undefined

  constructor(kind: K, link: FeedLink<Views[K]>) {
    this.#kind = kind
    this.#link = link
    this.#planFetch(PATIENCE_MS)
  }

  get state(): LiveState<Views[K]> {
    return this.#state
  }

  /** The connection stands, or it does so with another token: (re)joins from what is held. */
  connected(): void {
    this.#connection += 1
    this.#online = true
    this.#joined = false
    this.#refusal = undefined
    // What exists is learned anew from the answer: the server may be another one.
    this.#needed = 0
    this.#cancelJoin?.()
    void this.#join(this.#connection)
    this.#tell()
  }

  disconnected(): void {
    this.#connection += 1
    this.#online = false
    this.#joined = false
    this.#buffer = []
    this.#cancelJoin?.()
    this.#tell()
  }

  receive(message: ChangesMessage<Changes[K]>): void {
    if (this.#closed || this.#refusal !== undefined) return
    this.#needed = Math.max(this.#needed, message.to)
    this.#buffer.push(message)
    if (this.#buffer.length > MAX_BUFFERED) this.#buffer.shift()
    this.#settle()
  }

  reset({ to }: ResetMessage): void {
    if (this.#closed) return
    this.#needed = Math.max(this.#needed, to)
    this.#settle()
  }

  /**
   * Fetches even though nothing seems to be missing: the safety net of 150 s and of a page becoming visible. What was refused is
   * asked for once more.
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
    const answer = await this.#link.join(this.#held?.version).catch(() => undefined)
    if (this.#closed || connection !== this.#connection) return
    if (answer?.ok === false && !isPassing(answer.code)) {
      this.#refuse(answer.code, answer.error)
    } else if (answer?.ok === true) {
      this.#joined = true
      this.#joinFailures = 0
      this.#needed = Math.max(this.#needed, answer.version)
      this.#settle()
    } else {
      this.#joinFailures += 1
      this.#cancelJoin = this.#link.later(this.#backoff(this.#joinFailures), () => void this.#join(connection))
    }
  }

  /** Folds what fits, then sees whether anything is missing. */
  #settle(): void {
    this.#drain()
    if (this.#held === undefined) {
      if (this.#joined) this.#planFetch(0)
    } else if (this.#held.version < this.#needed) {
      this.#planFetch(this.#link.random() * SPREAD_MS)
    } else {
      this.#cancelFetch?.()
      this.#cancelFetch = undefined
    }
    this.#tell()
  }

  #drain(): void {
    const waiting: ChangesMessage<Changes[K]>[] = []
    for (const message of this.#buffer) {
      const held = this.#held
      if (held !== undefined && message.to <= held.version) continue
      const view = held !== undefined && message.from <= held.version ? fold(this.#kind, held.view, message.changes) : undefined
      if (view !== undefined) this.#held = { version: message.to, view }
      else waiting.push(message)
    }
    this.#buffer = waiting
  }

  /**
   * One fetch is planned at a time. The first plan stands, so that a stream of messages can neither put it off nor hurry a
   * fetch that failed; only waiting for the connection ends as soon as there is one.
   */
  #planFetch(ms: number): void {
    if (this.#fetching || this.#closed) return
    if (this.#cancelFetch !== undefined && (ms > 0 || this.#fetchFailures > 0)) return
    this.#cancelFetch?.()
    this.#cancelFetch = this.#link.later(ms, () => void this.#fetch())
  }

  async #fetch(): Promise<void> {
    if (this.#fetching || this.#closed) return
    this.#cancelFetch?.()
    this.#cancelFetch = undefined
    this.#fetching = true
    const epoch = this.#epoch
    const snapshot = await this.#link.fetchSnapshot(this.#needed).catch((error: unknown) => error)
    this.#fetching = false
    if (this.#closed) return
    if (epoch !== this.#epoch) this.#settle()
    else if (snapshot instanceof LiveRefusal) this.#refuse(snapshot.code, snapshot.message)
    else if (isSnapshot<Views[K]>(snapshot)) this.#adopt(snapshot)
    else {
      this.#fetchFailures += 1
      this.#planFetch(this.#backoff(this.#fetchFailures))
    }
  }

  #adopt({ version, view }: TopicView<Views[K]>): void {
    this.#fetchFailures = 0
    if (this.#held === undefined || version >= this.#held.version) this.#held = { version, view }
    this.#settle()
  }

  #backoff(failures: number): number {
    const longest = Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** (failures - 1))
    return longest * (0.5 + this.#link.random() / 2)
  }

  #refuse(code: string, error: string): void {
    this.#refusal = { code, error }
    this.#epoch += 1
    this.#held = undefined
    this.#joined = false
    this.#buffer = []
    this.#needed = 0
    this.#cancelFetch?.()
    this.#cancelFetch = undefined
    this.#tell()
  }

  #tell(): void {
    const next = this.#derive()
    if (this.#closed || sameState(next, this.#state)) return
    this.#state = next
    this.#link.changed(next)
  }

  #derive(): LiveState<Views[K]> {
    if (this.#refusal !== undefined) return { status: 'refused', ...this.#refusal }
    if (this.#held === undefined) return { status: 'connecting' }
    if (this.#online && this.#joined && this.#held.version >= this.#needed) {
      this.#staleSince = undefined
      return { status: 'live', ...this.#held }
    }
    this.#staleSince ??= this.#link.now()
    return { status: 'stale', reason: this.#online ? 'behind' : 'offline', ...this.#held, since: this.#staleSince }
  }
}

function isSnapshot<V>(answer: unknown): answer is TopicView<V> {
  return typeof answer === 'object' && answer !== null && 'version' in answer && 'view' in answer
}

function sameState<V>(a: LiveState<V>, b: LiveState<V>): boolean {
  if (a.status !== b.status) return false
  if (a.status === 'refused') return b.status === 'refused' && a.code === b.code && a.error === b.error
  if (a.status === 'connecting' || b.status === 'connecting' || b.status === 'refused') return true
  if (a.view !== b.view || a.version !== b.version) return false
  return a.status !== 'stale' || b.status !== 'stale' || a.reason === b.reason
}
