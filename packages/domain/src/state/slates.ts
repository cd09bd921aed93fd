import type { SlateWindow } from '../values/calendar.ts'
import type { ScheduleWeekId } from '../values/ids.ts'
import type { Instant } from '../values/instant.ts'
import { isSlate, leagueWeekOf, weekLabel } from '../values/week-number.ts'
import type { PoolState } from './pool.ts'
import { roundsOn, scheduleOf, type ScheduleWeek } from './round.ts'

/** Returns the slates that share the games of a week's week of the league, in order: the week alone if it takes all of them. */
export function slatesOf(state: Pick<PoolState, 'schedule'>, week: ScheduleWeek): readonly ScheduleWeek[] {
  if (!isSlate(week.weekNumber)) return [week]
  return scheduleOf(state, week.seasonYear).filter(({ weekNumber }) => leagueWeekOf(weekNumber) === leagueWeekOf(week.weekNumber))
}

/** Names the slates of a week of the league, for the one who asks for the whole week; nothing if the season's schedule has none. */
export function slatesNamed(season: readonly ScheduleWeek[], week: number): { readonly week?: number; readonly slates?: string } {
  const labels = season.filter(({ weekNumber }) => isSlate(weekNumber) && leagueWeekOf(weekNumber) === week)
  return labels.length === 0 ? {} : { week, slates: labels.map(({ weekNumber }) => weekLabel(weekNumber)).join(', ') }
}

/** Returns the time window of a slate, which ends where the next one starts; null for a week that takes all games. */
export function windowOf(state: Pick<PoolState, 'schedule'>, id: ScheduleWeekId): SlateWindow | null {
  const week = state.schedule.get(id)
  if (week === undefined || !isSlate(week.weekNumber)) return null
  const slates = slatesOf(state, week)
  const at = slates.indexOf(week)
  return { startsAt: at === 0 ? null : week.startsAt, endsAt: slates[at + 1]?.startsAt ?? null }
}

/** Returns the slate in whose time a kickoff is. The first one has all kickoffs before the second one starts. */
export function slateAt(slates: readonly ScheduleWeek[], kickoff: Instant): ScheduleWeek | undefined {
  return slates.findLast(({ startsAt }) => startsAt !== null && startsAt <= kickoff) ?? slates[0]
}

/** Whether a week has locked, so that its games stay in it wherever their kickoffs move (docs/rules.md §20). */
export function holdsItsGames(state: Pick<PoolState, 'rounds'>, week: ScheduleWeek): boolean {
  return roundsOn(state, week.id).some(({ locked, firstLock }) => locked !== null || firstLock !== null)
}
