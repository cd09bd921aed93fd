import { describe, it } from 'vitest'
import { useTestDatabase } from '../../tests/database.ts'
import { expectSameRelations } from '../../tests/expect-same-relations.ts'
import { store } from '../../tests/store.ts'
import { agreedPool, randomPool, someOf } from '../../tests/random-pool.ts'
import { randomSeason } from '../../tests/random-season.ts'

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
})
