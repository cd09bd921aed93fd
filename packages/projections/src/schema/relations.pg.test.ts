import { matrixOf } from '@outlast/views/matrix'
import { describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../tests/database.ts'
import { expectSameRelations } from '../../tests/expect-same-relations.ts'
import { store } from '../../tests/store.ts'
import { agreedPool, randomPool, someOf } from '../../tests/random-pool.ts'
import { randomSeason } from '../../tests/random-season.ts'
import { readChampions } from '../leaderboard/read-champions.ts'
import { readMatrix } from '../matrix/read-matrix.ts'
import { readReveal, readReveals } from '../reveal/read-reveal.ts'
import { seasonView } from '../standings/season-view.ts'

const db = useTestDatabase()

describe('reveal, matrix and leaderboard', () => {
  const pools = someOf([
    ...Array.from({ length: 15 }, (_, i) => ({ name: `random commands ${i}`, make: () => randomPool(300 + i, 250) })),
    ...Array.from({ length: 15 }, (_, i) => ({ name: `agreement ${i}`, make: () => agreedPool(i, 6 * i) })),
    ...Array.from({ length: 25 }, (_, i) => ({ name: `random season ${i}`, make: () => randomSeason(i) })),
  ])

  it.each(pools)('equal what the domain derives from the folded log ($name)', async ({ make }) => {
    const pool = make()
    await store(db, pool)
    await expectSameRelations(db, pool)
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
