import type { FeedGame, Game, PoolState, WeekId } from '@outlast/domain'
import { openDatabase } from '@outlast/server/database'
import type { Tables } from '@outlast/server/database'
import { makePool } from '@outlast/testing/generated/pool'

/** A pool whose last week is locked, and a game of it that many entries have picked a team of. */
export interface RiddenPool {
  readonly connectionString: string
  readonly entries: number
  readonly riders: number
  readonly weekId: WeekId
  readonly seasonYear: number
  /** As a feed tells it, final. */
  readonly game: FeedGame
}

const PLAYED_WEEKS = 3

/** Makes one; `riders` is how many shall pick the game, and the answer says how many do. */
export async function makeRiddenPool(connectionString: string, entries: number, riders: number): Promise<RiddenPool> {
  const database = openDatabase<Tables>({ connectionString, max: 1, onError: () => {} })
  try {
    const plan = { entries, entriesPerMember: 2, playedWeeks: PLAYED_WEEKS, openWeek: false, events: 0, goodPicks: 0.98, riders }
    const { weeks, pool, seasonYear } = await makePool(database.db, plan)
    await database.pool.query('VACUUM ANALYZE')
    const weekId = weeks.at(-1)
    const game = weekId === undefined ? undefined : pool.weeks.get(weekId)?.games[0]
    if (weekId === undefined || game === undefined) throw new Error('the made-up pool has no game')
    return { connectionString, entries, riders: ridersOf(pool, weekId, game), weekId, seasonYear, game: told(game) }
  } finally {
    await database.close()
  }
}

function ridersOf(pool: PoolState, weekId: WeekId, { home, away }: Game): number {
  let riders = 0
  for (const { picks } of pool.entries.values()) {
    if (picks.some((pick) => pick.weekId === weekId && (pick.team === home || pick.team === away))) riders += 1
  }
  return riders
}

function told({ espnId, home, away, kickoff, kickoffKnown, homeScore, awayScore }: Game): FeedGame {
  return { espnId, home, away, kickoff, kickoffKnown, status: 'final', homeScore, awayScore, detail: 'Final' }
}
