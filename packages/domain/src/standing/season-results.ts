import { countsAsUnder } from '../pool-rules/index.ts'
import { picksOf } from '../state/entry-picks.ts'
import {
  currentRound,
  type Entry,
  gamesOf,
  isAgreed,
  type PoolState,
  type Round,
  roundsOf,
  rulesOf,
  seasonOf,
  slotCount,
} from '../state/state.ts'
import { allGamesOver, isSettled } from '../values/game-life.ts'
import { type Game, settledResults } from '../values/game.ts'
import type { ContestId, WeekId } from '../values/ids.ts'
import { joinedAt } from '../values/season.ts'
import type { TeamAbbr } from '../values/teams.ts'
import { tiebreaksBeforeShare } from '../values/tiebreaks.ts'
import type { ScoreMeaning } from '../values/score-meaning.ts'
import {
  type Contender,
  deriveStanding,
  deriveWipeOuts,
  type EntryRecord,
  type SeasonResults,
  type Standing,
  type WeekResults,
} from './standing.ts'

// The records of a season, from the pool's state.

const cachedMargins = new WeakMap<readonly Game[], ReadonlyMap<TeamAbbr, number>>()

/** Returns by how many points the games of a locked week were decided, by team. */
function winningMargins(games: readonly (ScoredGame & Pick<Game, 'home' | 'away'>)[]): ReadonlyMap<TeamAbbr, number> {
  const margins = new Map<TeamAbbr, number>()
  for (const game of games) {
    if (!isSettled(game, true)) continue
    const margin = Math.abs((game.homeScore ?? 0) - (game.awayScore ?? 0))
    margins.set(game.home, margin).set(game.away, margin)
  }
  return margins
}

type ScoredGame = Parameters<typeof isSettled>[0]

/** Like {@link winningMargins}, but cached per list of games, which is never mutated. */
export function marginsOf(games: readonly Game[]): ReadonlyMap<TeamAbbr, number> {
  const margins = cachedMargins.get(games) ?? winningMargins(games)
  cachedMargins.set(games, margins)
  return margins
}

/** Whether a round is locked and all games of its week are over (docs/rules.md §4.6). */
export function isWeekComplete(state: Pick<PoolState, 'schedule'>, round: Round): boolean {
  return round.locked !== null && allGamesOver(gamesOf(state, round))
}

type CachedResults = WeakMap<Round, WeakMap<readonly Game[], WeekResults>>

/** Rounds and games are replaced and never mutated, so their results can be cached, by what the contest's rules make of scores. */
const cachedResults = new WeakMap<ScoreMeaning, CachedResults>()

/** Returns the results of a round, by its contest's rules. A round that is not locked is never complete. */
export function weekResults(state: PoolState, round: Round, games = gamesOf(state, round)): WeekResults {
  const countsAs = countsAsUnder(rulesOf(state, round.contestId))
  const cache: CachedResults = cachedResults.get(countsAs) ?? new WeakMap()
  const ofRound = cache.get(round) ?? new WeakMap<readonly Game[], WeekResults>()
  const cached = ofRound.get(games)
  const slots = slotCount(state, round)
  if (cached?.slots === slots) return cached
  const isLocked = round.locked !== null
  const absent = round.locked?.absent ?? []
  const derived: WeekResults = {
    id: round.id,
    weekNumber: round.weekNumber,
    slots,
    results: settledResults(
      games.map((game) => ({ ...game, countsAs })),
      isLocked,
    ),
    complete: isLocked && allGamesOver(games),
    lockPosition: round.locked?.position ?? null,
    firstLockPosition: round.firstLock?.position ?? round.locked?.position ?? null,
    playedLockPosition: round.firstLock?.playedLock ?? null,
    ...(absent.length > 0 && { absent }),
    agreement: round.splitResult !== null && isAgreed(round.splitResult) ? round.splitResult : null,
  }
  cachedResults.set(countsAs, cache.set(round, ofRound.set(games, derived)))
  return derived
}

/** Returns the results of a contest. Call it once per command, not once per entry. */
export function seasonResults(state: PoolState, contestId: ContestId): SeasonResults {
  const { missedPick, lives, slotLoss, lateEntryLosses, wipeOut, tiebreak } = rulesOf(state, contestId)
  const hasMargins = tiebreaksBeforeShare(tiebreak).includes('margin')
  const weeks = roundsOf(state, contestId).map((round) => {
    const results = weekResults(state, round)
    return hasMargins ? { ...results, margins: marginsOf(gamesOf(state, round)) } : results
  })
  const seasonYear = seasonOf(state, contestId)
  const season = { contestId, seasonYear, missedPick, lives, slotLoss, lateEntryLosses, tiebreak, weeks }
  return { ...season, wipeOuts: deriveWipeOuts(() => recordsIn(state, season), season, wipeOut) }
}

/** The records of all entries that joined a season. */
function* recordsIn(state: PoolState, season: Pick<SeasonResults, 'contestId' | 'seasonYear'>): Iterable<Contender> {
  for (const entry of state.entries.values()) {
    if (joinedAt(entry, state.seasonStarts, season.seasonYear) === undefined) continue
    yield { entryId: entry.id, ...entryRecord(state, entry, season.contestId) }
  }
}

/** Returns whether entries that did the same have the same standings with both results. */
export function haveSameStandings(a: SeasonResults, b: SeasonResults): boolean {
  const { weeks, wipeOuts, ...rest } = a
  if (wipeOuts.length !== b.wipeOuts.length || wipeOuts.some((id, i) => id !== b.wipeOuts[i])) return false
  return isSubset(rest, b) && weeks.length === b.weeks.length && weeks.every((week, i) => isSameWeek(week, b.weeks[i]))
}

function isSameWeek(a: WeekResults, b: WeekResults | undefined): boolean {
  const { results, ...rest } = a
  return a === b || (b !== undefined && isSubset(rest, b) && haveSameResults(results, b.results))
}

/** Returns whether the other object has these values; objects have to be the same ones. */
function isSubset<T extends object>(values: T, other: T): boolean {
  return (Object.keys(values) as (keyof T)[]).every((key) => values[key] === other[key])
}

/** Returns whether the same teams have the same results, or margins. */
export function haveSameResults<R>(a: ReadonlyMap<TeamAbbr, R>, b: ReadonlyMap<TeamAbbr, R>): boolean {
  if (a.size !== b.size) return false
  for (const [team, result] of a) if (b.get(team) !== result) return false
  return true
}

/** Returns the teams that an entry picked in a week, in the order of their slots. */
export function teamsIn(entry: Entry, weekId: WeekId): readonly TeamAbbr[] {
  return picksOf(entry, weekId).map(({ team }) => team)
}

/** Returns the record of an entry of the pool in a contest. One that did not join has missed nothing. */
export function entryRecord(state: PoolState, entry: Entry, contestId: ContestId): EntryRecord {
  return {
    joinedPosition: joinedAt(entry, state.seasonStarts, seasonOf(state, contestId)) ?? 0,
    teamsOf: (weekId) => teamsIn(entry, weekId),
    hasMissed: (weekId) => {
      const lock = state.rounds.get(weekId)?.locked?.position
      return entry.missedWeeks.some((missed) => missed.lock === lock)
    },
    waivedLosses: entry.waivedLosses,
    eliminatedByHandIn: entry.eliminatedByHand.find((elimination) => elimination.contestId === contestId)?.weekNumber ?? null,
  }
}

/** Returns the standing of an entry of the pool in a season. The cost grows with the weeks only, of which there are at most 22. */
export function entryStanding(state: PoolState, entry: Entry, season: SeasonResults): Standing {
  return deriveStanding(entryRecord(state, entry, season.contestId), season)
}

/** Returns the standing that everybody sees: the one in the current week's season, or alive without a current week. */
export function currentStanding(state: PoolState, entry: Entry): Standing {
  const week = currentRound(state)
  if (week === undefined) return { status: 'alive', losses: 0, livesLeft: state.rules.lives }
  return entryStanding(state, entry, seasonResults(state, week.contestId))
}
