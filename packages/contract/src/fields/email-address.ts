import { trimmed } from './text.ts'

/** What an address cannot contain besides its `@`: characters with a meaning in mail headers. */
const SPECIAL = String.raw`\s@<>()[\]\\,;:"`
const PARTS = new RegExp(`^([^${SPECIAL}]+)@([^${SPECIAL}]+)$`, 'u')
/** The dots of a domain: that of Latin scripts, and the ideographic one. The others become one of them in NFKC. */
const DOMAIN_DOT = /[.\u3002]/u
/** A label of a domain that begins or ends with a hyphen. */
const HYPHEN_AT_END = /^[-\u2010]|[-\u2010]$/u

/**
 * Returns the form of an email address that must be unique: two spellings of one address have the same (docs/rules.md §11.3). Upper and
 * lower case, and characters that Unicode calls compatible, such as full-width letters, make no difference.
 */
export function emailKey(address: string): string {
  return trimmed(address.normalize('NFKC')).toLowerCase().normalize('NFKC')
}

/** Returns why a text in NFKC cannot be an email address; undefined if it can. */
export function emailProblem(address: string): string | undefined {
  const [, local, domain] = PARTS.exec(address) ?? []
  if (local === undefined || domain === undefined) return 'Enter a valid email address'
  if (local.split('.').includes(''))
    return 'Before the @, an email address cannot begin or end with a dot, or have two dots in a row'
  const labels = domain.split(DOMAIN_DOT)
  if (labels.includes('')) return 'After the @, an email address cannot begin or end with a dot, or have two dots in a row'
  if (labels.some((label) => HYPHEN_AT_END.test(label)))
    return 'After the @, no part of an email address can begin or end with a hyphen'
  return undefined
}
