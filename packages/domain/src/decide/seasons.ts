import { allPicks } from '../state/entry-picks.ts'
import { createEvent, type PoolEvent } from '../events/events.ts'
import { joiningSeason, renewableSeason, seasonOutcome } from '../standing/participation.ts'
import { seasonResults } from '../standing/season-results.ts'
import { currentRound, type PoolState, rulesOf, roundsOf } from '../state/state.ts'
import { mainContest } from '../values/ids.ts'
import { RuleViolation } from '../events/violation.ts'
import { accept, type Decider, reject, requirePower, requireEntry, requireOwnEntry, requireVersion } from './context.ts'
import { isByHand } from '../state/keepers.ts'
import { mayBendRules, requireJoiningAllowed, requireNewEntryAllowed } from './entries.ts'

/**
 * Starts the next season: it is later than all others, and has neither a pick nor a locked week. The rules of the current
 * season continue, until an admin changes them (docs/rules.md §16.1).
 */
export const startSeason: Decider<'StartSeason'> = (state, { seasonYear }) => {
  const current = currentRound(state)?.seasonYear ?? reject('no_current_week')
  if (isStarted(state, seasonYear) || hasBegun(state, seasonYear)) throw new RuleViolation('season_started')
  const others = [...state.rounds.values()].map((week) => week.seasonYear).filter((year) => year !== seasonYear)
  const latest = Math.max(...others, ...state.seasonStarts.map((start) => start.seasonYear))
  if (others.length === 0 || seasonYear < latest) {
    throw new RuleViolation('season_not_next', { season: Math.max(current, latest) })
  }
  const events: PoolEvent[] = [createEvent('SeasonStarted', { seasonYear })]
  const rules = rulesOf(state, mainContest(current))
  if (JSON.stringify(rules) !== JSON.stringify(state.rules)) events.push(createEvent('PoolRulesChanged', { rules }))
  return accept(...events)
}

/** Enters who won a season before this pool. The champions of a season with weeks here follow from its picks (docs/rules.md §16.3). */
export const setPastChampions: Decider<'SetPastChampions'> = (state, { seasonYear, digest }) => {
  if (roundsOf(state, mainContest(seasonYear)).length > 0) throw new RuleViolation('season_played_here')
  return accept(createEvent('PastChampionsSet', { seasonYear, digest }))
}

/** Lets an entry take part in the started season, unpaid. Renewing it again records nothing (docs/rules.md §16.2). */
export const renewEntry: Decider<'RenewEntry'> = (state, { entryId, byAdmin, ifVersion }, context) => {
  if (byAdmin) requirePower(state, context, 'people')
  const entry = byAdmin ? requireEntry(state, entryId) : requireOwnEntry(state, context, entryId)
  requireVersion(entry.version, ifVersion)
  const seasonYear = joiningSeason(state)
  if (seasonYear === undefined || !isStarted(state, seasonYear)) throw new RuleViolation('no_new_season')
  if (renewableSeason(state, entry) === undefined) return { events: [], reply: { seasonYear } }
  if (!byAdmin || !mayBendRules(state, context)) {
    if (isByHand(entry)) requireNewEntryAllowed(state, 0, context)
    else requireJoiningAllowed(state, entry.userId, context)
  }
  const outcome = seasonOutcome(state, seasonResults(state, mainContest(seasonYear)))
  if (outcome.status === 'finished') throw new RuleViolation('season_decided', { season: seasonYear })
  return { events: [createEvent('EntryRenewed', { entryId, seasonYear })], reply: { seasonYear } }
}

function isStarted(state: PoolState, seasonYear: number): boolean {
  return state.seasonStarts.some((start) => start.seasonYear === seasonYear)
}

/** Whether a week of the season is locked or holds a pick. */
function hasBegun(state: PoolState, seasonYear: number): boolean {
  const weeks = roundsOf(state, mainContest(seasonYear))
  if (weeks.some((week) => week.locked !== null)) return true
  const ids = new Set(weeks.map((week) => week.id))
  if (ids.size === 0) return false
  for (const entry of state.entries.values()) if (allPicks(entry).some((pick) => ids.has(pick.weekId))) return true
  return false
}
