import type { Position } from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import type { Tables } from '../schema.ts'
import type { NetChanges } from './net-changes.ts'

/**
 * Brings net changes into the tables: a statement for each kind of change there is, whatever the number of rows.
 * @param position where the tables stand afterwards; absent while more of the same batch follows
 */
export async function write(db: QueryExecutorProvider, tables: Tables, net: NetChanges, position?: Position): Promise<void> {
  if (net.users.size > 0) await putUsers(db, tables, net)
  if (net.entries.size > 0) await putEntries(db, tables, net)
  if (net.entryPatches.size > 0) await patchEntries(db, tables, net)
  if (net.hands.size > 0) await setHands(db, tables, net)
  if (net.forgiven.length > 0) await addForgiven(db, tables, net)
  if (net.gamePatches.size > 0) await patchGames(db, tables, net)
  if (net.cleared.size > 0) await clearPicks(db, tables, net)
  if (net.picks.size > 0) await putPicks(db, tables, net, position)
  else if (position !== undefined) await moveCheckpoint(db, tables, position)
}

async function putUsers(db: QueryExecutorProvider, tables: Tables, net: NetChanges): Promise<void> {
  await sql`
    INSERT INTO ${tables.users}
    SELECT * FROM json_populate_recordset(NULL::${tables.users}, ${json(net.users.values())}::json)
    ON CONFLICT (id) DO NOTHING`.execute(db)
}

async function putEntries(db: QueryExecutorProvider, tables: Tables, net: NetChanges): Promise<void> {
  await sql`
    INSERT INTO ${tables.entries}
    SELECT * FROM json_populate_recordset(NULL::${tables.entries}, ${json(net.entries.values())}::json)
    ON CONFLICT (id) DO NOTHING`.execute(db)
}

/** `jsonb_populate_record` of a row and a patch is the row with the patch's columns in place of its own. */
async function patchEntries(db: QueryExecutorProvider, tables: Tables, net: NetChanges): Promise<void> {
  const patches = json([...net.entryPatches].map(([id, patch]) => ({ id, patch })))
  await sql`
    UPDATE ${tables.entries} AS e
    SET (name, payment_type, paid_date, updated_at, version) = (
      SELECT n.name, n.payment_type, n.paid_date, n.updated_at, n.version
      FROM jsonb_populate_record(e, p.patch) AS n)
    FROM jsonb_to_recordset(${patches}::jsonb) AS p(id bigint, patch jsonb)
    WHERE e.id = p.id`.execute(db)
}

async function patchGames(db: QueryExecutorProvider, tables: Tables, net: NetChanges): Promise<void> {
  const patches = json([...net.gamePatches].map(([id, change]) => ({ id, ...change })))
  await sql`
    UPDATE ${tables.games} AS g
    SET (status, home_score, away_score, detail, final_by_admin, result_at) = (
      SELECT n.status, n.home_score, n.away_score, n.detail, n.final_by_admin, n.result_at
      FROM jsonb_populate_record(g, p.patch) AS n)
    FROM jsonb_to_recordset(${patches}::jsonb) AS p(id bigint, "weekId" bigint, patch jsonb)
    WHERE g.id = p.id AND g.week_id = p."weekId"`.execute(db)
}

async function setHands(db: QueryExecutorProvider, tables: Tables, net: NetChanges): Promise<void> {
  await sql`
    WITH h AS MATERIALIZED (
      SELECT * FROM json_populate_recordset(NULL::${tables.hand_eliminations}, ${json(net.hands.values())}::json)
    ), ended AS (
      DELETE FROM ${tables.hand_eliminations} AS old USING h
      WHERE h.week_number IS NULL AND old.entry_id = h.entry_id AND old.season_year = h.season_year
    )
    INSERT INTO ${tables.hand_eliminations}
    SELECT h.* FROM h JOIN ${tables.entries} AS e ON e.id = h.entry_id WHERE h.week_number IS NOT NULL
    ON CONFLICT (entry_id, season_year) DO UPDATE SET week_number = excluded.week_number`.execute(db)
}

async function addForgiven(db: QueryExecutorProvider, tables: Tables, net: NetChanges): Promise<void> {
  await sql`
    INSERT INTO ${tables.forgiven}
    SELECT f.* FROM json_populate_recordset(NULL::${tables.forgiven}, ${json(net.forgiven)}::json) AS f
    JOIN ${tables.entries} AS e ON e.id = f.entry_id
    JOIN ${tables.weeks} AS w ON w.id = f.week_id
    ON CONFLICT DO NOTHING`.execute(db)
}

/**
 * The hot path: with the checkpoint in the same statement, a batch of picks is one. A pick that changes keeps its creation. Columns
 * come as arrays, which PostgreSQL reads faster than JSON; since it knows how long they are, it would go through all entries for
 * those of a large batch, and is told to look up each.
 */
async function putPicks(db: QueryExecutorProvider, tables: Tables, net: NetChanges, position?: Position): Promise<void> {
  const rows = [...net.picks.values()]
  await sql`
    WITH put AS (
      INSERT INTO ${tables.picks} (week_id, entry_id, team, is_override, version, created_at, updated_at)
      SELECT r.* FROM unnest(
        ${plain(rows.map((row) => row.week_id))}::bigint[],
        ${plain(rows.map((row) => row.entry_id))}::bigint[],
        ${quoted(rows.map((row) => row.team))}::text[],
        ${plain(rows.map((row) => row.is_override))}::boolean[],
        ${plain(rows.map((row) => row.version))}::bigint[],
        ${quoted(rows.map((row) => row.created_at))}::text[],
        ${quoted(rows.map((row) => row.updated_at))}::text[]
      ) AS r (week_id, entry_id, team, is_override, version, created_at, updated_at)
      CROSS JOIN LATERAL (SELECT FROM ${tables.entries} WHERE id = r.entry_id LIMIT 1) AS own
      JOIN ${tables.weeks} AS w ON w.id = r.week_id
      ON CONFLICT (week_id, entry_id) DO UPDATE SET
        team = excluded.team,
        is_override = excluded.is_override,
        version = excluded.version,
        updated_at = excluded.updated_at
    )
    UPDATE ${tables.checkpoint} SET position = coalesce(${position ?? null}::bigint, position)`.execute(db)
}

/** An array as PostgreSQL reads it. The driver's own way of writing one takes four times as long. */
const plain = (values: readonly (number | boolean)[]): string => `{${values.join(',')}}`

const quoted = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`

/** Taken away after the lock, a pick is as missing as one that was never made. */
async function clearPicks(db: QueryExecutorProvider, tables: Tables, net: NetChanges): Promise<void> {
  await sql`
    WITH cleared AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${json(net.cleared.values())}::json) AS r(week_id bigint, entry_id bigint)
    ), gone AS (
      DELETE FROM ${tables.picks} AS p USING cleared WHERE p.week_id = cleared.week_id AND p.entry_id = cleared.entry_id
    )
    INSERT INTO ${tables.missed} (week_id, entry_id)
    SELECT w.id, e.id FROM cleared
    JOIN ${tables.weeks} AS w ON w.id = cleared.week_id AND w.locked_position IS NOT NULL
    JOIN ${tables.entries} AS e ON e.id = cleared.entry_id
    ON CONFLICT DO NOTHING`.execute(db)
}

async function moveCheckpoint(db: QueryExecutorProvider, tables: Tables, position: Position): Promise<void> {
  await sql`UPDATE ${tables.checkpoint} SET position = ${position}`.execute(db)
}

function json(rows: Iterable<unknown>): string {
  return JSON.stringify([...rows])
}
