import {
  currentStanding,
  currentWeek,
  type Entry,
  type Instant,
  type PoolState,
  currentSiteTime,
  type Week,
  weeksOfSeason,
} from '@outlast/domain'
import type { QueryExecutorProvider } from 'kysely'
import { advance, emptyLogState, type LogState } from '../state/follower.ts'
import { streamEvents } from '../log/read.ts'
import { upToDate } from '../log/stored-event.ts'

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
  const current = currentWeek(pool)
  const weeks = current === undefined ? [] : weeksOfSeason(pool, current.seasonYear)
  return {
    position: head.position,
    hash: head.hash,
    recorded_at: head.recordedAt,
    site_time: currentSiteTime(pool, head.recordedAt),
    users: pool.users.count(),
    current_week: current === undefined ? null : describeWeek(current),
    weeks: weeks.map(describeWeek),
    entries: [...pool.entries.values()].sort((a, b) => a.id - b.id).map((entry) => describeEntry(pool, entry, weeks)),
  }
}

function describeWeek(week: Week) {
  return {
    id: week.id,
    season_year: week.seasonYear,
    week_number: week.weekNumber,
    lock_time: week.lockTime,
    is_locked: week.locked !== null,
    games: week.games.map(({ away, home, awayScore, homeScore, status }) => ({ away, home, awayScore, homeScore, status })),
  }
}

function describeEntry(pool: PoolState, entry: Entry, weeks: readonly Week[]) {
  const standing = currentStanding(pool, entry)
  const revealed = weeks.filter((week) => week.locked !== null)
  const picks = revealed.flatMap((week) => {
    const team = entry.picks.find((pick) => pick.weekId === week.id)?.team
    return team === undefined ? [] : [[week.weekNumber, team] as const]
  })
  return {
    id: entry.id,
    user_id: entry.userId,
    name: entry.name,
    is_paid: entry.payment !== null,
    eliminated_week: standing.status === 'out' ? standing.eliminatedWeek : null,
    picks: Object.fromEntries(picks),
  }
}
