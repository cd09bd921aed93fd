import type { PoolState, RecordedEvent, UserId } from '@outlast/domain'
import type { Session } from './session.ts'

/** Whose rights an event may take away. */
export function suspectsOf(event: RecordedEvent, before: PoolState): readonly UserId[] {
  switch (event.type) {
    case 'PasswordChanged':
    case 'LoginsEnded':
    case 'UserDeleted':
    case 'AdminRevoked':
      return [event.data.userId]
    case 'UsersAndEntriesPurged':
      return Array.from(before.users.values())
        .filter((user) => !user.isAdmin)
        .map((user) => user.id)
    default:
      return []
  }
}

/** A slice of all sessions is looked at every second, so that each is within so many. */
const SLICES = 15

/**
 * Ends sessions whose token does not hold any more, or whose account may see less than it did. At once for what the log
 * says; within seconds for tokens that run out.
 */
export class Revocation {
  readonly #sessions: ReadonlySet<Session>
  readonly #isValid: (session: Session) => boolean | Promise<boolean>
  readonly #end: (session: Session) => void
  readonly #suspects = new Set<UserId>()
  #turn = 0

  constructor(
    sessions: ReadonlySet<Session>,
    isValid: (session: Session) => boolean | Promise<boolean>,
    end: (session: Session) => void,
  ) {
    this.#sessions = sessions
    this.#isValid = isValid
    this.#end = end
  }

  /** Takes note of an event, before it is folded. */
  note(event: RecordedEvent, before: PoolState): void {
    for (const id of suspectsOf(event, before)) this.#suspects.add(id)
  }

  /** Once the events are folded: looks at those that they concern. */
  advanced(): void {
    if (this.#suspects.size === 0) return
    for (const session of this.#sessions) {
      if (session.userId !== undefined && this.#suspects.has(session.userId)) this.#check(session)
    }
    this.#suspects.clear()
  }

  /** Once a second. */
  sweep(): void {
    this.#turn = (this.#turn + 1) % SLICES
    let index = 0
    for (const session of this.#sessions) {
      index += 1
      if (session.userId !== undefined && index % SLICES === this.#turn) this.#check(session)
    }
  }

  /** At once where it can be: nothing that follows goes to whoever may not see it any more. */
  #check(session: Session): void {
    const judge = (isValid: boolean): void => {
      if (!isValid) this.#end(session)
    }
    const isValid = this.#isValid(session)
    if (isValid instanceof Promise) isValid.then(judge, () => this.#end(session))
    else judge(isValid)
  }
}
