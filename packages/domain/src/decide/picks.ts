import type { CommandData } from '../commands.ts'
import { createEvent, type PickData, type PoolEvent } from '../events.ts'
import { type PickId, pickIdOf, type Position, parsePickId } from '../ids.ts'
import { PICK_CHANGES, waitForPickChange } from '../pick-budget.ts'
import { absencesFrom, joinedSeasonAt, paymentFor } from '../participation.ts'
import type { PoolRules } from '../pool-rules.ts'
import { type Hashing, pickCommitment } from '../proof.ts'
import { gameOfTeam, hasKickedOff, isOnBye, isWeekClosed, usedTeams } from '../rules.ts'
import { hasSealedPick, isRankingSealed, isSealed } from '../seal.ts'
import { entryStanding, seasonResults } from '../standing.ts'
import { type Entry, type Pick, type PoolState, rulesForSeason, type Week } from '../state.ts'
import { parseTeam, type TeamAbbr } from '../teams.ts'
import { RuleViolation } from '../violation.ts'
import {
  type DecisionContext,
  type Decider,
  accept,
  reject,
  requireAdmin,
  requireApproved,
  requireEntry,
  requireOwnEntry,
  requireSignedInUser,
  requireVersion,
  requireWeek,
} from './context.ts'

export const submitPick: Decider<'SubmitPick'> = (state, command, context) => {
  const entry = requireOwnEntry(state, context, command.entryId)
  const week = requireWeek(state, command.weekId)
  const { events } = memberPick(state, entry, week, command, context)
  return { events, reply: { pickId: pickIdOf(entry.id, week.id), created: pickIn(entry, week) === undefined } }
}

export const changePick: Decider<'ChangePick'> = (state, command, context) => {
  const { entry, week } = ownPick(state, context, command.pickId)
  const { events, team } = memberPick(state, entry, week, command, context)
  return { events, reply: { pickId: command.pickId, entryId: entry.id, weekId: week.id, team } }
}

export const clearPick: Decider<'ClearPick'> = (state, { pickId: id, ifVersion, isLimited }, context) => {
  const { entry, week, pick } = ownPick(state, context, id)
  requireOpen(state, entry, week, context)
  requireNotKickedOff(state, week, pick.team, context, 'pick_kicked_off')
  requireVersion(pick.version, ifVersion)
  if (isLimited === true) requirePickBudget(entry, context)
  return accept(createEvent('PickCleared', { pickId: id, entryId: entry.id, weekId: week.id }))
}

/** Sets any entry's pick, after the lock only with a reason (docs/rules.md §3.3). */
export const overridePick: Decider<'OverridePick'> = (state, command, context) => {
  requireAdmin(state, context)
  const entry = requireEntry(state, command.entryId)
  const week = requireWeek(state, command.weekId)
  if (joinedSeasonAt(state, entry, week.seasonYear) === undefined) {
    throw new RuleViolation('not_in_season', { season: week.seasonYear })
  }
  requireNoVersionBeforeLock(week, command.ifVersion)
  if (isWeekClosed(week, context.siteNow) && (command.reason ?? '') === '') throw new RuleViolation('reason_required')
  const team = parseTeam(command.team) ?? reject('unknown_team')
  requireUnusedByAdmin(state, entry, week, team, context)
  requireNotOnBye(week, team)
  const current = pickIn(entry, week)
  const data = pickData(entry, week, team, command.nonce, context)
  return {
    events: [createEvent('PickOverridden', { ...data, source: 'override' })],
    reply: { pickId: data.pickId, created: current === undefined },
  }
}

/** Sets the teams that automatic picks prefer. The same ranking again records nothing (docs/rules.md §14.2). */
export const setRanking: Decider<'SetRanking'> = (state, command, context) => {
  const entry = requireOwnEntry(state, context, command.entryId)
  // Decides before the teams are looked at: a ranking that changes nothing would reveal the sealed one.
  if (isRankingSealed(state, entry)) throw new RuleViolation('picks_sealed')
  const teams = command.teams.map((team) => parseTeam(team) ?? rejectTeam(team))
  if (new Set(teams).size < teams.length) throw new RuleViolation('team_repeated')
  if (teams.join() === entry.ranking.join()) return accept()
  if (entry.ranking.length > 0 && command.isLimited === true) requirePickBudget(entry, context)
  return accept(createEvent('RankingSet', { entryId: entry.id, teams, nonce: command.nonce }))
}

function rejectTeam(team: string): never {
  throw new RuleViolation('unknown_team', { team })
}

export const removePick: Decider<'RemovePick'> = (state, { pickId: id, ifVersion }, context) => {
  requireAdmin(state, context)
  const { entry, week, pick } = pickById(state, id)
  requireNoVersionBeforeLock(week, ifVersion)
  requireVersion(pick.version, ifVersion)
  return accept(createEvent('PickCleared', { pickId: id, entryId: entry.id, weekId: week.id }))
}

/** Throws if an admin compares the version of a hidden pick, which would reveal when it changed (docs/rules.md §10.1). */
function requireNoVersionBeforeLock(week: Week, ifVersion: Position | undefined): void {
  if (week.locked === null && ifVersion !== undefined) throw new RuleViolation('version_hidden')
}

/** Shows the picks of an open week to admins. The event is public (docs/rules.md §10.2). */
export const unmaskPicks: Decider<'UnmaskPicks'> = (state, { weekId, reason }, context) => {
  requireAdmin(state, context)
  const week = requireWeek(state, weekId)
  if (reason === '') throw new RuleViolation('reason_required')
  if (week.locked !== null) throw new RuleViolation('already_revealed')
  return accept(...(week.unmasked ? [] : [createEvent('PicksUnmasked', { weekId })]))
}

/** Decides a member's pick. Picking the team that the entry has already picked records nothing (docs/rules.md §3.1). */
function memberPick(
  state: PoolState,
  entry: Entry,
  week: Week,
  { team: text, nonce, ifVersion, isLimited }: Pick_<'team' | 'nonce' | 'ifVersion' | 'isLimited'>,
  context: DecisionContext,
): { readonly events: readonly PoolEvent[]; readonly team: TeamAbbr } {
  requireOpen(state, entry, week, context)
  if (isUnpaidFor(rulesForSeason(state, week.seasonYear), entry, week)) throw new RuleViolation('entry_unpaid')
  const team = parseTeam(text) ?? reject('unknown_team')
  const current = pickIn(entry, week)
  requireUnused(state, entry, week, team)
  requireNotOnBye(week, team)
  if (week.ineligibleTeams.includes(team)) throw new RuleViolation('team_ineligible', { team })
  if (current !== undefined && current.team !== team) {
    requireNotKickedOff(state, week, current.team, context, 'pick_kicked_off')
  }
  requireNotKickedOff(state, week, team, context, 'team_kicked_off')
  requireVersion(current?.version, ifVersion)
  if (current?.team === team) return { events: [], team }
  // A first pick is always possible: an entry without one would be out.
  if (current !== undefined && isLimited === true) requirePickBudget(entry, context)
  return { events: [createEvent('PickSubmitted', pickData(entry, week, team, nonce, context))], team }
}

type Pick_<K extends keyof CommandData['SubmitPick']> = { readonly [P in K]?: CommandData['SubmitPick'][P] } & {
  readonly team: string
  readonly nonce: string
}

/** Builds the data of a pick's event, with its commitment. */
export function pickData(
  entry: Entry,
  week: Week,
  team: TeamAbbr,
  nonce: string,
  { hashing }: { readonly hashing: Hashing },
): PickData {
  const id = pickIdOf(entry.id, week.id)
  const commitment = pickCommitment(hashing, nonce, entry.id, week.id, team)
  return { pickId: id, entryId: entry.id, weekId: week.id, team, nonce, commitment }
}

export function pickIn(entry: Entry, week: Week): Pick | undefined {
  return entry.picks.find((pick) => pick.weekId === week.id)
}

/** The teams that the entry used in other weeks of the season. Weeks that were deleted freed their teams. */
export function usedTeamsOf(state: PoolState, entry: Entry, week: Week): ReadonlyMap<TeamAbbr, number> {
  const picks = entry.picks.flatMap(({ team, weekId }) => {
    const pickWeek = state.weeks.get(weekId)
    return pickWeek === undefined ? [] : [{ team, week: pickWeek }]
  })
  return usedTeams(picks, week)
}

function requireUnused(state: PoolState, entry: Entry, week: Week, team: TeamAbbr): void {
  const weekNumber = usedTeamsOf(state, entry, week).get(team)
  if (weekNumber !== undefined) throw new RuleViolation('team_used', { team, week: weekNumber })
}

/** The teams of the other weeks: of hidden ones as {@link requireNotHidden} says, of all others with the number of the week. */
function requireUnusedByAdmin(state: PoolState, entry: Entry, week: Week, team: TeamAbbr, context: DecisionContext): void {
  requireNotHidden(state, entry, week, team, context)
  requireUnused(state, entry, week, team)
}

/**
 * Throws if the entry uses the team in another week of the season that is hidden from the actor. The error does not name the week,
 * and the attempt is recorded (docs/rules.md §3.4).
 */
export function requireNotHidden(state: PoolState, entry: Entry, week: Week, team: TeamAbbr, { actor }: DecisionContext): void {
  const hidden = entry.picks.find((pick) => {
    const other = state.weeks.get(pick.weekId)
    return pick.team === team && pick.weekId !== week.id && other?.seasonYear === week.seasonYear && other.locked === null
  })
  const isOwn = actor.kind === 'user' && actor.userId === entry.userId
  if (hidden === undefined || (isOwn && !isSealed(state, entry, hidden))) return
  throw new RuleViolation('team_used', { team }, [createEvent('OverrideRefused', { entryId: entry.id, weekId: week.id })])
}

function requireNotOnBye(week: Week, team: TeamAbbr): void {
  if (isOnBye(week.games, team)) throw new RuleViolation('team_on_bye', { team })
}

function requireOpen(state: PoolState, entry: Entry, week: Week, context: DecisionContext): void {
  if (isWeekClosed(week, context.siteNow)) throw new RuleViolation('week_locked')
  requireInSeason(state, entry, week)
  const season = seasonResults(state, week.seasonYear)
  if (entryStanding(state, entry, season).status === 'out') throw new RuleViolation('entry_eliminated')
  // Decides before the team is looked at: a refusal for a used team would reveal the sealed pick (docs/rules.md §11.6).
  if (hasSealedPick(state, entry)) throw new RuleViolation('picks_sealed')
}

/** Throws unless an entry takes part in the season of a week (docs/rules.md §16.2). */
function requireInSeason(state: PoolState, entry: Entry, { seasonYear }: Week): void {
  const absence = absencesFrom(state, seasonResults(state, seasonYear))(entry)
  if (absence !== undefined) throw new RuleViolation(absence, { season: seasonYear })
}

/** Whether an entry cannot pick in a week because its fee is unpaid (docs/rules.md §14.5). */
export function isUnpaidFor({ unpaidAfterWeek }: PoolRules, entry: Entry, week: Week): boolean {
  return unpaidAfterWeek !== null && week.weekNumber > unpaidAfterWeek && paymentFor(entry, week.seasonYear) === null
}

/** Under `team_lock: kickoff`, a team whose game has kicked off can be neither picked nor given up (docs/rules.md §7.1). */
function requireNotKickedOff(
  state: PoolState,
  week: Week,
  team: TeamAbbr,
  { siteNow }: DecisionContext,
  code: 'team_kicked_off' | 'pick_kicked_off',
): void {
  const game = gameOfTeam(week.games, team)
  if (rulesForSeason(state, week.seasonYear).teamLock === 'kickoff' && game !== undefined && hasKickedOff(game, siteNow)) {
    throw new RuleViolation(code, { team })
  }
}

/** Limits how often the owner changes and clears picks. The pick that the entry has stays (docs/rules.md §3.7). */
function requirePickBudget({ pickBudgetFullAt }: Entry, { now }: DecisionContext): void {
  const seconds = Math.ceil(waitForPickChange(pickBudgetFullAt, now) / 1000)
  if (seconds === 0) return
  throw new RuleViolation('too_many_pick_changes', {
    changes: PICK_CHANGES,
    minutes: Math.ceil(seconds / 60),
    retryAfter: seconds,
  })
}

interface LocatedPick {
  readonly entry: Entry
  readonly week: Week
  readonly pick: Pick
}

function pickById(state: PoolState, id: PickId): LocatedPick {
  const { entryId, weekId } = parsePickId(id)
  const entry = state.entries.get(entryId) ?? reject('pick_not_found')
  const week = state.weeks.get(weekId) ?? reject('pick_not_found')
  return { entry, week, pick: pickIn(entry, week) ?? reject('pick_not_found') }
}

function ownPick(state: PoolState, context: DecisionContext, id: PickId): LocatedPick {
  // Check the actor first, so that visitors do not learn whether the pick exists.
  const user = requireSignedInUser(state, context)
  const located = pickById(state, id)
  // Another member's pick does not exist for this one (docs/rules.md §3.1).
  if (located.entry.userId !== user.id) throw new RuleViolation('pick_not_found')
  requireApproved(user)
  return located
}
