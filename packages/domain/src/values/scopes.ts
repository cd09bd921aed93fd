import { type Power, POWERS } from './roles.ts'

/** What a token for programs may do (docs/rules.md §11.11). A scope that is the name of a power needs that power of the token's owner. */
export const SCOPES = ['read', 'picks', 'money', 'games'] as const
export type Scope = (typeof SCOPES)[number]

/** Returns the scopes that a token of somebody with these powers can use. */
export function scopesWithin(powers: readonly Power[]): readonly Scope[] {
  const needed: readonly Scope[] = SCOPES.filter((scope) => POWERS.some((power) => power === scope))
  return SCOPES.filter((scope) => !needed.includes(scope) || powers.some((power) => power === scope))
}

/** Returns the powers of somebody that a token with these scopes has too. */
export function powersWithin(powers: readonly Power[], scopes: readonly Scope[]): readonly Power[] {
  return powers.filter((power) => scopes.some((scope) => scope === power))
}
