import type { Matrix, MatrixEntry } from './matrix.ts'

export interface LeaderboardRow {
  /** Equal rows share a rank, and the ranks after it are skipped (1, 2, 2, 4). */
  readonly rank: number
  readonly entry_id: number
  readonly entry: string
  readonly user_name: string
  readonly wins: number
  readonly losses: number
  /** Null in a year without weeks. */
  readonly lives_left: number | null
  /** Null while the entry is alive. */
  readonly eliminated_week: number | null
  readonly is_champion: boolean
}

type Unranked = Omit<LeaderboardRow, 'rank'>

/**
 * Derives the leaderboard: champions first (sharing rank 1), then entries that are alive, then eliminated entries, latest
 * week first. Within each group: more lives left first, then more wins, then fewer losses. Equal rows share a rank and are
 * sorted by name.
 */
export function leaderboardOf(matrix: Pick<Matrix, 'entries' | 'champion_entry_ids'>): readonly LeaderboardRow[] {
  const champions = new Set(matrix.champion_entry_ids)
  const rows = matrix.entries.map((entry) => rowOf(entry, champions)).sort(compareRows)
  const ranked: LeaderboardRow[] = []
  rows.forEach((row, i) => {
    const previous = ranked[i - 1]
    ranked.push({ rank: previous !== undefined && compareRows(previous, row) === 0 ? previous.rank : i + 1, ...row })
  })
  return ranked
}

function rowOf(entry: MatrixEntry, champions: ReadonlySet<number>): Unranked {
  let wins = 0
  let losses = 0
  for (const week in entry.picks) {
    const cell = entry.picks[week]
    for (const { result } of cell === undefined ? [] : [cell, ...(cell.more ?? [])]) {
      if (result === 'win') wins += 1
      else if (result === 'loss') losses += 1
    }
  }
  return {
    entry_id: entry.id,
    entry: entry.name,
    user_name: entry.user_name,
    wins,
    losses,
    lives_left: entry.lives_left,
    eliminated_week: entry.eliminated_week,
    is_champion: champions.has(entry.id),
  }
}

function compareRows(a: Unranked, b: Unranked): number {
  if (a.is_champion !== b.is_champion) return a.is_champion ? -1 : 1
  if (a.is_champion) return 0
  const byWeek = (b.eliminated_week ?? Infinity) - (a.eliminated_week ?? Infinity)
  if (a.eliminated_week !== b.eliminated_week) return byWeek
  return (b.lives_left ?? 0) - (a.lives_left ?? 0) || b.wins - a.wins || a.losses - b.losses
}
