import { listText } from '@outlast/contract/list-text'
import { TEAMS } from '@outlast/domain'

const TEAM_NAMES: ReadonlyMap<string, string> = new Map(TEAMS.map(({ abbr, name }) => [abbr, name]))

/** Returns a team's name without its town: "Chiefs". */
export const teamName = (abbr: string): string => TEAM_NAMES.get(abbr) ?? abbr

/** Counts things: "1 game", "2 games". */
export const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Lists `most` words at most: "A, B and C", "A, B, C and 12 more". */
export function listSome(words: readonly string[], most: number, format: (more: number) => string = String): string {
  const more = words.length - most
  return listText(more > 0 ? [...words.slice(0, most), `${format(more)} more`] : words)
}
