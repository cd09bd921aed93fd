import { type QueryExecutorProvider, sql } from 'kysely'
import { eventColumns, type Head, type StoredEvent } from './stored-event.ts'

const CHUNK = 5000

interface HeadRow {
  readonly position: number
  readonly hash: string
  readonly recorded_at: Head['recordedAt']
}

/** The end of the log as the given connection or transaction sees it. */
export async function readHead(db: QueryExecutorProvider): Promise<Head> {
  const { rows } = await sql<HeadRow>`
    SELECT position, encode(hash, 'hex') AS hash, recorded_at FROM log_head`.execute(db)
  const row = rows[0]
  if (row === undefined) throw new Error('log_head has no row')
  return { position: row.position, hash: row.hash, recordedAt: row.recorded_at }
}

/** Events after a position, in order, at most `limit`. */
export async function readEvents(db: QueryExecutorProvider, after: number, limit = CHUNK): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    SELECT ${eventColumns} FROM events WHERE position > ${after} ORDER BY position LIMIT ${limit}`.execute(db)
  return rows
}

/**
 * The log in chunks, from after one position up to another (or its end as it is when reached). The next chunk is
 * asked for while the last one is worked on.
 */
export async function* streamEvents(
  db: QueryExecutorProvider,
  { after = 0, until = Number.MAX_SAFE_INTEGER, chunk = CHUNK }: { after?: number; until?: number; chunk?: number } = {},
): AsyncGenerator<StoredEvent[]> {
  let position = after
  let next = readEvents(db, position, Math.min(chunk, until - position))
  for (;;) {
    const events = await next
    const last = events.at(-1)
    if (last === undefined) return
    position = last.position
    const more = position < until
    if (more) {
      next = readEvents(db, position, Math.min(chunk, until - position))
      // Whoever stops early never awaits it: its failure would be nobody's.
      next.catch(() => {})
    }
    yield events
    if (!more) return
  }
}
