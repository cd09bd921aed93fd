import type { PoolRules } from '../pool-rules/index.ts'
import { derivePlaces } from '../standing/places.ts'
import { participantsOf, seasonOutcome } from '../standing/participation.ts'
import { marginsOf, seasonResults } from '../standing/season-results.ts'
import type { Participant } from '../standing/season-table.ts'
import {
  enteredWeekAlive,
  type SeasonOutcome,
  type SeasonResults,
  takesPartInWeek,
  type WeekResults,
} from '../standing/standing.ts'
import { gamesOf, type PoolState } from '../state/state.ts'
import type { Game } from '../values/game.ts'
import { type EntryId, mainContest, type WeekId } from '../values/ids.ts'
import type { TeamAbbr } from '../values/teams.ts'

// What places and weeks get of a pot follows from standings, results and payments, and is never stored (docs/rules.md §14.7). All amounts
// are in the currency's smallest unit.

/** A part of the pot that one entry gets. */
interface Prize {
  readonly entryId: EntryId
  readonly cents: number
}

/** What the winners of a finished week get. */
interface WeeklyPrize {
  readonly weekId: WeekId
  readonly weekNumber: number
  readonly cents: number
  readonly winners: readonly Prize[]
}

/** A prize of a place. */
interface PlacePrize extends Prize {
  /** The place; the first of those that it shares with others. */
  readonly place: number
}

/** What becomes of a pot by the rule `prizes`. */
export interface Prizes {
  readonly weeks: readonly WeeklyPrize[]
  /** What each place gets, from the first one on. There are no more places than entries. */
  readonly placeCents: readonly number[]
  /** Who gets the prizes of the places. Nobody does before the season is decided. */
  readonly places: readonly PlacePrize[]
}

/** Returns what becomes of a season's pot by its rule `prizes`. */
export function prizesOf(state: PoolState, seasonYear: number, rule: NonNullable<PoolRules['prizes']>, potCents: number): Prizes {
  const contestId = mainContest(seasonYear)
  const season = seasonResults(state, contestId)
  const outcome = seasonOutcome(state, season)
  const entries = participantsOf(state, season)
  const weeks = weeklyPrizes(state, entries, season, outcome, rule.weeklyCents, potCents)
  const given = weeks.reduce((sum, { cents }) => sum + cents, 0)
  const placeCents = divide(potCents - given, rule.shares.slice(0, entries.length))
  const places = derivePlaces(entries, outcome, season, placeCents.length).flatMap(({ place, entries: shared }) => {
    const from = place - 1
    const cents = placeCents.slice(from, from + shared.length).reduce((sum, one) => sum + one, 0)
    return shareEqually(cents, shared).map((prize) => ({ ...prize, place }))
  })
  return { weeks, placeCents, places }
}

/** Returns what each finished week pays, in their order, as long as there is something in the pot. */
function weeklyPrizes(
  state: PoolState,
  entries: readonly Participant[],
  season: SeasonResults,
  outcome: SeasonOutcome,
  weeklyCents: number,
  potCents: number,
): readonly WeeklyPrize[] {
  let left = potCents
  const prizes: WeeklyPrize[] = []
  for (const week of weeklyCents === 0 ? [] : season.weeks) {
    if (!week.complete || week.agreement !== null || isAfter(week, outcome)) continue
    const cents = Math.min(weeklyCents, left)
    const winners = shareEqually(cents, winnersOf(state, week, entries)).filter((prize) => prize.cents > 0)
    if (winners.length === 0) continue
    left -= cents
    prizes.push({ weekId: week.id, weekNumber: week.weekNumber, cents, winners })
  }
  return prizes
}

const isAfter = (week: WeekResults, outcome: SeasonOutcome): boolean =>
  outcome.status === 'finished' && week.weekNumber > outcome.weekNumber

type Winners = { readonly games: readonly Game[]; readonly entries: readonly Participant[] }

/** The winners of weeks, by the entries of the season, which are other ones when any standing or result changes. */
const known = new WeakMap<readonly Participant[], Map<WeekId, Winners>>()

/** Returns the entries that were in a week when it locked and have a pick in it that won by the most points. */
function winnersOf(state: PoolState, week: WeekResults, entries: readonly Participant[]): readonly Participant[] {
  const round = state.rounds.get(week.id)
  if (round === undefined) return []
  const games = gamesOf(state, round)
  const ofSeason = known.get(entries) ?? new Map<WeekId, Winners>()
  const last = ofSeason.get(week.id)
  if (last?.games === games) return last.entries
  const winners = findWinners(week, entries, marginsOf(games))
  known.set(entries, ofSeason.set(week.id, { games, entries: winners }))
  return winners
}

function findWinners(
  week: WeekResults,
  entries: readonly Participant[],
  margins: ReadonlyMap<TeamAbbr, number>,
): readonly Participant[] {
  const absent = new Set(week.absent)
  let best = 0
  let winners: Participant[] = []
  for (const entry of entries) {
    if (absent.has(entry.entryId) || !takesPartInWeek(entry, week) || !enteredWeekAlive(entry.standing, week.weekNumber)) continue
    const won = entry.teamsOf(week.id).filter((team) => week.results.get(team) === 'win')
    const margin = Math.max(0, ...won.map((team) => margins.get(team) ?? 0))
    if (margin === 0 || margin < best) continue
    if (margin > best) winners = []
    winners.push(entry)
    best = margin
  }
  return winners
}

/** Divides an amount by weights, rounded down; what is left goes to the first ones, a cent each. */
function divide(cents: number, weights: readonly number[]): readonly number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const parts = weights.map((weight) => Math.floor((cents * weight) / total))
  const left = cents - parts.reduce((sum, part) => sum + part, 0)
  return parts.map((part, at) => (at < left ? part + 1 : part))
}

/** Shares an amount equally. Cents that are left go to the entries that were created first, one each. */
function shareEqually(cents: number, entries: readonly Participant[]): readonly Prize[] {
  const order = entries.toSorted((a, b) => a.entryId - b.entryId)
  const parts = divide(
    cents,
    order.map(() => 1),
  )
  return order.map(({ entryId }, at) => ({ entryId, cents: parts[at] ?? 0 }))
}
