import type { SeasonView } from '@outlast/contract/live/wire'
import { type LeaderboardRow, leaderboardOf } from './leaderboard.ts'
import { matrixOf } from './matrix.ts'
import { memoize } from './memoize.ts'

/** Returns the rows of a season's leaderboard by the ids of their entries. */
export const placesOf = memoize(
  (season: SeasonView): ReadonlyMap<number, LeaderboardRow> =>
    new Map(leaderboardOf(matrixOf(season)).map((row) => [row.entry_id, row])),
)
