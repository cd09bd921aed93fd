import type { FeedGame, Game, PoolState, WeekId } from '@outlast/domain'
import { generatePool } from '@outlast/testing'

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
    openWeek: false,
    events: 0,
    goodPicks: 0.98,
    firstGamePicks,
  })
  const weekId = weeks.at(-1)
  const game = weekId === undefined ? undefined : state.weeks.get(weekId)?.games[0]
  if (weekId === undefined || game === undefined) throw new Error('the generated pool has no game')
  return { connectionString, entries, picks: countPicks(state, weekId, game), weekId, seasonYear, game: feedGameOf(game) }
}

function countPicks(state: PoolState, weekId: WeekId, { home, away }: Game): number {
  const hasPicked = (picks: readonly { readonly weekId: WeekId; readonly team: string }[]) =>
    picks.some((pick) => pick.weekId === weekId && (pick.team === home || pick.team === away))
  return [...state.entries.values()].filter(({ picks }) => hasPicked(picks)).length
}

function feedGameOf({ espnId, home, away, kickoff, kickoffKnown, homeScore, awayScore }: Game): FeedGame {
  return { espnId, home, away, kickoff, kickoffKnown, status: 'final', homeScore, awayScore, detail: 'Final' }
}
