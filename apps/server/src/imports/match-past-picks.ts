import {
  type Entry,
  type EntryId,
  normalizeEntryName,
  type PoolState,
  type UserId,
  type WeekId,
  weeksOfSeason,
} from '@outlast/domain'
import { emailKey } from '../accounts/accounts.ts'
import type { ListedPick, PastPicksRow } from './past-picks-list.ts'

/** A row of the list, with the entry that it names. */
export interface MatchedRow extends PastPicksRow {
  readonly entry: Entry | undefined
  /** Why none of its picks can be imported; null if there is an entry. */
  readonly problem: string | null
  readonly matched: readonly MatchedPick[]
}

/** A pick of the list with its entry and week, or the reason why they could not be found. */
export type MatchedPick = ListedPick &
  (
    | { readonly problem: null; readonly entryId: EntryId; readonly weekId: WeekId; readonly team: string }
    | { readonly problem: string }
  )

/**
 * Finds the entries and weeks that a list names.
 * @param accounts the owners of its addresses, by {@link emailKey}
 */
export function matchPastPicks(
  pool: PoolState,
  seasonYear: number,
  rows: readonly PastPicksRow[],
  accounts: ReadonlyMap<string, UserId>,
): readonly MatchedRow[] {
  const weekIds = new Map(weeksOfSeason(pool, seasonYear).map((week) => [week.weekNumber, week.id]))
  const byName = entriesByName(pool)
  const lineOfPick = new Map<string, number>()
  return rows.map((row) => {
    const found = findEntry(pool, byName, row, accounts)
    if (typeof found === 'string') return { ...row, entry: undefined, problem: found, matched: [] }
    const matched = row.picks.map((pick): MatchedPick => {
      const { weekNumber, team, text } = pick
      if (weekNumber === undefined) return { ...pick, problem: 'The week must be a number from 1 to 22' }
      if (team === undefined) return { ...pick, problem: `There is no team ${text}` }
      const weekId = weekIds.get(weekNumber)
      if (weekId === undefined) return { ...pick, problem: `The pool has no week ${weekNumber} of ${seasonYear}` }
      const key = `${found.id} ${weekId}`
      const earlier = lineOfPick.get(key)
      if (earlier !== undefined) return { ...pick, problem: `Line ${earlier} has a pick of this entry and week` }
      lineOfPick.set(key, row.line)
      return { ...pick, problem: null, entryId: found.id, weekId, team }
    })
    return { ...row, entry: found, problem: null, matched }
  })
}

function entriesByName(pool: PoolState): ReadonlyMap<string, readonly Entry[]> {
  return Map.groupBy(pool.entries.values(), (entry) => normalizeEntryName(entry.name))
}

/** Returns the entry that a row names, or the reason why there is not exactly one. */
function findEntry(
  pool: PoolState,
  byName: ReadonlyMap<string, readonly Entry[]>,
  { email, entryName }: PastPicksRow,
  accounts: ReadonlyMap<string, UserId>,
): Entry | string {
  const named = entryName === '' ? undefined : (byName.get(normalizeEntryName(entryName)) ?? [])
  if (email === '') {
    if (named === undefined) return 'Give the email of the member, or the name of the entry'
    const [only, ...others] = named
    if (only === undefined) return `There is no entry ${entryName}`
    return others.length === 0 ? only : `${named.length} entries have this name: add the column email`
  }
  const owner = accounts.get(emailKey(email))
  if (owner === undefined) return 'No account has this email'
  if (named !== undefined) return named.find((entry) => entry.userId === owner) ?? `This member has no entry ${entryName}`
  const own = [...(pool.entriesOfUser.get(owner) ?? [])].flatMap((id) => pool.entries.get(id) ?? [])
  const [only, ...others] = own
  if (only === undefined) return 'This member has no entries'
  return others.length === 0 ? only : `This member has ${own.length} entries: add the column entry`
}
