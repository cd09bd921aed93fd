import { isSameLoss } from '../events/events.ts'
import { absencesFrom, isSeasonDecided, paymentFor } from '../standing/participation.ts'
import { entryRecord, seasonResults } from '../standing/season-results.ts'
import { allPicks, pickAt, picksOf } from '../state/entry-picks.ts'
import { hasSealedPick, isBallotSealed, isRankingSealed, isSealed } from '../state/seal.ts'
import {
  currentRound,
  type Entry,
  gamesOf,
  mayMissFilter,
  type PoolState,
  type Round,
  roundsOf,
  rulesOf,
  slotCount,
} from '../state/state.ts'
import type { ContestId } from '../values/ids.ts'
import type { Instant } from '../values/instant.ts'
import { usedTeams } from '../values/team-uses.ts'
import type { TeamAbbr } from '../values/teams.ts'
import { lapseOfLoss } from './buyback.ts'
import type { BuybackFacts, OutlookFacts, PickingFacts, SituationFacts, TeamFacts } from './facts.ts'
import { planJudge } from './judge-plans.ts'
import { type Outlook, outlookOf } from './outlook.ts'
import { type Situation, situationOf } from './situation.ts'
import { publiclyUsedTeamsOf, usedTeamsInOtherWeeks, withWeeks } from './used-teams.ts'

/**
 * Says what the rules make of an entry in a week at a site time, as its owner may know it. Record the locks that are due before.
 */
export function situation(state: PoolState, entry: Entry, week: Round, siteNow: Instant): Situation<Instant> {
  return situationOf(situationFactsOf(state, entry, week), siteNow)
}

/** Says the same without what the entry may pick. */
export function outlook(state: PoolState, entry: Entry, week: Round, siteNow: Instant): Outlook<Instant> {
  return outlookOf(situationFactsOf(state, entry, week), siteNow)
}

/**
 * The outlook as everybody knows it: which teams are picked in open weeks changes nothing, not even if the actor may know them, and neither does
 * the owner's list. How many members are reminded is public (docs/rules.md §15).
 */
export function publicOutlook(state: PoolState, entry: Entry, week: Round, siteNow: Instant): Outlook<Instant> {
  const facts = publicFactsOf(state, entry, week)
  const picks = picksOf(entry, week.id).map(({ slot, team }) => ({
    slot,
    team: week.locked === null ? null : team,
    voidBy: null,
  }))
  return outlookOf({ ...facts, picks, used: facts.usedForGood, ranking: null }, siteNow)
}

/** Maps the pool's state to what decides the situation of an entry in a week. */
function situationFactsOf(state: PoolState, entry: Entry, week: Round): SituationFacts<Instant> {
  const { splitVote } = state
  const voidanceOf = planJudge(state, week)
  return {
    ...pickingFactsOf(state, entry, week),
    ...publicFactsOf(state, entry, week),
    rules: rulesOf(state, week.contestId),
    picks: picksOf(entry, week.id).map((pick) => {
      if (isSealed(state, entry, pick)) return { slot: pick.slot, team: null, voidBy: null }
      const voidance = week.locked === null ? voidanceOf(entry, pick.team) : undefined
      return { slot: pick.slot, team: pick.team, voidBy: voidance?.why ?? null }
    }),
    used: usedTeamsInOtherWeeks(state, entry, week),
    ranking: isRankingSealed(state, entry) ? null : entry.ranking,
    vote:
      splitVote?.weekId === week.id && splitVote.entryIds.includes(entry.id)
        ? { choice: isBallotSealed(state, entry) ? null : (state.splitBallots.get(entry.id)?.choice ?? null) }
        : null,
  }
}

/** What of it everybody knows. */
function publicFactsOf(state: PoolState, entry: Entry, week: Round): Omit<OutlookFacts<Instant>, 'picks' | 'used' | 'ranking'> {
  const isCurrent = currentRound(state)?.contestId === week.contestId
  return {
    season: seasonResults(state, week.contestId),
    record: entryRecord(state, entry, week.contestId),
    rules: rulesOf(state, week.contestId),
    weekId: week.id,
    weekNumber: week.weekNumber,
    isLocked: week.locked !== null,
    ineligible: week.ineligibleTeams,
    games: gamesOf(state, week),
    usedForGood: publiclyUsedTeamsOf(state, entry, week),
    slots: slotCount(state, week),
    isPaid: paymentFor(entry, week.seasonYear) !== null,
    mayMiss: mayMissFilter(week)(entry.id),
    autoPicks: countAssigned(state, entry, week),
    openWeeks: roundsOf(state, week.contestId).filter(({ locked }) => locked === null),
    buyback: isCurrent ? buybackFactsOf(state, entry, week.contestId) : null,
  }
}

/** What decides whether an entry may pick in a week, whatever the team. */
export function pickingFactsOf(state: PoolState, entry: Entry, week: Round): PickingFacts<Instant> {
  const season = seasonResults(state, week.contestId)
  return {
    season,
    record: entryRecord(state, entry, week.contestId),
    week,
    get absence() {
      return absencesFrom(state, season)(entry)
    },
    get hasSealedPick() {
      return hasSealedPick(state, entry)
    },
  }
}

/** What speaks for and against one team, without looking at the entry's uses of others. */
export function teamFactsOf(
  state: PoolState,
  { entry, week }: { readonly entry: Entry; readonly week: Round },
  team: TeamAbbr,
): TeamFacts<Instant> {
  const rules = rulesOf(state, week.contestId)
  const uses = allPicks(entry).filter((pick) => pick.team === team)
  return {
    rules,
    weekNumber: week.weekNumber,
    ineligible: week.ineligibleTeams,
    games: gamesOf(state, week),
    used: usedTeams(withWeeks(state, uses), week, rules),
    picks: picksOf(entry, week.id).map((pick) => ({ slot: pick.slot, team: pick.team, voidBy: null })),
  }
}

/** What decides whether an entry can be bought back in, in a contest of the current season. */
export function buybackFactsOf(state: PoolState, entry: Entry, contestId: ContestId): BuybackFacts {
  const season = seasonResults(state, contestId)
  const record = entryRecord(state, entry, contestId)
  const isOver = (currentRound(state)?.seasonYear ?? season.seasonYear) > season.seasonYear
  const isDecided = isSeasonDecided(state, season)
  const requests = entry.buybacks.flatMap(({ status, seasonYear, loss }) => {
    if (seasonYear !== season.seasonYear || status === 'withdrawn') return []
    const isFor: BuybackFacts['requests'][number]['isFor'] = (other) => isSameLoss(other, loss)
    const isOpen = () => lapseOfLoss({ record, season, isDecided, isOver }, ({ paysFor }) => paysFor.some(isFor)) === undefined
    return status === 'requested' && !isOpen() ? [] : [{ status, isFor }]
  })
  return { rules: rulesOf(state, contestId), season, record, requests, isDecided, isOver }
}

/**
 * How many automatic picks an entry has had in the contest's other weeks. One whose week is open again counts, because the next lock gives
 * it back; what the entry has picked there meanwhile is hidden.
 */
export function countAssigned(state: PoolState, entry: Entry, { id, contestId }: Round): number {
  return entry.assigned.filter(({ weekId, slot }) => {
    const week = state.rounds.get(weekId)
    if (week === undefined || week.id === id || week.contestId !== contestId) return false
    return week.locked === null || (pickAt(entry, week.id, slot)?.assignedBy ?? null) !== null
  }).length
}
