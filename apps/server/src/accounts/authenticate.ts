import type { Follower } from '../state/follower.ts'
import type { Authentication, Tokens } from './tokens.ts'

export interface AuthenticatorOptions {
  readonly tokens: Tokens
  readonly follower: Pick<Follower, 'pool'>
  /** Reads what the log has beyond this process. */
  readonly catchUp: () => Promise<void>
}

/**
 * Makes what tells whose a token is. A token that another process signed a moment ago may be ahead of what this one has
 * read of the log: then the log is read first.
 */
export function authenticator({
  tokens,
  follower,
  catchUp,
}: AuthenticatorOptions): (token: string) => Authentication | Promise<Authentication> {
  return (token) => {
    const found = tokens.authenticate(token, follower.pool)
    if (found.ok || found.ahead !== true) return found
    return catchUp().then(() => tokens.authenticate(token, follower.pool))
  }
}
