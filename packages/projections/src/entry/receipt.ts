import type { PickReceipt } from '@outlast/contract'
import { toReceipt } from '@outlast/contract/rest/picks'
import { makerOf, parsePickId, type PickData, type PickId, type Position } from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import { eventColumns, eventOfRow, type HashedLogRow } from '../log/event-rows.ts'
import type { Directory } from '../people/directory.ts'
import { madeByField } from '../user/proxies.ts'
import type { Source } from '../source.ts'
import type { Viewer } from '../picks/viewer.ts'
import { visiblePicks } from '../picks/visible-picks.ts'

// Raw SQL: the columns of the log that several queries share (event-rows.ts).

/** Returns the position of the event that made a current pick what it is: for its owner, and for everyone once it is revealed. */
export function positionOfPick({ pool }: Source, viewer: Viewer, pickId: PickId): Position | undefined {
  const { entryId, weekId, slot } = parsePickId(pickId)
  const entry = pool.entries.get(entryId)
  const pick = entry && visiblePicks(pool, viewer, entry, { weekId }).find((one) => one.slot === slot)
  return pick === undefined || pick.team === null ? undefined : pick.version
}

/** Reads the receipt of a pick from the event at {@link positionOfPick}. */
export async function receiptOf(
  db: QueryExecutorProvider,
  people: Directory,
  pickId: PickId,
  position: Position,
): Promise<PickReceipt> {
  const { entryId, weekId, slot } = parsePickId(pickId)
  const { rows } = await sql<HashedLogRow>`SELECT ${eventColumns} FROM events AS e WHERE e.position = ${position}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error(`the log has no event ${position}`)
  const event = eventOfRow(row)
  const data = event.data as PickData
  const receipt = toReceipt({ ...event, data, hash: row.hash, ...madeByField(people, makerOf(event)) })
  return { pick_id: pickId, entry_id: entryId, week_id: weekId, ...(slot > 1 && { slot }), team_abbr: data.team, ...receipt }
}
