import { encodeReveal, rosterChecksum } from '@outlast/contract/live/reveal-codes'
import { parseTopic, type Topic } from '@outlast/contract/live/topics'
import { describe, expect, it } from 'vitest'
import { buildChanges, knownChanges } from './build-changes.ts'
import { entries, INFO, PICK_COUNT, type Touch, users } from './concerns.ts'
import { MergedTouches } from './merged-touches.ts'
import type { ViewQueries } from './reader.ts'

const week = { id: 1, week_number: 4, is_locked: true }
const other = { id: 2, week_number: 5, is_locked: false }
const row = (id: number, team: string | null = null, is_override = false) => ({ id, name: `E${id}`, team, is_override })
const seasonRow = (id: number, picks: Record<string, string> = {}, missed: readonly number[] = []) => ({ id, picks, missed })

/** Tables in which there is everything that is asked for, but for what a test says; what was asked is noted. */
function tables(over: Partial<Record<keyof ViewQueries, unknown>> = {}) {
  const asked: string[] = []
  const data: Partial<Record<keyof ViewQueries, unknown>> = {
    weekInfo: week,
    pickCount: 7,
    games: [{ id: 9 }],
    weekEntries: [row(1, 'KC'), row(2)],
    roster: new Set([1, 2]),
    seasonWeeks: [week, other],
    seasonEntries: [seasonRow(1, { 4: 'KC' }), seasonRow(2, {}, [4]), seasonRow(3)],
    pool: { club_name: 'Club' },
    userEntries: [{ id: 1 }],
    users: [{ id: 2 }],
    adminEntries: [{ id: 1 }],
    ...over,
  }
  const read =
    (name: keyof ViewQueries) =>
    (...args: readonly unknown[]) => {
      asked.push([name, ...args.map((arg) => JSON.stringify(arg))].join(' '))
      return Promise.resolve(data[name])
    }
  const queries = Object.fromEntries(Object.keys(data).map((name) => [name, read(name as keyof ViewQueries)]))
  return { queries: queries as unknown as ViewQueries, asked }
}

async function build(topic: Topic, touches: readonly Touch[], over: Partial<Record<keyof ViewQueries, unknown>> = {}) {
  const { queries, asked } = tables(over)
  const changes = await buildChanges(parseTopic(topic)!, new MergedTouches(touches), queries)
  return { changes, asked }
}

const REVEAL: Touch = { what: 'reveal', weekId: 1, entries: 2 }

describe('the changes of a week', () => {
  it('are nothing, and read nothing, when nothing of it was touched', async () => {
    expect(await build('week:1', [])).toEqual({ changes: [], asked: [] })
  })

  it('are its own line, the number of picks, the games that moved and the rows that changed', async () => {
    const { changes, asked } = await build('week:1', [INFO, PICK_COUNT, { what: 'games', ids: [9] }, entries(1, 3)], {
      weekEntries: [row(1, 'KC')],
    })
    expect(changes).toEqual([
      { kind: 'week', week },
      { kind: 'pick_count', pick_count: 7 },
      { kind: 'games', games: [{ id: 9 }] },
      { kind: 'entry', entry: row(1, 'KC') },
      { kind: 'entry_removed', id: 3 },
    ])
    expect(asked).toEqual(['weekInfo 1', 'pickCount 1', 'games 1 [9]', 'weekEntries 1 [1,3]'])
  })

  it('are to be fetched when the week is gone', async () => {
    expect((await build('week:1', [INFO], { weekInfo: undefined })).changes).toBeUndefined()
    expect((await build('week:1', [REVEAL], { weekInfo: undefined })).changes).toBeUndefined()
    expect((await build('week:1', [PICK_COUNT], { weekInfo: undefined })).changes).toEqual([
      { kind: 'pick_count', pick_count: 7 },
    ])
  })

  it('are, at the lock, one text over the whole roster', async () => {
    const rows = [row(1, 'KC'), row(2), row(3, 'SF', true)]
    const { changes, asked } = await build('week:1', [INFO, { ...REVEAL, entries: 3 }], { weekEntries: rows })
    const teams = encodeReveal([
      { kind: 'pick', team: 'KC', is_override: false },
      { kind: 'missed' },
      { kind: 'pick', team: 'SF', is_override: true },
    ])
    expect(changes).toEqual([{ kind: 'reveal', week, roster: rosterChecksum(rows), teams }])
    expect(asked).toEqual(['weekInfo 1', 'weekEntries 1'])
  })

  it('say before the reveal which rows clients do not expect in it', async () => {
    const rows = [row(1, 'KC'), row(2), row(3, 'SF')]
    const fallen = await build('week:1', [REVEAL, entries(2, 8)], { weekEntries: rows, roster: new Set([1, 2]) })
    expect(
      fallen.changes?.map((change) => ('entry' in change ? change.entry.id : 'id' in change ? -change.id : change.kind)),
    ).toEqual([2, -8, 3, 'reveal'])
    const expected = await build('week:1', [{ ...REVEAL, entries: 3 }, entries(2)], { weekEntries: rows })
    expect(expected.changes?.map((change) => change.kind)).toEqual(['entry', 'reveal'])
    expect(expected.asked).not.toContain('roster 1')
  })
})

describe('the changes of a season', () => {
  it('are nothing, and read nothing, when nothing of it was touched', async () => {
    expect(await build('season:2025', [])).toEqual({ changes: [], asked: [] })
  })

  it('are the weeks and the rows that were touched', async () => {
    const touches: Touch[] = [{ what: 'weeks', ids: [2] }, entries(1, 9)]
    const { changes, asked } = await build('season:2025', touches, { seasonEntries: [seasonRow(1)] })
    expect(changes).toEqual([
      { kind: 'week', week: other },
      { kind: 'entry', entry: seasonRow(1) },
      { kind: 'entry_removed', id: 9 },
    ])
    expect(asked).toEqual(['seasonWeeks 2025', 'seasonEntries 2025 [1,9]'])
    expect((await build('season:2025', [entries(1)])).asked).toEqual(['seasonEntries 2025 [1]'])
    expect((await build('season:2025', [{ what: 'weeks', ids: [2] }])).asked).toEqual(['seasonWeeks 2025'])
  })

  it('are, at a lock, one text over all entries: picked, missed, or not in the week', async () => {
    const touches: Touch[] = [REVEAL, { what: 'weeks', ids: [1, 2] }, entries(2)]
    const { changes, asked } = await build('season:2025', touches)
    const rows = [seasonRow(1, { 4: 'KC' }), seasonRow(2, {}, [4]), seasonRow(3)]
    const teams = encodeReveal([{ kind: 'pick', team: 'KC', is_override: false }, { kind: 'missed' }, { kind: 'absent' }])
    expect(changes).toEqual([
      { kind: 'week', week: other },
      { kind: 'entry', entry: rows[1] },
      { kind: 'reveal', week, roster: rosterChecksum(rows), teams },
    ])
    expect(asked).toEqual(['seasonWeeks 2025', 'seasonEntries 2025'])
    const alone = await build('season:2025', [REVEAL])
    expect(alone.changes?.map((change) => change.kind)).toEqual(['reveal'])
  })

  it('are to be fetched when a week that was revealed is gone', async () => {
    expect((await build('season:2025', [REVEAL], { seasonWeeks: [other] })).changes).toBeUndefined()
  })
})

describe('the changes of the pool, of a member and of the admin', () => {
  it('are the pool, if it was touched', async () => {
    expect((await build('pool', [INFO])).changes).toEqual([{ kind: 'pool', pool: { club_name: 'Club' } }])
    expect(await build('pool', [])).toEqual({ changes: [], asked: [] })
  })

  const cleared: Touch = { what: 'pick_cleared', entryId: 1, weekId: 1 }
  const picked: Touch = { what: 'picked', weekId: 1, entryId: 1, hasPick: true }

  it('are a member’s picks, account and entries', async () => {
    const { changes, asked } = await build('user:2', [INFO, entries(1, 5), cleared])
    expect(changes).toEqual([
      { kind: 'pick_cleared', entry_id: 1, week_id: 1 },
      { kind: 'user', user: { id: 2 } },
      { kind: 'entry', entry: { id: 1 } },
      { kind: 'entry_removed', id: 5 },
    ])
    expect(asked).toEqual(['users [2]', 'userEntries 2 [1,5]'])
    expect((await build('user:2', [cleared])).asked).toEqual([])
    expect((await build('user:2', [entries(1)])).asked).toEqual(['userEntries 2 [1]'])
  })

  it('are to be fetched when the account is gone', async () => {
    expect((await build('user:2', [INFO], { users: [] })).changes).toBeUndefined()
  })

  it('are the admin’s lists, and who has picked', async () => {
    const { changes, asked } = await build('admin', [users(2, 3), entries(1, 5), picked])
    expect(changes).toEqual([
      { kind: 'picked', week_id: 1, entry_id: 1, has_pick: true },
      { kind: 'user', user: { id: 2 } },
      { kind: 'user_removed', id: 3 },
      { kind: 'entry', entry: { id: 1 } },
      { kind: 'entry_removed', id: 5 },
    ])
    expect(asked).toEqual(['users [2,3]', 'adminEntries [1,5]'])
    expect((await build('admin', [picked])).asked).toEqual([])
  })

  it('need no look where the events tell all', () => {
    expect(knownChanges(new MergedTouches([cleared]))).toEqual([{ kind: 'pick_cleared', entry_id: 1, week_id: 1 }])
    expect(knownChanges(new MergedTouches([picked]))).toEqual([{ kind: 'picked', week_id: 1, entry_id: 1, has_pick: true }])
  })
})
