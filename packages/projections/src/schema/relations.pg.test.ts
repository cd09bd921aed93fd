import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../tests/database.ts'
import { expectedRelations } from '../../tests/expected-relations.ts'
import { store } from '../../tests/store.ts'
import { agreedPool, randomPool } from '../../tests/random-pool.ts'
import { randomSeason } from '../../tests/random-season.ts'
import { pickCounts } from '../picks/pick-counts.ts'
import { weekView } from '../reveal/week-view.ts'
import { compareRelations } from '../check/compare-relations.ts'
import { LIVE } from '../tables/rows.ts'

const db = useTestDatabase()

async function readRelations() {
  const reveal = await sql<Record<string, unknown>>`
    SELECT season_year, week_number, week_id, entry_id, entry_name, user_name, team_abbr, team_city, team_name, result, is_override, is_auto,
      lives_left, losses, slot, (SELECT jsonb_agg(other - 'result_at') FROM jsonb_array_elements(more::jsonb) AS other) AS more
    FROM ${LIVE.reveal} ORDER BY week_id, entry_id`.execute(db)
  const matrix = await sql`SELECT * FROM ${LIVE.matrix} ORDER BY season_year, entry_id`.execute(db)
  const leaderboard = await sql`SELECT * FROM ${LIVE.leaderboard} ORDER BY season_year, entry_id`.execute(db)
  return { reveal: reveal.rows, matrix: matrix.rows, leaderboard: leaderboard.rows }
}

/** Mutation testing plays every fifth pool, since each mutant that survives plays all of them. */
const EACH = Number(process.env['EACH_RANDOM_POOL'] ?? 1)

describe('reveal, matrix and leaderboard', () => {
  const pools = [
    ...Array.from({ length: 15 }, (_, i) => ({ name: `random commands ${i}`, make: () => randomPool(300 + i, 250) })),
    ...Array.from({ length: 15 }, (_, i) => ({ name: `agreement ${i}`, make: () => agreedPool(i, 6 * i) })),
    ...Array.from({ length: 25 }, (_, i) => ({ name: `random season ${i}`, make: () => randomSeason(i) })),
  ].filter((_, i) => i % EACH === 0)

  it.each(pools)('equal what the domain derives from the folded log ($name)', async ({ make }) => {
    const pool = make()
    await store(db, pool)
    const { reveal, matrix, leaderboard } = await readRelations()
    const expected = expectedRelations(pool)
    expect(reveal).toEqual(expected.reveal)
    expect(matrix).toEqual(expected.matrix)
    expect(leaderboard).toEqual(expected.leaderboard)
    expect(await Array.fromAsync(compareRelations(db))).toEqual([])
    const weekIds = Array.from(pool.state.rounds.values(), ({ id }) => id)
    const counts = await pickCounts(db, weekIds)
    const views = await Promise.all(weekIds.map((id) => weekView(db, id)))
    expect(views.map((view) => view?.pick_count)).toEqual(weekIds.map((id) => counts.get(id) ?? 0))
  })
})
