import { type QueryExecutorProvider, sql } from 'kysely'
import type { ProjectedEvent } from '../log/event-rows.ts'
import { projectedEventOf, type ProjectedRow } from '../log/event-rows.ts'
import type { ReadLog } from './catch-up.ts'

// Raw SQL: the metadata is cut down in the database, because a rebuild reads millions of events.

const CHUNK = 5_000

/**
 * Reads the log for projectors: without hashes, streams and authors, which would cost more to transfer than the rest. Requests the next
 * chunk before the caller has processed the last one.
 */
export const readLog: ReadLog = async function* (db, { after, until = Number.MAX_SAFE_INTEGER, chunk = CHUNK }) {
  let next = readChunk(db, after, until, chunk)
  for (;;) {
    const events = await next
    const last = events.at(-1)
    if (last === undefined) return
    next = readChunk(db, last.position, until, chunk)
    // A caller that stops early never awaits this chunk, so its failure must not count as unhandled.
    next.catch(() => {})
    yield events
  }
}

async function readChunk(
  db: QueryExecutorProvider,
  after: number,
  until: number,
  chunk: number,
): Promise<readonly ProjectedEvent[]> {
  const { rows } = await sql<ProjectedRow>`
    SELECT position, type, schema_version, data, recorded_at, site_time,
      CASE WHEN metadata ? 'reason' OR data ->> 'origin' = 'hand' THEN metadata ELSE '{}' END AS metadata
    FROM events WHERE position > ${after} AND position <= ${until} ORDER BY position LIMIT ${chunk}`.execute(db)
  return rows.map(projectedEventOf)
}
