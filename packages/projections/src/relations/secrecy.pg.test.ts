import type { Instant } from '@outlast/domain'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../tests/database.ts'
import { RecordedPool } from '../../tests/recorded-pool.ts'
import { append, store } from '../../tests/store.ts'

const db = useTestDatabase()
const TABLES = ['reveal', 'matrix', 'leaderboard']
const SUNDAY_2 = '2025-09-14T17:00:00.000Z' as Instant
let pool: RecordedPool

/** Week 1 is locked. Week 2 is open: entry 1 has picked SF, which has lost because the admin set all games to final. */
beforeAll(async () => {
  pool = new RecordedPool()
  for (const id of [1, 2]) pool.addEntry(pool.register(), `Entry ${id}`)
  for (const number of [1, 2]) pool.addWeek(2025, number)
  pool.pick(1, 1, 'KC')
  pool.pick(2, 1, 'GB')
  pool.lock(1)
  pool.pick(1, 2, 'SF')
  pool.pick(2, 2, 'BUF')
  pool.sync(2, { 'SF-DAL': [3, 7], 'BUF-MIA': [7, 3] }, SUNDAY_2)
  pool.finalizeWithoutLock(2)
  await store(db, pool)
})

/** Everything that the tables show, as text. */
async function shownText(): Promise<string> {
  const texts = TABLES.map(async (view) => {
    const { rows } = await sql`SELECT * FROM ${sql.id('projections', view)}`.execute(db)
    return JSON.stringify(rows)
  })
  return (await Promise.all(texts)).join('\n')
}

describe('the tables for readers of SQL', () => {
  it('show that an entry is out before the lock of its week, and not its team', async () => {
    const { rows } = await sql`SELECT entry_id, eliminated_week, losses FROM projections.leaderboard ORDER BY entry_id`.execute(
      db,
    )
    expect(rows).toEqual([
      { entry_id: 1, eliminated_week: 2, losses: 0 },
      { entry_id: 2, eliminated_week: null, losses: 0 },
    ])
    const shown = await shownText()
    expect(shown).toContain('"KC"')
    expect(shown).not.toMatch(/"SF"|"BUF"/)
  })

  it('show a week only while it is locked', async () => {
    const locked = sql<{ weeks: readonly number[] }>`SELECT array_agg(DISTINCT week_id) AS weeks FROM projections.reveal`
    const after = async (act: () => void) => {
      const { position } = pool.state
      act()
      await append(db, pool, position)
      return (await locked.execute(db)).rows[0]?.weeks?.map(Number) ?? []
    }
    expect(await after(() => pool.lock(2))).toEqual([1, 2])
    const reopen = () => void pool.runAccepted('SetLockTime', { weekId: 2, lockTime: '2025-10-01T12:00:00.000Z' }, 1)
    expect(await after(reopen)).toEqual([1])
    expect(await shownText()).not.toMatch(/"SF"|"BUF"/)
  })
})
