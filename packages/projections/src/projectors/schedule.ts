import { type QueryExecutorProvider, sql } from 'kysely'
import { keepLeaves } from '../picks/lock-leaves.ts'
import type { Tables } from '../tables/rows.ts'
import type { Step, Steps } from './projector.ts'

const addWeek: Step<'WeekAdded'> = async (db, tables, { data, position, recordedAt }) => {
  await sql`
    INSERT INTO ${tables.weeks} (id, season_year, week_number, lock_time, lock_is_automatic, ineligible, reopenings,
      reopened_after_reveal, unmasked, created_at, version)
    VALUES (${data.weekId}, ${data.seasonYear}, ${data.weekNumber}, ${data.lockTime}, true, '[]', 0, false, false,
      ${recordedAt}, ${position})
    ON CONFLICT (id) DO NOTHING`.execute(db)
}

const deleteWeek: Step<'WeekDeleted'> = async (db, tables, { data }) => {
  for (const table of [tables.games, tables.picks, tables.locked_picks, tables.missed, tables.forgiven]) {
    await sql`DELETE FROM ${table} WHERE week_id = ${data.weekId}`.execute(db)
  }
  await sql`DELETE FROM ${tables.weeks} WHERE id = ${data.weekId}`.execute(db)
  await unfreezeRulesWithoutLock(db, tables)
}

/** The lock stands: who missed it, the leaves of its tree, and the season's rules from now on. */
const lockWeek: Step<'WeekLocked'> = async (db, tables, event) => {
  const { data, position, siteTime } = event
  await forgetLock(db, tables, data.weekId)
  await sql`
    UPDATE ${tables.weeks} SET locked_at = ${siteTime}, locked_position = ${position}, merkle_root = ${data.merkleRoot},
      version = ${position} WHERE id = ${data.weekId}`.execute(db)
  await keepLeaves(db, tables, data)
  await sql`
    INSERT INTO ${tables.season_rules} (season_year, rules)
    SELECT w.season_year, pool.rules FROM ${tables.weeks} AS w, ${tables.pool} AS pool WHERE w.id = ${data.weekId}
    ON CONFLICT (season_year) DO NOTHING`.execute(db)
}

const reopenWeek: Step<'WeekReopened'> = async (db, tables, { data, position }) => {
  await sql`
    UPDATE ${tables.weeks} SET locked_at = NULL, locked_position = NULL, merkle_root = NULL, version = ${position},
      reopenings = reopenings + 1, reopened_after_reveal = reopened_after_reveal OR ${data.marked}
    WHERE id = ${data.weekId}`.execute(db)
  await forgetLock(db, tables, data.weekId)
  await unfreezeRulesWithoutLock(db, tables)
}

/** A new game is unplayed; one that is known only moves. */
const syncGames: Step<'GamesSynced'> = async (db, tables, { data }) => {
  await sql`
    INSERT INTO ${tables.games} AS g (id, week_id, espn_id, home, away, kickoff, kickoff_known)
    SELECT r."gameId", w.id, r."espnId", r.home, r.away, r.kickoff, r."kickoffKnown"
    FROM json_to_recordset(${JSON.stringify(data.games)}::json)
      AS r("gameId" bigint, "espnId" text, home text, away text, kickoff text, "kickoffKnown" boolean)
    JOIN ${tables.weeks} AS w ON w.id = ${data.weekId}
    ON CONFLICT (id) DO UPDATE SET espn_id = excluded.espn_id, home = excluded.home, away = excluded.away,
      kickoff = excluded.kickoff, kickoff_known = excluded.kickoff_known
    WHERE g.week_id = excluded.week_id`.execute(db)
}

/** The admin's finality stood until this score; from here the week's lock decides when it counts. */
const correctScore: Step<'ScoreCorrected'> = async (db, tables, { data, siteTime }) => {
  await sql`
    UPDATE ${tables.games} SET home_score = ${data.homeScore}, away_score = ${data.awayScore}, detail = ${data.detail},
      final_by_admin = false, result_at = CASE status WHEN 'final' THEN ${siteTime} END
    WHERE id = ${data.gameId} AND week_id = ${data.weekId}`.execute(db)
}

/** A game that was final before keeps the time of its result. */
const finalizeGames: Step<'GamesFinalizedByAdmin'> = async (db, tables, { data, siteTime }) => {
  await sql`
    UPDATE ${tables.games} SET status = 'final', final_by_admin = true, result_at = coalesce(result_at, ${siteTime})
    WHERE week_id = ${data.weekId}
      AND id IN (SELECT id::bigint FROM json_array_elements_text(${JSON.stringify(data.gameIds)}::json) AS id)`.execute(db)
}

/** Weeks and games. A week's events are few, so each is a statement of its own. */
export const scheduleSteps: Steps<
  | 'WeekAdded'
  | 'WeekDeleted'
  | 'WeeksPurged'
  | 'LockTimeChanged'
  | 'WeekLocked'
  | 'WeekReopened'
  | 'IneligibleTeamsSet'
  | 'PicksUnmasked'
  | 'GamesSynced'
  | 'ScoreCorrected'
  | 'GamesFinalizedByAdmin'
> = {
  WeekAdded: addWeek,
  WeekDeleted: deleteWeek,
  WeeksPurged: async (db, tables) => {
    const { weeks, games, picks, locked_picks: leaves, missed, forgiven, season_rules: rules, pool } = tables
    for (const table of [weeks, games, picks, leaves, missed, forgiven, rules]) await sql`DELETE FROM ${table}`.execute(db)
    await sql`UPDATE ${pool} SET current_week_id = NULL`.execute(db)
  },
  LockTimeChanged: async (db, tables, { data, position }) => {
    await sql`
      UPDATE ${tables.weeks} SET lock_time = ${data.lockTime}, lock_is_automatic = ${data.automatic}, version = ${position}
      WHERE id = ${data.weekId}`.execute(db)
  },
  WeekLocked: lockWeek,
  WeekReopened: reopenWeek,
  IneligibleTeamsSet: async (db, tables, { data, position }) => {
    await sql`
      UPDATE ${tables.weeks} SET ineligible = ${JSON.stringify(data.teams)}::jsonb, version = ${position}
      WHERE id = ${data.weekId}`.execute(db)
  },
  PicksUnmasked: async (db, tables, { data, position, metadata }) => {
    await sql`
      UPDATE ${tables.weeks} SET unmasked = true, unmask_reason = ${metadata.reason ?? null}, version = ${position}
      WHERE id = ${data.weekId}`.execute(db)
  },
  GamesSynced: syncGames,
  ScoreCorrected: correctScore,
  GamesFinalizedByAdmin: finalizeGames,
}

async function forgetLock(db: QueryExecutorProvider, tables: Tables, weekId: number): Promise<void> {
  await sql`DELETE FROM ${tables.missed} WHERE week_id = ${weekId}`.execute(db)
  await sql`DELETE FROM ${tables.locked_picks} WHERE week_id = ${weekId}`.execute(db)
}

/** Rules open again when a season's last standing lock is gone: a rehearsal leaves no trace. */
async function unfreezeRulesWithoutLock(db: QueryExecutorProvider, tables: Tables): Promise<void> {
  await sql`
    DELETE FROM ${tables.season_rules} AS r WHERE NOT EXISTS (
      SELECT FROM ${tables.weeks} AS w WHERE w.season_year = r.season_year AND w.locked_position IS NOT NULL)`.execute(db)
}
