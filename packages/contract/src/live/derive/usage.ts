import type { Matrix } from './matrix.ts'
import { percentOf } from './percent.ts'

export interface UsageRow {
  readonly team_abbr: string
  /** How many entries picked the team, by week number; a week without any has no key. */
  readonly weeks: Readonly<Record<string, number>>
  readonly total: number
  /** Of all revealed picks, one decimal. */
  readonly percent: number
}

/** How often each team was picked, most used first, then by abbreviation; only teams that were. */
export function usageOf(matrix: Matrix): readonly UsageRow[] {
  const teams = new Map<string, Record<string, number>>()
  let all = 0
  for (const { picks } of matrix.entries) {
    for (const [week, { team_abbr }] of Object.entries(picks)) {
      const weeks = teams.get(team_abbr) ?? {}
      weeks[week] = (weeks[week] ?? 0) + 1
      teams.set(team_abbr, weeks)
      all += 1
    }
  }
  const rows = [...teams].map(([team_abbr, weeks]): UsageRow => {
    const total = Object.values(weeks).reduce((sum, count) => sum + count, 0)
    return { team_abbr, weeks, total, percent: percentOf(total, all) }
  })
  return rows.sort((a, b) => b.total - a.total || (a.team_abbr < b.team_abbr ? -1 : 1))
}

export interface SurvivalPoint {
  readonly week_number: number
  /** Entries that are not out by the end of the week, as far as it is decided. */
  readonly alive: number
  /** Entries that fell in this week. */
  readonly eliminated: number
}

/** How many entries each locked week left alive, by week; after the pool's size at the start (week 0). */
export function survivalOf(matrix: Matrix): readonly SurvivalPoint[] {
  const fallen = new Map<number, number>()
  for (const { eliminated_week } of matrix.entries) {
    if (eliminated_week !== null) fallen.set(eliminated_week, (fallen.get(eliminated_week) ?? 0) + 1)
  }
  const numbers = matrix.weeks.filter((week) => week.is_locked || fallen.has(week.week_number)).map((week) => week.week_number)
  const points: SurvivalPoint[] = [{ week_number: 0, alive: matrix.entries.length, eliminated: 0 }]
  let alive = matrix.entries.length
  // An elimination by hand can stand in a week that was deleted since.
  const weeks = [...new Set([...numbers, ...fallen.keys()])].sort((a, b) => a - b)
  for (const week_number of weeks) {
    const eliminated = fallen.get(week_number) ?? 0
    alive -= eliminated
    points.push({ week_number, alive, eliminated })
  }
  return points
}
