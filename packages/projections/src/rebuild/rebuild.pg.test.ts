import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../tests/database.ts'
import { append, store } from '../../tests/store.ts'
import { randomPool } from '../../tests/random-pool.ts'
import { randomSeason } from '../../tests/random-season.ts'
import { summaryOfState, summaryOfTables } from '../../tests/summary.ts'
import { CHECK_SCHEMA, LIVE, LIVE_SCHEMA, NEXT_SCHEMA, PROJECTIONS_VERSION } from '../tables/rows.ts'
import { dropTables, readCheckpoint } from '../tables/create.ts'
import { check } from '../check/check.ts'
import type { Difference } from '../check/difference.ts'
import { readLog } from './read-log.ts'
import { rebuild } from './rebuild.ts'

const db = useTestDatabase()

async function differences(): Promise<readonly Difference[]> {
  const found: Difference[] = []
  const result = await check({ db: db, read: readLog, onDifference: (difference) => found.push(difference) })
  expect(result.differences).toBe(found.length)
  return found
}

const rebuildNow = () => rebuild({ db: db, read: readLog, underAppendLock: (run) => db.transaction().execute(run) })

describe('rebuild', () => {
  it('produces the same tables as before, which equal the folded state', async () => {
    for (const seed of [101, 102, 103, 104]) {
      const pool = randomPool(seed, 300)
      await store(db, pool)
      expect(await differences()).toEqual([])
      const before = await summaryOfTables(db, LIVE_SCHEMA)
      const { position, events } = await rebuildNow()
      expect([position, events]).toEqual([pool.events.length, pool.events.length])
      expect(await summaryOfTables(db, LIVE_SCHEMA)).toEqual(before)
      expect(before).toEqual(JSON.parse(JSON.stringify(summaryOfState(pool.state))))
      expect(await differences()).toEqual([])
    }
  })

  it('includes events that are appended until it holds the append lock', async () => {
    const pool = randomPool(105, 200)
    await store(db, pool)
    const position = pool.events.length
    const underAppendLock = async (run: (trx: typeof db) => Promise<void>) => {
      pool.register()
      await append(db, pool, position)
      await db.transaction().execute(run)
    }
    await rebuild({ db: db, read: readLog, underAppendLock })
    expect((await readCheckpoint(db, LIVE_SCHEMA))?.position).toBe(position + 1)
    expect(await differences()).toEqual([])
  })

  it('leaves the live tables unchanged and nothing else if it fails', async () => {
    const pool = randomPool(106, 100)
    await store(db, pool)
    const broken = rebuild({ db: db, read: readLog, underAppendLock: () => Promise.reject(new Error('no lock')) })
    await expect(broken).rejects.toThrow('no lock')
    expect(await differences()).toEqual([])
    expect(await readCheckpoint(db, NEXT_SCHEMA)).toBeUndefined()
  })
})

describe('rebuild, from version 1 without views', () => {
  it('creates the views', async () => {
    const pool = randomPool(110, 200)
    await store(db, pool)
    await sql`DROP VIEW ${LIVE.leaderboard}, ${LIVE.matrix}, ${LIVE.reveal} CASCADE`.execute(db)
    await sql`UPDATE ${LIVE.checkpoint} SET version = 1`.execute(db)
    expect((await readCheckpoint(db, LIVE_SCHEMA))?.version).not.toBe(PROJECTIONS_VERSION)
    await rebuildNow()
    expect((await readCheckpoint(db, LIVE_SCHEMA))?.version).toBe(PROJECTIONS_VERSION)
    expect(await differences()).toEqual([])
  })
})

describe('check', () => {
  it('reports a missing row without which the views cannot be compared', async () => {
    await store(db, randomPool(106, 200))
    await sql`DELETE FROM projections.pool`.execute(db)
    expect(await differences()).toEqual([{ table: 'pool', key: { only_row: true }, kind: 'missing', columns: [] }])
  })

  it('reports every difference by table, key and columns, without values', async () => {
    const pool = randomPool(110, 300)
    await store(db, pool)
    const entry = pool.state.entries.values().next().value!
    await sql`UPDATE ${LIVE.entries} SET name = 'forged', version = 1 WHERE id = ${entry.id}`.execute(db)
    await sql`DELETE FROM ${LIVE.users} WHERE id = 1`.execute(db)
    await sql`INSERT INTO ${LIVE.waived_losses} VALUES (77, 78, NULL), (77, 78, 'KC')`.execute(db)
    await sql`UPDATE ${LIVE.pool} SET current_week_id = 999`.execute(db)
    expect(await differences()).toEqual([
      { table: 'users', key: { id: 1 }, kind: 'missing', columns: [] },
      { table: 'entries', key: { id: entry.id }, kind: 'changed', columns: ['name', 'version'] },
      { table: 'waived_losses', key: { entry_id: 77, week_id: 78 }, kind: 'extra', columns: [] },
      { table: 'waived_losses', key: { entry_id: 77, week_id: 78 }, kind: 'extra', columns: [] },
      { table: 'pool', key: { only_row: true }, kind: 'changed', columns: ['current_week_id'] },
    ])
    expect(await readCheckpoint(db, CHECK_SCHEMA)).toBeUndefined()
  })

  it('reports views that differ from what the domain derives', async () => {
    await store(db, randomSeason(5))
    await sql`
      CREATE OR REPLACE VIEW ${LIVE.leaderboard} AS
      SELECT season_year, 7::bigint AS rank, entry_id, entry_name, user_name, 0::bigint AS wins, 0::bigint AS losses,
        eliminated_week, lives_left, false AS is_champion
      FROM ${LIVE.matrix} WHERE entry_id > 1`.execute(db)
    const found = await differences()
    expect(found).toContainEqual({ table: 'leaderboard', key: { season_year: 2025, entry_id: 1 }, kind: 'missing', columns: [] })
    expect(found.filter(({ kind }) => kind === 'changed')).not.toEqual([])
    expect(new Set(found.map(({ table }) => table))).toEqual(new Set(['leaderboard']))
    await dropTables(db, LIVE_SCHEMA)
  })

  it('reports more differences than it fetches at once', async () => {
    const pool = randomPool(108, 50)
    await store(db, pool)
    await sql`INSERT INTO ${LIVE.missed} SELECT 5000, n FROM generate_series(1, 1234) AS n`.execute(db)
    expect((await differences()).filter((difference) => difference.table === 'missed')).toHaveLength(1234)
  })

  it('reports rows that lagging tables lack', async () => {
    const pool = randomPool(109, 50)
    await store(db, pool)
    await sql`UPDATE ${LIVE.checkpoint} SET position = position - 1`.execute(db)
    expect(await differences()).toContainEqual({
      table: 'checkpoint',
      key: { only_row: true },
      kind: 'changed',
      columns: ['position'],
    })
  })

  it('throws without tables', async () => {
    await sql`DROP SCHEMA projections CASCADE`.execute(db)
    await expect(differences()).rejects.toThrow('no projections')
  })
})
