import { type SeasonView, type SeasonWeek } from '@outlast/contract/live'
import { standingsOf, takesPartInWeek } from '@outlast/views'

/** How the number of entries alive after a week, or so far in it, comes about. */
export interface WeekCounts {
  /** Those that began it. */
  readonly alive: number
  readonly won: number
  /** Those whose team tied, where a tie is not a loss. */
  readonly tied: number
  readonly playing: number
  /** Those without a pick that survive the week. */
  readonly noPick: number
  /** Those without a pick that go out once every game is final. */
  readonly missed: number
  /** The entries that went out in it. */
  readonly out: readonly { readonly id: number; readonly name: string }[]
}

/** Returns the last week of a season that is locked. */
export function lastPlayedWeek(season: SeasonView): SeasonWeek | undefined {
  return season.weeks.findLast(({ is_locked }) => is_locked)
}

/** Counts the entries that began a locked week by how it has gone for them. */
export function weekCounts(season: SeasonView, week: SeasonWeek): WeekCounts {
  const { week_number: number, results } = week
  const isLossAhead = season.missed_pick !== 'survives' && !week.is_complete
  const standings = standingsOf(season)
  const counts = { alive: 0, won: 0, tied: 0, playing: 0, noPick: 0, missed: 0 }
  const out: { id: number; name: string }[] = []
  for (const entry of season.entries) {
    const { id, name, picks } = entry
    const standing = standings.get(id)
    if (standing?.status === 'out') {
      if (standing.eliminatedWeek === number) out.push({ id, name })
      continue
    }
    if (!week.is_locked || !takesPartInWeek(entry, week)) continue
    counts.alive += 1
    const team = picks[number]
    if (team === undefined) counts[isLossAhead && standing?.livesLeft === 1 ? 'missed' : 'noPick'] += 1
    else if (results[team] === 'win') counts.won += 1
    else if (results[team] === 'tie') counts.tied += 1
    else if (results[team] === undefined) counts.playing += 1
  }
  return { ...counts, out }
}
