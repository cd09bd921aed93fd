import type { Follower } from '../pool/follower.ts'
import type { Authentication, Tokens } from './tokens.ts'

interface AuthenticatorOptions {
  readonly tokens: Tokens
  readonly follower: Pick<Follower, 'pool'>
  /** Reads new events from the log. */
  readonly catchUp: () => Promise<void>
}

/**
 * Creates the function that authenticates a bearer token. If another process signed the token a moment ago, this process
 * may not have read the event yet; then it reads the log and checks again. Otherwise it returns synchronously.
 */
export function authenticator({
  tokens,
  follower,
  catchUp,
}: AuthenticatorOptions): (token: string) => Authentication | Promise<Authentication> {
  return (token) => {
    const result = tokens.authenticate(token, follower.pool)
    if (result.ok || result.ahead !== true) return result
    return catchUp().then(() => tokens.authenticate(token, follower.pool))
  }
}
