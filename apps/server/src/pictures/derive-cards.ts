import {
  compareEntries,
  type GameInfo,
  type SeasonEntry,
  type SeasonView,
  type WeekInfo,
  type WeekView,
} from '@outlast/contract/live'
import {
  blockingGames,
  type ChampionRoad,
  championshipOf,
  distributionOf,
  resultsOf,
  roadOf,
  seasonOutcomeOf,
  standingsOf,
  survivalOf,
  weekSurvivorsOf,
} from '@outlast/views'
import { outHeadline, outReason } from '@outlast/contract/out-text'
import { POOL_TIME_ZONE } from '@outlast/domain'
import type { CardBar, CardClub, CardPick, ChampionCard, CountdownCard, EntryCard, WeekCard } from './card.ts'
import { printable } from './printable.ts'

/** The names and bars that fit on a card. The rest is counted. */
const MAX_NAMES = 12
const MAX_BARS = 8

/** Derives the card of an open week from its lock time alone. */
export function countdownCard(club: CardClub, week: Pick<WeekInfo, 'season_year' | 'week_number' | 'lock_time'>): CountdownCard {
  const local = Temporal.Instant.from(week.lock_time).toZonedDateTimeISO(POOL_TIME_ZONE)
  return {
    kind: 'countdown',
    club,
    season: week.season_year,
    week: week.week_number,
    day: local.toLocaleString('en-US', { weekday: 'long', month: 'long', day: 'numeric' }),
    time: `${local.toLocaleString('en-US', { hour: 'numeric', minute: '2-digit' })} ET`,
  }
}

/** Derives the card of a locked week. */
export function weekCard(club: CardClub, view: WeekView, season: SeasonView): WeekCard {
  const { alive, out } = weekSurvivorsOf(view, season)
  const outNames = view.entries.filter(({ id }) => out.has(id)).map(({ id, name }) => entryName(id, name))
  return {
    kind: 'week',
    club,
    season: view.week.season_year,
    week: view.week.week_number,
    gamesLeft: blockingGames(view).length,
    entered: view.entries.length,
    alive: alive.size,
    out: out.size,
    outNames: outNames.slice(0, MAX_NAMES),
    ...(view.games.some(({ counts_as }) => counts_as?.ahead === 'loss') && { objective: 'lose' as const }),
    bars: barsOf(view).slice(0, MAX_BARS),
  }
}

function barsOf(view: WeekView): readonly CardBar[] {
  const results = resultsOf(view)
  return distributionOf(view).map(({ team_abbr: team, count }) => ({ team, picks: count, result: results.get(team) ?? null }))
}

/** Returns the number of the week in which an entry went out; undefined while it is in. */
export function eliminatedWeekOf(season: SeasonView, entryId: number): number | undefined {
  const standing = standingsOf(season).get(entryId)
  return standing?.status === 'out' ? standing.eliminatedWeek : undefined
}

/**
 * Derives the card of an entry.
 * @param games of the week in which it went out, for the score that decided it
 */
export function entryCard(club: CardClub, season: SeasonView, entry: SeasonEntry, games: readonly GameInfo[]): EntryCard {
  const standing = standingsOf(season).get(entry.id)
  const out = standing?.status === 'out' ? standing : undefined
  const outcome = seasonOutcomeOf(season)
  const isChampion = outcome.status !== 'running' && outcome.champions.some((id) => id === entry.id)
  const lastWeek = outcome.status === 'running' ? Infinity : outcome.weekNumber
  const road = roadOf(season, entry, lastWeek)
  const game = games.find(({ home_team_abbr: home, away_team_abbr: away }) => [home, away].includes(out?.team ?? ''))
  return {
    kind: 'entry',
    club,
    season: season.season_year,
    name: entryName(entry.id, entry.name),
    survived: road.weeks_survived,
    alive: [...standingsOf(season).values()].filter(({ status }) => status !== 'out').length,
    state: isChampion ? 'champion' : out === undefined ? 'in' : 'out',
    headline: out === undefined ? '' : outHeadline(out),
    reason: out === undefined ? '' : outReason(out, game, 'unsaid'),
    picks: road.picks.flatMap(toPicks),
  }
}

/** Derives the card of a season's winners; undefined while the season runs. */
export function championCard(club: CardClub, season: SeasonView): ChampionCard | undefined {
  const championship = championshipOf(season)
  if (championship === null) return undefined
  const champions = championship.champions
    .map((road) => ({ id: road.entry_id, name: road.entry_name, picks: road.picks }))
    .sort(compareEntries)
  return {
    kind: 'champion',
    club,
    season: championship.seasonYear,
    names: champions.map(({ id, name }) => entryName(id, name)),
    week: championship.weekNumber,
    entries: championship.entries,
    hasSurvivor: championship.hasSurvivor,
    picks: champions.length === 1 ? (champions[0]?.picks ?? []).flatMap(toPicks) : [],
    curve: survivalOf(season)
      .filter(({ week_number }) => week_number <= championship.weekNumber)
      .map(({ alive }) => alive),
  }
}

/** Returns the picks of a week, one chip for each. */
const toPicks = ({ week_number, more = [], ...first }: ChampionRoad['picks'][number]): readonly CardPick[] =>
  [first, ...more].map(({ team_abbr, result }) => ({ week: week_number, team: team_abbr, result }))

const entryName = (id: number, name: string): string => printable(name, `Entry ${id}`)
