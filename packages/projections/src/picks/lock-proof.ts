import type { WeekProof } from '@outlast/contract'
import type { EntryId, PickData, Position, WeekId } from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import { eventColumns, eventOfRow, type LogRow } from '../log/event-rows.ts'
import { LIVE, type WeekRow } from '../tables/rows.ts'

// Raw SQL: set operations on the leaves of a lock, and the columns of the log that several queries share (event-rows.ts).

type Leaf = { readonly entry_id: EntryId } & (LogRow | { readonly position: null })

interface LockedWeek extends Pick<WeekRow, 'id' | 'season_year' | 'week_number'> {
  readonly merkle_root: string
  readonly locked_position: Position
}

/**
 * Reads everything needed to recompute a week's Merkle root: its leaves as of the standing lock, in the order of the tree, including those
 * of entries that were deleted since. Returns `undefined` if there is no such week or it is open.
 */
export async function lockProof(db: QueryExecutorProvider, weekId: number): Promise<WeekProof | undefined> {
  const weeks = await sql<LockedWeek>`
    SELECT id, season_year, week_number, merkle_root, locked_position FROM ${LIVE.weeks}
    WHERE id = ${weekId} AND locked_position IS NOT NULL`.execute(db)
  const week = weeks.rows[0]
  if (week === undefined) return undefined
  const leaves = await readLeaves(db, week.id)
  return {
    week_id: week.id,
    season_year: week.season_year,
    week_number: week.week_number,
    position: week.locked_position,
    merkle_root: week.merkle_root,
    leaves: leaves.map(proofLeaf),
    changed_after_lock: await readChanged(db, week),
  }
}

async function readLeaves(db: QueryExecutorProvider, weekId: WeekId): Promise<readonly Leaf[]> {
  const { rows } = await sql<Leaf>`
    SELECT l.entry_id, ${eventColumns}
    FROM ${LIVE.locked_picks} AS l LEFT JOIN events AS e ON e.position = l.pick_position
    WHERE l.week_id = ${weekId} ORDER BY l.entry_id`.execute(db)
  return rows
}

/** Finds entries whose pick an admin has set, changed or cleared since the lock. Deleted entries are left out. */
async function readChanged(db: QueryExecutorProvider, week: LockedWeek): Promise<EntryId[]> {
  const { rows } = await sql<{ entry_id: EntryId }>`
    SELECT entry_id FROM ${LIVE.picks} WHERE week_id = ${week.id} AND version > ${week.locked_position}
    UNION
    SELECT l.entry_id FROM ${LIVE.locked_picks} AS l JOIN ${LIVE.entries} AS own ON own.id = l.entry_id
    WHERE l.week_id = ${week.id} AND l.pick_position IS NOT NULL AND NOT EXISTS (
      SELECT FROM ${LIVE.picks} AS p WHERE p.week_id = l.week_id AND p.entry_id = l.entry_id)
    ORDER BY entry_id`.execute(db)
  return rows.map((row) => row.entry_id)
}

function proofLeaf(leaf: Leaf): WeekProof['leaves'][number] {
  if (leaf.position === null) return { entry_id: leaf.entry_id, team_abbr: null, nonce: null, commitment: null }
  const { team, nonce, commitment } = eventOfRow(leaf).data as PickData
  return { entry_id: leaf.entry_id, team_abbr: team, nonce, commitment }
}
