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
  slatesOf,
} from '@outlast/domain'

/**
 * Why a week is asked for, the reason to ask most often first: it has games that are not over, one without a date, is the current one, has
 * results that can still be corrected, or its lock is ahead.
 */
const ASK_REASONS = ['playing', 'postponed', 'current', 'recent', 'ahead'] as const
type AskReason = (typeof ASK_REASONS)[number]
/** Why it is not. */
type NoAskReason = 'auto_sync_off' | 'site_time_override' | 'over' | 'not_current'

export type WeekPlan =
  | { readonly asked: true; readonly reason: AskReason }
  | { readonly asked: false; readonly reason: NoAskReason }

/** The league corrects statistics in the days after a game. */
const CORRECTIONS_MS = 7 * 24 * 3_600_000

/** A week of the league that the automatic sync asks for. */
export interface AskedWeek {
  /** The week, or all its slates: an answer about one of them is one about all (docs/rules.md §20). */
  readonly slates: readonly ScheduleWeek[]
  readonly reason: AskReason
}

/** Returns whether the automatic sync asks for a week, and why. What is asked for a slate is asked for all slates of its week. */
export function planOf(pool: OpenPool, week: ScheduleWeek, now: Instant): WeekPlan {
  const plans = slatesOf(pool, week).map((slate) => ownPlanOf(pool, slate, now))
  const reason = ASK_REASONS.find((one) => plans.some((plan) => plan.asked && plan.reason === one))
  return reason === undefined ? ownPlanOf(pool, week, now) : { asked: true, reason }
}

/**
 * Returns whether a week is asked for automatically, and why. It goes by real time, because games are played in real time: a week
 * whose games have kicked off is asked for whichever week is current, and also under a site-time override (docs/rules.md §4.12).
 */
function ownPlanOf(pool: OpenPool, week: ScheduleWeek, now: Instant): WeekPlan {
  const isOverridden = pool.siteClock.mode !== 'real'
  const games = week.games.filter(isListed)
  const open = games.filter((game) => blocksWeek(game) && !isCalledOff(game))
  const isPlaying = open.some((game) => (game.kickoffKnown && game.kickoff <= now) || (!isOverridden && hasKickedOff(game, now)))
  if (isPlaying) return { asked: true, reason: 'playing' }
  if (games.some((game) => stateOf(game) === 'postponed')) return { asked: true, reason: 'postponed' }
  if (isOverridden) return { asked: false, reason: 'site_time_override' }
  // A game that was put off to a day that is not known yet.
  const rounds = roundsOn(pool, week.id)
  const isLocked = rounds.some(({ locked }) => locked !== null)
  if (isLocked && open.some(({ kickoffKnown }) => !kickoffKnown)) return { asked: true, reason: 'postponed' }
  if (isCurrent(pool, week)) return { asked: true, reason: 'current' }
  const recent = addMs(now, -CORRECTIONS_MS)
  if (games.some(({ kickoff, kickoffKnown }) => kickoffKnown && kickoff <= now && kickoff > recent)) {
    return { asked: true, reason: 'recent' }
  }
  if (rounds.some(({ locked }) => locked === null)) return { asked: true, reason: 'ahead' }
  return { asked: false, reason: games.length > 0 && !games.some(blocksWeek) ? 'over' : 'not_current' }
}

/** Returns the weeks of the league that the automatic sync asks for, the current one first. */
export function askedWeeks(pool: OpenPool, now: Instant): readonly AskedWeek[] {
  const rank = ({ slates }: AskedWeek): number => (slates.some((week) => isCurrent(pool, week)) ? 0 : 1)
  const asked = [...pool.schedule.values()].flatMap((week): readonly AskedWeek[] => {
    const slates = slatesOf(pool, week)
    const plan = planOf(pool, week, now)
    return plan.asked && slates[0] === week ? [{ slates, reason: plan.reason }] : []
  })
  return asked.sort((a, b) => rank(a) - rank(b) || idOf(a) - idOf(b))
}

const idOf = ({ slates }: AskedWeek): number => slates[0]?.id ?? 0

function isCurrent(pool: OpenPool, { id }: ScheduleWeek): boolean {
  return roundsOn(pool, id).some((round) => round.id === pool.currentWeekId)
}
