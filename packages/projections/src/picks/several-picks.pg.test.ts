import { type EntryId, type Instant, pickIdOf, type Slot, type UserId, type WeekId } from '@outlast/domain'
import { beforeAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../tests/database.ts'
import { RecordedPool } from '../../tests/recorded-pool.ts'
import { store } from '../../tests/store.ts'
import { source } from '../../tests/source.ts'
import { adminPicksList } from '../admin/admin-views.ts'
import { entryPicks } from '../entry/entry-picks.ts'
import { weekView } from '../week/week-view.ts'
import { pickHistory, readPickEvents } from '../entry/pick-history.ts'
import { positionOfPick, receiptOf } from '../entry/receipt.ts'
import type { Viewer } from './viewer.ts'

const OWNER = { kind: 'member', userId: 1 as UserId } as const
const OTHER = { kind: 'member', userId: 2 as UserId } as const
const ADMIN = { kind: 'admin', userId: 1 as UserId } as const

const db = useTestDatabase()

const historyOf = async (viewer: Viewer, id: number) => pickHistory(source(), viewer, id, await readPickEvents(db, id))
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
    const picks = entryPicks(source(), OWNER, 1)
    expect(picks?.map(({ week_number, slot, team_abbr }) => [week_number, slot, team_abbr])).toEqual([
      [2, undefined, 'BUF'],
      [2, 2, 'SF'],
      [1, undefined, 'KC'],
    ])
  })

  it('keeps the changes of each pick apart', async () => {
    const weeks = async (viewer: typeof OWNER | typeof OTHER) =>
      (await historyOf(viewer, 1))?.weeks.map(({ week_number, slot, changes }) => [
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

  it('gives a receipt for each pick, which names its slot unless it is the first', async () => {
    const receipt = async (slot: Slot) => {
      const id = pickIdOf(1 as EntryId, 2 as WeekId, slot)
      const position = positionOfPick(source(), OWNER, id)
      return position === undefined ? undefined : receiptOf(db, source().people, id, position)
    }
    expect(await receipt(1)).toMatchObject({ entry_id: 1, week_id: 2, team_abbr: 'BUF' })
    expect(await receipt(1)).not.toHaveProperty('slot')
    expect(await receipt(2)).toMatchObject({ entry_id: 1, week_id: 2, slot: 2, team_abbr: 'SF' })
    expect(await receipt(3)).toBeUndefined()
  })

  it('counts an entry’s picks for an admin, who sees the teams of another member after the lock', async () => {
    const pool = createPool()
    pool.addEntry(2, 'Other')
    pool.pick(2, 2, 'NYJ')
    pool.pick(2, 2, 'NE', 2)
    await store(db, pool)
    const [own, other] = adminPicksList(source(), ADMIN, 2 as WeekId) ?? []
    expect(own).toMatchObject({ picked: 2, team_abbr: 'BUF', more: [{ team_abbr: 'SF' }] })
    expect(other).toMatchObject({ picked: 2, team_abbr: null, hidden: true })
    expect(other).not.toHaveProperty('more')
    expect(adminPicksList(source(), ADMIN, 1 as WeekId)?.[0]).not.toHaveProperty('picked')
    pool.lock(2)
    await store(db, pool)
    expect(adminPicksList(source(), ADMIN, 2 as WeekId)?.[1]).toMatchObject({
      picked: 2,
      team_abbr: 'NYJ',
      more: [{ team_abbr: 'NE' }],
    })
  })
})

describe('the reveal of a week that takes several picks', () => {
  it('says how many the week takes, and gives the picks of an entry by their slots', async () => {
    const pool = createPool()
    pool.addEntry(2, 'Second only')
    pool.pick(2, 2, 'NE', 2)
    pool.addEntry(2, 'None')
    pool.lock(2)
    await store(db, pool)
    const one = weekView(source(), 1)
    expect(one?.week).not.toHaveProperty('picks')
    expect(one?.entries.find(({ id }) => id === 1)).toEqual({
      id: 1,
      name: 'Lucky',
      team: 'KC',
      is_override: false,
      is_auto: false,
    })
    const two = weekView(source(), 2)
    const pick = (team: string | null) => ({ team, is_override: false, is_auto: false })
    expect(two?.week).toMatchObject({ picks: 2 })
    expect(two?.pick_count).toBe(3)
    expect(two?.entries).toEqual([
      { id: 1, name: 'Lucky', ...pick('BUF'), more: [{ slot: 2, ...pick('SF') }] },
      { id: 3, name: 'None', ...pick(null) },
      { id: 2, name: 'Second only', ...pick('NE'), slot: 2 },
    ])
  })
})

describe('a pick that the pool assigned', () => {
  it('is withdrawn when its week reopens, and its history says both', async () => {
    const pool = new RecordedPool()
    pool.addEntry(pool.register(), 'Lucky')
    pool.addWeek(2025, 1)
    pool.runAccepted('ChangeRules', { rules: { missedPick: 'auto' } }, 1)
    pool.sync(1, { 'BUF-MIA': null }, '2025-09-07T17:00:00.000Z' as Instant)
    pool.lock(1)
    pool.runAccepted('SetLockTime', { weekId: 1, lockTime: '2025-09-10T16:00:00.000Z' }, 1)
    await store(db, pool)
    const history = await historyOf(OWNER, 1)
    expect(history?.weeks[0]?.changes.map(({ action, by, team_abbr }) => [action, by, team_abbr])).toEqual([
      ['assigned', 'system', 'BUF'],
      ['withdrawn', 'admin', null],
    ])
  })
})

describe('a plan that was void at the lock', () => {
  it('is there again when its week reopens, and its history says that the pool had set it aside, whoever locked the week', async () => {
    const pool = new RecordedPool()
    pool.addEntry(pool.register(), 'Lucky')
    for (const week of [1, 2]) pool.addWeek(2025, week)
    pool.runAccepted('ChangeRules', { rules: { missedPick: 'auto' } }, 1)
    pool.sync(1, { 'KC-DEN': null }, '2025-09-07T17:00:00.000Z' as Instant)
    pool.runAccepted('SetRanking', { entryId: 1, teams: ['KC'], nonce: pool.nonce() }, 1)
    pool.pick(1, 2, 'KC')
    pool.lock(1)
    pool.runAccepted('FinalizeScores', { weekId: 2 }, 1)
    pool.runAccepted('SetLockTime', { weekId: 2, lockTime: '2025-09-20T16:00:00.000Z' }, 1)
    await store(db, pool)
    const [week] = (await historyOf(OWNER, 1))?.weeks ?? []
    expect(week?.changes.map(({ action, by, team_abbr }) => [action, by, team_abbr])).toEqual([
      ['submitted', 'owner', 'KC'],
      ['cleared', 'system', null],
      ['assigned', 'system', 'ARI'],
      ['withdrawn', 'admin', null],
    ])
    expect(entryPicks(source(), OWNER, 1)?.[0]).toMatchObject({ week_id: 2, team_abbr: 'KC' })
  })
})
