import { listText } from '@outlast/contract/words'
import { TEAMS } from '@outlast/domain'

const TEAM_NAMES: ReadonlyMap<string, string> = new Map(TEAMS.map(({ abbr, name }) => [abbr, name]))

/** Returns a team's name without its town: "Chiefs". */
export const teamName = (abbr: string): string => TEAM_NAMES.get(abbr) ?? abbr

/** Says that all entries that were left came back. */
export const wipeOutText = (entries: number, week = ''): string =>
  `All ${entries.toLocaleString('en-US')} entries that were left fell${week}, and come back with one life each`

/** Lists `most` words at most: "A, B and C", "A, B, C and 12 more". */
export function listSome(words: readonly string[], most: number, format: (more: number) => string = String): string {
  const more = words.length - most
  return listText(more > 0 ? [...words.slice(0, most), `${format(more)} more`] : words)
}
