import type { Position } from '@outlast/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../tables/rows.ts'
import type { NetChanges } from './row-changes.ts'

/**
 * The statements that bring net changes into the tables, in their order: one for each kind of change there is, whatever the number
 * of rows. They are made without the database, while it is busy with those before.
 * @param position where the tables stand afterwards; absent while more of the same batch follows
 */
export function statementsOf(tables: Tables, net: NetChanges, position?: Position): readonly RawBuilder<unknown>[] {
  const statements: RawBuilder<unknown>[] = []
  if (net.users.size > 0) statements.push(putUsers(tables, net))
  if (net.entries.size > 0) statements.push(putEntries(tables, net))
  if (net.entryPatches.size > 0) statements.push(patchEntries(tables, net))
  if (net.hands.size > 0) statements.push(setHands(tables, net))
  if (net.waivedLosses.length > 0) statements.push(insertWaivedLosses(tables, net))
  if (net.gamePatches.size > 0) statements.push(patchGames(tables, net))
  if (net.cleared.size > 0) statements.push(clearPicks(tables, net))
  if (net.picks.size > 0) statements.push(putPicks(tables, net, position))
  else if (position !== undefined) statements.push(moveCheckpoint(tables, position))
  return statements
}

function putUsers(tables: Tables, net: NetChanges): RawBuilder<unknown> {
  return sql`
    INSERT INTO ${tables.users}
    SELECT * FROM json_populate_recordset(NULL::${tables.users}, ${json(net.users.values())}::json)
    ON CONFLICT (id) DO NOTHING`
}

function putEntries(tables: Tables, net: NetChanges): RawBuilder<unknown> {
  return sql`
    INSERT INTO ${tables.entries}
    SELECT * FROM json_populate_recordset(NULL::${tables.entries}, ${json(net.entries.values())}::json)
    ON CONFLICT (id) DO NOTHING`
}

/** `jsonb_populate_record` of a row and a patch is the row with the patch's columns in place of its own. */
function patchEntries(tables: Tables, net: NetChanges): RawBuilder<unknown> {
  const patches = json([...net.entryPatches].map(([id, patch]) => ({ id, patch })))
  return sql`
    UPDATE ${tables.entries} AS e
    SET (name, payment_type, paid_date, updated_at, version) = (
      SELECT n.name, n.payment_type, n.paid_date, n.updated_at, n.version
      FROM jsonb_populate_record(e, p.patch) AS n)
    FROM jsonb_to_recordset(${patches}::jsonb) AS p(id bigint, patch jsonb)
    WHERE e.id = p.id`
}

function patchGames(tables: Tables, net: NetChanges): RawBuilder<unknown> {
  const patches = json([...net.gamePatches].map(([id, change]) => ({ id, ...change })))
  return sql`
    UPDATE ${tables.games} AS g
    SET (status, home_score, away_score, detail, final_by_admin, result_at) = (
      SELECT n.status, n.home_score, n.away_score, n.detail, n.final_by_admin, n.result_at
      FROM jsonb_populate_record(g, p.patch) AS n)
    FROM jsonb_to_recordset(${patches}::jsonb) AS p(id bigint, "weekId" bigint, patch jsonb)
    WHERE g.id = p.id AND g.week_id = p."weekId"`
}

function setHands(tables: Tables, net: NetChanges): RawBuilder<unknown> {
  return sql`
    WITH h AS MATERIALIZED (
      SELECT * FROM json_populate_recordset(NULL::${tables.hand_eliminations}, ${json(net.hands.values())}::json)
    ), ended AS (
      DELETE FROM ${tables.hand_eliminations} AS old USING h
      WHERE h.week_number IS NULL AND old.entry_id = h.entry_id AND old.season_year = h.season_year
    )
    INSERT INTO ${tables.hand_eliminations}
    SELECT h.* FROM h JOIN ${tables.entries} AS e ON e.id = h.entry_id WHERE h.week_number IS NOT NULL
    ON CONFLICT (entry_id, season_year) DO UPDATE SET week_number = excluded.week_number`
}

function insertWaivedLosses(tables: Tables, net: NetChanges): RawBuilder<unknown> {
  return sql`
    INSERT INTO ${tables.forgiven}
    SELECT f.* FROM json_populate_recordset(NULL::${tables.forgiven}, ${json(net.waivedLosses)}::json) AS f
    JOIN ${tables.entries} AS e ON e.id = f.entry_id
    JOIN ${tables.weeks} AS w ON w.id = f.week_id
    ON CONFLICT DO NOTHING`
}

/**
 * The hot path: with the checkpoint in the same statement, a batch of picks is one. A pick that changes keeps its creation. Columns
 * come as arrays, which PostgreSQL reads faster than JSON; since it knows how long they are, it would go through all entries for
 * those of a large batch, and is told to look up each.
 */
function putPicks(tables: Tables, net: NetChanges, position?: Position): RawBuilder<unknown> {
  const rows = [...net.picks.values()]
  return sql`
    WITH put AS (
      INSERT INTO ${tables.picks} (week_id, entry_id, team, is_override, version, created_at, updated_at)
      SELECT r.w, r.e, r.t, r.o, r.v, coalesce(r.c, r.u), r.u FROM unnest(
        ${plain(rows.map((row) => row.week_id))}::bigint[],
        ${plain(rows.map((row) => row.entry_id))}::bigint[],
        ${quoted(rows.map((row) => row.team))}::text[],
        ${plain(rows.map((row) => row.is_override))}::boolean[],
        ${plain(rows.map((row) => row.version))}::bigint[],
        ${quoted(rows.map((row) => (row.created_at === row.updated_at ? null : row.created_at)))}::text[],
        ${quoted(rows.map((row) => row.updated_at))}::text[]
      ) AS r (w, e, t, o, v, c, u)
      CROSS JOIN LATERAL (SELECT FROM ${tables.entries} WHERE id = r.e LIMIT 1) AS own
      JOIN ${tables.weeks} AS w ON w.id = r.w
      ON CONFLICT (week_id, entry_id) DO UPDATE SET
        team = excluded.team,
        is_override = excluded.is_override,
        version = excluded.version,
        updated_at = excluded.updated_at
    )
    UPDATE ${tables.checkpoint} SET position = coalesce(${position ?? null}::bigint, position)`
}

/** An array as PostgreSQL reads it. The driver's own way of writing one takes four times as long. */
const plain = (values: readonly (number | boolean)[]): string => `{${values.join(',')}}`

const quoted = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : `"${value.replaceAll(/["\\]/g, '\\$&')}"`)).join(',')}}`

/** Taken away after the lock, a pick is as missing as one that was never made. */
function clearPicks(tables: Tables, net: NetChanges): RawBuilder<unknown> {
  return sql`
    WITH cleared AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${json(net.cleared.values())}::json) AS r(week_id bigint, entry_id bigint)
    ), gone AS (
      DELETE FROM ${tables.picks} AS p USING cleared WHERE p.week_id = cleared.week_id AND p.entry_id = cleared.entry_id
    )
    INSERT INTO ${tables.missed} (week_id, entry_id)
    SELECT w.id, e.id FROM cleared
    JOIN ${tables.weeks} AS w ON w.id = cleared.week_id AND w.locked_position IS NOT NULL
    JOIN ${tables.entries} AS e ON e.id = cleared.entry_id
    ON CONFLICT DO NOTHING`
}

function moveCheckpoint(tables: Tables, position: Position): RawBuilder<unknown> {
  return sql`UPDATE ${tables.checkpoint} SET position = ${position}`
}

function json(rows: Iterable<unknown>): string {
  return JSON.stringify([...rows])
}
