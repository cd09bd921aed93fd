import { compareGames } from '@outlast/contract/live/order'
import type { GameInfo, WeekInfo } from '@outlast/contract/live/wire'
import { toGame, toWeek } from '@outlast/contract/rest/weeks'
import {
  countsAsUnder,
  expectedMargin,
  type Game,
  gameOdds,
  gamesOf,
  NO_RATINGS,
  type PoolState,
  type Ratings,
  type Round,
  rulesOf,
  type WeekId,
} from '@outlast/domain'
import { nameOf } from '../people/directory.ts'
import { ratingsBefore } from '../schedule/team-ratings.ts'
import type { Source } from '../source.ts'

/** Returns all weeks, newest first. */
export function weekInfos({ pool }: Pick<Source, 'pool'>): readonly WeekInfo[] {
  return weeksByNumber(pool)
    .toReversed()
    .map((round) => toWeek(pool, round))
}

/** Returns all weeks by season and number. */
export function weeksByNumber({ rounds }: Pick<PoolState, 'rounds'>): readonly Round[] {
  return [...rounds.values()].sort((a, b) => a.seasonYear - b.seasonYear || a.weekNumber - b.weekNumber)
}

/** Returns the weeks whose picks everybody may know. */
export function lockedWeeks({ rounds }: Pick<PoolState, 'rounds'>): ReadonlySet<WeekId> {
  return new Set([...rounds.values()].flatMap(({ id, locked }) => (locked === null ? [] : [id])))
}

/** Returns the games of a week, by kickoff and id. */
export function weekGames({ pool, people }: Source, round: Round): readonly GameInfo[] {
  const week = pool.schedule.get(round.scheduleId)
  const ratings = week === undefined ? NO_RATINGS : ratingsBefore(pool, week)
  const meaning = countsAsUnder(rulesOf(pool, round.contestId))
  return gamesOf(pool, round)
    .map((game): GameInfo => {
      const { id, week_id: _week, ...fields } = toGame(game, meaning)
      const { decidedBy = { actor: null, reason: null } } = game
      return {
        id,
        espn_id: game.espnId,
        ...fields,
        final_by_admin: game.finalByAdmin,
        result_at: game.resultAt ?? null,
        ...pregameOf(game, ratings),
        decided_by: game.byHand === undefined ? null : { name: nameOf(people, decidedBy.actor), reason: decidedBy.reason },
      }
    })
    .sort(compareGames)
}

/** What was expected of a game. Of a final one nothing is left to expect. */
function pregameOf({ home, away, status }: Game, ratings: Ratings): Pick<GameInfo, 'pregame'> {
  const expected = status === 'final' ? undefined : expectedMargin(ratings, home, away)
  if (expected === undefined) return {}
  const margin = rounded(expected, 10)
  const odds = gameOdds({ status: 'scheduled', homeScore: null, awayScore: null, detail: null, margin })
  return { pregame: { home: rounded(odds.home, 1_000), margin, from: 'rating' } }
}

const rounded = (value: number, parts: number): number => Math.round(value * parts) / parts
