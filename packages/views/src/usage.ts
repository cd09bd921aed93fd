import type { Matrix } from './matrix.ts'
import { percentOf } from './reveal.ts'

export interface UsageRow {
  readonly team_abbr: string
  /** How many entries picked the team, by week number. Weeks without such a pick are omitted. */
  readonly weeks: Readonly<Record<string, number>>
  readonly total: number
  /** Share of all revealed picks, in percent with one decimal. */
  readonly percent: number
}

/** Counts how often each team was picked: most used first, then by abbreviation. Teams without picks are omitted. */
export function usageOf(matrix: Matrix): readonly UsageRow[] {
  const teams = new Map<string, Record<string, number>>()
  let allPicks = 0
  for (const { picks } of matrix.entries) {
    for (const [week, cell] of Object.entries(picks)) {
      for (const { team_abbr } of [cell, ...(cell.more ?? [])]) {
        const weeks = teams.get(team_abbr) ?? {}
        weeks[week] = (weeks[week] ?? 0) + 1
        teams.set(team_abbr, weeks)
        allPicks += 1
      }
    }
  }
  const rows = [...teams].map(([team_abbr, weeks]): UsageRow => {
    const total = Object.values(weeks).reduce((sum, count) => sum + count, 0)
    return { team_abbr, weeks, total, percent: percentOf(total, allPicks) }
  })
  return rows.sort((a, b) => b.total - a.total || (a.team_abbr < b.team_abbr ? -1 : 1))
}
