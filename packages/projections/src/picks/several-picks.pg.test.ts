import type { UserId } from '@outlast/domain'
import { beforeAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../tests/database.ts'
import { RecordedPool } from '../../tests/recorded-pool.ts'
import { store } from '../../tests/store.ts'
import { entryPicks } from './entry-picks.ts'
import { pickHistory } from './pick-history.ts'

const OWNER = { kind: 'member', userId: 1 as UserId } as const
const OTHER = { kind: 'member', userId: 2 as UserId } as const

const db = useTestDatabase()
beforeAll(() => store(db, createPool()))

/** Entry 1 has one pick in week 1, which is locked, and two in week 2, of which it changed the second. */
function createPool(): RecordedPool {
  const pool = new RecordedPool()
  pool.register()
  pool.register()
  pool.addEntry(1, 'Lucky')
  pool.addWeek(2025, 1)
  pool.addWeek(2025, 2)
  pool.runAccepted('SetPicksOfWeek', { weekId: 2, picks: 2 }, 1)
  pool.pick(1, 1, 'KC')
  pool.lock(1)
  const second = (team: string) =>
    pool.runAccepted('SubmitPick', { entryId: 1, weekId: 2, slot: 2, team, nonce: pool.nonce() }, 1)
  second('DAL')
  pool.pick(1, 2, 'BUF')
  second('SF')
  return pool
}

describe('a week that takes several picks', () => {
  it('lists the picks of an entry by week, the newest first, and by their slots', async () => {
    const picks = await entryPicks(db, OWNER, 1)
    expect(picks?.map(({ week_number, slot, team_abbr }) => [week_number, slot, team_abbr])).toEqual([
      [2, undefined, 'BUF'],
      [2, 2, 'SF'],
      [1, undefined, 'KC'],
    ])
  })

  it('keeps the changes of each pick apart', async () => {
    const weeks = async (viewer: typeof OWNER | typeof OTHER) =>
      (await pickHistory(db, viewer, 1))?.weeks.map(({ week_number, slot, changes }) => [
        week_number,
        slot,
        changes.map(({ action, team_abbr }) => `${action} ${team_abbr}`),
      ])
    expect(await weeks(OWNER)).toEqual([
      [2, undefined, ['submitted BUF']],
      [2, 2, ['submitted DAL', 'changed SF']],
      [1, undefined, ['submitted KC']],
    ])
    expect(await weeks(OTHER)).toEqual([[1, undefined, ['submitted KC']]])
  })
})
