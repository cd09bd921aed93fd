import { readCheckpoint } from '@outlast/projections'
import type { ChainHead } from '@outlast/domain'
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { commandForm } from '../lib/command-form.ts'
import { GENESIS } from './chain.ts'
import { readEvents, readHead, streamEvents } from './read.ts'
import { firstMismatch } from './signed-heads.ts'
import type { StoredEvent } from './stored-event.ts'
import { ChainVerifier, type ExpectedHead, type Finding } from './verify-chain.ts'

// Raw SQL: tables that an older schema lacks, and an upsert with a condition.

/** The log is not what Outlast has recorded, so nothing is made of it. The message says where, and what to do. */
export class ForgedLog extends Error {
  constructor({ position, problem }: Finding) {
    super(
      `The log is not what Outlast has recorded. Event ${position}: ${problem}. Nothing was changed. Keep a copy of the database and of heads.ndjson as they are, run ${commandForm('log verify')}, and restore a backup that verifies (docs/operations.md, "Solve a problem").`,
    )
  }
}

/** Verifies events while they are folded, so that nothing is folded that was not recorded. */
export class FoldedEvents {
  readonly #chain: ChainVerifier

  /** @param after the event that was folded last */
  constructor(after?: ChainHead, expected: readonly ExpectedHead[] = []) {
    this.#chain = new ChainVerifier(
      (finding) => {
        throw new ForgedLog(finding)
      },
      expected,
      after,
    )
  }

  /** The last event that was verified. */
  get head(): ChainHead {
    return this.#chain.head
  }

  /** @throws ForgedLog */
  check(events: readonly StoredEvent[]): void {
    for (const event of events) this.#chain.check(event)
  }

  /** Call it after the last event. @throws ForgedLog if a name is missing that nobody has redacted, or an expected head */
  finish(): void {
    this.#chain.finish()
  }
}

/** Verifies all events of the log, and that it has the heads that the database knows. @throws ForgedLog */
export async function verifyLog(db: Kysely<Tables>): Promise<void> {
  await assertKnownHeads(db)
  const folded = new FoldedEvents()
  for await (const events of streamEvents(db)) folded.check(events)
  folded.finish()
}

/** A head that the database knows, and what is wrong with a log that does not have it. */
type KnownHead = ChainHead & Finding

/**
 * Verifies cheaply that the log still has the heads that the database itself knows: its recorded head, the one up to which it was verified,
 * and those of the read models and of the newest state snapshot. It reads only the hashes there.
 *
 * @param snapshot the head of the state snapshot that the caller continues
 * @throws ForgedLog
 */
export async function assertKnownHeads(db: Kysely<Tables>, snapshot?: ChainHead): Promise<void> {
  const { rows } = await sql<{ head: number; last: number }>`
    SELECT position AS head, coalesce((SELECT max(position) FROM events), 0) AS last FROM log_head`.execute(db)
  const { head = 0, last = 0 } = rows[0] ?? {}
  if (head !== last)
    throw new ForgedLog({ position: Math.max(head, last), problem: `the recorded head is ${head}, and the last event ${last}` })
  const models = (await readCheckpoint(db))?.position ?? 0
  const known: readonly KnownHead[] = [
    ...(await verifiedHead(db)),
    ...(snapshot === undefined ? [] : [{ ...snapshot, problem: 'is not the one of the state snapshot: the log was rewritten' }]),
    { ...(await readHead(db)), problem: 'the recorded head is not the last event' },
  ]
  const mismatch = await firstMismatch(
    db,
    known.filter(({ position }) => position > 0),
  )
  if (mismatch !== undefined) throw new ForgedLog(mismatch)
  const { position } = await readHead(db)
  if (models > position) throw new ForgedLog({ position: models, problem: `is missing: the log ends at ${position}` })
}

/** Reads the head up to which the log was verified. A database before migration 0039 has none. */
async function verifiedHead(db: Kysely<Tables>): Promise<readonly KnownHead[]> {
  const { rows } = await sql<{ exists: boolean }>`SELECT to_regclass('public.verified_log') IS NOT NULL AS exists`.execute(db)
  if (rows[0]?.exists !== true) return []
  const found = await db.selectFrom('verified_log').selectAll().execute()
  return found.map(({ position, hash, verified_at }) => ({
    position,
    hash: hash.toString('hex'),
    problem: `is not the one that was verified at ${verified_at}: the log was rewritten, or its end was removed`,
  }))
}

/** Reads the head of the log at a position. The events up to there are not verified. */
export async function readHeadAt(db: QueryExecutorProvider, position: number): Promise<ChainHead> {
  const [event] = await readEvents(db, position - 1, 1)
  return { position, hash: position === 0 ? GENESIS : (event?.hash ?? '') }
}

/** Remembers up to which head the log was verified, unless it is known up to a later one. */
export async function recordVerified(db: Kysely<Tables>, { position, hash }: ChainHead): Promise<void> {
  if (position === 0) return
  await sql`
    INSERT INTO verified_log (position, hash) VALUES (${position}, decode(${hash}, 'hex'))
    ON CONFLICT (only_row) DO UPDATE SET position = excluded.position, hash = excluded.hash, verified_at = clock_timestamp()
    WHERE verified_log.position < excluded.position`.execute(db)
}
