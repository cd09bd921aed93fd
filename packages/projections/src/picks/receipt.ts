import type { PickReceipt } from '@outlast/contract'
import { toReceipt } from '@outlast/contract/rest/picks'
import { type PickId, type PickData, parsePickId } from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import { eventColumns, eventOfRow, type HashedLogRow } from '../log/event-rows.ts'
import { LIVE } from '../tables/rows.ts'
import { ownedAndUnsealed } from './seal.ts'
import type { Viewer } from './viewer.ts'

// Raw SQL: the columns of the log that several queries share (event-rows.ts).

/** Reads the receipt of a current pick: for its owner, and for everyone once it is revealed. Otherwise returns `undefined`. */
export async function receiptOf(db: QueryExecutorProvider, viewer: Viewer, pickId: PickId): Promise<PickReceipt | undefined> {
  const { entryId, weekId, slot } = parsePickId(pickId)
  const { rows } = await sql<HashedLogRow>`
    SELECT ${eventColumns}
    FROM ${LIVE.picks} AS p
    JOIN ${LIVE.weeks} AS w ON w.id = p.week_id
    JOIN ${LIVE.entries} AS own ON own.id = p.entry_id
    JOIN events AS e ON e.position = p.version
    WHERE p.week_id = ${weekId} AND p.entry_id = ${entryId} AND p.slot = ${slot}
      AND (w.locked_position IS NOT NULL OR ${ownedAndUnsealed(viewer, 'own', sql`p.version`)})`.execute(db)
  const row = rows[0]
  if (row === undefined) return undefined
  const event = eventOfRow(row)
  const data = event.data as PickData
  const receipt = toReceipt({ ...event, data, hash: row.hash })
  return { pick_id: pickId, entry_id: entryId, week_id: weekId, ...(slot > 1 && { slot }), team_abbr: data.team, ...receipt }
}
