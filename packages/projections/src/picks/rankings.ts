import type { EntryId, TeamAbbr, UserId } from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import { LIVE } from '../tables/rows.ts'
import { ownedAndUnsealed } from './seal.ts'

// Raw SQL: one CASE expression withholds a sealed ranking in the database.

/**
 * Reads the rankings of a member's own entries, all or some: the teams, or null while a ranking is sealed. Nobody else can read
 * one, before the lock and after it, so entries of others are not in the result.
 */
export async function rankings(
  db: QueryExecutorProvider,
  userId: UserId,
  entryIds: readonly number[],
): Promise<ReadonlyMap<EntryId, readonly TeamAbbr[] | null>> {
  const isKnown = sql`(r.version IS NULL OR ${ownedAndUnsealed({ kind: 'member', userId }, 'e', sql`r.version`)})`
  const { rows } = await sql<{ entry_id: EntryId; teams: readonly TeamAbbr[] | null }>`
    SELECT e.id AS entry_id, CASE WHEN ${isKnown} THEN coalesce(r.teams, '[]') END AS teams
    FROM ${LIVE.entries} AS e LEFT JOIN ${LIVE.rankings} AS r ON r.entry_id = e.id
    WHERE e.user_id = ${userId} AND e.id = ANY (${entryIds}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.entry_id, row.teams]))
}
