import { does, type PoolState, type RecordedEvent, type UserId } from '@outlast/domain'
import type { ClientSession } from './client-session.ts'

/** Returns the users who may lose rights through an event. */
export function usersLosingAccess(event: RecordedEvent, before: PoolState): readonly UserId[] {
  if (!does(event, 'ends_logins')) return []
  if ('userId' in event.data) return [event.data.userId]
  return Array.from(before.users.values()).flatMap(({ id, isAdmin }) => (isAdmin ? [] : [id]))
}

/** One slice of all sessions is checked each second, so that every session is checked within this many seconds. */
const SLICES = 15

/**
 * Ends sessions whose token is no longer valid or whose user has lost rights: immediately after the event, and within
 * seconds for tokens that expire.
 */
export class SessionRevocation {
  readonly #sessions: ReadonlySet<ClientSession>
  readonly #isValid: (session: ClientSession) => boolean | Promise<boolean>
  readonly #end: (session: ClientSession) => void
  readonly #pending = new Set<UserId | undefined>()
  #slice = 0

  constructor(
    sessions: ReadonlySet<ClientSession>,
    isValid: (session: ClientSession) => boolean | Promise<boolean>,
    end: (session: ClientSession) => void,
  ) {
    this.#sessions = sessions
    this.#isValid = isValid
    this.#end = end
  }

  /** Records the users who lose access through an event. Call it before the event is applied. */
  note(event: RecordedEvent, before: PoolState): void {
    for (const id of usersLosingAccess(event, before)) this.#pending.add(id)
  }

  /** Checks the sessions of the recorded users, after their events are applied. */
  checkPending(): void {
    if (this.#pending.size === 0) return
    for (const session of this.#sessions) {
      if (this.#pending.has(session.userId)) this.#check(session)
    }
    this.#pending.clear()
  }

  /** Checks the next slice of sessions. Called once a second. */
  sweep(): void {
    this.#slice = (this.#slice + 1) % SLICES
    let index = 0
    for (const session of this.#sessions) {
      index += 1
      if (session.userId !== undefined && index % SLICES === this.#slice) this.#check(session)
    }
  }

  /** Decides synchronously if it can, so that no later message reaches a client that may no longer see it. */
  #check(session: ClientSession): void {
    const endUnless = (isValid: boolean): void => {
      if (!isValid) this.#end(session)
    }
    const isValid = this.#isValid(session)
    if (isValid instanceof Promise) isValid.then(endUnless, () => this.#end(session))
    else endUnless(isValid)
  }
}
