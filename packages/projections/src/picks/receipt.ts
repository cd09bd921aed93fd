import type { PickReceipt } from '@outlast/contract'
import { type PickId, type PickData, parsePickId } from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import { eventColumns, eventOfRow, type HashedLogRow } from '../log/event-rows.ts'
import { LIVE } from '../tables/rows.ts'
import { type Viewer, viewerId } from './viewer.ts'

/** The receipt of a pick as it stands: for its owner, and for everybody once it is revealed; else undefined. */
export async function receiptOf(db: QueryExecutorProvider, viewer: Viewer, pickId: PickId): Promise<PickReceipt | undefined> {
  const { entryId, weekId } = parsePickId(pickId)
  const { rows } = await sql<HashedLogRow>`
    SELECT ${eventColumns}
    FROM ${LIVE.picks} AS p
    JOIN ${LIVE.weeks} AS w ON w.id = p.week_id
    JOIN ${LIVE.entries} AS own ON own.id = p.entry_id
    JOIN events AS e ON e.position = p.version
    WHERE p.week_id = ${weekId} AND p.entry_id = ${entryId}
      AND (w.locked_position IS NOT NULL OR own.user_id = ${viewerId(viewer)})`.execute(db)
  const row = rows[0]
  if (row === undefined) return undefined
  const { team, commitment, nonce } = eventOfRow(row).data as PickData
  return {
    pick_id: pickId,
    entry_id: entryId,
    week_id: weekId,
    team_abbr: team,
    position: row.position,
    commitment,
    nonce,
    head_hash: row.hash,
    recorded_at: row.recorded_at,
    site_time: row.site_time,
  }
}
