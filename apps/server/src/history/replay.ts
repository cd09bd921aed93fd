import { leaderboardOf } from '@outlast/views/leaderboard'
import { matrixOf } from '@outlast/views/matrix'
import { teamsByWeek } from '@outlast/views/standings'
import {
  currentRound,
  currentSiteTime,
  currentStanding,
  type Entry,
  gamesOf,
  type Instant,
  picksOf,
  type PoolState,
  type Round,
  roundsOf,
} from '@outlast/domain'
import type { QueryExecutorProvider } from 'kysely'
import { advance, emptyLogState, type LogState } from '../pool/follower.ts'
import { streamEvents } from '../log/read.ts'
import { upToDate } from '../log/stored-event.ts'
import { seasonViewOf } from './replay-view.ts'

/** Where a replay ends: at a position, or at the last event recorded up to an instant. */
export type ReplayEnd = { readonly position: number } | { readonly time: Instant }

/**
 * Folds the log from its beginning up to a point.
 *
 * @param onProgress receives the position after each chunk
 */
export async function replay(
  db: QueryExecutorProvider,
  end: ReplayEnd,
  onProgress: (position: number) => void = () => {},
): Promise<LogState> {
  const state = emptyLogState()
  const until = 'position' in end ? end.position : Number.MAX_SAFE_INTEGER
  for await (const events of streamEvents(db, { until })) {
    for (const event of events) {
      if ('time' in end && event.recordedAt > end.time) return state
      advance(state, upToDate(event))
    }
    onProgress(state.head.position)
  }
  return state
}

/** Describes an earlier pool as JSON. Picks of weeks that were open at that time stay hidden. */
export function describePool({ pool, head }: LogState) {
  const current = currentRound(pool)
  const weeks = current === undefined ? [] : roundsOf(pool, current.contestId)
  return {
    position: head.position,
    hash: head.hash,
    recorded_at: head.recordedAt,
    site_time: currentSiteTime(pool, head.recordedAt),
    users: pool.users.count(),
    current_week: current === undefined ? null : describeWeek(pool, current),
    weeks: weeks.map((week) => describeWeek(pool, week)),
    standings: standingsOf(pool),
    entries: [...pool.entries.values()].sort((a, b) => a.id - b.id).map((entry) => describeEntry(pool, entry, weeks)),
  }
}

/** Returns the standings of the current season: counts, champions, and every entry in the order of the leaderboard. */
export function standingsOf(pool: PoolState) {
  const view = seasonViewOf(pool, { nameOf: () => '', isRevealed: () => true })
  if (view === undefined) return { season_year: null, alive: pool.entries.count(), out: 0, champions: [], leaderboard: [] }
  const matrix = matrixOf(view)
  const out = matrix.entries.filter((entry) => entry.is_eliminated).length
  return {
    season_year: view.season_year,
    alive: matrix.entries.length - out,
    out,
    champions: matrix.champion_entry_ids,
    leaderboard: leaderboardOf(matrix).map(({ user_name: _name, ...row }) => row),
  }
}

function describeWeek(pool: PoolState, week: Round) {
  return {
    id: week.id,
    season_year: week.seasonYear,
    week_number: week.weekNumber,
    lock_time: week.lockTime,
    is_locked: week.locked !== null,
    games: gamesOf(pool, week).map(({ away, home, awayScore, homeScore, status }) => ({
      away,
      home,
      awayScore,
      homeScore,
      status,
    })),
  }
}

function describeEntry(pool: PoolState, entry: Entry, weeks: readonly Round[]) {
  const standing = currentStanding(pool, entry)
  const revealed = weeks.filter((week) => week.locked !== null)
  const picks = revealed.map((week) => [week.weekNumber, picksOf(entry, week.id).map(({ team }) => team)] as const)
  return {
    id: entry.id,
    user_id: entry.userId,
    name: entry.name,
    is_paid: entry.payment !== null,
    eliminated_week: standing.status === 'out' ? standing.eliminatedWeek : null,
    ...teamsByWeek(picks),
  }
}
