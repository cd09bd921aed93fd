import type { SeasonView } from '@outlast/contract/live/wire'
import { participantsOf, standingsOf, takesPartInWeek } from './standings.ts'

export interface SurvivalPoint {
  readonly week_number: number
  /** Entries that had joined by the week's lock and survived it, as far as its games are decided. */
  readonly alive: number
  /** Entries eliminated in this week. */
  readonly eliminated: number
}

/**
 * Counts the entries that survived each locked week, by week. The first point, week 0, has those that took part from the start:
 * entries that joined later count from the first week that they played.
 */
export function survivalOf(view: SeasonView): readonly SurvivalPoint[] {
  const standings = standingsOf(view)
  const entries = participantsOf(view).map((entry) => {
    const standing = standings.get(entry.id)
    return { entry, lastWeek: standing?.status === 'out' ? standing.eliminatedWeek : Infinity }
  })
  const weekOf = new Map(view.weeks.map((week) => [week.week_number, week]))
  const locked = view.weeks.filter(({ is_locked }) => is_locked).map(({ week_number }) => week_number)
  // An entry may have been eliminated by hand in a week that is open, or that was deleted later.
  const ended = entries.map(({ lastWeek }) => lastWeek).filter((week) => week !== Infinity)
  const weeks = [...new Set([...locked, ...ended])].sort((a, b) => a - b)
  const joinedBy = (weekNumber: number): typeof entries => {
    const week = weekOf.get(weekNumber)
    return week === undefined ? entries : entries.filter(({ entry }) => takesPartInWeek(entry, week))
  }
  const start = weeks[0] === undefined ? entries : joinedBy(weeks[0])
  return [
    { week_number: 0, alive: start.length, eliminated: 0 },
    ...weeks.map((week_number) => ({
      week_number,
      alive: joinedBy(week_number).filter(({ lastWeek }) => lastWeek > week_number).length,
      eliminated: entries.filter(({ lastWeek }) => lastWeek === week_number).length,
    })),
  ]
}
