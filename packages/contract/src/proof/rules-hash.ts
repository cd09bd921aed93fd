import { type Hashing, POOL_RULES, type PoolRules, RULE_NAMES, toHex, toSnakeKeys } from '@outlast/domain'
import canonicalize from 'canonicalize'

/**
 * Returns the canonical form of rules: the canonical JSON (RFC 8785) of those that differ from their defaults, with the names of the
 * API and without the preset. A rule that a later version adds has its default in every pool of today, so it changes nothing here.
 */
export function rulesText(rules: PoolRules): string {
  const chosen = RULE_NAMES.filter((name) => canonicalize(rules[name]) !== canonicalize(POOL_RULES[name].default))
  return canonicalize(toSnakeKeys(Object.fromEntries(chosen.map((name) => [name, toSnakeKeys(rules[name])])))) ?? ''
}

/** Returns the SHA-256 of {@link rulesText} as UTF-8, in hex. */
export function rulesHash({ sha256 }: Pick<Hashing, 'sha256'>, rules: PoolRules): string {
  return toHex(sha256(rulesText(rules)))
}
