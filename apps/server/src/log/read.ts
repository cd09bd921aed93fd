import { type QueryExecutorProvider, sql } from 'kysely'
import { eventColumns, type Head, type StoredEvent } from './stored-event.ts'

const EVENTS_PER_READ = 5000

interface HeadRow {
  readonly position: number
  readonly hash: string
  readonly recorded_at: Head['recordedAt']
}

/** Reads the log's head as the given connection or transaction sees it. */
export async function readHead(db: QueryExecutorProvider): Promise<Head> {
  const { rows } = await sql<HeadRow>`
    SELECT position, encode(hash, 'hex') AS hash, recorded_at FROM log_head`.execute(db)
  const row = rows[0]
  if (row === undefined) throw new Error('log_head has no row')
  return { position: row.position, hash: row.hash, recordedAt: row.recorded_at }
}

/** Reads at most `limit` events after a position, in order. Raw SQL, for the speed of reading millions of events. */
export async function readEvents(db: QueryExecutorProvider, after: number, limit = EVENTS_PER_READ): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    SELECT ${eventColumns} FROM events WHERE position > ${after} ORDER BY position LIMIT ${limit}`.execute(db)
  return rows
}

/**
 * Reads the log in chunks, from after one position up to another or to the end. The next chunk is read while the caller
 * processes the current one.
 */
export async function* streamEvents(
  db: QueryExecutorProvider,
  {
    after = 0,
    until = Number.MAX_SAFE_INTEGER,
    chunk = EVENTS_PER_READ,
  }: { after?: number; until?: number; chunk?: number } = {},
): AsyncGenerator<StoredEvent[]> {
  let position = after
  let next = readEvents(db, position, Math.min(chunk, until - position))
  for (;;) {
    const events = await next
    const last = events.at(-1)
    if (last === undefined) return
    position = last.position
    const hasMore = position < until
    if (hasMore) {
      next = readEvents(db, position, Math.min(chunk, until - position))
      // A caller that stops early never awaits this read, so its error must not be unhandled.
      next.catch(() => {})
    }
    yield events
    if (!hasMore) return
  }
}
