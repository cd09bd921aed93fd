import { allPicks, type PoolState } from '@outlast/domain'
import type pg from 'pg'
import { SCHEMA } from './schema.ts'

/** Creates the comparator's tables and fills them with the same pool that Outlast has. */
export async function fillComparator(client: pg.Client, pool: PoolState): Promise<void> {
  await client.query(SCHEMA)
  const weeks = [...pool.rounds.values()]
  const entries = [...pool.entries.values()]
  await insert(client, 'users (id, is_admin, token_version)', 'id bigint, "isAdmin" boolean, "tokenVersion" integer', [
    ...pool.users.values(),
  ])
  await insert(
    client,
    'weeks (id, season_year, week_number, lock_time)',
    'id bigint, "seasonYear" integer, "weekNumber" integer, "lockTime" timestamptz',
    weeks,
  )
  await insert(
    client,
    'games (week_id, home_team, away_team, start_time, status, home_score, away_score)',
    '"weekId" bigint, home text, away text, kickoff timestamptz, status text, "homeScore" integer, "awayScore" integer',
    [...pool.schedule.values()].flatMap(({ games }) => games),
  )
  await insert(client, 'entries (id, user_id, name)', 'id bigint, "userId" bigint, name text', entries)
  await insert(
    client,
    'picks (entry_id, week_id, team_abbr)',
    '"entryId" bigint, "weekId" bigint, team text',
    entries.flatMap((entry) => allPicks(entry).map(({ weekId, team }) => ({ entryId: entry.id, weekId, team }))),
  )
  // Current statistics, so that no query is planned from guesses.
  await client.query('VACUUM ANALYZE')
}

async function insert(client: pg.Client, into: string, columns: string, rows: readonly object[]): Promise<void> {
  await client.query(`INSERT INTO ${into} SELECT * FROM json_to_recordset($1::json) AS r(${columns})`, [JSON.stringify(rows)])
}
