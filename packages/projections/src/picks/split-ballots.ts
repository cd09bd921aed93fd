import type { EntryId, SplitChoice, UserId } from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import { LIVE } from '../tables/rows.ts'
import { ownedAndUnsealed } from './seal.ts'

// Raw SQL: the condition withholds sealed votes in the database.

/**
 * Reads how a member's own entries voted in the open vote on sharing. A sealed vote looks like none. Nobody else can read one, so entries of
 * others are not in the result.
 */
export async function splitBallots(
  db: QueryExecutorProvider,
  userId: UserId,
  entryIds: readonly number[],
): Promise<ReadonlyMap<EntryId, SplitChoice>> {
  const { rows } = await sql<{ entry_id: EntryId; choice: SplitChoice }>`
    SELECT b.entry_id, b.choice FROM ${LIVE.split_ballots} AS b JOIN ${LIVE.entries} AS e ON e.id = b.entry_id
    WHERE b.entry_id = ANY (${entryIds}::bigint[]) AND ${ownedAndUnsealed({ kind: 'member', userId }, 'e', sql`b.version`)}`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.entry_id, row.choice]))
}
