import { matrixOf } from '@outlast/views/matrix'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../tests/database.ts'
import { expectedRelations } from '../../tests/expected-relations.ts'
import { store } from '../../tests/store.ts'
import { agreedPool, randomPool, someOf } from '../../tests/random-pool.ts'
import { randomSeason } from '../../tests/random-season.ts'
import { readChampions } from '../leaderboard/read-champions.ts'
import { readMatrix } from '../matrix/read-matrix.ts'
import { pickCounts } from '../picks/pick-counts.ts'
import { readReveal, readReveals } from '../reveal/read-reveal.ts'
import { weekView } from '../reveal/week-view.ts'
import { seasonView } from '../standings/season-view.ts'
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

describe('reveal, matrix and leaderboard', () => {
  const pools = someOf([
    ...Array.from({ length: 15 }, (_, i) => ({ name: `random commands ${i}`, make: () => randomPool(300 + i, 250) })),
    ...Array.from({ length: 15 }, (_, i) => ({ name: `agreement ${i}`, make: () => agreedPool(i, 6 * i) })),
    ...Array.from({ length: 25 }, (_, i) => ({ name: `random season ${i}`, make: () => randomSeason(i) })),
  ])

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

  it('are read in the form that clients derive from a season’s view', async () => {
    for (const pool of [randomPool(300, 250), agreedPool(3, 18), randomSeason(1)]) {
      await store(db, pool)
      const years = new Set(Array.from(pool.state.rounds.values(), ({ seasonYear }) => seasonYear))
      for (const year of years) {
        const matrix = matrixOf(await seasonView(db, year))
        expect(await readMatrix(db, year)).toEqual(matrix)
        const champions = matrix.entries.filter(({ id }) => matrix.champion_entry_ids.includes(id))
        expect(await readChampions(db, year)).toEqual(
          champions.map(({ id, name, user_name }) => ({ entry_id: id, entry_name: name, user_name })),
        )
        const reveals = await readReveals(db, year)
        for (const { id } of matrix.weeks) expect(await readReveal(db, { id, season_year: year })).toEqual(reveals.get(id) ?? [])
      }
    }
  })
})
