import { allPicks, hasPick, picksOf } from '../state/entry-picks.ts'
import { automaticLock } from '../values/calendar.ts'
import { type EventOfType, createEvent, type PoolEvent } from '../events/events.ts'
import { visibleTo } from '../hidden.ts'
import type { Instant } from '../values/instant.ts'
import { changedRules, conflictOfChange, type PoolRules, snakeCase } from '../pool-rules/index.ts'
import type { Game } from '../values/game.ts'
import { isWeekComplete } from '../standing/season-results.ts'
import { currentRound, gamesOf, type PoolState, type Round, rulesOf, windowOf } from '../state/state.ts'
import { hasKickedOff } from '../values/game-life.ts'
import { isWeekClosed } from '../values/week.ts'
import { parseTeam, type TeamAbbr } from '../values/teams.ts'
import { RuleViolation } from '../events/violation.ts'
import { audienceOf } from './audience.ts'
import { type Decider, accept, requireVersion, requireRound } from './context.ts'

export const deleteWeek: Decider<'DeleteWeek'> = (state, { weekId: id, ifVersion }) => {
  const week = requireRound(state, id)
  if (state.currentWeekId === id) throw new RuleViolation('cannot_delete_current_week')
  requireVersion(week.version, ifVersion)
  return accept(createEvent('WeekDeleted', { weekId: id }))
}

export const setCurrentWeek: Decider<'SetCurrentWeek'> = (state, { weekId: id, ifVersion }) => {
  const week = requireRound(state, id)
  requireVersion(week.version, ifVersion)
  return accept(...(state.currentWeekId === week.id ? [] : [createEvent('CurrentWeekSet', { weekId: id })]))
}

export const setLockTime: Decider<'SetLockTime'> = (state, command, context) => {
  const week = requireRound(state, command.weekId)
  requireVersion(week.version, command.ifVersion)
  const automatic = command.lockTime === 'auto'
  const lockTime =
    command.lockTime === 'auto'
      ? automaticLock(week, gamesOf(state, week), rulesOf(state, week.contestId).lock, windowOf(state, week.scheduleId))
      : command.lockTime
  if (lockTime === week.lockTime && automatic === week.lockIsAutomatic) return accept()
  const changed = createEvent('LockTimeChanged', { weekId: week.id, lockTime, automatic })
  return accept(changed, ...reopenWeeks(state, [{ ...week, lockTime }], context.siteNow, context.now))
}

export const setIneligibleTeams: Decider<'SetIneligibleTeams'> = (state, command) => {
  const week = requireRound(state, command.weekId)
  requireVersion(week.version, command.ifVersion)
  const teams = [...new Set(command.teams.map(toTeam))].sort()
  if (teams.join() === week.ineligibleTeams.join()) return accept()
  return accept(createEvent('IneligibleTeamsSet', { weekId: week.id, teams }))
}

/** Sets how many picks each entry has in an open week, as long as nobody has picked in it (docs/rules.md §19). */
export const setPicksOfWeek: Decider<'SetPicksOfWeek'> = (state, { weekId: id, picks, ifVersion }, context) => {
  const week = requireRound(state, id)
  requireVersion(week.version, ifVersion)
  if (isWeekClosed(week, context.siteNow)) throw new RuleViolation('week_locked')
  if ([...state.entries.values()].some((entry) => hasPick(entry, id))) throw new RuleViolation('week_has_picks')
  return accept(...(week.picks === picks ? [] : [createEvent('PicksOfWeekSet', { weekId: id, picks })]))
}

function toTeam(text: string): TeamAbbr {
  const team = parseTeam(text)
  if (team === undefined) throw new RuleViolation('unknown_team', { team: text.trim().toUpperCase() })
  return team
}

export const setSiteTime: Decider<'SetSiteTime'> = (state, { siteTime, running }, context) => {
  return accept(
    createEvent('SiteTimeSet', { siteTime, running }),
    ...reopenWeeks(state, state.rounds.values(), siteTime, context.now),
  )
}

export const clearSiteTime: Decider<'ClearSiteTime'> = (state, _command, context) => {
  if (state.siteClock.mode === 'real') return accept()
  return accept(createEvent('SiteTimeCleared', {}), ...reopenWeeks(state, state.rounds.values(), context.now, context.now))
}

export const changeRules: Decider<'ChangeRules'> = (state, { rules }) => {
  const week = currentRound(state)
  if (week !== undefined && (state.contests.get(week.contestId)?.rules ?? null) !== null) throw new RuleViolation('rules_locked')
  const conflict = conflictOfChange(state.rules, rules)
  if (conflict !== undefined)
    throw new RuleViolation('rules_conflict', { because: conflict.because, field: snakeCase(conflict.with) })
  const after = changedRules(state.rules, rules)
  const isFirstChoice = rules.preset !== undefined && state.setup.marks.rules !== 'done'
  if (!isFirstChoice && JSON.stringify(after) === JSON.stringify(state.rules)) return accept()
  const changed = createEvent('PoolRulesChanged', { rules: after, ...(isFirstChoice ? { chosen: true as const } : {}) })
  const open = [...state.rounds.values()].filter(({ contestId }) => (state.contests.get(contestId)?.rules ?? null) === null)
  return accept(changed, ...open.flatMap((round) => moveAutomaticLock(state, round, gamesOf(state, round), after)))
}

/**
 * Returns the move of a round's automatic lock to where the rules put it, as long as it has not locked. One that has reopened never moves to a
 * later time: its picks have been public, and it would stay open (docs/rules.md §2.3).
 */
export function moveAutomaticLock(
  state: PoolState,
  round: Round,
  games: readonly Game[],
  { lock }: PoolRules,
): readonly EventOfType<'LockTimeChanged'>[] {
  if (!round.lockIsAutomatic || round.locked !== null) return []
  const lockTime = automaticLock(round, games, lock, windowOf(state, round.scheduleId))
  if (lockTime === round.lockTime || (round.firstLock !== null && lockTime > round.lockTime)) return []
  return [createEvent('LockTimeChanged', { weekId: round.id, lockTime, automatic: true })]
}

/**
 * Returns the reopening of each locked week whose lock time is in the future again, ordered by id, each followed by the
 * withdrawals of its automatic picks. Undoing a reveal of members' picks is marked; a rehearsal with random picks is not
 * (docs/rules.md §2.4). No result counts before the next lock, because the picks are hidden again, and what a rehearsal has made of games
 * that are still to be played ends first.
 * @param now the real time
 */
export function reopenWeeks(state: PoolState, weeks: Iterable<Round>, siteNow: Instant, now: Instant): PoolEvent[] {
  const reopening = [...weeks].filter((week) => week.locked !== null && siteNow < week.lockTime)
  return reopening
    .sort((a, b) => a.id - b.id)
    .flatMap((week) => {
      const marked = week.locked?.revealedMembersPick === true
      const reopened = createEvent('WeekReopened', { weekId: week.id, marked, resultsWait: true })
      return [...resetUnplayedGames(state, week, now), reopened, ...withdrawAssignedPicks(state, week)]
    })
}

/** Games are played in real time: one that kicks off later has no score but that of *Randomize Scores* or *Set All to Final*. */
function resetUnplayedGames(state: PoolState, week: Round, now: Instant): PoolEvent[] {
  return gamesOf(state, week)
    .filter((game) => game.byHand === undefined && now < game.kickoff && hasKickedOff(game, now))
    .map(({ id }) => createEvent('GameStatusChanged', { weekId: week.scheduleId, gameId: id, status: 'scheduled', detail: null }))
}

function withdrawAssignedPicks(state: PoolState, week: Round): EventOfType<'AssignedPickWithdrawn'>[] {
  const assigned = [...state.entries.values()].flatMap((entry) =>
    picksOf(entry, week.id).flatMap(({ id: pickId, assignedBy }) =>
      assignedBy === null ? [] : [{ pickId, entryId: entry.id, weekId: week.id }],
    ),
  )
  return assigned.sort((a, b) => a.entryId - b.entryId).map((data) => createEvent('AssignedPickWithdrawn', data))
}

export const changeWeekSummary: Decider<'ChangeWeekSummary'> = (state, { weekId: id, digest, isPinned }) => {
  const week = requireRound(state, id)
  if (!isWeekComplete(state, week)) throw new RuleViolation('week_not_complete')
  const before = { weekId: id, digest: week.summaryDigest, isPinned: state.pinnedSummary === id }
  const after = { weekId: id, digest: digest === undefined ? before.digest : digest, isPinned: isPinned ?? before.isPinned }
  const isSame = after.digest === before.digest && after.isPinned === before.isPinned
  return accept(...(isSame ? [] : [createEvent('WeekSummaryChanged', after)]))
}

/** Decides under the append lock who gets a broadcast, so that nobody is asked for a pick that was just made. */
export const queueBroadcast: Decider<'QueueBroadcast'> = (state, { audience, accounts }, context) => {
  const members = audienceOf(visibleTo(state, context.actor), audience, context.siteNow)
  const userIds = accounts.filter((id) => members.has(id))
  const event = createEvent('BroadcastQueued', {
    recipients: userIds.length,
    ...(audience === 'all' ? {} : { audience }),
  })
  return { events: [event], reply: { userIds } }
}

export const purgeWeeks: Decider<'PurgeWeeks'> = (state, _command) => {
  const weeks = state.rounds.count()
  const games = [...state.schedule.values()].reduce((sum, week) => sum + week.games.length, 0)
  const counts = { weeks, games, picks: countPicks(state) }
  const events: PoolEvent[] = weeks === 0 ? [] : [createEvent('WeeksPurged', counts)]
  return { events, reply: counts }
}

/** Returns the number of picks in weeks that exist. */
export function countPicks(state: PoolState): number {
  let picks = 0
  for (const entry of state.entries.values()) {
    for (const pick of allPicks(entry)) if (state.rounds.has(pick.weekId)) picks += 1
  }
  return picks
}

export const lockDueWeeks: Decider<'LockDueWeeks'> = () => accept()
