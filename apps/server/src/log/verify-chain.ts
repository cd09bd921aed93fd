import type { ChainHead, EventOfType } from '@outlast/domain'
import { chainHash, earlyChainHash, eventHashOf, GENESIS, hashOf } from './chain.ts'
import type { StoredEvent } from './stored-event.ts'

/** A violation of the log's integrity. */
export interface Finding {
  /** The position in the log, also of a missing event. */
  readonly position: number
  readonly problem: string
}

/** A head of the log that was stored elsewhere, which the log must still contain. If it does, nothing before it has changed. */
export interface ExpectedHead extends ChainHead {
  /** Where it comes from, for messages: `that was published`. */
  readonly origin: string
}

/**
 * Verifies that events are the ones that were recorded: their order, the hash chain, the hash of each payload (except for redacted names),
 * and the heads that were stored elsewhere.
 */
export class ChainVerifier {
  readonly #report: (finding: Finding) => void
  readonly #expected: ReadonlyMap<number, readonly ExpectedHead[]>
  readonly #awaitingRedaction = new Map<number, StoredEvent>()
  /** The accounts that entries were given to. */
  readonly #handedTo = new Map<number, number>()
  readonly #start: number
  #lastMatch: number
  #head: ChainHead
  #recordedAt = ''
  #hasEventHashes = false

  /**
   * @param report called with each finding, in the order of the log
   * @param after the event before the first one that is checked
   */
  constructor(
    report: (finding: Finding) => void,
    expected: readonly ExpectedHead[] = [],
    after: ChainHead = { position: 0, hash: GENESIS },
  ) {
    this.#report = report
    this.#expected = Map.groupBy(expected, ({ position }) => position)
    this.#head = { position: after.position, hash: after.hash }
    this.#start = after.position
    this.#lastMatch = after.position
  }

  /** The position and hash of the last event. */
  get head(): ChainHead {
    return this.#head
  }

  check(event: StoredEvent): void {
    this.#checkPlace(event)
    this.#checkPayload(event)
    this.#compareWithExpected(event)
    this.#head = { position: event.position, hash: event.hash }
    this.#recordedAt = event.recordedAt
  }

  /** Reports what is known only after the last event: names that nobody redacted, and heads that the log does not reach. */
  finish(): void {
    for (const { position } of this.#awaitingRedaction.values())
      this.#report({ position, problem: 'payload does not match its hash' })
    const { position: end } = this.#head
    for (const { position, origin } of [...this.#expected.values()].flat())
      if (position > end) this.#report({ position, problem: `the head ${origin} is missing: the log ends at ${end}` })
  }

  #checkPlace(event: StoredEvent): void {
    const { position } = event
    if (position !== this.#head.position + 1) this.#report({ position, problem: `follows ${this.#head.position}` })
    const problem = this.#hashProblem(event)
    if (problem !== undefined) this.#report({ position, problem })
    if (event.recordedAt < this.#recordedAt) this.#report({ position, problem: 'is recorded before the event it follows' })
  }

  /** Once an event has a hash of its own, all later ones must: the earlier form of the chain must not continue. */
  #hashProblem(event: StoredEvent): string | undefined {
    const { eventHash } = event
    if (eventHash === null) {
      if (this.#hasEventHashes) return 'has no event hash, although earlier events have one'
    } else {
      this.#hasEventHashes = true
      if (eventHash !== eventHashOf(event)) return 'does not match its event hash'
    }
    const { hash: previous } = this.#head
    const expected = eventHash === null ? earlyChainHash(previous, event) : chainHash(previous, eventHash)
    return event.hash === expected ? undefined : 'hash does not continue the chain'
  }

  #checkPayload(event: StoredEvent): void {
    if (hashOf(event.data) !== event.dataHash) {
      if (looksRedacted(event)) this.#awaitingRedaction.set(event.position, event)
      else this.#report({ position: event.position, problem: 'payload does not match its hash' })
    }
    if (event.type === 'EntryHandedOver') this.#handedTo.set(event.data.entryId, event.data.userId)
    if (event.type === 'EventsRedacted') this.#acceptRedactions(event)
  }

  /** A redaction may remove names only from entries of its own user. */
  #acceptRedactions({ data }: EventOfType<'EventsRedacted'>): void {
    for (const position of data.positions) {
      const redacted = this.#awaitingRedaction.get(position)
      const created = redacted?.type === 'EntryCreated' ? redacted.data : undefined
      const owner = created === undefined ? data.userId : (this.#handedTo.get(created.entryId) ?? created.userId)
      if (owner === data.userId) this.#awaitingRedaction.delete(position)
    }
  }

  #compareWithExpected({ position, hash }: StoredEvent): void {
    for (const { hash: expected, origin } of this.#expected.get(position) ?? []) {
      if (expected === hash) this.#lastMatch = position
      else {
        const since = this.#lastMatch === this.#start ? '' : ` after position ${this.#lastMatch}`
        this.#report({ position, problem: `does not match the head ${origin}: the log was rewritten${since}` })
      }
    }
  }
}

/** Returns whether an event looks like one whose name was redacted. An `EventsRedacted` must confirm it. */
function looksRedacted({ type, data, stream }: StoredEvent): boolean {
  if (type !== 'EntryCreated' && type !== 'EntryRenamed') return false
  const fields = Object.keys(data).sort().join()
  const expected = type === 'EntryCreated' ? 'entryId,name,userId' : 'entryId,name'
  return data.name === null && fields === expected && stream === `entry-${data.entryId}`
}
