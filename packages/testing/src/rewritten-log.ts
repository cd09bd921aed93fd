import { openDatabase, type Tables } from '@outlast/server/database'
import { chainHash, eventHashOf, GENESIS, hashOf } from '@outlast/server/log/chain'
import { readEvents } from '@outlast/server/log/read'
import type { StoredEvent } from '@outlast/server/log/stored-event'
import { inPieces, writeEvents } from '@outlast/server/log/write'
import { type Kysely, sql } from 'kysely'

/** Recomputes positions, versions and every hash, as a careful attacker would. */
export function withMatchingHashes(events: readonly StoredEvent[]): readonly StoredEvent[] {
  const lengths = new Map<string, number>()
  let previous = GENESIS
  let earliest = ''
  return events.map((event, i) => {
    const version = (lengths.get(event.stream) ?? 0) + 1
    lengths.set(event.stream, version)
    earliest = event.recordedAt > earliest ? event.recordedAt : earliest
    const recordedAt = earliest as StoredEvent['recordedAt']
    const placed = { ...event, position: i + 1, version, recordedAt, dataHash: hashOf(event.data) } as StoredEvent
    const eventHash = eventHashOf(placed)
    previous = chainHash(previous, eventHash)
    return { ...placed, eventHash, hash: previous }
  })
}

/**
 * Replaces the log and its recorded head, as only a superuser can, bypassing the triggers. Forgets up to where it was verified, as
 * a careful attacker would.
 */
export async function replaceLog(
  db: Kysely<Tables>,
  events: readonly StoredEvent[],
  head: Pick<StoredEvent, 'position' | 'hash'> | undefined = events.at(-1),
): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`SET session_replication_role = replica`.execute(connection)
    await sql`TRUNCATE events`.execute(connection)
    await writeEvents(connection, inPieces(events))
    if (head !== undefined) {
      await sql`UPDATE log_head SET position = ${head.position}, hash = decode(${head.hash}, 'hex')`.execute(connection)
    }
    await sql`DELETE FROM verified_log`.execute(connection)
    await sql`SET session_replication_role = DEFAULT`.execute(connection)
  })
}

/** Replaces the log, and leaves the head up to which it was verified, as an intruder does who does not know of it. */
export async function replaceLogOnly(connectionString: string, events: readonly StoredEvent[]): Promise<void> {
  await withLogDatabase(connectionString, async (db) => {
    const verified = await db.selectFrom('verified_log').selectAll().execute()
    await replaceLog(db, events)
    if (verified.length > 0) await db.insertInto('verified_log').values(verified).execute()
  })
}

/** Removes events from the end of the log and of the read models, as a failover to a standby without the last commits does. */
export async function loseLastEvents(db: Kysely<Tables>, count: number): Promise<void> {
  await replaceLog(db, (await readEvents(db, 0)).slice(0, -count))
  await sql`UPDATE projections.checkpoint SET position = (SELECT position FROM log_head)`.execute(db)
}

/** Opens a database for {@link replaceLog}, and closes it afterwards. */
export async function withLogDatabase<T>(connectionString: string, run: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const database = openDatabase<Tables>({ connectionString, max: 3, onError: () => {} })
  try {
    return await run(database.db)
  } finally {
    await database.close()
  }
}
