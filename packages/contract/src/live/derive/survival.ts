import type { SeasonView } from '../wire.ts'
import { participantsOf, standingsOf } from './standings.ts'

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
  const entries = participantsOf(view).map(({ id, created_position: joined }) => {
    const standing = standings.get(id)
    return { joined, lastWeek: standing?.status === 'out' ? standing.eliminatedWeek : Infinity }
  })
  const lockOf = new Map(view.weeks.map(({ week_number, lock_position }) => [week_number, lock_position ?? Infinity]))
  const locked = view.weeks.filter(({ is_locked }) => is_locked).map(({ week_number }) => week_number)
  // An entry may have been eliminated by hand in a week that is open, or that was deleted later.
  const ended = entries.map(({ lastWeek }) => lastWeek).filter((week) => week !== Infinity)
  const weeks = [...new Set([...locked, ...ended])].sort((a, b) => a - b)
  const joinedBy = (week: number): typeof entries => entries.filter(({ joined }) => joined < (lockOf.get(week) ?? Infinity))
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
