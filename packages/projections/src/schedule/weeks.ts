import { compareGames } from '@outlast/contract/live/order'
import type { GameInfo, WeekInfo } from '@outlast/contract/live/wire'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { type GameRow, LIVE } from '../tables/rows.ts'

/** Weeks as everybody may know them, newest first; all of them, or some by id. */
export function weekInfos(db: QueryExecutorProvider, weekIds?: readonly number[]): Promise<readonly WeekInfo[]> {
  return readWeeks(db, weekIds === undefined ? sql`true` : sql`w.id = ANY (${weekIds}::bigint[])`)
}

/** One week; undefined when there is none with this id. */
export async function weekInfo(db: QueryExecutorProvider, weekId: number): Promise<WeekInfo | undefined> {
  return (await weekInfos(db, [weekId]))[0]
}

/** A week's games by kickoff and id; all of them, or some by id. */
export async function gamesOf(
  db: QueryExecutorProvider,
  weekId: number,
  gameIds?: readonly number[],
): Promise<readonly GameInfo[]> {
  const which = gameIds === undefined ? sql`true` : sql`id = ANY (${gameIds}::bigint[])`
  const { rows } = await sql<GameRow>`SELECT * FROM ${LIVE.games} WHERE week_id = ${weekId} AND ${which}`.execute(db)
  return rows.map(gameInfo).sort(compareGames)
}

/** The games of several weeks, each week's by kickoff and id. */
export async function gamesOfWeeks(
  db: QueryExecutorProvider,
  weekIds: readonly number[],
): Promise<ReadonlyMap<number, readonly GameInfo[]>> {
  const { rows } = await sql<GameRow>`SELECT * FROM ${LIVE.games} WHERE week_id = ANY (${weekIds}::bigint[])`.execute(db)
  const games = new Map<number, GameInfo[]>(weekIds.map((id) => [id, []]))
  for (const row of rows) games.get(row.week_id)?.push(gameInfo(row))
  for (const own of games.values()) own.sort(compareGames)
  return games
}

/** Reads weeks, newest first. The columns are named as in the API. */
export async function readWeeks(db: QueryExecutorProvider, condition: RawBuilder<unknown>): Promise<readonly WeekInfo[]> {
  const { rows } = await sql<WeekInfo>`
    SELECT w.id, w.season_year, w.week_number, pool.current_week_id IS NOT DISTINCT FROM w.id AS is_current,
      w.lock_time, w.lock_is_automatic, w.locked_position IS NOT NULL AS is_locked, w.locked_at,
      w.ineligible AS ineligible_teams, w.reopened_after_reveal, w.reopenings, w.unmasked, w.unmask_reason, w.merkle_root,
      w.created_at, w.version
    FROM ${LIVE.weeks} AS w CROSS JOIN ${LIVE.pool} AS pool WHERE ${condition}
    ORDER BY w.season_year DESC, w.week_number DESC`.execute(db)
  return rows
}

function gameInfo(row: GameRow): GameInfo {
  return {
    id: row.id,
    espn_id: row.espn_id,
    start_time: row.kickoff,
    kickoff_known: row.kickoff_known,
    home_team_abbr: row.home,
    away_team_abbr: row.away,
    home_score: row.home_score,
    away_score: row.away_score,
    status: row.status,
    detail: row.detail,
    final_by_admin: row.final_by_admin,
    result_at: row.result_at,
  }
}
