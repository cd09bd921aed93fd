import { rulesHash } from '@outlast/contract/proof/rules-hash'
import {
  type ChainHead,
  currentRound,
  pickCommitment,
  does,
  emptyPool,
  evolve,
  type EventOfType,
  type EventsThat,
  createWeekLocked,
  type PoolState,
  type Round,
  rulesOf,
} from '@outlast/domain'
import { chainHash, earlyChainHash, eventHashOf, GENESIS, hashOf } from './chain.ts'
import { nodeHashing } from './hashing.ts'
import { type StoredEvent, upToDate } from './stored-event.ts'

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
 * Verifies a log event by event, in constant memory apart from the pool: the hash chain, the hash of each payload (except for
 * redacted names), the order of streams and times, each pick's commitment, each lock's Merkle root and roster, and that no
 * member's pick follows the lock of its week.
 */
export class LogVerifier {
  readonly #findings: Finding[] = []
  readonly #pool: PoolState = emptyPool()
  readonly #streamLengths = new Map<string, number>()
  readonly #awaitingRedaction = new Map<number, StoredEvent>()
  readonly #kept: ReadonlyMap<number, readonly ExpectedHead[]>
  #lastMatch = 0
  #hash = GENESIS
  #position = 0
  #recordedAt = ''
  #isFoldable = true
  #hasEventHashes = false

  constructor(kept: readonly ExpectedHead[] = []) {
    this.#kept = Map.groupBy(kept, (head) => head.position)
  }

  /** The position and hash of the last event. */
  get head(): ChainHead {
    return { position: this.#position, hash: this.#hash }
  }

  /** The hash of the rules of the current season, as the events say (docs/proofs.md). */
  get rulesHash(): string {
    const round = currentRound(this.#pool)
    return rulesHash(nodeHashing, round === undefined ? this.#pool.rules : rulesOf(this.#pool, round.contestId))
  }

  check(event: StoredEvent): void {
    this.#checkPlace(event)
    this.#checkPayload(event)
    if (this.#isFoldable) this.#checkRules(event)
    this.#compareWithKeptHeads(event)
    this.#position = event.position
    this.#hash = event.hash
    this.#recordedAt = event.recordedAt
    this.#streamLengths.set(event.stream, event.version)
  }

  /**
   * Returns all findings after the last event was checked.
   *
   * @param head the head that the database has recorded, if there is one
   */
  finish(head?: ChainHead): readonly Finding[] {
    for (const { position } of this.#awaitingRedaction.values()) {
      this.#findings.push({ position, problem: 'payload does not match its hash' })
    }
    if (head !== undefined && (head.position !== this.#position || head.hash !== this.#hash)) {
      this.#findings.push({ position: head.position, problem: 'the recorded head is not the last event' })
    }
    for (const { position, origin } of [...this.#kept.values()].flat()) {
      if (position <= this.#position) continue
      this.#findings.push({ position, problem: `the head ${origin} is missing: the log ends at ${this.#position}` })
    }
    return this.#findings.sort((a, b) => a.position - b.position)
  }

  #report({ position }: { readonly position: number }, problem: string): void {
    this.#findings.push({ position, problem })
  }

  #compareWithKeptHeads(event: StoredEvent): void {
    for (const { hash, origin } of this.#kept.get(event.position) ?? []) {
      if (hash === event.hash) this.#lastMatch = event.position
      else {
        const since = this.#lastMatch === 0 ? '' : ` after position ${this.#lastMatch}`
        this.#report(event, `does not match the head ${origin}: the log was changed${since}`)
      }
    }
  }

  #checkPlace(event: StoredEvent): void {
    if (event.position !== this.#position + 1) this.#report(event, `follows ${this.#position}`)
    this.#checkHash(event)
    if (event.version !== (this.#streamLengths.get(event.stream) ?? 0) + 1) {
      this.#report(event, `is not the next version of ${event.stream}`)
    }
    if (event.recordedAt < this.#recordedAt) this.#report(event, 'is recorded before the event it follows')
  }

  /** Once an event has a hash of its own, all later ones must: the earlier form of the chain must not continue. */
  #checkHash(event: StoredEvent): void {
    const { eventHash } = event
    if (eventHash === null) {
      if (this.#hasEventHashes) return this.#report(event, 'has no event hash, although earlier events have one')
    } else {
      this.#hasEventHashes = true
      if (eventHash !== eventHashOf(event)) return this.#report(event, 'does not match its event hash')
    }
    const expected = eventHash === null ? earlyChainHash(this.#hash, event) : chainHash(this.#hash, eventHash)
    if (event.hash !== expected) this.#report(event, 'hash does not continue the chain')
  }

  #checkPayload(event: StoredEvent): void {
    if (hashOf(event.data) !== event.dataHash) {
      if (looksRedacted(event)) this.#awaitingRedaction.set(event.position, event)
      else this.#report(event, 'payload does not match its hash')
    }
    if (event.type === 'EventsRedacted') this.#acceptRedactions(event)
  }

  /** A redaction may remove names only from entries of its own user. */
  #acceptRedactions({ data }: EventOfType<'EventsRedacted'>): void {
    for (const position of data.positions) {
      const redacted = this.#awaitingRedaction.get(position)
      const owner = redacted?.type === 'EntryCreated' ? redacted.data.userId : data.userId
      if (owner === data.userId) this.#awaitingRedaction.delete(position)
    }
  }

  #checkRules(event: StoredEvent): void {
    try {
      if (does(event, 'sets_pick')) this.#checkPick(event)
      if (event.type === 'WeekLocked') this.#checkLock(event)
      evolve(this.#pool, upToDate(event))
    } catch {
      // After an event that cannot be folded, only the chain can still be verified.
      this.#isFoldable = false
      this.#report(event, 'has a type or schema version that this program does not know')
    }
  }

  #checkPick(event: StoredEvent & EventOfType<EventsThat<'sets_pick'>>): void {
    const { entryId, weekId, team, nonce, commitment } = event.data
    if (pickCommitment(nodeHashing, nonce, entryId, weekId, team) !== commitment) {
      this.#report(event, 'commitment does not match the pick')
    }
    const week = this.#pool.rounds.get(weekId)
    if (event.type !== 'PickSubmitted') return
    if (week === undefined) this.#report(event, 'is a pick for a week that does not exist')
    else if (week.locked !== null || event.siteTime >= week.lockTime) this.#report(event, 'is a pick after the lock')
  }

  #checkLock(event: StoredEvent & EventOfType<'WeekLocked'>): void {
    const week = this.#pool.rounds.get(event.data.weekId)
    if (week === undefined || week.locked !== null) return this.#report(event, 'locks a week that is not open')
    const isFrom = (locking: Round, hasOut: boolean): boolean =>
      hashOf(createWeekLocked(this.#pool, locking, nodeHashing, hasOut).data) === hashOf(event.data)
    // Older versions counted entries that were out since this week, and when a week locked again also who took no part in it the first time.
    const possible = [week, { ...week, firstLock: null }]
    if (![false, true].some((hasOut) => possible.some((locking) => isFrom(locking, hasOut)))) {
      this.#report(event, 'does not match the picks before the lock')
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
