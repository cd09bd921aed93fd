import { type Kysely, sql } from 'kysely'
import { expect } from 'vitest'
import { compareRelations } from '../src/relations/check.ts'
import { relation } from '../src/relations/tables.ts'
import { expectedRelations } from './expected-relations.ts'
import { sourceOf } from './source.ts'
import type { StoredPool } from './store.ts'

/** Compares the rows of `reveal`, `matrix` and `leaderboard` with what the domain derives from a pool that is stored. */
export async function expectSameRelations(db: Kysely<unknown>, pool: StoredPool): Promise<void> {
  const { reveal, matrix, leaderboard } = await readRelations(db)
  const expected = expectedRelations(pool)
  expect(reveal).toEqual(expected.reveal)
  expect(matrix).toEqual(expected.matrix)
  expect(leaderboard).toEqual(expected.leaderboard)
  expect(await Array.fromAsync(compareRelations(db, sourceOf(pool.state)))).toEqual([])
}

async function readRelations(db: Kysely<unknown>) {
  const reveal = await sql<Record<string, unknown>>`
    SELECT season_year, week_number, week_id, entry_id, entry_name, user_name, team_abbr, team_city, team_name, result, is_override, is_auto,
      lives_left, losses, slot, (SELECT jsonb_agg(other - 'result_at') FROM jsonb_array_elements(more::jsonb) AS other) AS more
    FROM ${relation('reveal')} ORDER BY week_id, entry_id`.execute(db)
  const matrix = await sql`SELECT * FROM ${relation('matrix')} ORDER BY season_year, entry_id`.execute(db)
  const leaderboard = await sql`SELECT * FROM ${relation('leaderboard')} ORDER BY season_year, entry_id`.execute(db)
  return { reveal: reveal.rows, matrix: matrix.rows, leaderboard: leaderboard.rows }
}
