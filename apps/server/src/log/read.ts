import type { ChainStep } from '@outlast/domain'
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { eventColumns, type Head, type StoredEvent } from './stored-event.ts'

// Raw SQL: the columns of events are renamed and converted in one fragment, which other queries share (stored-event.ts).

const EVENTS_PER_READ = 5000

/** Reads the log's head as the given connection or transaction sees it. */
export async function readHead(db: Kysely<Tables>): Promise<Head> {
  const row = await db.selectFrom('log_head').select(['position', 'hash', 'recorded_at']).executeTakeFirstOrThrow()
  return { position: row.position, hash: row.hash.toString('hex'), recordedAt: row.recorded_at }
}

/** Reads the hashes of the events after a position up to another, in order. */
export async function readChainSteps(db: Kysely<Tables>, after: number, until: number): Promise<readonly ChainStep[]> {
  const rows = await db
    .selectFrom('events')
    .select(['position', 'hash', 'event_hash'])
    .where('position', '>', after)
    .where('position', '<=', until)
    .orderBy('position')
    .execute()
  return rows.map(({ position, hash, event_hash }) => ({
    position,
    hash: hash.toString('hex'),
    eventHash: event_hash?.toString('hex') ?? null,
  }))
}

/** Reads at most `limit` events after a position, in order. */
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
