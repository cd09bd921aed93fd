import { compareGames } from '@outlast/contract/live/order'
import type { GameInfo, WeekInfo } from '@outlast/contract/live/wire'
import { type QueryExecutorProvider, sql } from 'kysely'
import { isAny, query } from '../tables/query.ts'

// Raw SQL fragments: boolean columns that are computed from null checks.

/** Reads all weeks or some, newest first. */
export function weekInfos(db: QueryExecutorProvider, weekIds?: readonly number[]): Promise<readonly WeekInfo[]> {
  return selectWeeks(db).where(isAny('w.id', weekIds)).execute()
}

/** Reads one week. Returns `undefined` if there is none with this id. */
export async function weekInfo(db: QueryExecutorProvider, weekId: number): Promise<WeekInfo | undefined> {
  return (await weekInfos(db, [weekId]))[0]
}

/** Selects weeks `w` in the API's form, newest first, next to the row of `pool`. */
export function selectWeeks(db: QueryExecutorProvider) {
  return query(db)
    .selectFrom('projections.weeks as w')
    .crossJoin('projections.pool as pool')
    .select(['w.id', 'w.season_year', 'w.week_number'])
    .select(sql<boolean>`pool.current_week_id IS NOT DISTINCT FROM w.id`.as('is_current'))
    .select(['w.lock_time', 'w.lock_is_automatic'])
    .select(sql<boolean>`w.locked_position IS NOT NULL`.as('is_locked'))
    .select(['w.locked_at', 'w.ineligible as ineligible_teams', 'w.reopened_after_reveal', 'w.reopenings', 'w.unmasked'])
    .select(['w.unmask_reason', 'w.merkle_root', 'w.created_at', 'w.version'])
    .orderBy('w.season_year', 'desc')
    .orderBy('w.week_number', 'desc')
}

/** Reads a week's games, all or some, by kickoff and id. */
export async function gamesOf(
  db: QueryExecutorProvider,
  weekId: number,
  gameIds?: readonly number[],
): Promise<readonly GameInfo[]> {
  const rows = await selectGames(db, [weekId]).where(isAny('id', gameIds)).execute()
  return rows.map(({ week_id: _week, ...game }) => game).sort(compareGames)
}

/** Reads the games of several weeks by week id, each week's by kickoff and id. */
export async function gamesOfWeeks(
  db: QueryExecutorProvider,
  weekIds: readonly number[],
): Promise<ReadonlyMap<number, readonly GameInfo[]>> {
  const games = new Map<number, GameInfo[]>(weekIds.map((id) => [id, []]))
  for (const { week_id, ...game } of await selectGames(db, weekIds).execute()) games.get(week_id)?.push(game)
  for (const ofWeek of games.values()) ofWeek.sort(compareGames)
  return games
}

/** Selects games in the API's form, with the id of their week. */
function selectGames(db: QueryExecutorProvider, weekIds: readonly number[]) {
  return query(db)
    .selectFrom('projections.games')
    .select(['id', 'espn_id', 'kickoff as start_time', 'kickoff_known', 'home as home_team_abbr', 'away as away_team_abbr'])
    .select(['home_score', 'away_score', 'status', 'detail', 'final_by_admin', 'result_at', 'week_id'])
    .where(isAny('week_id', weekIds))
}
