import {
  scheduledNoon,
  type Command,
  currentRound,
  currentSiteTime,
  type FeedGame,
  type Instant,
  isSlate,
  leagueWeekOf,
  mainContest,
  type PoolState,
  roundsOf,
  suggestFirstWeek,
  type WeekId,
  weekId,
} from '@outlast/domain'
import type { PastPicksList } from './past-picks-list.ts'

/** What an import does about the weeks that the pool does not have. */
export interface WeekPlan {
  /** The commands that add them with their games. */
  readonly first: readonly Command[]
  /** The ids that they will have, by number. */
  readonly ids: ReadonlyMap<number, WeekId>
  /** Weeks that could be added, but are not. */
  readonly missing: readonly number[]
  /** Weeks that have not locked, and are not added. */
  readonly notLocked: ReadonlySet<number>
}

/** The season of a list that names none. */
export function seasonOfList(pool: PoolState, now: Instant): number {
  const current = currentRound(pool)?.seasonYear ?? pool.setup.seasonYear
  return current ?? suggestFirstWeek(currentSiteTime(pool, now), null, pool.rules.lock).seasonYear
}

/**
 * Plans how the weeks of a list that the pool does not have come into it.
 * @param readGames reads the games of a week; absent: nothing is added
 */
export async function planWeeks(
  pool: PoolState,
  { rows }: PastPicksList,
  seasonYear: number,
  now: Instant,
  readGames?: (weekNumber: number) => Promise<readonly FeedGame[]>,
): Promise<WeekPlan> {
  const known = new Set(roundsOf(pool, mainContest(seasonYear)).map(({ weekNumber }) => weekNumber))
  const listed = new Set(rows.flatMap(({ picks }) => picks.flatMap(({ weekNumber }) => weekNumber ?? [])))
  // A slate is not added from a list, which does not say what games it has, and neither is a week that the pool plays in slates.
  const played = new Set([...known].map(leagueWeekOf))
  const unknown = [...listed].filter((week) => !isSlate(week) && !played.has(week)).toSorted((a, b) => a - b)
  const siteNow = currentSiteTime(pool, now)
  const hasLocked = (week: number) => scheduledNoon(seasonYear, week) <= siteNow
  const missing = unknown.filter(hasLocked)
  const notLocked = new Set(unknown.filter((week) => !hasLocked(week)))
  if (readGames === undefined) return { first: [], ids: new Map(), missing, notLocked }
  const ids = new Map(missing.map((week, index) => [week, weekId(pool.lastIds.week + 1 + index)]))
  // All weeks lock before the first result is known: an entry that seems to have missed a week would not take part in the next one.
  const first: Command[] = Array.from(ids, ([weekNumber, asId]) => ({ type: 'AddWeek', data: { seasonYear, weekNumber, asId } }))
  for (const [weekNumber, id] of ids) first.push({ type: 'SyncGames', data: { weekId: id, games: await readGames(weekNumber) } })
  const last = [...ids.values()].at(-1)
  if (pool.currentWeekId === null && last !== undefined) first.push({ type: 'SetCurrentWeek', data: { weekId: last } })
  return { first, ids, missing: [], notLocked }
}
