import { type SeasonView, type SeasonWeek } from '@outlast/contract/live'
import { missedCostIn, standingsOf, takesPartInWeek, teamsOf } from '@outlast/views'
import { countedAs } from '../../pool/live-board/board-text.ts'

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
  /** Those of them that went out in it. */
  readonly out: readonly { readonly id: number; readonly name: string }[]
}

/** Returns the last week of a season that is locked. */
export function lastPlayedWeek(season: SeasonView): SeasonWeek | undefined {
  return season.weeks.findLast(({ is_locked }) => is_locked)
}

/** Counts the entries that began a locked week by how it has gone for them. */
export function weekCounts(season: SeasonView, week: SeasonWeek): WeekCounts {
  const { week_number: number, results } = week
  const standings = standingsOf(season)
  const counts = { alive: 0, won: 0, tied: 0, playing: 0, noPick: 0, missed: 0 }
  const out: { id: number; name: string }[] = []
  for (const entry of season.entries) {
    const { id, name } = entry
    const standing = standings.get(id)
    if (week.is_locked && !takesPartInWeek(entry, week)) continue
    if (standing?.status === 'out') {
      if (standing.eliminatedWeek === number) out.push({ id, name })
      continue
    }
    if (!week.is_locked) continue
    counts.alive += 1
    const ends = teamsOf(entry, number).map((team) => results[team])
    const as = missedCostIn(season, entry, week)?.isOut === true ? 'missed' : countedAs(ends)
    if (as !== null) counts[as] += 1
  }
  return { ...counts, out }
}
