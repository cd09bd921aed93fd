import type { EventType, RecordedEvent } from '../src/index.ts'

/** What may precede the lock that is due. */
const BEFORE_A_LOCK: ReadonlySet<EventType> = new Set([
  'PickAssigned',
  'PicksUnsealed',
  'BuybackWithdrawn',
  'PaymentClaimWithdrawn',
  'SplitVoteClosed',
  'SplitVoteEnded',
])

/** Checks the invariants of a log event by event, and throws if one is violated. It does not use the domain's state. */
export class LogInvariants {
  readonly #lockTimes = new Map<number, string>()
  readonly #locked = new Set<number>()
  #position = 0

  /** @param due the weeks that were due to lock before the command was decided, in order */
  check(events: readonly RecordedEvent[], due: readonly number[]): void {
    const first = events
      .filter(({ type, data }) => !BEFORE_A_LOCK.has(type) && !(type === 'PickCleared' && 'usedIn' in data))
      .slice(0, due.length)
      .map((event) => (event.type === 'WeekLocked' ? event.data.weekId : event.type))
    if (first.join() !== due.join()) throw new Error(`weeks ${due.join()} were due, but first came ${first.join()}`)
    // Taking back an override gives an automatic pick back in a week that is locked.
    const isUndo = events.some(({ type }) => type === 'ActionUndone')
    for (const event of events) this.#checkEvent(event, isUndo)
  }

  #checkEvent(event: RecordedEvent, isUndo: boolean): void {
    this.#position += 1
    if (event.position !== this.#position) throw new Error(`position ${event.position} instead of ${this.#position}`)
    switch (event.type) {
      case 'PickSubmitted': {
        const { weekId } = event.data
        if (this.#locked.has(weekId)) throw new Error(`a pick of week ${weekId} after its WeekLocked`)
        const lockTime = this.#lockTimes.get(weekId)
        if (lockTime === undefined || event.siteTime >= lockTime) throw new Error(`a pick at ${event.siteTime}, lock ${lockTime}`)
        break
      }
      case 'PickAssigned': {
        const { weekId } = event.data
        if (this.#locked.has(weekId) && !isUndo) throw new Error(`an automatic pick of week ${weekId} after its WeekLocked`)
        const lockTime = this.#lockTimes.get(weekId)
        if (lockTime === undefined || event.siteTime < lockTime) throw new Error(`an automatic pick before the lock ${lockTime}`)
        break
      }
      case 'WeekAdded':
      case 'LockTimeChanged':
        this.#lockTimes.set(event.data.weekId, event.data.lockTime)
        break
      case 'WeekLocked':
        if (this.#locked.has(event.data.weekId)) throw new Error(`week ${event.data.weekId} locked twice`)
        if (event.siteTime < event.data.lockTime) throw new Error(`week ${event.data.weekId} locked before its time`)
        this.#locked.add(event.data.weekId)
        break
      case 'WeekReopened':
        if (!this.#locked.delete(event.data.weekId)) throw new Error(`week ${event.data.weekId} reopened, but it was open`)
        break
      default:
    }
  }
}
