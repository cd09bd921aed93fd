import { allGamesFinal, type PoolRules, type SeasonResults, settledResults, type WeekResults } from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import type { GameRow, Tables, WeekRow } from '../tables/rows.ts'

type FactGame = Pick<GameRow, 'week_id' | 'home' | 'away' | 'status' | 'home_score' | 'away_score' | 'final_by_admin'>

/** A week of a season with what its games say so far. */
export interface SeasonWeekFacts extends WeekResults {
  readonly isLocked: boolean
}

/** {@link SeasonResults}, from the tables. */
export interface TableSeasonFacts extends SeasonResults {
  readonly weeks: readonly SeasonWeekFacts[]
}

/** What a season's games and rules decide, as the domain's rules want it. Weeks by number. */
export async function readSeasonFacts(db: QueryExecutorProvider, tables: Tables, seasonYear: number): Promise<TableSeasonFacts> {
  const weeks = await sql<Pick<WeekRow, 'id' | 'week_number' | 'locked_position'>>`
    SELECT id, week_number, locked_position FROM ${tables.weeks} WHERE season_year = ${seasonYear}
    ORDER BY week_number`.execute(db)
  const games = await sql<FactGame>`
    SELECT g.week_id, g.home, g.away, g.status, g.home_score, g.away_score, g.final_by_admin
    FROM ${tables.games} AS g JOIN ${tables.weeks} AS w ON w.id = g.week_id
    WHERE w.season_year = ${seasonYear} ORDER BY g.id`.execute(db)
  const byWeek = Map.groupBy(games.rows, (game) => game.week_id)
  return {
    seasonYear,
    missedPick: (await readRules(db, tables, seasonYear)).missedPick,
    weeks: weeks.rows.map((week) => weekFacts(week, byWeek.get(week.id) ?? [])),
  }
}

/** The rules that hold in a season: those of its first standing lock, else the pool's. */
export async function readRules(db: QueryExecutorProvider, tables: Tables, seasonYear: number): Promise<PoolRules> {
  const { rows } = await sql<{ rules: PoolRules }>`
    SELECT coalesce(r.rules, pool.rules) AS rules FROM ${tables.pool} AS pool
    LEFT JOIN ${tables.season_rules} AS r ON r.season_year = ${seasonYear}`.execute(db)
  const rules = rows[0]?.rules
  if (rules === undefined) throw new Error('the pool has no row')
  return rules
}

function weekFacts(week: Pick<WeekRow, 'id' | 'week_number' | 'locked_position'>, games: readonly FactGame[]): SeasonWeekFacts {
  const isLocked = week.locked_position !== null
  const scored = games.map((game) => ({
    home: game.home,
    away: game.away,
    status: game.status,
    homeScore: game.home_score,
    awayScore: game.away_score,
    finalByAdmin: game.final_by_admin,
  }))
  return {
    id: week.id,
    weekNumber: week.week_number,
    isLocked,
    results: settledResults(scored, isLocked),
    complete: isLocked && allGamesFinal(games),
  }
}
