import type { Position } from '@outlast/domain'
import { type RawBuilder, sql } from 'kysely'
import { arrayOf, textArrayOf } from '../tables/array-text.ts'
import { PROJECTIONS_VERSION, type Tables } from '../tables/rows.ts'
import type { RowChanges } from './row-changes.ts'

/**
 * Returns the statements that write row changes, in order: one for each kind of change, whatever the number of rows. Raw SQL,
 * because each writes a set of rows from one parameter. Needs no database, so that it can run while earlier statements are executed.
 * @param position the position that the tables reach; absent if more of the same batch follows
 */
export function rowChangeStatements(tables: Tables, changes: RowChanges, position?: Position): readonly RawBuilder<unknown>[] {
  const statements: RawBuilder<unknown>[] = []
  if (changes.users.size > 0) statements.push(insertUsers(tables, changes))
  if (changes.entries.size > 0) statements.push(insertEntries(tables, changes))
  if (changes.entryPatches.size > 0) statements.push(updateEntries(tables, changes))
  if (changes.handEliminations.size > 0) statements.push(writeHandEliminations(tables, changes))
  if (changes.renewals.length > 0) statements.push(insertRenewals(tables, changes))
  if (changes.rankings.size > 0) statements.push(writeRankings(tables, changes))
  if (changes.buybacks.size > 0) statements.push(writeBuybacks(tables, changes))
  if (changes.waivedLosses.length > 0) statements.push(insertWaivedLosses(tables, changes))
  if (changes.gamePatches.size > 0) statements.push(updateGames(tables, changes))
  if (changes.deleted.size > 0) statements.push(deletePicks(tables, changes))
  if (changes.picks.size > 0) statements.push(upsertPicks(tables, changes, position))
  else if (position !== undefined) statements.push(updateCheckpoint(tables, position))
  return statements
}

function insertUsers(tables: Tables, changes: RowChanges): RawBuilder<unknown> {
  return sql`
    INSERT INTO ${tables.users}
    SELECT * FROM json_populate_recordset(NULL::${tables.users}, ${json(changes.users.values())}::json)
    ON CONFLICT (id) DO NOTHING`
}

function insertEntries(tables: Tables, changes: RowChanges): RawBuilder<unknown> {
  return sql`
    INSERT INTO ${tables.entries}
    SELECT * FROM json_populate_recordset(NULL::${tables.entries}, ${json(changes.entries.values())}::json)
    ON CONFLICT (id) DO NOTHING`
}

/** `jsonb_populate_record` returns the row with the patch's columns instead of its own. */
function updateEntries(tables: Tables, changes: RowChanges): RawBuilder<unknown> {
  const patches = json([...changes.entryPatches].map(([id, patch]) => ({ id, patch })))
  return sql`
    UPDATE ${tables.entries} AS e
    SET (name, payment_type, paid_date, payment_claimed_at, updated_at, version, refused_override) = (
      SELECT n.name, n.payment_type, n.paid_date, n.payment_claimed_at, n.updated_at, n.version, n.refused_override
      FROM jsonb_populate_record(e, p.patch) AS n)
    FROM jsonb_to_recordset(${patches}::jsonb) AS p(id bigint, patch jsonb)
    WHERE e.id = p.id`
}

function updateGames(tables: Tables, changes: RowChanges): RawBuilder<unknown> {
  const patches = json([...changes.gamePatches].map(([id, change]) => ({ id, ...change })))
  return sql`
    UPDATE ${tables.games} AS g
    SET (status, home_score, away_score, detail, final_by_admin, result_at, phase, unread, result_unread, by_hand, hand_actor, hand_reason) = (
      SELECT n.status, n.home_score, n.away_score, n.detail, n.final_by_admin, n.result_at, n.phase, n.unread, n.result_unread,
        n.by_hand, n.hand_actor, n.hand_reason
      FROM jsonb_populate_record(g, p.patch) AS n)
    FROM jsonb_to_recordset(${patches}::jsonb) AS p(id bigint, "weekId" bigint, patch jsonb)
    WHERE g.id = p.id AND g.week_id = p."weekId"`
}

function writeHandEliminations(tables: Tables, changes: RowChanges): RawBuilder<unknown> {
  return sql`
    WITH h AS MATERIALIZED (
      SELECT * FROM json_populate_recordset(NULL::${tables.hand_eliminations}, ${json(changes.handEliminations.values())}::json)
    ), ended AS (
      DELETE FROM ${tables.hand_eliminations} AS old USING h
      WHERE h.week_number IS NULL AND old.entry_id = h.entry_id AND old.season_year = h.season_year
    )
    INSERT INTO ${tables.hand_eliminations}
    SELECT h.* FROM h JOIN ${tables.entries} AS e ON e.id = h.entry_id WHERE h.week_number IS NOT NULL
    ON CONFLICT (entry_id, season_year) DO UPDATE SET week_number = excluded.week_number`
}

function writeRankings(tables: Tables, changes: RowChanges): RawBuilder<unknown> {
  return sql`
    INSERT INTO ${tables.rankings}
    SELECT r.* FROM json_populate_recordset(NULL::${tables.rankings}, ${json(changes.rankings.values())}::json) AS r
    JOIN ${tables.entries} AS e ON e.id = r.entry_id
    ON CONFLICT (entry_id) DO UPDATE SET teams = excluded.teams, version = excluded.version`
}

/** A request that was withdrawn can be made again, and then starts anew. An answer keeps the time of the request. */
function writeBuybacks(tables: Tables, changes: RowChanges): RawBuilder<unknown> {
  return sql`
    INSERT INTO ${tables.buybacks} AS old
    SELECT b.* FROM json_populate_recordset(NULL::${tables.buybacks}, ${json(changes.buybacks.values())}::json) AS b
    JOIN ${tables.entries} AS e ON e.id = b.entry_id
    ON CONFLICT (entry_id, week_id, team) DO UPDATE SET status = excluded.status, fee_cents = excluded.fee_cents,
      asked_at = CASE WHEN excluded.status = 'requested' THEN excluded.asked_at ELSE old.asked_at END,
      answered_at = excluded.answered_at, lapsed_because = excluded.lapsed_because, lapsed_week = excluded.lapsed_week`
}

function insertWaivedLosses(tables: Tables, changes: RowChanges): RawBuilder<unknown> {
  return sql`
    INSERT INTO ${tables.waived_losses}
    SELECT f.* FROM json_populate_recordset(NULL::${tables.waived_losses}, ${json(changes.waivedLosses)}::json) AS f
    JOIN ${tables.entries} AS e ON e.id = f.entry_id
    JOIN ${tables.weeks} AS w ON w.id = f.week_id
    ON CONFLICT DO NOTHING`
}

function insertRenewals(tables: Tables, changes: RowChanges): RawBuilder<unknown> {
  return sql`
    INSERT INTO ${tables.renewals} (entry_id, season_year, position)
    SELECT r.entry_id, r.season_year, r.position
    FROM json_populate_recordset(NULL::${tables.renewals}, ${json(changes.renewals)}::json) AS r
    JOIN ${tables.entries} AS e ON e.id = r.entry_id
    ON CONFLICT DO NOTHING`
}

/**
 * The hot path. The checkpoint is in the same statement, so a batch of picks is one statement. A changed pick keeps its creation
 * time. Columns are passed as arrays, which PostgreSQL parses faster than JSON. Because it knows their length, it would join a large
 * batch by scanning all entries: the LATERAL subquery makes it look up each entry.
 */
function upsertPicks(tables: Tables, changes: RowChanges, position?: Position): RawBuilder<unknown> {
  const rows = [...changes.picks.values()]
  return sql`
    WITH put AS (
      INSERT INTO ${tables.picks} AS held (week_id, entry_id, slot, team, is_override, is_auto, by_member, version, created_at, updated_at)
      SELECT r.w, r.e, r.s, r.t, r.o, r.a, r.m, r.v, coalesce(r.c, r.u), r.u FROM unnest(
        ${arrayOf(rows.map((row) => row.week_id))}::bigint[],
        ${arrayOf(rows.map((row) => row.entry_id))}::bigint[],
        ${arrayOf(rows.map((row) => row.slot))}::smallint[],
        ${textArrayOf(rows.map((row) => row.team))}::text[],
        ${arrayOf(rows.map((row) => row.is_override))}::boolean[],
        ${arrayOf(rows.map((row) => row.is_auto))}::boolean[],
        ${arrayOf(rows.map((row) => row.by_member ?? 'NULL'))}::boolean[],
        ${arrayOf(rows.map((row) => row.version))}::bigint[],
        ${textArrayOf(rows.map((row) => (row.created_at === row.updated_at ? null : row.created_at)))}::text[],
        ${textArrayOf(rows.map((row) => row.updated_at))}::text[]
      ) AS r (w, e, s, t, o, a, m, v, c, u)
      CROSS JOIN LATERAL (SELECT FROM ${tables.entries} WHERE id = r.e LIMIT 1) AS own
      JOIN ${tables.weeks} AS w ON w.id = r.w
      ON CONFLICT (week_id, entry_id, slot) DO UPDATE SET
        team = excluded.team,
        is_override = excluded.is_override,
        is_auto = excluded.is_auto,
        by_member = coalesce(excluded.by_member, held.by_member),
        version = excluded.version,
        updated_at = excluded.updated_at
    )
    UPDATE ${tables.checkpoint} SET position = ${ifOwnVersion(sql`coalesce(${position ?? null}::bigint, position)`)}`
}

/** An entry whose pick is cleared after the lock has missed the week, unless an override is taken back that had put it there. */
function deletePicks(tables: Tables, changes: RowChanges): RawBuilder<unknown> {
  return sql`
    WITH deleted AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${json(changes.deleted.values())}::json) AS r(week_id bigint, entry_id bigint, slot smallint, only_auto boolean, is_missed boolean)
    ), gone AS (
      DELETE FROM ${tables.picks} AS p USING deleted
      WHERE p.week_id = deleted.week_id AND p.entry_id = deleted.entry_id AND p.slot = deleted.slot AND (p.is_auto OR NOT deleted.only_auto)
    )
    INSERT INTO ${tables.missed} (week_id, entry_id)
    SELECT w.id, e.id FROM deleted
    JOIN ${tables.weeks} AS w ON w.id = deleted.week_id AND w.locked_position IS NOT NULL
    JOIN ${tables.entries} AS e ON e.id = deleted.entry_id
    WHERE deleted.is_missed
    ON CONFLICT DO NOTHING`
}

function updateCheckpoint(tables: Tables, position: Position): RawBuilder<unknown> {
  return sql`UPDATE ${tables.checkpoint} SET position = ${ifOwnVersion(sql`${position}::bigint`)}`
}

/**
 * A server of another version may have rebuilt the tables meanwhile. Then the position becomes null, which fails with a not-null violation of
 * the checkpoint, and with it the whole transaction: no version writes rows of its own kind into the tables of another one.
 */
function ifOwnVersion(position: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`CASE WHEN version = ${sql.lit(PROJECTIONS_VERSION)} THEN ${position} END`
}

function json(rows: Iterable<unknown>): string {
  return JSON.stringify([...rows])
}
