import type { Instant } from '@outlast/domain'
import { type Kysely, sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../tests/database.ts'
import { RecordedPool } from '../../tests/recorded-pool.ts'
import { append, store } from '../../tests/store.ts'

const db = useTestDatabase()
const PUBLIC_VIEWS = ['reveal', 'matrix', 'leaderboard']
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

/** Everything that the public views show, as text. */
async function shownText(connection: Kysely<unknown> = db): Promise<string> {
  const texts = PUBLIC_VIEWS.map(async (view) => {
    const { rows } = await sql`SELECT * FROM ${sql.id('projections', view)}`.execute(connection)
    return JSON.stringify(rows)
  })
  return (await Promise.all(texts)).join('\n')
}

describe('the public views', () => {
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

  it('pass no hidden pick to a function in the WHERE clause of a role that may read only them', async () => {
    await db.connection().execute(async (connection) => {
      await sql`CREATE ROLE spy; GRANT USAGE ON SCHEMA projections TO spy; GRANT TEMPORARY ON DATABASE ${sql.id(
        (await sql<{ name: string }>`SELECT current_database() AS name`.execute(connection)).rows[0]!.name,
      )} TO spy`.execute(connection)
      await sql.raw(`GRANT SELECT ON ${PUBLIC_VIEWS.map((view) => `projections.${view}`).join(', ')} TO spy`).execute(connection)
      try {
        await sql`SET ROLE spy`.execute(connection)
        await sql`CREATE TEMPORARY TABLE seen (value text)`.execute(connection)
        await sql`
          CREATE FUNCTION pg_temp.note(value text) RETURNS boolean LANGUAGE plpgsql COST 0.0000001
          AS $$ BEGIN INSERT INTO seen VALUES (value); RETURN true; END $$`.execute(connection)
        for (const condition of ['reveal WHERE pg_temp.note(team_abbr)', 'matrix WHERE pg_temp.note(teams::text)']) {
          await sql.raw(`SELECT * FROM projections.${condition}`).execute(connection)
        }
        const { rows } = await sql<{ value: string }>`SELECT DISTINCT value FROM seen`.execute(connection)
        const values = rows.map((row) => row.value).join(' ')
        expect(values).toContain('KC')
        expect(values).not.toMatch(/SF|BUF/)
      } finally {
        await sql`RESET ROLE; DROP OWNED BY spy; DROP ROLE spy`.execute(connection)
      }
    })
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
