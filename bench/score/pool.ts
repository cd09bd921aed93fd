import { type FeedGame, type Game, picksOf, type PoolState, scheduleWeekId, type WeekId } from '@outlast/domain'
import { generatePool } from '@outlast/testing'
import { reportedGame } from '../support/reported-game.ts'

/** A pool whose last week is locked, and a game of that week whose teams many entries have picked. */
export interface PoolWithPickedGame {
  readonly connectionString: string
  readonly entries: number
  /** How many entries picked one of the game's teams. */
  readonly picks: number
  readonly weekId: WeekId
  readonly seasonYear: number
  /** The game as a feed reports it, final. */
  readonly game: FeedGame
}

const PLAYED_WEEKS = 3

/** Generates a pool in which about the given number of entries pick the game. */
export async function generatePoolWithPickedGame(
  connectionString: string,
  entries: number,
  firstGamePicks: number,
): Promise<PoolWithPickedGame> {
  const { weeks, state, seasonYear } = await generatePool(connectionString, {
    entries,
    entriesPerMember: 2,
    playedWeeks: PLAYED_WEEKS,
    events: 0,
    goodPicks: 0.98,
    firstGamePicks,
  })
  const weekId = weeks.at(-1)
  const game = weekId === undefined ? undefined : state.schedule.get(scheduleWeekId(weekId))?.games[0]
  if (weekId === undefined || game === undefined) throw new Error('the generated pool has no game')
  return {
    connectionString,
    entries,
    picks: countPicks(state, weekId, game),
    weekId,
    seasonYear,
    game: finalGame(game, seasonYear),
  }
}

function countPicks(state: PoolState, weekId: WeekId, { home, away }: Game): number {
  const teams = [...state.entries.values()].flatMap((entry) => picksOf(entry, weekId).map((pick) => pick.team))
  return teams.filter((team) => team === home || team === away).length
}

function finalGame(game: Game, seasonYear: number): FeedGame {
  const { homeScore, awayScore } = game
  return reportedGame(game, seasonYear, { status: 'final', homeScore, awayScore, detail: 'Final' })
}
