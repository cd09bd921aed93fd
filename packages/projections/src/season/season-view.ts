import { compareEntries } from '@outlast/contract/live/order'
import type { SeasonEntry, SeasonView, SeasonWeek } from '@outlast/contract/live/wire'
import {
  allPicks,
  type Entry,
  type EntryId,
  entryRecord,
  gamesOf,
  hasPickOrMissed,
  isSameLoss,
  joinedAt,
  mainContest,
  type Pick as EntryPick,
  type PoolState,
  rulesOf,
  type Round,
  seasonResults,
  type SeasonResults,
  teamsWithoutGame,
  unwaivedLosses,
  type WeekId,
  type WeekResults,
} from '@outlast/domain'
import { optionalRules } from '@outlast/views'
import { playerOf } from '../people/directory.ts'
import type { Source } from '../source.ts'

/**
 * Returns topic `season:<year>`, with all entries that joined it or some: all where the rule `wipe_out` makes a standing depend on the others.
 * A year without weeks has entries nevertheless.
 */
export function seasonView(source: Source, seasonYear: number, entryIds?: readonly number[]): SeasonView {
  const rules = rulesOf(source.pool, mainContest(seasonYear))
  return {
    season_year: seasonYear,
    missed_pick: rules.missedPick,
    lives: rules.lives,
    ...optionalRules(rules),
    weeks: seasonWeeks(source, seasonYear),
    entries: seasonEntries(source, seasonYear, rules.wipeOut === 'share' ? entryIds : undefined),
  }
}

/** Returns a season's weeks, by number. */
export function seasonWeeks({ pool }: Pick<Source, 'pool'>, seasonYear: number): readonly SeasonWeek[] {
  const { weeks, contestId } = seasonResults(pool, mainContest(seasonYear))
  const revives = rulesOf(pool, contestId).wipeOut !== 'share'
  return weeks.flatMap((week) => {
    const round = pool.rounds.get(week.id)
    return round === undefined ? [] : seasonWeek(pool, week, round, revives)
  })
}

function seasonWeek(pool: PoolState, week: WeekResults, round: Round, revives: boolean): SeasonWeek {
  const without = teamsWithoutGame(gamesOf(pool, round), round.weekNumber)
  const absent = revives ? absentFrom(pool, round) : []
  const vote = splitVoteOf(pool, round)
  return {
    id: week.id,
    week_number: week.weekNumber,
    ...(week.slots > 1 && { picks: week.slots }),
    is_locked: round.locked !== null,
    results: Object.fromEntries(week.results),
    ...(week.margins !== undefined && round.locked !== null && { margins: Object.fromEntries(week.margins) }),
    is_complete: week.complete,
    left_teams: [...without.left],
    ...(without.onBye.length > 0 && { bye_teams: [...without.onBye] }),
    lock_position: week.lockPosition,
    first_lock_position: week.firstLockPosition,
    played_lock_position: week.playedLockPosition,
    ...(absent.length > 0 && { absent }),
    ...(vote !== undefined && { split_vote: vote }),
  }
}

function absentFrom({ entries }: PoolState, { id, locked }: Round): EntryId[] {
  const isThere = (entryId: EntryId): boolean => {
    const entry = entries.get(entryId)
    return entry !== undefined && hasPickOrMissed(entry, id, locked)
  }
  return (locked?.absent ?? []).filter(isThere).sort((a, b) => a - b)
}

/** How entries voted is known once the vote has closed. */
function splitVoteOf({ splitVote }: PoolState, { id, splitResult }: Round): SeasonWeek['split_vote'] {
  if (splitVote?.weekId === id) return { entry_ids: [...splitVote.entryIds], closed: null }
  if (splitResult === null) return undefined
  const { entryIds, share, playOn, position } = splitResult
  return { entry_ids: [...entryIds], closed: { share: [...share], play_on: [...playOn], position } }
}

/** Returns the rows of a season's view, of all entries or some, by name. */
export function seasonEntries(source: Source, seasonYear: number, entryIds?: readonly number[]): readonly SeasonEntry[] {
  const { pool } = source
  const facts = factsOf(pool, seasonYear)
  const entries = entryIds === undefined ? pool.entries.values() : entriesWith(pool, entryIds)
  return Array.from(entries)
    .flatMap((entry) => seasonEntry(source, facts, entry) ?? [])
    .sort(compareEntries)
}

/** Returns the entries with these ids that exist. */
export function entriesWith({ entries }: PoolState, ids: readonly number[]): readonly Entry[] {
  return ids.flatMap((id) => entries.get(id as EntryId) ?? [])
}

interface SeasonFacts {
  readonly season: SeasonResults
  readonly seasonYear: number
  /** The locked weeks, whose picks everybody sees, by their ids. */
  readonly revealed: ReadonlyMap<WeekId, Round>
  /** The open weeks that somebody may have lost, because an admin set their games to final before the lock. */
  readonly openLost: readonly WeekResults[]
  /** What rows depend on besides their entry. */
  readonly basis: string
}

function factsOf(pool: PoolState, seasonYear: number): SeasonFacts {
  const season = seasonResults(pool, mainContest(seasonYear))
  const rounds = season.weeks.flatMap(({ id }) => pool.rounds.get(id) ?? [])
  const locked = rounds.filter((round) => round.locked !== null)
  return {
    season,
    seasonYear,
    revealed: new Map(locked.map((round) => [round.id, round])),
    basis: [seasonYear, ...locked.map(({ id, locked: lock }) => `${id} ${lock?.position}`)].join(),
    openLost: season.weeks.filter(({ lockPosition, results }) => lockPosition === null && [...results.values()].includes('loss')),
  }
}

/** Shared by all entries that have none, which are most. */
const NONE: readonly never[] = []

/** The last row of each entry. Entries are replaced and never mutated, and most changes of a pool affect one of them. */
const lastRows = new WeakMap<Entry, { readonly basis: string; readonly row: SeasonEntry }>()

function seasonEntry(source: Source, facts: SeasonFacts, entry: Entry): SeasonEntry | undefined {
  const { pool, people } = source
  const created_position = joinedAt(entry, pool.seasonStarts, facts.seasonYear)
  if (created_position === undefined) return undefined
  const user_name = playerOf(people, entry)
  const last = facts.openLost.length === 0 ? lastRows.get(entry) : undefined
  const isSame = last?.row.created_position === created_position && last.row.user_name === user_name
  if (isSame && last.basis === facts.basis) return last.row
  const row = { id: entry.id, name: entry.name, user_name, created_position, ...entryFacts(pool, facts, entry) }
  if (facts.openLost.length === 0) lastRows.set(entry, { basis: facts.basis, row })
  return row
}

type EntryFacts = Omit<SeasonEntry, 'id' | 'name' | 'user_name' | 'created_position'>

function entryFacts(pool: PoolState, facts: SeasonFacts, entry: Entry): EntryFacts {
  const { season, revealed } = facts
  const missed = entry.missedWeeks.flatMap(({ weekId, lock }) => {
    const week = revealed.get(weekId)
    return week?.locked?.position === lock ? [week.weekNumber] : []
  })
  // Two events may have waived the same loss.
  const waived = entry.waivedLosses.filter((loss, i, all) => all.findIndex((other) => isSameLoss(other, loss)) === i)
  const forgiven = waived.flatMap(({ weekId, team }) => {
    const week = revealed.get(weekId)
    return week === undefined ? [] : [{ week: week.weekNumber, team }]
  })
  return {
    ...revealedPicks(entry, revealed),
    missed: missed.length === 0 ? NONE : [...new Set(missed)].sort((a, b) => a - b),
    forgiven: forgiven.length === 0 ? NONE : forgiven.sort((a, b) => a.week - b.week || compareTeams(a.team, b.team)),
    eliminated_by_hand: entry.eliminatedByHand.find(({ contestId }) => contestId === season.contestId)?.weekNumber ?? null,
    hidden_losses: hiddenLosses(pool, facts, entry),
  }
}

/** By name; none comes last. */
function compareTeams(a: string | null, b: string | null): number {
  return (a ?? '~') < (b ?? '~') ? -1 : Number(a !== b)
}

type Revealed = Pick<SeasonEntry, 'picks' | 'more' | 'auto' | 'auto_teams'>

/** The first team of each locked week, and the others; and which of them were automatic. */
function revealedPicks(entry: Entry, weeks: ReadonlyMap<WeekId, Round>): Revealed {
  const shown = allPicks(entry).flatMap((pick) => {
    const week = weeks.get(pick.weekId)
    return week === undefined ? [] : [{ pick, week: week.weekNumber }]
  })
  shown.sort((a, b) => a.week - b.week || a.pick.slot - b.pick.slot)
  const picks: Record<string, string> = {}
  const more: Record<string, string[]> = {}
  for (const { week, pick } of shown) {
    if (picks[week] === undefined) picks[week] = pick.team
    else (more[week] ??= []).push(pick.team)
  }
  const auto = shown.filter(({ pick }) => isAutomatic(pick))
  const hasMore = Object.keys(more).length > 0
  return {
    picks,
    ...(hasMore && { more }),
    auto: auto.length === 0 ? NONE : auto.map(({ week }) => week),
    ...(hasMore && auto.length > 0 && { auto_teams: auto.map(({ pick }) => pick.team) }),
  }
}

const isAutomatic = ({ assignedBy }: EntryPick): boolean => assignedBy !== null

/** That an entry has lost is public; with which team it is not. */
function hiddenLosses(pool: PoolState, { season, openLost }: SeasonFacts, entry: Entry): readonly number[] {
  if (openLost.length === 0) return NONE
  const record = entryRecord(pool, entry, season.contestId)
  const lost = unwaivedLosses(record, { ...season, weeks: openLost }).filter(({ team }) => team !== null)
  return lost.length === 0 ? NONE : lost.map(({ weekNumber }) => weekNumber)
}
