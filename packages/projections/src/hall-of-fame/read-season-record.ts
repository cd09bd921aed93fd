import { haveRunOut } from '@outlast/domain/rules'
import type { HallSeason, LongestRun, WorstLuck } from '@outlast/contract'
import { roadOf } from '@outlast/views/championship'
import { type QueryExecutorProvider, sql } from 'kysely'
import { readChampions } from '../leaderboard/read-champions.ts'
import { readSeasonFacts } from '../schedule/season-facts.ts'
import { seasonView } from '../standings/season-view.ts'
import { personName, query } from '../tables/query.ts'
import { LIVE, LIVE_SCHEMA } from '../tables/rows.ts'

// Raw SQL: window functions over revealed picks, and the results of a week as rows.

/** How many records of a kind are kept. */
export const MAX_RECORDS = 10
const MAX_NAMES = 3

/** What the hall of fame shows of one season. `season` is null while it runs; then `records` is empty. */
export interface SeasonRecord {
  readonly season: HallSeason | null
  readonly longestRuns: readonly LongestRun[]
  readonly worstLuck: readonly WorstLuck[]
}

/**
 * Reads what the hall of fame shows of a season (docs/rules.md §16.3). Everything follows from revealed picks and complete weeks, up to
 * the week that decided the season.
 * @param isOver whether a later season has begun, so that this one is over although no week decided it
 */
export async function readSeasonRecord(db: QueryExecutorProvider, seasonYear: number, isOver: boolean): Promise<SeasonRecord> {
  const decidedWeek = await readDecidedWeek(db, seasonYear)
  if (decidedWeek === null && !isOver) return { season: null, longestRuns: [], worstLuck: [] }
  const standings = await readStandings(db, seasonYear)
  return {
    season: await readSeason(db, seasonYear, decidedWeek, standings),
    longestRuns: await readLongestRuns(db, seasonYear, decidedWeek, standings),
    worstLuck: await readWorstLuck(db, seasonYear, decidedWeek, standings),
  }
}

interface StandingRow {
  readonly entry_id: number
  readonly eliminated_week: number | null
  readonly lives_lost: number
  readonly is_champion: boolean
}

/**
 * Reads the standings once and passes them on as arrays, whose length PostgreSQL knows. It expects few rows of the view, and would join
 * them row by row.
 */
async function readStandings(db: QueryExecutorProvider, seasonYear: number): Promise<readonly StandingRow[]> {
  const { rows } = await sql<StandingRow>`
    SELECT entry_id, eliminated_week, lives_lost, is_champion FROM ${LIVE.standings} WHERE season_year = ${seasonYear}`.execute(
    db,
  )
  return rows
}

async function readDecidedWeek(db: QueryExecutorProvider, seasonYear: number): Promise<number | null> {
  const row = await query(db)
    .selectFrom('projections.decided_seasons as d')
    .innerJoin('projections.weeks as w', 'w.id', 'd.week_id')
    .select('w.week_number')
    .where('d.season_year', '=', seasonYear)
    .executeTakeFirst()
  return row?.week_number ?? null
}

async function readSeason(
  db: QueryExecutorProvider,
  seasonYear: number,
  decidedWeek: number | null,
  standings: readonly StandingRow[],
): Promise<HallSeason> {
  const survivors = standings.filter(
    ({ eliminated_week: week }) => week === null || (decidedWeek !== null && week > decidedWeek),
  ).length
  const champions = decidedWeek === null ? [] : await readRoads(db, seasonYear, decidedWeek)
  return { season_year: seasonYear, decided_week: decidedWeek, entries: standings.length, survivors, champions }
}

async function readRoads(db: QueryExecutorProvider, seasonYear: number, decidedWeek: number): Promise<HallSeason['champions']> {
  const champions = await readChampions(db, seasonYear)
  const ids = champions.map((champion) => champion.entry_id)
  const view = await seasonView(db, seasonYear, ids)
  const entries = view.entries.filter(({ id }) => ids.includes(id))
  return entries.map((entry) => {
    const { picks, ...road } = roadOf(view, entry, decidedWeek)
    return { ...road, picks: picks.map(({ more, ...first }) => ({ ...first, ...(more && { more: [...more] }) })) }
  })
}

/** Reads the longest series of weeks whose picks all won, one of each entry. A complete week without a won pick ends a series. */
async function readLongestRuns(
  db: QueryExecutorProvider,
  seasonYear: number,
  decidedWeek: number | null,
  standings: readonly StandingRow[],
): Promise<readonly LongestRun[]> {
  const participants = standings.map(({ entry_id }) => entry_id)
  const { rows } = await sql<LongestRun>`
    WITH complete AS (
      SELECT week_id, week_number, results, row_number() OVER (ORDER BY week_number) AS place
      FROM ${LIVE.week_results}
      WHERE season_year = ${seasonYear} AND is_complete AND week_number <= coalesce(${decidedWeek}::double precision, week_number)
    ), winners AS MATERIALIZED (
      SELECT week_id, r.team FROM complete CROSS JOIN LATERAL jsonb_each_text(results) AS r (team, result) WHERE r.result = 'win'
    ), won_weeks AS (
      SELECT p.entry_id, c.week_number, c.place
      FROM complete AS c
      JOIN ${LIVE.revealed_picks} AS p ON p.week_id = c.week_id AND p.season_year = ${seasonYear}
      LEFT JOIN winners ON winners.week_id = p.week_id AND winners.team = p.team_abbr
      GROUP BY p.entry_id, c.week_number, c.place
      HAVING bool_and(winners.team IS NOT NULL)
    ), won AS (
      SELECT entry_id, week_number, place - row_number() OVER (PARTITION BY entry_id ORDER BY place) AS run FROM won_weeks
    ), runs AS (
      SELECT entry_id, count(*)::integer AS weeks, min(week_number) AS first_week, max(week_number) AS last_week
      FROM won GROUP BY entry_id, run
    ), best AS (
      SELECT DISTINCT ON (entry_id) * FROM runs WHERE weeks > 1 AND entry_id = ANY (${participants}::bigint[])
      ORDER BY entry_id, weeks DESC, first_week
    )
    SELECT ${seasonYear}::integer AS season_year, e.id AS entry_id, e.name AS entry_name, ${personName} AS user_name, b.weeks, b.first_week, b.last_week
    FROM best AS b
    JOIN ${LIVE.entries} AS e ON e.id = b.entry_id
    LEFT JOIN accounts AS a ON a.user_id = e.user_id
    ORDER BY b.weeks DESC, lower(e.name) COLLATE "C", e.id
    LIMIT ${MAX_RECORDS}`.execute(db)
  return rows
}

/**
 * Reads the games that were decided by the fewest points against teams' picks with which entries lost their last life. Entries that share the title are
 * left out.
 */
async function readWorstLuck(
  db: QueryExecutorProvider,
  seasonYear: number,
  decidedWeek: number | null,
  standings: readonly StandingRow[],
): Promise<readonly WorstLuck[]> {
  const { lives, objective } = await readSeasonFacts(db, LIVE_SCHEMA, seasonYear)
  const lead = objective === 'lose' ? sql`side.opponent_score - side.score` : sql`side.score - side.opponent_score`
  const fallen = standings.flatMap(({ entry_id: id, eliminated_week: week, lives_lost, is_champion }) =>
    week === null || is_champion || !haveRunOut({ lives }, lives_lost) || week > (decidedWeek ?? week) ? [] : [{ id, week }],
  )
  const { rows } = await sql<WorstLuck>`
    SELECT ${seasonYear}::integer AS season_year, p.week_number, p.team_abbr, side.opponent_abbr, side.score, side.opponent_score,
      abs(side.opponent_score - side.score) AS margin, count(*)::integer AS entries,
      (array_agg(e.name ORDER BY lower(e.name) COLLATE "C", e.id))[1:${sql.lit(MAX_NAMES)}] AS entry_names
    FROM unnest(${fallen.map(({ id }) => id)}::bigint[], ${fallen.map(({ week }) => week)}::double precision[]) AS s (entry_id, week)
    JOIN ${LIVE.revealed_picks} AS p
      ON p.season_year = ${seasonYear} AND p.entry_id = s.entry_id AND p.week_number = s.week
    JOIN ${LIVE.week_results} AS w ON w.week_id = p.week_id AND w.is_complete AND w.results ->> p.team_abbr = 'loss'
    JOIN ${LIVE.games} AS g ON g.week_id = p.week_id AND g.status = 'final' AND p.team_abbr IN (g.home, g.away)
    CROSS JOIN LATERAL (
      SELECT CASE WHEN g.home = p.team_abbr THEN g.away ELSE g.home END AS opponent_abbr,
        CASE WHEN g.home = p.team_abbr THEN g.home_score ELSE g.away_score END AS score,
        CASE WHEN g.home = p.team_abbr THEN g.away_score ELSE g.home_score END AS opponent_score
    ) AS side
    JOIN ${LIVE.entries} AS e ON e.id = s.entry_id
    WHERE ${lead} <= 0
    GROUP BY p.week_number, p.team_abbr, side.opponent_abbr, side.score, side.opponent_score
    ORDER BY margin, p.week_number DESC, p.team_abbr
    LIMIT ${MAX_RECORDS}`.execute(db)
  return rows
}
