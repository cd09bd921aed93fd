import type { Entry, EntryId, PoolState, WeekId } from '@outlast/domain'
import { findEntries, type ListedMember } from './find-entry.ts'
import type { ListedPick, PastPicksRow } from './past-picks-list.ts'
import type { Cell } from './sheet.ts'
import { suggestTeam } from './team-names.ts'

/** A row of the list, with the entry that it names. */
export interface MatchedRow extends PastPicksRow {
  readonly entry: Entry | undefined
  /** Why none of its picks can be imported, with the cell to correct; null if there is an entry. */
  readonly problem: { readonly text: string; readonly cell: Cell | undefined; readonly suggestion: string | null } | null
  readonly matched: readonly MatchedPick[]
}

/** A pick of the list with its entry and week, or the reason why they could not be found. */
export type MatchedPick = ListedPick &
  (
    | { readonly problem: null; readonly entryId: EntryId; readonly weekId: WeekId; readonly team: string }
    | { readonly problem: string; readonly suggestion: string | null }
  )

interface Match {
  readonly pool: PoolState
  readonly seasonYear: number
  readonly rows: readonly PastPicksRow[]
  readonly members: readonly ListedMember[]
  /** The weeks that the pool has, or will have, by number. */
  readonly weekIds: ReadonlyMap<number, WeekId>
  /** How many picks each entry has in a week. */
  readonly picksIn: (weekNumber: number) => number
  /** Why a week is not among them. */
  readonly whyNoWeek: (weekNumber: number) => string
}

/** Finds the entries and weeks that a list names. */
export function matchPastPicks({ pool, rows, members, weekIds, picksIn, whyNoWeek }: Match): readonly MatchedRow[] {
  /** By entry and week, the lines of their picks. */
  const linesOfPicks = new Map<string, readonly number[]>()
  const entries = findEntries([...pool.entries.values()], members, rows)
  return rows.map((row, index): MatchedRow => {
    const found = entries[index]
    if (found === undefined || 'problem' in found) {
      const { problem = '', cell, suggestion = null } = found ?? {}
      return { ...row, entry: undefined, problem: { text: problem, cell, suggestion }, matched: [] }
    }
    const matched = row.picks.map((pick): MatchedPick => {
      const { weekNumber, team, cell } = pick
      const refused = (problem: string, suggestion: string | null = null) => ({ ...pick, problem, suggestion })
      if (weekNumber === undefined) return refused('The week must be a number from 1 to 22')
      if (team === undefined) return refused(`There is no team ${cell.text}`, suggestTeam(cell.text) ?? null)
      const weekId = weekIds.get(weekNumber)
      if (weekId === undefined) return refused(whyNoWeek(weekNumber))
      const key = `${found.id} ${weekId}`
      const earlier = linesOfPicks.get(key) ?? []
      if (earlier.length >= picksIn(weekNumber)) return refused(`${linesInWords(earlier)} of this entry and week`)
      linesOfPicks.set(key, [...earlier, row.line])
      return { ...pick, problem: null, entryId: found.id, weekId, team }
    })
    return { ...row, entry: found, problem: null, matched }
  })
}

function linesInWords(numbers: readonly number[]): string {
  const lines = [...new Set(numbers)]
  if (numbers.length === 1) return `Line ${lines.join()} has a pick`
  return lines.length === 1 ? `Line ${lines.join()} has picks` : `Lines ${lines.join(' and ')} have picks`
}
