import type { GameInfo, RevealRow } from '@outlast/contract/live'

/** What the table of picks is limited to: one team, no pick at all, or both teams of a game. */
export type PickFilter =
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  | { readonly kind: 'team'; readonly team: string }
  | { readonly kind: 'game'; readonly gameId: number }

export const ALL: PickFilter = { kind: 'all' }

/** A filter as the value of a select, and back. */
export function filterText(filter: PickFilter): string {
  if (filter.kind === 'team') return filter.team
  return filter.kind === 'game' ? `game:${filter.gameId}` : filter.kind
}

export function filterOf(text: string): PickFilter {
  if (text === 'all' || text === 'none') return { kind: text }
  return text.startsWith('game:') ? { kind: 'game', gameId: Number(text.slice(5)) } : { kind: 'team', team: text }
}

/** The same filter chosen again takes it away. */
export function toggled(now: PickFilter, chosen: PickFilter): PickFilter {
  return filterText(now) === filterText(chosen) ? ALL : chosen
}

/** The rows a filter leaves, in their order; the very list when it leaves all. */
export function filterRows(rows: readonly RevealRow[], filter: PickFilter, games: readonly GameInfo[]): readonly RevealRow[] {
  if (filter.kind === 'all') return rows
  if (filter.kind === 'none') return rows.filter((row) => row.team_abbr === null)
  if (filter.kind === 'team') return rows.filter((row) => row.team_abbr === filter.team)
  const game = games.find((one) => one.id === filter.gameId)
  if (game === undefined) return []
  const { away_team_abbr: away, home_team_abbr: home } = game
  return rows.filter((row) => row.team_abbr === away || row.team_abbr === home)
}

export interface PickSort {
  readonly key: 'entry' | 'team'
  readonly direction: 'asc' | 'desc'
}

/** Rows by entry (as they come) or by team; linear in their number. Entries without a pick come last of all teams. */
export function sortRows(rows: readonly RevealRow[], { key, direction }: PickSort): readonly RevealRow[] {
  if (key === 'entry') return direction === 'asc' ? rows : rows.toReversed()
  const teams = new Map<string, RevealRow[]>()
  const without: RevealRow[] = []
  for (const row of rows) {
    if (row.team_abbr === null) {
      without.push(row)
      continue
    }
    const team = teams.get(row.team_abbr)
    if (team === undefined) teams.set(row.team_abbr, [row])
    else team.push(row)
  }
  const order = [...teams.keys()].sort()
  if (direction === 'desc') order.reverse()
  return [...order.flatMap((team) => teams.get(team) ?? []), ...without]
}

/**
 * Keeps rows that say the same the same objects, from one view to the next: a score renders the rows it decides, a refresh that
 * brought nothing new renders none.
 */
export function rowKeeper(): (rows: readonly RevealRow[]) => readonly RevealRow[] {
  let known = new Map<number, RevealRow>()
  let list: readonly RevealRow[] = []
  return (rows) => {
    const kept = rows.map((row) => {
      const before = known.get(row.entry_id)
      return before !== undefined && sameRow(before, row) ? before : row
    })
    if (kept.length === list.length && kept.every((row, i) => row === list[i])) return list
    known = new Map(kept.map((row) => [row.entry_id, row]))
    list = kept
    return list
  }
}

function sameRow(a: RevealRow, b: RevealRow): boolean {
  return (
    a.entry_name === b.entry_name &&
    a.team_abbr === b.team_abbr &&
    a.result === b.result &&
    a.result_at === b.result_at &&
    a.is_override === b.is_override &&
    a.week_id === b.week_id
  )
}
