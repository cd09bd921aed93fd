import type { Reveal } from '@outlast/contract'
import type { WeekId } from '@outlast/domain'
import { revealOf } from '@outlast/views/reveal'
import { standingsThrough } from '@outlast/views/standings'
import { seasonView } from '../season/season-view.ts'
import type { Source } from '../source.ts'
import { weekView } from '../week/week-view.ts'

/** Returns a week and a row for every entry that went into it alive, with the lives that it left them; `undefined` if there is no such week. */
export function weekReveal(
  source: Source,
  weekId: number,
  seasonOf = (year: number) => seasonView(source, year),
): Reveal | undefined {
  const round = source.pool.rounds.get(weekId as WeekId)
  if (round === undefined) return undefined
  const season = seasonOf(round.seasonYear)
  const view = weekView(source, weekId, () => season)
  if (view === undefined) return undefined
  const standings = standingsThrough(season, round.weekNumber)
  const picks = revealOf(view).rows.map(({ no_pick, is_override, is_auto, more, ...row }) => {
    const { livesLeft: lives_left = 0, losses = 0 } = standings.get(row.entry_id) ?? {}
    return {
      ...row,
      lives_left,
      losses,
      ...(no_pick && { no_pick }),
      ...(is_override && { is_override }),
      ...(is_auto && { is_auto }),
      ...(more && { more: more.map((pick) => ({ ...pick })) }),
    }
  })
  return { week: { ...view.week, ineligible_teams: [...view.week.ineligible_teams] }, picks }
}
