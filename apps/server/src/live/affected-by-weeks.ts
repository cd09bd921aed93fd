import { isDeepStrictEqual } from 'node:util'
import { seasonTopic, userTopic, weekTopic } from '@outlast/contract/live/topics'
import {
  type ContestId,
  type EventData,
  evolveGames,
  type Game,
  gamesOf,
  hasPick,
  haveSameResults,
  knownFrom,
  marginsOf,
  position,
  type PoolState,
  type RecordedEvent,
  type Round,
  type ScheduleWeek,
  ratedGames,
  roundsOn,
  rulesOf,
  scheduleWeekId,
  STANDINGS_RULES,
  teamsWithoutGame,
  tiebreaksBeforeShare,
  type WeekId,
  weekResults,
  type WeekResults,
} from '@outlast/domain'
import { momentsAfterGames } from './affected-by-moments.ts'
import {
  affected,
  type AffectedTopic,
  entries,
  everyViewOf,
  FORGET,
  INFO,
  type Invalidation,
  laterWeeks,
  PICK_COUNT,
  RESET,
} from './invalidation.ts'

type GameEvent = RecordedEvent & { readonly data: { readonly weekId: WeekId } }

/**
 * Returns the topics that a change of games affects. A result is one change for the week and one for the season, however
 * many entries picked the teams. Entries that lost are missing from later weeks, whose views are fetched again.
 */
export function topicsAffectedByGames(before: PoolState, event: GameEvent, gameIds: readonly number[]): readonly AffectedTopic[] {
  const schedule = before.schedule.get(scheduleWeekId(event.data.weekId))
  if (schedule === undefined) return []
  const after = evolveGames(schedule, [event])
  return [
    ...roundsOn(before, schedule.id).flatMap((week) => [
      affected(weekTopic(week.id), { kind: 'games', ids: gameIds }, ...momentsAfterGames(before, event, week, after)),
      ...changedResults(before, week, schedule.games, after),
    ]),
    ...changedChances(before, schedule, after),
  ]
}

/** Returns the games of later weeks of which something else is expected after other results. */
function changedChances(before: PoolState, week: ScheduleWeek | undefined, after: readonly Game[]): AffectedTopic[] {
  if (week === undefined || isDeepStrictEqual(ratedGames(week.games), ratedGames(after))) return []
  const isLater = (other: ScheduleWeek): boolean =>
    other.seasonYear > week.seasonYear || (other.seasonYear === week.seasonYear && other.weekNumber > week.weekNumber)
  return [...before.schedule.values()].filter(isLater).flatMap(({ id, games }) => {
    const ids = games.filter(({ status }) => status !== 'final').map((game) => game.id)
    return ids.length === 0 ? [] : roundsOn(before, id).map((round) => affected(weekTopic(round.id), { kind: 'games', ids }))
  })
}

function changedResults(before: PoolState, week: Round, was: readonly Game[], is: readonly Game[]): AffectedTopic[] {
  const old = weekResults(before, week, was)
  const current = weekResults(before, week, is)
  const idleIn = (games: readonly Game[]): string => {
    const { left, onBye } = teamsWithoutGame(games, week.weekNumber)
    return `${left.join()} ${onBye.join()}`
  }
  const isSameRow = idleIn(was) === idleIn(is) && !haveMarginsChanged(before, week, was, is)
  if (old.complete === current.complete && haveSameResults(old.results, current.results)) {
    return isSameRow ? [] : [affected(seasonTopic(week.contestId), { kind: 'weeks', ids: [week.id] })]
  }
  // Before the reveal the season lists losses by entry (docs/rules.md §10.3): too many changes for a message.
  const season = week.locked === null ? RESET : ({ kind: 'weeks', ids: [week.id] } as const)
  return [affected(seasonTopic(week.contestId), season), ...changedRosters(before, week, old, current)]
}

/** Whether margins changed that a tiebreak or a weekly prize counts. */
function haveMarginsChanged(before: PoolState, { contestId, locked }: Round, was: readonly Game[], is: readonly Game[]): boolean {
  const { tiebreak, prizes } = rulesOf(before, contestId)
  const isCounted = tiebreaksBeforeShare(tiebreak).includes('margin') || (prizes?.weeklyCents ?? 0) > 0
  return locked !== null && isCounted && !haveSameResults(marginsOf(was), marginsOf(is))
}

/** Returns the later weeks, whose entries change if results change. */
function changedRosters(before: PoolState, week: Round, old: WeekResults, current: WeekResults): AffectedTopic[] {
  const eliminatesMissing = rulesOf(before, week.contestId).missedPick !== 'survives'
  const isMissingDecided = old.complete !== current.complete && eliminatesMissing
  if (!isMissingDecided && haveSameResults(old.results, current.results)) return []
  return laterWeeks(before, week.contestId, week.weekNumber, RESET)
}

/**
 * Returns the topics that a lock affects: everyone's, with one reveal for the week and one for the season. Results that
 * waited for the lock take effect with it (docs/rules.md §4.3), and losses that were waived before it show their team.
 */
export function topicsAffectedByLock(before: PoolState, data: EventData['WeekLocked']): readonly AffectedTopic[] {
  const week = before.rounds.get(data.weekId)
  if (week === undefined) return []
  const { lockTime: at, merkleRoot } = data
  const lock: Round['locked'] = { position: position(before.position), at, merkleRoot, revealedMembersPick: false, absent: [] }
  const reveal = { kind: 'reveal', weekId: week.id, entries: data.entries } as const
  const waived = entriesWithWaivedLossIn(before, week.id)
  return [
    affected(weekTopic(week.id), reveal, PICK_COUNT),
    affected(seasonTopic(week.contestId), ...(waived.length === 0 ? [] : [entries(...waived)]), reveal),
    affected('pool', INFO),
    affected('admin', { kind: 'picked_closed', weekId: week.id }),
    ...ownersOfSealedPicks(before),
    ...changedRosters(before, week, weekResults(before, week), weekResults(before, { ...week, locked: lock })),
    // An entry that joined after the first lock of a reopened week loses a life with the next one (docs/rules.md §6.3).
    ...(week.firstLock !== null && rulesOf(before, week.contestId).lateEntryLosses
      ? laterWeeks(before, week.contestId, week.weekNumber, RESET)
      : []),
  ]
}

function entriesWithWaivedLossIn(before: PoolState, weekId: WeekId): readonly number[] {
  const isWaivedIn = (loss: { readonly weekId: WeekId }) => loss.weekId === weekId
  return Array.from(before.entries.values())
    .filter((entry) => entry.waivedLosses.some(isWaivedIn))
    .map(({ id }) => id)
}

/** Returns the topics that a reopening affects. Its picks are hidden again, so no earlier message may be sent again. */
export function topicsAffectedByReopening(before: PoolState, weekId: WeekId): readonly AffectedTopic[] {
  const week = before.rounds.get(weekId)
  if (week === undefined) return []
  return [
    affected(weekTopic(week.id), RESET),
    affected(seasonTopic(week.contestId), RESET),
    affected('pool', INFO),
    affected('admin', RESET),
    ...ownersOfSealedPicks(before),
    ...ownersOfVoidPlans(before, week.id),
    ...weeksAfterUnlocked(before, week),
  ]
}

/** Returns the weeks after one that is deleted with its games. */
export function weeksAfterDeleted(before: PoolState, week: Round): AffectedTopic[] {
  return [...weeksAfterUnlocked(before, week), ...changedChances(before, before.schedule.get(week.scheduleId), [])]
}

/** Returns the weeks after one whose lock ends, or all of its contest if other rules may apply to them then. */
function weeksAfterUnlocked(before: PoolState, { contestId, weekNumber }: Round): AffectedTopic[] {
  return laterWeeks(before, contestId, hasOtherRulesWithoutLock(before, contestId) ? 0 : weekNumber, RESET)
}

/** Returns whether rules on which results and standings depend change once no lock keeps them: an admin chose others for the next season. */
function hasOtherRulesWithoutLock(before: PoolState, contestId: ContestId): boolean {
  const rules = rulesOf(before, contestId)
  return STANDINGS_RULES.some((rule) => rules[rule] !== before.rules[rule])
}

/** Returns the topics of users whose plan is a pick again, because its week is open again. */
function ownersOfVoidPlans(before: PoolState, weekId: WeekId): readonly AffectedTopic[] {
  return Array.from(before.entries.values()).flatMap(({ userId, voidPlans }) =>
    voidPlans.some((plan) => plan.weekId === weekId) ? [affected(userTopic(userId), RESET)] : [],
  )
}

/**
 * Returns the topics of users from whom picks may be sealed: a lock shows the picks to them too, and a reopening hides them. That an address
 * was changed or an entry handed over is public.
 */
function ownersOfSealedPicks(before: PoolState): readonly AffectedTopic[] {
  const sealed = [...before.entries.values()].flatMap((entry) => (knownFrom(before, entry) > 0 ? entry.userId : []))
  return Array.from(new Set(sealed), (userId) => affected(userTopic(userId), FORGET, RESET))
}

/** Returns the topics that name a week by its number, which changes. */
export const renumbered = (before: PoolState, { id, contestId }: Round): AffectedTopic[] => [
  ...everyViewOf(before, contestId, RESET),
  ...ownersOfPicksIn(before, id),
]

/** Returns the topics of the users who have a pick in a week that is deleted or gets another number. */
export function ownersOfPicksIn(before: PoolState, weekId: WeekId): AffectedTopic[] {
  const owners: AffectedTopic[] = []
  for (const entry of before.entries.values()) {
    if (hasPick(entry, weekId)) owners.push(affected(userTopic(entry.userId), entries(entry.id)))
  }
  return owners
}

/** Returns the weeks with games that an admin decided about, because they name that admin: it may be anyone who is or was one. */
export function gamesByHand(before: PoolState, ...invalidations: readonly Invalidation[]): readonly AffectedTopic[] {
  return Array.from(before.rounds.values()).flatMap((week) => {
    const ids = gamesOf(before, week)
      .filter((game) => game.byHand !== undefined)
      .map(({ id }) => id)
    return ids.length === 0 ? [] : [affected(weekTopic(week.id), { kind: 'games', ids }, ...invalidations)]
  })
}
