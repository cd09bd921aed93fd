import type { TeamOption } from '../pick/pick-options.ts'

/** A team that was typed, or what to say instead. */
export type Typed = { readonly team: string } | { readonly problem: string }

const fold = (text: string): string => text.trim().toLowerCase()

/**
 * Returns the team that a text means, of those that an entry has left: by its abbreviation, or by the beginning of its city or name. Another
 * abbreviation is left to the pool, which knows more of them and says why a team cannot be picked.
 */
export function teamOf(text: string, left: readonly TeamOption[]): Typed {
  const typed = fold(text)
  const exact = left.find(({ abbr }) => fold(abbr) === typed)
  if (exact !== undefined) return { team: exact.abbr }
  if (/^[a-z]{2,3}$/.test(typed)) return { team: typed.toUpperCase() }
  const begins = left.filter(({ city, name }) => [city, name, `${city} ${name}`].some((part) => fold(part).startsWith(typed)))
  const [only, ...others] = begins
  if (only === undefined) return { problem: `No team that is left begins with “${text.trim()}”` }
  if (others.length === 0) return { team: only.abbr }
  return { problem: `Which one: ${begins.map(({ abbr }) => abbr).join(', ')}?` }
}
