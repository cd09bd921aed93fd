import { pickCommitment, emptyPool, evolve, type EventOfType, createWeekLocked, type PoolState } from '@outlast/domain'
import { chainHash, GENESIS, hashOf } from './chain.ts'
import { nodeHashing } from './hashing.ts'
import { type StoredEvent, upToDate } from './stored-event.ts'

/** Something that is not as the log says it must be. */
export interface Finding {
  /** Where in the log; for what is missing, where it should stand. */
  readonly position: number
  readonly problem: string
}

/** An end of the log that somebody wrote down earlier: what came before it can't have changed since. */
export interface PublishedHead {
  readonly position: number
  readonly hash: string
}

/**
 * Checks a log event by event, in flat memory: the chain of hashes, the payloads against their hashes (but for names
 * that were redacted on record), streams and times that only go forward, each pick's commitment, each lock's Merkle
 * root and roster, and that no member's pick follows its week's lock.
 */
export class LogVerifier {
  readonly #findings: Finding[] = []
  readonly #pool: PoolState = emptyPool()
  readonly #streamLengths = new Map<string, number>()
  readonly #awaitingRedaction = new Map<number, StoredEvent>()
  readonly #published: ReadonlyMap<number, string>
  #hash = GENESIS
  #position = 0
  #recordedAt = ''
  #foldable = true

  constructor(published: readonly PublishedHead[] = []) {
    this.#published = new Map(published.map((head) => [head.position, head.hash]))
  }

  /** The last event's position and hash. */
  get head(): PublishedHead {
    return { position: this.#position, hash: this.#hash }
  }

  check(event: StoredEvent): void {
    this.#checkPlace(event)
    this.#checkPayload(event)
    if (this.#foldable) this.#checkRules(event)
    const published = this.#published.get(event.position)
    if (published !== undefined && published !== event.hash) this.#found(event, 'is not what the published head says')
    this.#position = event.position
    this.#hash = event.hash
    this.#recordedAt = event.recordedAt
    this.#streamLengths.set(event.stream, event.version)
  }

  /** What was found, once every event was checked. @param head the end that the database claims, if there is one */
  finish(head?: PublishedHead): readonly Finding[] {
    for (const { position } of this.#awaitingRedaction.values()) {
      this.#findings.push({ position, problem: 'payload does not match its hash' })
    }
    if (head !== undefined && (head.position !== this.#position || head.hash !== this.#hash)) {
      this.#findings.push({ position: head.position, problem: 'the log’s recorded head is not its last event' })
    }
    for (const position of this.#published.keys()) {
      if (position > this.#position) this.#findings.push({ position, problem: 'the published head is missing' })
    }
    return this.#findings.sort((a, b) => a.position - b.position)
  }

  #found({ position }: { readonly position: number }, problem: string): void {
    this.#findings.push({ position, problem })
  }

  #checkPlace(event: StoredEvent): void {
    if (event.position !== this.#position + 1) this.#found(event, `follows ${this.#position}`)
    if (event.hash !== chainHash(this.#hash, event)) this.#found(event, 'hash does not continue the chain')
    if (event.version !== (this.#streamLengths.get(event.stream) ?? 0) + 1) {
      this.#found(event, `is not the next version of ${event.stream}`)
    }
    if (event.recordedAt < this.#recordedAt) this.#found(event, 'is recorded before the event it follows')
  }

  #checkPayload(event: StoredEvent): void {
    if (hashOf(event.data) !== event.dataHash) {
      if (looksRedacted(event)) this.#awaitingRedaction.set(event.position, event)
      else this.#found(event, 'payload does not match its hash')
    }
    if (event.type === 'EventsRedacted') this.#explainRedactions(event)
  }

  /** A name may be gone only from its owner's entries, and nothing else may have changed with it. */
  #explainRedactions({ data }: EventOfType<'EventsRedacted'>): void {
    for (const at of data.positions) {
      const redacted = this.#awaitingRedaction.get(at)
      const owner = redacted?.type === 'EntryCreated' ? redacted.data.userId : data.userId
      if (owner === data.userId) this.#awaitingRedaction.delete(at)
    }
  }

  #checkRules(event: StoredEvent): void {
    try {
      if (event.type === 'PickSubmitted' || event.type === 'PickOverridden') this.#checkPick(event)
      if (event.type === 'WeekLocked') this.#checkLock(event)
      evolve(this.#pool, upToDate(event))
    } catch {
      // What can't be folded makes everything after it unjudgeable but for the chain, which goes on.
      this.#foldable = false
      this.#found(event, 'is of a type or form that this version does not know')
    }
  }

  #checkPick(event: StoredEvent & EventOfType<'PickSubmitted' | 'PickOverridden'>): void {
    const { entryId, weekId, team, nonce, commitment } = event.data
    if (pickCommitment(nodeHashing, nonce, entryId, weekId, team) !== commitment) {
      this.#found(event, 'commitment is not to this pick')
    }
    const week = this.#pool.weeks.get(weekId)
    if (event.type !== 'PickSubmitted') return
    if (week === undefined) this.#found(event, 'is a pick for a week that is not there')
    else if (week.locked !== null || event.siteTime >= week.lockTime) this.#found(event, 'is a pick after the lock')
  }

  #checkLock(event: StoredEvent & EventOfType<'WeekLocked'>): void {
    const week = this.#pool.weeks.get(event.data.weekId)
    if (week === undefined || week.locked !== null) return this.#found(event, 'locks a week that is not open')
    const expected = createWeekLocked(this.#pool, week, nodeHashing).data
    if (hashOf(expected) !== hashOf(event.data)) this.#found(event, 'is not the lock of the picks before it')
  }
}

/** A name may be gone from an event that had one; whether lawfully, an `EventsRedacted` has to say. */
function looksRedacted({ type, data, stream }: StoredEvent): boolean {
  if (type !== 'EntryCreated' && type !== 'EntryRenamed') return false
  const fields = Object.keys(data).sort().join()
  const expected = type === 'EntryCreated' ? 'entryId,name,userId' : 'entryId,name'
  return data.name === null && fields === expected && stream === `entry-${data.entryId}`
}
