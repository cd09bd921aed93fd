import type { Role } from '../values/roles.ts'
import type { Position, UserId } from '../values/ids.ts'
import type { Instant } from '../values/instant.ts'
import type { ProgramToken } from './program-token.ts'

/** An account, as far as the rules need it. */
export interface User {
  readonly id: UserId
  readonly isAdmin: boolean
  /** The roles that a commissioner gave, in the order of `ROLE_NAMES`. Absent if there never was one. */
  readonly roles?: readonly Role[]
  readonly createdAt: Instant
  /** Incremented when all logins end. A token with a lower number is no longer valid. */
  readonly tokenVersion: number
  /** The real time since which logins with this token version exist: when the account was made, or when all earlier logins ended. */
  readonly loginsSince: Instant
  /** The logins with this token version that have ended, as long as their tokens could still be valid. */
  readonly endedSessions?: readonly EndedSession[]
  /** The tokens for programs that were not revoked. They end with all logins. */
  readonly programTokens?: readonly ProgramToken[]
  /** Whether an admin chose the current password (docs/rules.md §11.7). */
  readonly passwordChosenByAdmin: boolean
  /** Whether an admin must still approve the account (docs/rules.md §11.9). */
  readonly isWaiting: boolean
  /** The newest commitment to the person's names. Accounts from before the log had commitments have none until the next start. */
  readonly names?: CommittedNames
  /** Positions of the events that contain names of entries the user no longer has, for redaction. */
  readonly formerNamePositions: readonly Position[]
}

/** A commitment to a person's names, and the position of the event that has it. */
interface CommittedNames {
  readonly commitment: string
  readonly position: Position
}

/** Whether changed fields of a profile are among a person's names. */
export function changesNames(fields: readonly string[]): boolean {
  return fields.includes('first_name') || fields.includes('last_name')
}

/** A login that ended before its token expired. */
interface EndedSession {
  readonly id: string
  readonly at: Instant
}

/** Returns whether one login of a user has ended. */
export function isSessionEnded(user: User | undefined, sessionId: string | undefined): boolean {
  return user?.endedSessions?.some(({ id }) => id === sessionId) === true
}

/**
 * Hides an account's picks of open weeks from the account itself, because an admin changed its e-mail address and could have
 * signed in through the new one (docs/rules.md §11.6).
 *
 * The change ended all logins, so every login of the account started after it, with a password that a mail to the new address
 * may have set. The seal therefore applies to all of them. It belongs to the account and not to the login: only an
 * authentication method that was registered before the change could exempt a login.
 */
export interface Seal {
  /** Picks whose last change is before this position are sealed. */
  readonly before: Position
  /** The real time of the change. */
  readonly since: Instant
  /** The real time at which the seal ends without a confirmation. */
  readonly until: Instant
}
