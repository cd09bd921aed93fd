import type { GameInfo } from '@outlast/contract/live'
import { picksOfRow, type RevealRow } from '@outlast/views'
import type { PickResult } from '@outlast/domain/rules'
import { naturalOrder } from '../../lib/natural-order.ts'
import { textMatcher } from '../../lib/text-search.ts'
import { makerName } from '../../pool/maker-name.ts'
import type { PickTableRow } from './pick-columns.tsx'

/** A filter of the picks table: one team, no pick, or both teams of a game. */
export type PickFilter =
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  | { readonly kind: 'team'; readonly team: string }
  | { readonly kind: 'game'; readonly gameId: number }

export const ALL: PickFilter = { kind: 'all' }

/** Formats a filter as the value of a select. */
export function filterText(filter: PickFilter): string {
  if (filter.kind === 'team') return filter.team
  return filter.kind === 'game' ? `game:${filter.gameId}` : filter.kind
}

/** Parses the value of a select. */
export function parseFilter(text: string): PickFilter {
  if (text === 'all' || text === 'none') return { kind: text }
  return text.startsWith('game:') ? { kind: 'game', gameId: Number(text.slice(5)) } : { kind: 'team', team: text }
}

/** Returns the filter after a click on `selected`: selecting the current filter again removes it. */
export function toggleFilter(current: PickFilter, selected: PickFilter): PickFilter {
  return filterText(current) === filterText(selected) ? ALL : selected
}

export type ResultFilter = 'all' | PickResult

/** Everything that narrows the picks table. */
export interface RevealFilter {
  readonly pick: PickFilter
  readonly result: ResultFilter
  /** Text to find in the names of entries. */
  readonly search: string
}

/** Filters rows. Returns the same array when nothing is filtered out. */
export function filterRows<R extends RevealRow>(
  rows: readonly R[],
  { pick, result, search }: RevealFilter,
  games: readonly GameInfo[],
): readonly R[] {
  const decided = filterPicks(rows, pick, result, games)
  if (search.trim() === '') return decided
  const matches = textMatcher(search)
  return decided.filter((row) => matches([row.entry_name]))
}

/** Keeps the rows of which a pick has both the team and the result. */
function filterPicks<R extends RevealRow>(
  rows: readonly R[],
  filter: PickFilter,
  result: ResultFilter,
  games: readonly GameInfo[],
): readonly R[] {
  if (filter.kind === 'all' && result === 'all') return rows
  const teams = teamsOf(filter, games)
  return rows.filter((row) =>
    picksOfRow(row).some((pick) => (teams?.includes(pick.team_abbr) ?? true) && (result === 'all' || pick.result === result)),
  )
}

/** The teams of a filter, null for no pick; undefined for every team. */
function teamsOf(filter: PickFilter, games: readonly GameInfo[]): readonly (string | null)[] | undefined {
  if (filter.kind === 'all') return undefined
  if (filter.kind === 'none') return [null]
  if (filter.kind === 'team') return [filter.team]
  return games.filter(({ id }) => id === filter.gameId).flatMap((game) => [game.away_team_abbr, game.home_team_abbr])
}

/** The sort order of the picks table. */
export interface PickSort {
  readonly key: 'entry' | 'team'
  readonly direction: 'asc' | 'desc'
}

/** Sorts rows by entry, in natural order, or by team. Entries without a pick come last. */
export function sortRows<R extends RevealRow>(rows: readonly R[], { key, direction }: PickSort): readonly R[] {
  const byName = naturalOrder(rows, ({ entry_name }) => entry_name)
  if (key === 'entry') return direction === 'asc' ? byName : byName.toReversed()
  const teams = new Map<string, R[]>()
  const withoutPick: R[] = []
  for (const row of byName) {
    if (row.team_abbr === null) {
      withoutPick.push(row)
      continue
    }
    const team = teams.get(row.team_abbr)
    if (team === undefined) teams.set(row.team_abbr, [row])
    else team.push(row)
  }
  const order = [...teams.keys()].sort()
  if (direction === 'desc') order.reverse()
  return [...order.flatMap((team) => teams.get(team) ?? []), ...withoutPick]
}

/** Puts the viewer's own rows first, in their order. */
export function ownFirst(rows: readonly PickTableRow[]): readonly PickTableRow[] {
  const own = rows.filter(({ isOwn }) => isOwn)
  return own.length === 0 ? rows : [...own, ...rows.filter(({ isOwn }) => !isOwn)]
}

/**
 * Returns a function that replaces rows by the equal rows of its last call. A new score then renders only the rows that changed,
 * and a refresh without changes renders none.
 */
export function rowReuser(): (rows: readonly PickTableRow[]) => readonly PickTableRow[] {
  let previousById = new Map<number, PickTableRow>()
  let previousRows: readonly PickTableRow[] = []
  return (rows) => {
    const reused = rows.map((row) => {
      const before = previousById.get(row.entry_id)
      return before !== undefined && isSameRow(before, row) ? before : row
    })
    if (reused.length === previousRows.length && reused.every((row, i) => row === previousRows[i])) return previousRows
    previousById = new Map(reused.map((row) => [row.entry_id, row]))
    previousRows = reused
    return reused
  }
}

function isSameRow(a: PickTableRow, b: PickTableRow): boolean {
  const [before, after] = [picksOfRow(a), picksOfRow(b)]
  return (
    before.length === after.length &&
    before.every((pick, i) => isSamePick(pick, after[i])) &&
    a.entry_name === b.entry_name &&
    a.lives === b.lives &&
    a.isOwn === b.isOwn &&
    a.owner === b.owner &&
    a.week_id === b.week_id
  )
}

type RowPick = ReturnType<typeof picksOfRow>[number]

const isSamePick = (a: RowPick, b: RowPick | undefined): boolean =>
  a.team_abbr === b?.team_abbr &&
  a.result === b.result &&
  a.result_at === b.result_at &&
  a.is_override === b.is_override &&
  a.is_auto === b.is_auto &&
  nameOfMaker(a) === nameOfMaker(b)

const nameOfMaker = ({ made_by: made }: RowPick): string | undefined => made && makerName(made)
