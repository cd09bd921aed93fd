import { allPicks, pickAt } from '../state/entry-picks.ts'
import type { ImportedPick, PastPickOutcome } from '../commands.ts'
import { createEvent, type PoolEvent } from '../events/events.ts'
import type { VisiblePool } from '../hidden.ts'
import type { EntryId } from '../values/ids.ts'
import { joinedSeasonAt } from '../standing/participation.ts'
import { isOnBye } from '../values/game-life.ts'
import { type Entry, gamesOf, type Pick, type PoolState, type Round, rulesOf } from '../state/state.ts'
import { usedTeams } from '../values/team-uses.ts'
import { parseTeam, type TeamAbbr } from '../values/teams.ts'
import { RuleViolation, type ViolationCode, type ViolationDetails } from '../events/violation.ts'
import { type Decider, requireAdmin } from './context.ts'
import { isHiddenFrom, pickData, requireNotHidden } from './picks.ts'

type GivenPick = Omit<ImportedPick, 'nonce'>

/** What the admin who imports may know. */
interface Sight {
  /** Throws if the entry cannot use the team because of a week that is hidden from the admin. */
  readonly requireVisible: (entry: Entry, week: Round, team: TeamAbbr) => void
  readonly isHidden: (entry: Entry, pick: Pick) => boolean
}

/** A view of the pool holds nothing that is hidden. */
const OF_THE_VIEW: Sight = { requireVisible: () => {}, isHidden: () => false }

interface AcceptedPick {
  readonly index: number
  readonly entry: Entry
  readonly week: Round
  readonly team: TeamAbbr
}

/** Adds picks to weeks that have locked, as overrides. Never changes a pick that somebody made (docs/rules.md §3.8). */
export const importPicks: Decider<'ImportPicks'> = (state, { picks, reason }, context) => {
  requireAdmin(state, context)
  if (reason === '') throw new RuleViolation('reason_required')
  const refusals: PoolEvent[] = []
  const requireVisible: Sight['requireVisible'] = (entry, week, team) => {
    try {
      requireNotHidden(state, entry, week, team, context)
    } catch (error) {
      if (error instanceof RuleViolation) refusals.push(...error.events)
      throw error
    }
  }
  const isHidden: Sight['isHidden'] = (entry, pick) => isHiddenFrom(state, entry, pick, context.actor)
  const { outcomes, accepted } = judge(state, picks, { requireVisible, isHidden })
  const events = accepted.map(({ index, entry, week, team }) => {
    const nonce = (picks[index] as ImportedPick).nonce
    return createEvent('PickOverridden', { ...pickData(entry, week, team, nonce, context), source: 'override' })
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
  const outcomes = picks.map((given, index): PastPickOutcome => {
    const judged = judgeAlone(state, given, sight)
    if ('status' in judged) return judged
    candidates.push({ index, ...judged })
    return { status: 'new' }
  })
  const { accepted, refused } = withoutRepeatedTeams(state, candidates, sight)
  for (const { index, week, team } of refused) {
    outcomes[index] = { status: 'refused', code: 'team_used', details: { team, week: week.weekNumber } }
  }
  return { outcomes, accepted }
}

function judgeAlone(
  state: PoolState,
  { entryId, weekId, team: text }: GivenPick,
  { requireVisible }: Sight,
): PastPickOutcome | Omit<AcceptedPick, 'index'> {
  const entry = state.entries.get(entryId)
  const week = state.rounds.get(weekId)
  if (entry === undefined) return refused('entry_not_found')
  if (week === undefined) return refused('week_not_found')
  if (week.locked === null) return { status: 'open' }
  if (joinedSeasonAt(state, entry, week.seasonYear) === undefined) return refused('not_in_season', { season: week.seasonYear })
  const team = parseTeam(text)
  if (team === undefined) return refused('unknown_team', { team: text })
  const current = pickAt(entry, week.id)
  if (current?.team === team) return { status: 'exists' }
  if (current !== undefined && current.assignedBy === null) return { status: 'differs', team: current.team }
  if (isOnBye(gamesOf(state, week), team)) return refused('team_on_bye', { team })
  try {
    requireVisible(entry, week, team)
  } catch (error) {
    if (error instanceof RuleViolation) return refused(error.code, error.details)
    throw error
  }
  return { entry, week, team }
}

function refused(code: ViolationCode, details: ViolationDetails = {}): PastPickOutcome {
  return { status: 'refused', code, details }
}

/**
 * Splits candidates so that no entry uses a team more often than it can in a season, as far as the admin may know. A candidate replaces
 * the automatic pick of its week; if it is refused, that pick stays and may prevent another candidate.
 */
function withoutRepeatedTeams(state: PoolState, candidates: readonly AcceptedPick[], sight: Sight) {
  let accepted = candidates
  const refused: AcceptedPick[] = []
  for (;;) {
    const clash = findClash(state, accepted, sight)
    if (clash === undefined) return { accepted, refused }
    accepted = accepted.filter((other) => other !== clash.candidate)
    refused.push({ ...clash.candidate, week: clash.usedIn })
  }
}

/** Returns the first candidate whose team the entry uses in other weeks as often as it can, and the last of them. */
function findClash(state: PoolState, candidates: readonly AcceptedPick[], sight: Sight) {
  const replaced = new Map<EntryId, Set<Round>>()
  for (const { entry, week } of candidates) {
    const weeks = replaced.get(entry.id) ?? new Set()
    replaced.set(entry.id, weeks.add(week))
  }
  const used = new Map<EntryId, { readonly team: TeamAbbr; readonly week: Round }[]>()
  for (const candidate of candidates) {
    const { entry, week, team } = candidate
    const uses = used.get(entry.id) ?? usesKept(state, entry, replaced.get(entry.id), sight)
    used.set(entry.id, uses)
    const number = usedTeams(uses, week, rulesOf(state, week.contestId)).get(team)
    const usedIn = uses.findLast((use) => use.team === team && use.week.weekNumber === number)
    if (usedIn !== undefined) return { candidate, usedIn: usedIn.week }
    uses.push({ team, week })
  }
  return undefined
}

/** The entry's picks that stay, without those that the admin may not know: a plan that cannot stand any more becomes void. */
function usesKept(state: PoolState, entry: Entry, replaced: ReadonlySet<Round> | undefined, { isHidden }: Sight) {
  return allPicks(entry).flatMap((pick) => {
    const week = state.rounds.get(pick.weekId)
    const stays = week !== undefined && replaced?.has(week) !== true && !isHidden(entry, pick)
    return stays ? [{ team: pick.team, week }] : []
  })
}
