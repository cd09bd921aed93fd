import type { Position } from '../values/ids.ts'
import type { Instant } from '../values/instant.ts'
import type { Scope } from '../values/scopes.ts'
import type { User } from './account.ts'

/** A token for programs, by the position of the event that created it. */
export interface ProgramToken {
  readonly id: Position
  readonly scopes: readonly Scope[]
  readonly createdAt: Instant
  /** The real time from which it is no longer valid. */
  readonly endsAt: Instant
  /** SHA-256 of the token, in hex. The token itself is stored nowhere. */
  readonly hash: string
  /** The last recorded use for each scope. */
  readonly used: { readonly [S in Scope]?: Instant }
}

/** Returns a token of an account, unless it was revoked or has ended. */
export function validToken(user: User | undefined, id: Position, now: Instant): ProgramToken | undefined {
  return user?.programTokens?.find((token) => token.id === id && now < token.endsAt)
}

/** Whether the log has a line about this use already: one for each token, scope and day of UTC. */
export function isUseRecorded({ used }: ProgramToken, scope: Scope, now: Instant): boolean {
  return used[scope]?.slice(0, 10) === now.slice(0, 10)
}
