import type { HallSeason, LongestRun, WorstLuck } from '@outlast/contract'
import { entryLabel } from '@outlast/contract/entry-label'
import { compareEntries } from '@outlast/contract/live/order'
import type { GameInfo, SeasonEntry, SeasonView, SeasonWeek } from '@outlast/contract/live/wire'
import { haveRunOut, type WeekId } from '@outlast/domain'
import { championshipOf } from '@outlast/views/championship'
import { participantsOf, type Standing, standingsOf, teamsOf } from '@outlast/views/standings'
import type { Source } from '../source.ts'
import { weekGames } from '../week/weeks.ts'

/** How many records of a kind are kept. */
export const MAX_RECORDS = 10
const MAX_NAMES = 3

/** What the hall of fame shows of one season. `season` is null while it runs; then there are no records. */
export interface SeasonRecord {
  readonly season: HallSeason | null
  readonly longestRuns: readonly LongestRun[]
  readonly worstLuck: readonly WorstLuck[]
}

/**
 * Derives what the hall of fame shows of a season (docs/rules.md §16.3). Everything follows from revealed picks and complete weeks, up to the
 * week that decided the season.
 * @param isOver whether a later season has begun, so that this one is over although no week decided it
 */
export function seasonRecord(source: Source, view: SeasonView, isOver: boolean): SeasonRecord {
  const championship = championshipOf(view)
  if (championship === null && !isOver) return { season: null, longestRuns: [], worstLuck: [] }
  const decidedWeek = championship?.weekNumber ?? null
  const lastWeek = decidedWeek ?? Infinity
  const standings = standingsOf(view)
  const players = participantsOf(view).flatMap((entry): Player | [] => {
    const standing = standings.get(entry.id)
    return standing === undefined ? [] : { entry, standing }
  })
  const champions = (championship?.champions ?? []).map(({ picks, ...road }) => ({
    ...road,
    picks: picks.map(({ more, ...first }) => ({ ...first, ...(more && { more: [...more] }) })),
  }))
  const winners = new Set(champions.map((road) => road.entry_id))
  const survivors = players.filter(({ standing }) => outIn(standing) > (decidedWeek ?? Number.MAX_VALUE)).length
  const complete = view.weeks.filter((week) => week.is_complete && week.week_number <= lastWeek)
  return {
    season: { season_year: view.season_year, decided_week: decidedWeek, entries: players.length, survivors, champions },
    longestRuns: longestRuns(view.season_year, complete, players),
    worstLuck: worstLuck(
      source,
      view,
      players.filter(({ entry, standing }) => !winners.has(entry.id) && outIn(standing) <= lastWeek),
    ),
  }
}

interface Player {
  readonly entry: SeasonEntry
  readonly standing: Standing
}

const outIn = (standing: Standing): number => (standing.status === 'out' ? standing.eliminatedWeek : Infinity)

/** Returns the longest series of weeks whose picks all won, one of each entry. A complete week without a won pick ends a series. */
function longestRuns(year: number, weeks: readonly SeasonWeek[], players: readonly Player[]): readonly LongestRun[] {
  return players
    .flatMap(({ entry }) => {
      const run = longestRun(weeks, entry)
      if (run.length < 2) return []
      const { id, name, user_name } = entry
      const [first_week = 0, last_week = 0] = [run[0], run.at(-1)]
      return [
        {
          id,
          name,
          run: { season_year: year, entry_id: id, entry_name: name, user_name, weeks: run.length, first_week, last_week },
        },
      ]
    })
    .sort((a, b) => b.run.weeks - a.run.weeks || compareEntries(a, b))
    .slice(0, MAX_RECORDS)
    .map(({ run }) => run)
}

/** Returns the numbers of the weeks; of equally long series the first one. */
function longestRun(weeks: readonly SeasonWeek[], entry: SeasonEntry): readonly number[] {
  let [best, current]: [readonly number[], readonly number[]] = [[], []]
  for (const { week_number: number, results } of weeks) {
    const teams = teamsOf(entry, number)
    const hasWon = teams.length > 0 && teams.every((team) => results[team] === 'win')
    current = hasWon ? [...current, number] : []
    if (current.length > best.length) best = current
  }
  return best
}

/**
 * Returns the games that were decided by the fewest points against teams' picks with which entries lost their last life. Entries that share
 * the title are left out.
 */
function worstLuck(source: Source, view: SeasonView, fallen: readonly Player[]): readonly WorstLuck[] {
  const weeks = new Map(view.weeks.filter((week) => week.is_complete).map((week) => [week.week_number, week]))
  const gamesOf = (week: SeasonWeek): readonly GameInfo[] => {
    const round = source.pool.rounds.get(week.id as WeekId)
    return round === undefined ? [] : weekGames(source, round).filter(({ status }) => status === 'final')
  }
  const games = new Map([...weeks].map(([number, week]) => [number, gamesOf(week)]))
  const found = new Map<string, { readonly game: Defeat; readonly entries: SeasonEntry[] }>()
  for (const { entry, standing } of fallen) {
    const week = haveRunOut(view, standing.losses) ? weeks.get(outIn(standing)) : undefined
    if (week === undefined) continue
    for (const team of teamsOf(entry, week.week_number).filter((one) => week.results[one] === 'loss')) {
      for (const game of (games.get(week.week_number) ?? []).flatMap((one) => defeatOf(one, team, view.objective === 'lose'))) {
        const key = JSON.stringify([week.week_number, game])
        const known = found.get(key) ?? { game: { ...game, week_number: week.week_number }, entries: [] }
        known.entries.push(entry)
        found.set(key, known)
      }
    }
  }
  return [...found.values()]
    .map(({ game, entries }) => ({
      season_year: view.season_year,
      ...game,
      entries: entries.length,
      entry_names: [...entries].sort(compareEntries).slice(0, MAX_NAMES).map(entryLabel),
    }))
    .sort((a, b) => a.margin - b.margin || b.week_number - a.week_number || (a.team_abbr < b.team_abbr ? -1 : 1))
    .slice(0, MAX_RECORDS)
}

type Defeat = Pick<WorstLuck, 'week_number' | 'team_abbr' | 'opponent_abbr' | 'score' | 'opponent_score' | 'margin'>

/** @param losing whether a pick wins when its team loses */
function defeatOf(game: GameInfo, team: string, losing: boolean): readonly Omit<Defeat, 'week_number'>[] {
  const isHome = game.home_team_abbr === team
  if ((!isHome && game.away_team_abbr !== team) || game.home_score === null || game.away_score === null) return []
  const [score, opponent_score] = isHome ? [game.home_score, game.away_score] : [game.away_score, game.home_score]
  const lead = losing ? opponent_score - score : score - opponent_score
  if (lead > 0) return []
  const opponent_abbr = isHome ? game.away_team_abbr : game.home_team_abbr
  return [{ team_abbr: team, opponent_abbr, score, opponent_score, margin: Math.abs(opponent_score - score) }]
}
