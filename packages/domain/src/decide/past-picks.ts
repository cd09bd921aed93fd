import { allPicks, pickAt, picksOf } from '../state/entry-picks.ts'
import type { ImportedPick, PastPickOutcome } from '../commands.ts'
import { createEvent, type PoolEvent } from '../events/events.ts'
import type { VisiblePool } from '../hidden.ts'
import { type PickId, pickIdOf } from '../values/ids.ts'
import { joinedSeasonAt } from '../standing/participation.ts'
import { obstacleCode, refusalOf } from '../values/obstacles.ts'
import { type Entry, gamesOf, type Pick, type PoolState, type Round, rulesOf, slotsOf } from '../state/state.ts'
import type { Slot } from '../values/slots.ts'
import { usedTeams } from '../values/team-uses.ts'
import { parseTeam, type TeamAbbr } from '../values/teams.ts'
import { RuleViolation, type ViolationCode, type ViolationDetails } from '../events/violation.ts'
import { type Decider } from './context.ts'
import { needsSecondForPick } from './four-eyes.ts'
import { isHiddenFrom, obstaclesOfWeek, pickData, type PickPlace, requireNotHidden } from './picks.ts'

type GivenPick = Omit<ImportedPick, 'nonce'>

/** What the admin who imports may know. */
interface Sight {
  /** Throws if the entry cannot use the team because of a week that is hidden from the admin. */
  readonly requireVisible: (place: PickPlace, team: TeamAbbr) => void
  readonly isHidden: (entry: Entry, pick: Pick) => boolean
  /** Whether a pick of the entry would wait for a second admin, which a pick of a list does not. */
  readonly needsSecond: (entry: Entry) => boolean
}

/** A view of the pool holds nothing that is hidden. */
const OF_THE_VIEW: Sight = { requireVisible: () => {}, isHidden: () => false, needsSecond: () => false }

interface AcceptedPick extends PickPlace {
  readonly index: number
  readonly team: TeamAbbr
}

/** Adds picks to weeks that have locked, as overrides. Never changes a pick that somebody made, or that the list has (docs/rules.md §3.8). */
export const importPicks: Decider<'ImportPicks'> = (state, { picks, reason }, context) => {
  if (reason === '') throw new RuleViolation('reason_required')
  const refusals: PoolEvent[] = []
  const requireVisible: Sight['requireVisible'] = (place, team) => {
    try {
      requireNotHidden(state, place, team, context)
    } catch (error) {
      if (error instanceof RuleViolation) refusals.push(...error.events)
      throw error
    }
  }
  const isHidden: Sight['isHidden'] = (entry, pick) => isHiddenFrom(state, entry, pick, context.actor)
  const { outcomes, accepted } = judge(state, picks, {
    requireVisible,
    isHidden,
    needsSecond: (entry) => needsSecondForPick(state, entry, context),
  })
  const events = accepted.map(({ index, team, ...place }) => {
    const nonce = (picks[index] as ImportedPick).nonce
    return createEvent('PickOverridden', { ...pickData(place, team, nonce, context), source: 'override' })
  })
  return { events: [...refusals, ...events], reply: { outcomes } }
}

/**
 * Returns what an import would do with each pick, as far as its sender may know: an import can still refuse a team that the entry uses
 * in a week that has not locked.
 */
export function previewPastPicks(pool: VisiblePool, picks: readonly GivenPick[]): readonly PastPickOutcome[] {
  return judge(pool, picks, OF_THE_VIEW).outcomes
}

function judge(
  state: PoolState,
  picks: readonly GivenPick[],
  sight: Sight,
): { readonly outcomes: readonly PastPickOutcome[]; readonly accepted: readonly AcceptedPick[] } {
  const candidates: AcceptedPick[] = []
  const places = new Map<string, PlaceInList>()
  for (const given of picks) {
    const { listed, earlier } = places.get(placeOf(given)) ?? { listed: new Set(), earlier: [] }
    places.set(placeOf(given), { listed: listed.add(parseTeam(given.team)), earlier })
  }
  const outcomes = picks.map((given, index): PastPickOutcome => {
    const { listed, earlier } = places.get(placeOf(given)) as PlaceInList
    const judged = judgeOne(state, given, { listed, earlier, ...sight })
    if ('status' in judged) return judged
    const candidate = { index, ...judged }
    candidates.push(candidate)
    earlier.push(candidate)
    return { status: 'new' }
  })
  const { accepted, refused } = withoutRepeatedTeams(state, candidates, sight)
  for (const [{ index, team }, usedIn] of refused) {
    outcomes[index] = { status: 'refused', code: 'team_used', details: { team, week: usedIn.weekNumber } }
  }
  return { outcomes, accepted }
}

const placeOf = ({ entryId, weekId }: GivenPick): string => `${entryId} ${weekId}`

/** What the list has for an entry and a week: its teams, and its candidates so far. */
interface PlaceInList {
  readonly listed: Set<TeamAbbr | undefined>
  readonly earlier: AcceptedPick[]
}

interface Surroundings extends Omit<Sight, 'isHidden'> {
  readonly listed: ReadonlySet<TeamAbbr | undefined>
  readonly earlier: readonly AcceptedPick[]
}

function judgeOne(
  state: PoolState,
  { entryId, weekId, team: text }: GivenPick,
  { listed, earlier, requireVisible, needsSecond }: Surroundings,
): PastPickOutcome | Omit<AcceptedPick, 'index'> {
  const entry = state.entries.get(entryId)
  const week = state.rounds.get(weekId)
  if (entry === undefined) return refused('entry_not_found')
  if (week === undefined) return refused('week_not_found')
  if (week.locked === null) return { status: 'open' }
  if (joinedSeasonAt(state, entry, week.seasonYear) === undefined) return refused('not_in_season', { season: week.seasonYear })
  const team = parseTeam(text)
  if (team === undefined) return refused('unknown_team', { team: text })
  const picks = picksOf(entry, week.id)
  if (picks.some((pick) => pick.team === team)) return { status: 'exists' }
  if (earlier.some((other) => other.team === team)) return { status: 'exists' }
  const kept = picks.filter((pick) => pick.assignedBy === null || listed.has(pick.team))
  const slot = slotFor(slotsOf(state, week), { picks, kept, earlier })
  if (slot === undefined) return { status: 'differs', team: (picks[0] as Pick).team }
  if (needsSecond(entry)) return refused('second_needed_apart', { entry: entry.name })
  const obstacle = refusalOf(obstaclesOfWeek(week, gamesOf(state, week), team), 'admin')
  if (obstacle !== undefined) return refused(obstacleCode(obstacle), { team })
  try {
    requireVisible({ entry, week, slot }, team)
  } catch (error) {
    if (error instanceof RuleViolation) return refused(error.code, error.details)
    throw error
  }
  return { entry, week, slot, team }
}

/**
 * Returns the slot that an imported pick takes: the first without a pick, or with an automatic one; undefined if all picks stay. Picks of the
 * same list take different slots while there are free ones.
 * @param picks of the entry in the week, with those that stay, and those that the list has given it so far
 */
function slotFor(
  slots: readonly Slot[],
  { picks, kept, earlier }: Readonly<Record<'picks' | 'kept' | 'earlier', readonly { readonly slot: Slot }[]>>,
): Slot | undefined {
  const isAmong = (others: readonly { readonly slot: Slot }[]) => (slot: Slot) => others.some((other) => other.slot === slot)
  const open = slots.filter((slot) => !isAmong(kept)(slot))
  const free = open.filter((slot) => !isAmong(earlier)(slot))
  return free.find((slot) => !isAmong(picks)(slot)) ?? free[0] ?? open.at(-1)
}

function refused(code: ViolationCode, details: ViolationDetails = {}): PastPickOutcome {
  return { status: 'refused', code, details }
}

/** Splits candidates so that no entry uses a team more often than it can in a season, as far as the admin may know. */
function withoutRepeatedTeams(state: PoolState, candidates: readonly AcceptedPick[], sight: Sight) {
  const refused: RefusedPicks = new Map()
  for (const [entry, own] of Map.groupBy(candidates, (candidate) => candidate.entry)) {
    refuseRepeatedTeams(state, entry, own, sight, refused)
  }
  return { accepted: candidates.filter((candidate) => !refused.has(candidate)), refused }
}

/** With the week of the last use of the team. */
type RefusedPicks = Map<AcceptedPick, Round>

/**
 * Refuses the candidates of an entry whose team it uses in other weeks as often as it can. A candidate replaces the automatic pick of its
 * slot. Once all candidates for the slot are refused, that pick stays, and the others are judged again, because it may prevent them.
 */
function refuseRepeatedTeams(
  state: PoolState,
  entry: Entry,
  candidates: readonly AcceptedPick[],
  sight: Sight,
  refused: RefusedPicks,
): void {
  const left = candidates.filter((candidate) => !refused.has(candidate))
  const uses = usesKept(state, entry, new Set(left.map(({ week, slot }) => pickIdOf(entry.id, week.id, slot))), sight)
  for (const candidate of left) {
    const { week, slot, team } = candidate
    const number = usedTeams(uses, week, rulesOf(state, week.contestId)).get(team)
    const usedIn = uses.findLast((use) => use.team === team && use.week.weekNumber === number)
    if (usedIn === undefined) {
      uses.push({ team, week })
      continue
    }
    refused.set(candidate, usedIn.week)
    const isReplaced = left.some((other) => other.week === week && other.slot === slot && !refused.has(other))
    if (!isReplaced && pickAt(entry, week.id, slot) !== undefined) {
      refuseRepeatedTeams(state, entry, left, sight, refused)
      return
    }
  }
}

/** The entry's picks that stay, without those that the admin may not know: a plan that cannot stand any more becomes void. */
function usesKept(state: PoolState, entry: Entry, replaced: ReadonlySet<PickId>, { isHidden }: Sight) {
  return allPicks(entry).flatMap((pick) => {
    const week = state.rounds.get(pick.weekId)
    const stays = week !== undefined && !replaced.has(pick.id) && !isHidden(entry, pick)
    return stays ? [{ team: pick.team, week }] : []
  })
}
