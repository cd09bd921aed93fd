import { allPicks, pickAt } from '../state/entry-picks.ts'
import type { CommandData } from '../commands.ts'
import { createEvent, type PickData, type PoolEvent } from '../events/events.ts'
import type { Game } from '../values/game.ts'
import { type EntryId, type ExpectedVersion, parsePickId, type PickId, pickIdOf } from '../values/ids.ts'
import { PICK_CHANGES, waitForPickChange } from '../state/pick-budget.ts'
import { joinedSeasonAt, paymentFor } from '../standing/participation.ts'
import { type PoolRules, refusedPick, refusedTeam, type Refusal, type TeamAttempt } from '../pool-rules/index.ts'
import { type Hashing, pickCommitment } from '../proof/proof.ts'
import { gameOfTeam, hasKickedOff, obstacleTo } from '../values/game-life.ts'
import { obstacleCode, type Obstacles, obstaclesIn, refusalOf } from '../values/obstacles.ts'
import { hasTeamBegun } from '../state/begun-games.ts'
import { requireReason } from './known-results.ts'
import { isUseCounted, usedTeams } from '../values/team-uses.ts'
import { withWeeks } from '../situation/used-teams.ts'
import { isRankingSealed, isSealed } from '../state/seal.ts'
import { type Entry, gamesOf, mayPickFor, type Pick, type PoolState, type Round, rulesOf, slotsOf } from '../state/state.ts'
import type { Slot } from '../values/slots.ts'
import { parseTeam, type TeamAbbr } from '../values/teams.ts'
import { RuleViolation } from '../events/violation.ts'
import {
  type DecisionContext,
  type Decider,
  accept,
  reject,
  requireApproved,
  requireEntry,
  requireEntryToPick,
  requireOwnEntry,
  requireSignedInUser,
  requireVersion,
  requireRound,
  throwRefusal,
} from './context.ts'
import { pickingFactsOf, teamFactsOf } from '../situation/of-pool.ts'
import { against, closedRefusal } from '../situation/picking.ts'
import { planJudge } from '../situation/judge-plans.ts'

export const submitPick: Decider<'SubmitPick'> = (state, command, context) => {
  const entry = requireEntryToPick(state, context, command.entryId)
  const week = requireRound(state, command.weekId)
  const slot = requireSlot(state, week, command.slot)
  const { events } = memberPick(state, { entry, week, slot }, command, context)
  return { events, reply: { pickId: pickIdOf(entry.id, week.id, slot), created: pickAt(entry, week.id, slot) === undefined } }
}

export const changePick: Decider<'ChangePick'> = (state, command, context) => {
  const { entry, week, pick } = ownPick(state, context, command.pickId)
  const { events, team } = memberPick(state, { entry, week, slot: pick.slot }, command, context)
  return { events, reply: { pickId: command.pickId, entryId: entry.id, weekId: week.id, team } }
}

export const clearPick: Decider<'ClearPick'> = (state, { pickId: id, ifVersion, isLimited }, context) => {
  const { entry, week, pick } = ownPick(state, context, id)
  requireOpen(state, entry, week, context)
  requireLeavable(state, week, pick.team, context)
  requireVersion(pick.version, ifVersion)
  if (isLimited === true) requirePickBudget(entry, context)
  return accept(createEvent('PickCleared', { pickId: id, entryId: entry.id, weekId: week.id }))
}

/** Sets any entry's pick. Where a result may be known, only with a reason (docs/rules.md §3.3). */
export const overridePick: Decider<'OverridePick'> = (state, command, context) => {
  const entry = requireEntry(state, command.entryId)
  const week = requireRound(state, command.weekId)
  if (joinedSeasonAt(state, entry, week.seasonYear) === undefined) {
    throw new RuleViolation('not_in_season', { season: week.seasonYear })
  }
  requireNoVersionBeforeLock(week, command.ifVersion)
  const slot = requireSlot(state, week, command.slot)
  const team = parseTeam(command.team) ?? reject('unknown_team')
  const current = pickAt(entry, week.id, slot)
  requireReason(state, week, { team, replaces: current !== undefined, reason: command.reason }, context.siteNow)
  requireNotHidden(state, { entry, week, slot }, team, context)
  requireNoObstacle(state, { entry, week, slot }, team, 'admin')
  requireVersion(current?.version, command.ifVersion)
  const data = pickData({ entry, week, slot }, team, command.nonce, context)
  const hasBegun = hasTeamBegun(state, week, team, context.siteNow)
  return {
    events: [
      createEvent('PickOverridden', { ...data, source: 'override', ...(hasBegun && { hasBegun }) }),
      // Until the lock, the override itself is hidden.
      ...(hasBegun && week.locked === null ? [createEvent('BegunGamePicked', { weekId: week.id })] : []),
    ],
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

/** Deletes any entry's pick. Where a result may be known, only with a reason (docs/rules.md §3.5). */
export const removePick: Decider<'RemovePick'> = (state, { pickId: id, reason, ifVersion }, context) => {
  const { entry, week, pick } = pickById(state, id)
  requireNoVersionBeforeLock(week, ifVersion)
  requireReason(state, week, { replaces: true, reason }, context.siteNow)
  requireVersion(pick.version, ifVersion)
  // In an open week, whether its game has begun would say something about a hidden pick.
  const hasBegun = week.locked !== null && hasTeamBegun(state, week, pick.team, context.siteNow)
  return accept(createEvent('PickCleared', { pickId: id, entryId: entry.id, weekId: week.id, ...(hasBegun && { hasBegun }) }))
}

/** Throws if an admin compares the version of a hidden pick, which would reveal when it changed (docs/rules.md §10.1). */
function requireNoVersionBeforeLock(week: Round, ifVersion: ExpectedVersion | undefined): void {
  if (week.locked === null && ifVersion !== undefined) throw new RuleViolation('version_hidden')
}

/** Shows the picks of an open week to admins. The event is public (docs/rules.md §10.2). */
export const unmaskPicks: Decider<'UnmaskPicks'> = (state, { weekId, reason, ifVersion }) => {
  const week = requireRound(state, weekId)
  requireVersion(week.version, ifVersion)
  if (reason === '') throw new RuleViolation('reason_required')
  if (week.locked !== null) throw new RuleViolation('already_revealed')
  return accept(...(week.unmasked ? [] : [createEvent('PicksUnmasked', { weekId })]))
}

/**
 * Decides a member's pick. Picking the team that the entry has already picked records nothing, whatever keeps others from picking it by now,
 * unless the plan is void (docs/rules.md §3.1).
 */
function memberPick(
  state: PoolState,
  place: PickPlace,
  { team: text, nonce, ifVersion, isLimited }: MemberPick,
  context: DecisionContext,
): { readonly events: readonly PoolEvent[]; readonly team: TeamAbbr } {
  const { entry, week, slot } = place
  requireOpen(state, entry, week, context)
  throwRefusal(payingRefusal(rulesOf(state, week.contestId), entry, week))
  const team = parseTeam(text) ?? reject('unknown_team')
  const current = pickAt(entry, week.id, slot)
  if (current?.team === team) {
    requireStanding(state, place, current)
    requireVersion(current.version, ifVersion)
    return { events: [], team }
  }
  if (current !== undefined) requireLeavable(state, week, current.team, context)
  requireNoObstacle(state, place, team, 'member', context)
  requireVersion(current?.version, ifVersion)
  // A first pick is always possible: an entry without one would be out.
  if (current !== undefined && isLimited === true) requirePickBudget(entry, context)
  return { events: [createEvent('PickSubmitted', pickData(place, team, nonce, context))], team }
}

type MemberPick = Omit<CommandData['SubmitPick'], 'entryId' | 'weekId' | 'slot'>

/** Where a pick is, or will be. */
export interface PickPlace {
  readonly entry: Entry
  readonly week: Round
  readonly slot: Slot
}

/** Returns the slot of a week that a command names; the first if it names none. Throws if the week has fewer. */
function requireSlot(state: PoolState, week: Round, named = 1): Slot {
  const slots = slotsOf(state, week)
  const slot = slots.find((other) => other === named)
  if (slot === undefined) throw new RuleViolation('slot_unknown', { week: week.weekNumber, picks: slots.length })
  return slot
}

/** Builds the data of a pick's event, with its commitment. */
export function pickData(
  { entry, week, slot }: { readonly entry: { readonly id: EntryId }; readonly week: Round; readonly slot: Slot },
  team: TeamAbbr,
  nonce: string,
  { hashing }: { readonly hashing: Hashing },
): PickData {
  const id = pickIdOf(entry.id, week.id, slot)
  const commitment = pickCommitment(hashing, nonce, entry.id, week.id, team)
  return { pickId: id, entryId: entry.id, weekId: week.id, team, nonce, commitment }
}

/** The number of the week of the last use by which the entry cannot pick a team in a slot of a week. */
function lastUseOf(state: PoolState, { entry, week, slot }: PickPlace, team: TeamAbbr): number | undefined {
  const uses = allPicks(entry).filter((pick) => pick.team === team)
  if (uses.some((pick) => pick.weekId === week.id && pick.slot !== slot)) return week.weekNumber
  return usedTeams(withWeeks(state, uses), week, rulesOf(state, week.contestId)).get(team)
}

/**
 * Throws if something keeps a team from being newly picked (docs/rules.md §3.2).
 * @param context for a member: the time, by which games have kicked off
 */
function requireNoObstacle(
  state: PoolState,
  place: PickPlace,
  team: TeamAbbr,
  chooser: 'member' | 'admin',
  context?: DecisionContext,
): void {
  const games = gamesOf(state, place.week)
  const { obstacles, usedIn, opponent } = against(teamFactsOf(state, place, team), place.slot, team, context?.siteNow ?? null)
  const obstacle = refusalOf(obstacles, chooser)
  if (obstacle === undefined) return
  const isCalledOff = obstacle === 'game_cancelled' || obstacle === 'game_postponed'
  const game = isCalledOff ? gameOfTeam(games, team) : undefined
  throw new RuleViolation(obstacleCode(obstacle), {
    team,
    ...(obstacle === 'team_used' && usedIn !== undefined && { week: usedIn }),
    ...(obstacle === 'opponents_picked' && opponent !== undefined && { opponent }),
    ...(game !== undefined && { away: game.away, home: game.home }),
  })
}

/** Throws if a plan that an entry has is void by now (docs/rules.md §3.9). */
function requireStanding(state: PoolState, { entry, week }: PickPlace, { team }: Pick): void {
  const voidance = planJudge(state, week)(entry, team)
  if (voidance === undefined) return
  const { why, usedIn } = voidance
  throw new RuleViolation(obstacleCode(why), { team, ...(why === 'team_used' && { week: usedIn.weekNumber }) })
}

/** Collects what about a week speaks against a team, for every entry alike, and more. */
export function obstaclesOfWeek(
  { weekNumber, ineligibleTeams }: Round,
  games: readonly Game[],
  team: TeamAbbr,
  more: Parameters<typeof obstaclesIn>[0] = {},
): Obstacles {
  return obstaclesIn({ ...more, team_ineligible: ineligibleTeams.includes(team) }, obstacleTo(games, team, weekNumber))
}

/** Whether an admin may not know a pick: its week has not locked, and the admin may not pick for the entry, or it is sealed. */
export function isHiddenFrom(state: PoolState, entry: Entry, pick: Pick, actor: DecisionContext['actor']): boolean {
  if (state.rounds.get(pick.weekId)?.locked !== null) return false
  return actor.kind !== 'user' || !mayPickFor(state, actor.userId, entry) || isSealed(state, entry, pick)
}

/**
 * Throws if the entry cannot use the team because of another week of the season that is hidden from the actor. The error does not name the week,
 * and the attempt is recorded (docs/rules.md §3.4).
 */
export function requireNotHidden(state: PoolState, place: PickPlace, team: TeamAbbr, { actor }: DecisionContext): void {
  if (lastUseOf(state, place, team) === undefined) return
  const { entry, week, slot } = place
  const rules = rulesOf(state, week.contestId)
  const isHidden = allPicks(entry).some((pick) => {
    const other = state.rounds.get(pick.weekId)
    if (pick.team !== team || (other === week && pick.slot === slot) || other?.contestId !== week.contestId) return false
    return isUseCounted(rules, other.weekNumber, week.weekNumber) && isHiddenFrom(state, entry, pick, actor)
  })
  if (!isHidden) return
  throw new RuleViolation('team_used', { team }, [createEvent('OverrideRefused', { entryId: entry.id, weekId: week.id })])
}

function requireOpen(state: PoolState, entry: Entry, week: Round, { siteNow }: DecisionContext): void {
  throwRefusal(closedRefusal(pickingFactsOf(state, entry, week), siteNow))
}

/** Why the rules do not let an entry pick in a week, whatever the team; undefined if they do. */
export function payingRefusal(rules: PoolRules, entry: Entry, week: Round): Refusal | undefined {
  return refusedPick(rules, { weekNumber: week.weekNumber, isPaid: () => paymentFor(entry, week.seasonYear) !== null })
}

/** Throws if the rules do not let a pick give up a team after its game began. */
function requireLeavable(state: PoolState, week: Round, team: TeamAbbr, context: DecisionContext): void {
  throwRefusal(refusedTeam(rulesOf(state, week.contestId), attemptOn(state, week, team, context, { isGivenUp: true })))
}

function attemptOn(
  state: PoolState,
  week: Round,
  team: TeamAbbr,
  { siteNow }: DecisionContext,
  { isGivenUp }: { readonly isGivenUp: boolean },
): TeamAttempt {
  const hasBegun = (): boolean => {
    const game = gameOfTeam(gamesOf(state, week), team)
    return game !== undefined && hasKickedOff(game, siteNow)
  }
  return { team, hasKickedOff: hasBegun, isGivenUp }
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

interface LocatedPick extends Omit<PickPlace, 'slot'> {
  readonly pick: Pick
}

function pickById(state: PoolState, id: PickId): LocatedPick {
  const { entryId, weekId, slot } = parsePickId(id)
  const entry = state.entries.get(entryId) ?? reject('pick_not_found')
  const week = state.rounds.get(weekId) ?? reject('pick_not_found')
  return { entry, week, pick: pickAt(entry, week.id, slot) ?? reject('pick_not_found') }
}

function ownPick(state: PoolState, context: DecisionContext, id: PickId): LocatedPick {
  // Check the actor first, so that visitors do not learn whether the pick exists.
  const user = requireSignedInUser(state, context)
  const located = pickById(state, id)
  // Another member's pick does not exist for this one (docs/rules.md §3.1).
  if (!mayPickFor(state, user.id, located.entry)) throw new RuleViolation('pick_not_found')
  requireApproved(user)
  return located
}
