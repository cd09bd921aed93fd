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
import { hashOf } from './chain.ts'
import { nodeHashing } from './hashing.ts'
import { type StoredEvent, upToDate } from './stored-event.ts'
import { ChainVerifier, type ExpectedHead, type Finding } from './verify-chain.ts'

/**
 * Verifies a log event by event, in constant memory apart from the pool: what {@link ChainVerifier} does, the order of streams, each
 * pick's commitment, each lock's Merkle root and roster, and that no member's pick follows the lock of its week.
 */
export class LogVerifier {
  readonly #findings: Finding[] = []
  readonly #chain: ChainVerifier
  readonly #pool: PoolState = emptyPool()
  readonly #streamLengths = new Map<string, number>()
  #isFoldable = true
  /** Whether every event so far is the one that was recorded. What follows from others is judged wrongly only because of them. */
  #isGenuine = true

  constructor(kept: readonly ExpectedHead[] = []) {
    this.#chain = new ChainVerifier((finding) => {
      this.#isGenuine = false
      this.#findings.push(finding)
    }, kept)
  }

  /** The position and hash of the last event. */
  get head(): ChainHead {
    return this.#chain.head
  }

  /** The hash of the rules of the current season, as the events say (docs/proofs.md). */
  get rulesHash(): string {
    const round = currentRound(this.#pool)
    return rulesHash(nodeHashing, round === undefined ? this.#pool.rules : rulesOf(this.#pool, round.contestId))
  }

  /** The pool that the events so far make, unless one of them is not the one that was recorded. */
  get genuinePool(): PoolState | undefined {
    return this.#isGenuine && this.#isFoldable ? this.#pool : undefined
  }

  check(event: StoredEvent): void {
    this.#chain.check(event)
    if (event.version !== (this.#streamLengths.get(event.stream) ?? 0) + 1) {
      this.#report(event, `is not the next version of ${event.stream}`)
    }
    this.#streamLengths.set(event.stream, event.version)
    if (this.#isFoldable) this.#checkRules(event)
  }

  /**
   * Returns all findings after the last event was checked.
   *
   * @param head the head that the database has recorded, if there is one
   */
  finish(head?: ChainHead): readonly Finding[] {
    this.#chain.finish()
    if (head !== undefined && (head.position !== this.head.position || head.hash !== this.head.hash)) {
      this.#findings.push({ position: head.position, problem: 'the recorded head is not the last event' })
    }
    return this.#findings.sort((a, b) => a.position - b.position)
  }

  #report({ position }: { readonly position: number }, problem: string): void {
    this.#findings.push({ position, problem })
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
    if (event.type !== 'PickSubmitted' || !this.#isGenuine) return
    if (week === undefined) this.#report(event, 'is a pick for a week that does not exist')
    else if (week.locked !== null || event.siteTime >= week.lockTime) this.#report(event, 'is a pick after the lock')
  }

  #checkLock(event: StoredEvent & EventOfType<'WeekLocked'>): void {
    if (!this.#isGenuine) return
    const week = this.#pool.rounds.get(event.data.weekId)
    if (week === undefined || week.locked !== null) return this.#report(event, 'locks a week that is not open')
    const isFrom = (locking: Round, hasOut: boolean): boolean =>
      hashOf(createWeekLocked(this.#pool, locking, nodeHashing, hasOut).data) === hashOf(event.data)
    // Older versions counted entries that were out since this week, and when a week locked again also who took no part in it the first time.
    const possible = [week, { ...week, firstLock: null }]
    if (![false, true].some((hasOut) => possible.some((locking) => isFrom(locking, hasOut)))) {
      this.#report(event, 'does not follow from the events before it: a pick, a result or an entry is not the recorded one')
    }
  }
}
