import {
  addMs,
  blocksWeek,
  hasKickedOff,
  type Instant,
  isCalledOff,
  isListed,
  type OpenPool,
  stateOf,
  roundsOn,
  type ScheduleWeek,
} from '@outlast/domain'

/** Why a week is asked for: it is the current one, has games that are not over or can still be corrected, or one without a date. */
type AskReason = 'current' | 'playing' | 'postponed' | 'recent'
/** Why it is not. */
type NoAskReason = 'auto_sync_off' | 'site_time_override' | 'over' | 'not_current'

export type WeekPlan =
  | { readonly asked: true; readonly reason: AskReason }
  | { readonly asked: false; readonly reason: NoAskReason }

/** The league corrects statistics in the days after a game. */
const CORRECTIONS_MS = 7 * 24 * 3_600_000

/**
 * Returns whether the automatic sync asks for a week, and why. It goes by real time, because games are played in real time: a week
 * whose games have kicked off is asked for whichever week is current, and also under a site-time override (docs/rules.md §4.7).
 */
export function planOf(pool: OpenPool, week: ScheduleWeek, now: Instant): WeekPlan {
  const isOverridden = pool.siteClock.mode !== 'real'
  const games = week.games.filter(isListed)
  const open = games.filter((game) => blocksWeek(game) && !isCalledOff(game))
  const isPlaying = open.some((game) => (game.kickoffKnown && game.kickoff <= now) || (!isOverridden && hasKickedOff(game, now)))
  if (isPlaying) return { asked: true, reason: 'playing' }
  if (games.some((game) => stateOf(game) === 'postponed')) return { asked: true, reason: 'postponed' }
  if (isOverridden) return { asked: false, reason: 'site_time_override' }
  // A game that was put off to a day that is not known yet.
  const isLocked = roundsOn(pool, week.id).some(({ locked }) => locked !== null)
  if (isLocked && open.some(({ kickoffKnown }) => !kickoffKnown)) return { asked: true, reason: 'postponed' }
  if (isCurrent(pool, week)) return { asked: true, reason: 'current' }
  const recent = addMs(now, -CORRECTIONS_MS)
  if (games.some(({ kickoff, kickoffKnown }) => kickoffKnown && kickoff <= now && kickoff > recent)) {
    return { asked: true, reason: 'recent' }
  }
  return { asked: false, reason: games.length > 0 && !games.some(blocksWeek) ? 'over' : 'not_current' }
}

/** Returns the weeks that the automatic sync asks for, the current one first. */
export function askedWeeks(pool: OpenPool, now: Instant): readonly ScheduleWeek[] {
  const rank = (week: ScheduleWeek): number => (isCurrent(pool, week) ? 0 : 1)
  return [...pool.schedule.values()]
    .filter((week) => planOf(pool, week, now).asked)
    .sort((a, b) => rank(a) - rank(b) || a.id - b.id)
}

function isCurrent(pool: OpenPool, { id }: ScheduleWeek): boolean {
  return roundsOn(pool, id).some((round) => round.id === pool.currentWeekId)
}
