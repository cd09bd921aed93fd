import type { PoolState } from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { follows } from '../log/chain.ts'
import { streamEvents } from '../log/read.ts'
import { type StoredEvent, upToDate } from '../log/stored-event.ts'
import { FoldedEvents, readHeadAt } from '../log/verified-log.ts'
import { advance, emptyLogState, LogDiverged, type LogState } from './follower.ts'
import { decodeSnapshot, encodeSnapshot, SNAPSHOT_FORMAT } from './snapshot-codec.ts'

const SNAPSHOTS_KEPT = 2

/** A second fold of the log, which is stored with the state's snapshots: the versions of the topics. */
interface ExtraFold {
  readonly apply: (event: StoredEvent, before: PoolState) => void
  readonly toJSON: () => unknown
}

/** Loads the newest snapshot in the current format, or returns the empty state. */
export async function loadSnapshot(db: Kysely<Tables>): Promise<{ readonly state: LogState; readonly extra: unknown }> {
  const row = await newestSnapshot(db).select('state').executeTakeFirst()
  return row === undefined ? { state: emptyLogState(), extra: undefined } : decodeSnapshot(row.state)
}

/** Verifies and folds the log from the state's position to the end. Throws {@link LogDiverged} or ForgedLog. */
export async function foldLog(db: Kysely<Tables>, state: LogState, extraFold: ExtraFold): Promise<void> {
  const folded = new FoldedEvents(state.head)
  for await (const events of streamEvents(db, { after: state.head.position })) {
    const [first] = events
    // Each chunk is a statement of its own, before which the database may have lost what the last one read.
    if (first !== undefined && !follows(state.head, first)) throw new LogDiverged(state.head, first)
    folded.check(events)
    for (const event of events) {
      const current = upToDate(event)
      extraFold.apply(current, state.pool)
      advance(state, current)
    }
  }
  folded.finish()
}

/** Reads the position of the newest snapshot in the current format: 0 if there is none. */
export async function newestSnapshotPosition(db: Kysely<Tables>): Promise<number> {
  return (await newestSnapshot(db).select('position').executeTakeFirst())?.position ?? 0
}

/**
 * Folds the rest of the log onto the newest snapshot and stores the result as the next one.
 *
 * @param restoreExtraFold restores the extra fold from its JSON in the earlier snapshot; gets undefined if there is none
 * @returns the position of the new snapshot
 */
export async function takeSnapshot(db: Kysely<Tables>, restoreExtraFold: (json: unknown) => ExtraFold): Promise<number> {
  const { state, extra } = await loadSnapshot(db)
  const extraFold = restoreExtraFold(extra)
  await foldLog(db, state, extraFold)
  await storeSnapshot(db, state, extraFold)
  return state.head.position
}

function newestSnapshot(db: Kysely<Tables>) {
  return db.selectFrom('state_snapshots').where('format', '=', SNAPSHOT_FORMAT).orderBy('position', 'desc').limit(1)
}

/** @throws LogDiverged if the database has lost the state's last event meanwhile: a snapshot ahead of the log would let no server start */
async function storeSnapshot(db: Kysely<Tables>, state: LogState, extraFold: ExtraFold): Promise<void> {
  const bytes = await encodeSnapshot(state, extraFold.toJSON())
  const { position, hash } = state.head
  await db.transaction().execute(async (tx) => {
    const found = await readHeadAt(tx, position)
    if (found.hash !== hash) throw new LogDiverged(state.head, found)
    await tx
      .insertInto('state_snapshots')
      .values({ position, format: SNAPSHOT_FORMAT, state: bytes })
      .onConflict((conflict) => conflict.column('position').doUpdateSet({ format: SNAPSHOT_FORMAT, state: bytes }))
      .execute()
    await tx
      .deleteFrom('state_snapshots')
      .where('position', 'not in', (kept) =>
        kept.selectFrom('state_snapshots').select('position').orderBy('position', 'desc').limit(SNAPSHOTS_KEPT),
      )
      .execute()
  })
}
