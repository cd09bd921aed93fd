import type { EventData, Position, WeekId } from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import { type SchemaName, tablesIn } from '../tables/rows.ts'

// Raw SQL: each fact is written by one statement that looks at the picks of a whole week.

/**
 * Records what happens at the first lock only (docs/rules.md §2.6, §7.2): one that is not a rehearsal is the week's first, and one that
 * revealed a member's choice fixes the rules of the season for good. Usually one did, and then nobody looks for generated picks, in all of them.
 */
export async function recordFirstLock(
  db: QueryExecutorProvider,
  schema: SchemaName,
  { weekId }: Pick<EventData['WeekLocked'], 'weekId'>,
  position: Position,
): Promise<void> {
  const tables = tablesIn(schema)
  await sql`
    WITH lock AS MATERIALIZED (
      SELECT w.id, w.season_year, pool.clock_mode = 'real' AS is_real,
        EXISTS (SELECT FROM ${tables.picks} AS p WHERE p.week_id = w.id AND p.by_member)
          OR EXISTS (SELECT FROM ${tables.void_plans} AS p WHERE p.week_id = w.id AND p.by_member) AS is_reveal
      FROM ${tables.weeks} AS w CROSS JOIN ${tables.pool} AS pool WHERE w.id = ${weekId}
    ), fixed AS (
      UPDATE ${tables.season_rules} AS r SET is_fixed = true FROM lock WHERE r.season_year = lock.season_year AND lock.is_reveal
    )
    UPDATE ${tables.weeks} AS w SET first_lock_position = coalesce(w.first_lock_position, ${position})
    FROM lock WHERE w.id = lock.id AND (lock.is_reveal OR (lock.is_real AND NOT EXISTS (
      SELECT FROM ${tables.picks} AS p WHERE p.week_id = w.id AND p.by_member IS NOT TRUE AND NOT p.is_auto)))`.execute(db)
}

/** Records what a locked week leaves behind when it reopens: its first lock, who took part in it and in all later ones, and whether it was played. */
export async function recordReopening(db: QueryExecutorProvider, schema: SchemaName, weekId: WeekId): Promise<void> {
  const tables = tablesIn(schema)
  await sql`
    UPDATE ${tables.weeks} AS w SET first_lock_position = locked_position
    WHERE id = ${weekId} AND first_lock_position IS NULL
      AND EXISTS (SELECT FROM ${tables.games} AS g WHERE g.week_id = w.id AND g.status = 'final' AND NOT g.final_by_admin)`.execute(
    db,
  )
  await sql`
    WITH first AS MATERIALIZED (
        SELECT id, first_lock_position = locked_position AS is_new FROM ${tables.weeks} AS w
        WHERE id = ${weekId} AND first_lock_position IS NOT NULL),
      played AS (
        UPDATE ${tables.weeks} AS w SET played_lock_position = w.locked_position FROM first
        WHERE w.id = first.id AND w.played_lock_position IS NULL AND EXISTS (
          SELECT FROM ${tables.games} AS g WHERE g.week_id = w.id AND g.status IN ('in_progress', 'final'))),
      part AS MATERIALIZED (
        SELECT DISTINCT p.week_id, p.entry_id FROM ${tables.entrants} AS p
        JOIN first ON first.id = p.week_id JOIN ${tables.entries} AS e ON e.id = p.entry_id),
      absent AS (
        DELETE FROM ${tables.first_participants} AS p USING first
        WHERE p.week_id = first.id AND NOT EXISTS (SELECT FROM part WHERE part.entry_id = p.entry_id))
    INSERT INTO ${tables.first_participants} (week_id, entry_id)
    SELECT part.week_id, part.entry_id FROM part JOIN first ON first.id = part.week_id WHERE first.is_new`.execute(db)
}
