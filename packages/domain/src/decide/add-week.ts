import type { CommandData } from '../commands.ts'
import { createEvent, type PoolEvent } from '../events/events.ts'
import { RuleViolation } from '../events/violation.ts'
import { automaticLock, scheduledNoon } from '../values/calendar.ts'
import { hasWeekBegun } from '../state/begun-games.ts'
import { mainContest, weekId } from '../values/ids.ts'
import { addMs, type Instant } from '../values/instant.ts'
import { isWeekClosed } from '../values/week.ts'
import { isSlate, leagueWeekOf, slateNumber } from '../values/week-number.ts'
import {
  gamesOf,
  type PoolState,
  type Round,
  roundsOf,
  roundsOn,
  rulesOf,
  type ScheduleWeek,
  scheduleOf,
  slatesNamed,
  slatesOf,
} from '../state/state.ts'
import type { Decider, DecisionContext } from './context.ts'
import { poolAfter } from './pool-after.ts'
import { moveAutomaticLock } from './weeks.ts'

/**
 * Adds a week, or one for each slate of the league's week; a week that the pool has whole is split (docs/rules.md §20). The reply has the first
 * of them.
 */
export const addWeek: Decider<'AddWeek'> = (state, command, context) => {
  const { seasonYear, weekNumber, lockTime: chosen, asId, makeCurrent = false } = command
  const known = roundsOf(state, mainContest(seasonYear)).find((week) => leagueWeekOf(week.weekNumber) === weekNumber)
  const starts = slateStarts(command)
  if (known !== undefined) return splitWeek(state, known, starts, context)
  const id = weekId(state.lastIds.week + 1)
  if (asId !== undefined && asId !== id) throw new RuleViolation('version_conflict')
  const { lock } = rulesOf(state, mainContest(seasonYear))
  const added = [null, ...starts].map((startsAt, index) => {
    const number = starts.length === 0 ? weekNumber : slateNumber(weekNumber, index)
    const slate = starts.length === 0 ? null : { startsAt, endsAt: starts[index] ?? null }
    return createEvent('WeekAdded', {
      weekId: weekId(id + index),
      seasonYear,
      weekNumber: number,
      lockTime: automaticLock({ seasonYear, weekNumber }, [], lock, slate),
      ...(startsAt === null ? {} : { startsAt }),
    })
  })
  const moved =
    chosen === undefined || chosen === added[0]?.data.lockTime
      ? []
      : [createEvent('LockTimeChanged', { weekId: id, lockTime: chosen, automatic: false })]
  const current = state.currentWeekId === null || makeCurrent ? [createEvent('CurrentWeekSet', { weekId: id })] : []
  return { events: [...added, ...moved, ...current], reply: { weekId: id } }
}

/** A week of the league is played in the days before its Sunday and the two after it. */
const DAY_MS = 86_400_000
const DAYS_BEFORE_SUNDAY = 5
const DAYS_AFTER_SUNDAY = 3

/** Returns when the second and later slates of a week start, in order. */
function slateStarts({ seasonYear, weekNumber, slates = [] }: CommandData['AddWeek']): readonly Instant[] {
  const sunday = scheduledNoon(seasonYear, weekNumber)
  const [from, until] = [addMs(sunday, -DAYS_BEFORE_SUNDAY * DAY_MS), addMs(sunday, DAYS_AFTER_SUNDAY * DAY_MS)]
  const starts = [...new Set(slates)].sort()
  if (starts.some((start) => start < from || start > until)) throw new RuleViolation('slate_outside_week', { week: weekNumber })
  return starts
}

/**
 * Makes a week that has not begun the first of its slates, with its picks and its lock, and adds the other ones. Their games follow with
 * the next answer of the scoreboard, as they do when a game changes its slate (docs/rules.md §20).
 */
function splitWeek(
  state: PoolState,
  week: Round,
  starts: readonly Instant[],
  context: DecisionContext,
): ReturnType<Decider<'AddWeek'>> {
  if (isSlate(week.weekNumber))
    throw new RuleViolation('week_exists', slatesNamed(scheduleOf(state, week.seasonYear), leagueWeekOf(week.weekNumber)))
  if (starts.length === 0) throw new RuleViolation('week_exists')
  const hasBegun = isWeekClosed(week, context.siteNow) || hasWeekBegun(state, week, context.siteNow)
  if (hasBegun || week.firstLock !== null) throw new RuleViolation('week_begun')
  const { seasonYear, weekNumber } = week
  const { lock } = rulesOf(state, week.contestId)
  const added = starts.map((startsAt, index) =>
    createEvent('WeekAdded', {
      weekId: weekId(state.lastIds.week + 1 + index),
      seasonYear,
      weekNumber: slateNumber(weekNumber, index + 1),
      lockTime: automaticLock({ seasonYear, weekNumber }, [], lock, { startsAt, endsAt: starts[index + 1] ?? null }),
      startsAt,
      ...(index === 0 && { splits: week.id }),
    }),
  )
  return { events: [...added, ...followedLocks(poolAfter(state, added, context), week)], reply: { weekId: week.id } }
}

/** Returns the events after which a split week is whole again. What was picked in its other slates is lost with them. */
export function rejoinWeek(
  state: PoolState,
  week: ScheduleWeek,
  undone: PoolEvent,
  context: DecisionContext,
): readonly PoolEvent[] {
  const others = slatesOf(state, week).filter((slate) => slate !== week)
  const rounds = others.flatMap(({ id }) => roundsOn(state, id))
  const isHeld = [...roundsOn(state, week.id), ...rounds].some(({ firstLock }) => firstLock !== null)
  if (isHeld) throw new RuleViolation('undo_too_late')
  if (rounds.length === 0 || rounds.some(({ id }) => id === state.currentWeekId)) throw new RuleViolation('undo_changed')
  const events = [...rounds.map(({ id }) => createEvent('WeekDeleted', { weekId: id })), undone]
  const after = poolAfter(state, events, context)
  return [...events, ...roundsOn(state, week.id).flatMap((round) => followedLocks(after, round))]
}

/** Returns the move of a week's automatic lock that follows from its slates. */
function followedLocks(after: PoolState, { id }: Pick<Round, 'id'>): readonly PoolEvent[] {
  const round = after.rounds.get(id)
  return round === undefined ? [] : moveAutomaticLock(after, round, gamesOf(after, round), rulesOf(after, round.contestId))
}
