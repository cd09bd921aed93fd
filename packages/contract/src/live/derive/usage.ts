import type { Matrix } from './matrix.ts'

/** Returns a share in percent, rounded to one decimal; 0 when the whole is 0. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part * 1000) / whole) / 10
}

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
    for (const [week, { team_abbr }] of Object.entries(picks)) {
      const weeks = teams.get(team_abbr) ?? {}
      weeks[week] = (weeks[week] ?? 0) + 1
      teams.set(team_abbr, weeks)
      allPicks += 1
    }
  }
  const rows = [...teams].map(([team_abbr, weeks]): UsageRow => {
    const total = Object.values(weeks).reduce((sum, count) => sum + count, 0)
    return { team_abbr, weeks, total, percent: percentOf(total, allPicks) }
  })
  return rows.sort((a, b) => b.total - a.total || (a.team_abbr < b.team_abbr ? -1 : 1))
}

export interface SurvivalPoint {
  readonly week_number: number
  /** Entries that survived the week, as far as its games are decided. */
  readonly alive: number
  /** Entries eliminated in this week. */
  readonly eliminated: number
}

/** Counts the entries that survived each locked week, by week. The first point, week 0, is the number of entries. */
export function survivalOf(matrix: Matrix): readonly SurvivalPoint[] {
  const eliminatedByWeek = new Map<number, number>()
  for (const { eliminated_week } of matrix.entries) {
    if (eliminated_week !== null) eliminatedByWeek.set(eliminated_week, (eliminatedByWeek.get(eliminated_week) ?? 0) + 1)
  }
  const numbers = matrix.weeks
    .filter((week) => week.is_locked || eliminatedByWeek.has(week.week_number))
    .map((week) => week.week_number)
  const points: SurvivalPoint[] = [{ week_number: 0, alive: matrix.entries.length, eliminated: 0 }]
  let alive = matrix.entries.length
  // An entry may have been eliminated by hand in a week that was deleted later.
  const weeks = [...new Set([...numbers, ...eliminatedByWeek.keys()])].sort((a, b) => a - b)
  for (const week_number of weeks) {
    const eliminated = eliminatedByWeek.get(week_number) ?? 0
    alive -= eliminated
    points.push({ week_number, alive, eliminated })
  }
  return points
}
