import { encodeReveal, rosterChecksum } from '@outlast/contract/live/reveal-codes'
import { parseTopic, type Topic } from '@outlast/contract/live/topics'
import { describe, expect, it } from 'vitest'
import { buildChanges, changesFromEvents } from './topic-reads.ts'
import { entries, INFO, PICK_COUNT, type Invalidation, users } from './invalidation.ts'
import { MergedInvalidations } from './merged-invalidations.ts'
import type { ViewQueries } from './view-reader.ts'

const week = { id: 1, week_number: 4, is_locked: true }
const other = { id: 2, week_number: 5, is_locked: false }
const row = (id: number, team: string | null = null, is_override = false) => ({ id, name: `E${id}`, team, is_override })
const seasonRow = (id: number, picks: Record<string, string> = {}, missed: readonly number[] = []) => ({
  id,
  picks,
  auto: [],
  missed,
})

const moment = (game: number | null) => ({ id: `5-${game}`, game: game === null ? null : { id: game } })

/** Fake queries that find everything except what the test overrides, and record their calls. */
function fakeQueries(over: Partial<Record<keyof ViewQueries, unknown>> = {}) {
  const calls: string[] = []
  const data: Partial<Record<keyof ViewQueries, unknown>> = {
    weekInfo: week,
    pickCount: 7,
    games: [{ id: 9 }],
    moments: [moment(3), moment(null), moment(9)],
    weekEntries: [row(1, 'KC'), row(2)],
    roster: new Set([1, 2]),
    seasonWeeks: [week, other],
    seasonEntries: [seasonRow(1, { 4: 'KC' }), seasonRow(2, {}, [4]), seasonRow(3)],
    pool: { club_name: 'Club' },
    userEntries: [{ id: 1 }],
    users: [{ id: 2 }],
    adminEntries: [{ id: 1 }],
    setup: { rules: 'done' },
    ...over,
  }
  const read =
    (name: keyof ViewQueries) =>
    (...args: readonly unknown[]) => {
      calls.push([name, ...args.map((arg) => JSON.stringify(arg))].join(' '))
      return data[name]
    }
  const queries = Object.fromEntries(Object.keys(data).map((name) => [name, read(name as keyof ViewQueries)]))
  return { queries: queries as unknown as ViewQueries, calls }
}

function build(topic: Topic, invalidations: readonly Invalidation[], over: Partial<Record<keyof ViewQueries, unknown>> = {}) {
  const { queries, calls } = fakeQueries(over)
  const changes = buildChanges(parseTopic(topic)!, new MergedInvalidations(invalidations), queries)
  return { changes, calls }
}

const REVEAL: Invalidation = { kind: 'reveal', weekId: 1, entries: 2 }

describe('buildChanges: week', () => {
  it('returns no changes and runs no query without invalidations', async () => {
    expect(build('week:1', [])).toEqual({ changes: [], calls: [] })
  })

  it('returns the moments of a game and of the pool, or all', () => {
    const some = build('week:1', [
      { kind: 'moments', gameIds: [9] },
      { kind: 'moments', gameIds: [8] },
    ])
    expect(some.changes).toEqual([{ kind: 'moments', game_ids: [9, 8], moments: [moment(null), moment(9)] }])
    const all = build('week:1', [
      { kind: 'moments', gameIds: [9] },
      { kind: 'moments', gameIds: null },
    ])
    expect(all.changes).toEqual([{ kind: 'moments', game_ids: null, moments: [moment(3), moment(null), moment(9)] }])
  })

  it('returns the week, the pick count, and the games and entries that changed', async () => {
    const { changes, calls } = build('week:1', [INFO, PICK_COUNT, { kind: 'games', ids: [9] }, entries(1, 3)], {
      weekEntries: [row(1, 'KC')],
    })
    expect(changes).toEqual([
      { kind: 'week', week },
      { kind: 'pick_count', pick_count: 7 },
      { kind: 'games', games: [{ id: 9 }] },
      { kind: 'entry', entry: row(1, 'KC') },
      { kind: 'entry_removed', id: 3 },
    ])
    expect(calls).toEqual(['weekInfo 1', 'pickCount 1', 'games 1 [9]', 'weekEntries 1 [1,3]'])
  })

  it('returns undefined if the week no longer exists', async () => {
    expect(build('week:1', [INFO], { weekInfo: undefined }).changes).toBeUndefined()
    expect(build('week:1', [REVEAL], { weekInfo: undefined }).changes).toBeUndefined()
    expect(build('week:1', [PICK_COUNT], { weekInfo: undefined }).changes).toEqual([{ kind: 'pick_count', pick_count: 7 }])
  })

  it('returns one reveal for all entries at the lock', async () => {
    const rows = [row(1, 'KC'), row(2), row(3, 'SF', true)]
    const { changes, calls } = build('week:1', [INFO, { ...REVEAL, entries: 3 }], { weekEntries: rows })
    const teams = encodeReveal([
      { kind: 'pick', team: 'KC', is_override: false, is_auto: false },
      { kind: 'missed' },
      { kind: 'pick', team: 'SF', is_override: true, is_auto: false },
    ])
    expect(changes).toEqual([{ kind: 'reveal', week, roster: rosterChecksum(rows), teams }])
    expect(calls).toEqual(['weekInfo 1', 'weekEntries 1'])
  })

  it('returns rows that clients do not have before the reveal', async () => {
    const rows = [row(1, 'KC'), row(2), row(3, 'SF')]
    const withEliminated = build('week:1', [REVEAL, entries(2, 8)], { weekEntries: rows, roster: new Set([1, 2]) })
    expect(
      withEliminated.changes?.map((change) => ('entry' in change ? change.entry.id : 'id' in change ? -change.id : change.kind)),
    ).toEqual([2, -8, 3, 'reveal'])
    const expected = build('week:1', [{ ...REVEAL, entries: 3 }, entries(2)], { weekEntries: rows })
    expect(expected.changes?.map((change) => change.kind)).toEqual(['entry', 'reveal'])
    expect(expected.calls).not.toContain('roster 1')
  })
})

describe('buildChanges: season', () => {
  it('returns no changes and runs no query without invalidations', async () => {
    expect(build('season:2025', [])).toEqual({ changes: [], calls: [] })
  })

  it('returns the weeks and entries that changed', async () => {
    const invalidations: Invalidation[] = [{ kind: 'weeks', ids: [2] }, entries(1, 9)]
    const { changes, calls } = build('season:2025', invalidations, { seasonEntries: [seasonRow(1)] })
    expect(changes).toEqual([
      { kind: 'week', week: other },
      { kind: 'entry', entry: seasonRow(1) },
      { kind: 'entry_removed', id: 9 },
    ])
    expect(calls).toEqual(['seasonWeeks 2025', 'seasonEntries 2025 [1,9]'])
    expect(build('season:2025', [entries(1)]).calls).toEqual(['seasonEntries 2025 [1]'])
    expect(build('season:2025', [{ kind: 'weeks', ids: [2] }]).calls).toEqual(['seasonWeeks 2025'])
  })

  it('returns one reveal for all entries at the lock: picked, missed or not in the week', async () => {
    const invalidations: Invalidation[] = [REVEAL, { kind: 'weeks', ids: [1, 2] }, entries(2)]
    const { changes, calls } = build('season:2025', invalidations)
    const rows = [seasonRow(1, { 4: 'KC' }), seasonRow(2, {}, [4]), seasonRow(3)]
    const teams = encodeReveal([
      { kind: 'pick', team: 'KC', is_override: false, is_auto: false },
      { kind: 'missed' },
      { kind: 'absent' },
    ])
    expect(changes).toEqual([
      { kind: 'week', week: other },
      { kind: 'entry', entry: rows[1] },
      { kind: 'reveal', week, roster: rosterChecksum(rows), teams },
    ])
    expect(calls).toEqual(['seasonWeeks 2025', 'seasonEntries 2025'])
    const alone = build('season:2025', [REVEAL])
    expect(alone.changes?.map((change) => change.kind)).toEqual(['reveal'])
  })

  it('says which of several picks were automatic', async () => {
    const rows = [{ ...seasonRow(1, { 4: 'KC' }), more: { 4: ['SF'] }, auto: [4], auto_teams: ['SF'] }]
    const { changes } = build('season:2025', [REVEAL], { seasonWeeks: [{ ...week, picks: 2 }], seasonEntries: rows })
    const teams = encodeReveal([
      { kind: 'pick', team: 'KC', is_override: false, is_auto: false },
      { kind: 'pick', team: 'SF', is_override: false, is_auto: true },
    ])
    expect(changes).toEqual([{ kind: 'reveal', week: { ...week, picks: 2 }, roster: rosterChecksum(rows), teams }])
  })

  it('returns undefined if a revealed week no longer exists', async () => {
    expect(build('season:2025', [REVEAL], { seasonWeeks: [other] }).changes).toBeUndefined()
  })
})

describe('buildChanges: pool, user and admin', () => {
  it('returns the pool if it changed', async () => {
    expect(build('pool', [INFO]).changes).toEqual([{ kind: 'pool', pool: { club_name: 'Club' } }])
    expect(build('pool', [])).toEqual({ changes: [], calls: [] })
  })

  const cleared: Invalidation = { kind: 'pick_cleared', entryId: 1, weekId: 1, slot: 1 }
  const picked: Invalidation = { kind: 'picked', weekId: 1, entryId: 1, picks: 1 }

  it('returns a user’s picks, account and entries', async () => {
    const { changes, calls } = build('user:2', [INFO, entries(1, 5), cleared])
    expect(changes).toEqual([
      { kind: 'pick_cleared', entry_id: 1, week_id: 1 },
      { kind: 'user', user: { id: 2 } },
      { kind: 'entry', entry: { id: 1 } },
      { kind: 'entry_removed', id: 5 },
    ])
    expect(calls).toEqual(['users [2]', 'userEntries 2 [1,5]'])
    expect(build('user:2', [cleared]).calls).toEqual([])
    expect(build('user:2', [entries(1)]).calls).toEqual(['userEntries 2 [1]'])
  })

  it('returns undefined if the user no longer exists', async () => {
    expect(build('user:2', [INFO], { users: [] }).changes).toBeUndefined()
  })

  it('returns the presence of picks and the admins’ lists', async () => {
    const { changes, calls } = build('admin', [users(2, 3), entries(1, 5), picked])
    expect(changes).toEqual([
      { kind: 'picked', week_id: 1, entry_id: 1, has_pick: true },
      { kind: 'user', user: { id: 2 } },
      { kind: 'user_removed', id: 3 },
      { kind: 'entry', entry: { id: 1 } },
      { kind: 'entry_removed', id: 5 },
    ])
    expect(calls).toEqual(['users [2,3]', 'adminEntries [1,5]'])
    expect(build('admin', [picked]).calls).toEqual([])
  })

  it('returns the steps of the setup to admins if they changed', async () => {
    const { changes, calls } = build('admin', [INFO])
    expect([changes, calls]).toEqual([[{ kind: 'setup', setup: { rules: 'done' } }], ['setup']])
  })

  it('returns picks and presence without queries', () => {
    expect(changesFromEvents(new MergedInvalidations([cleared]))).toEqual([{ kind: 'pick_cleared', entry_id: 1, week_id: 1 }])
    expect(changesFromEvents(new MergedInvalidations([picked]))).toEqual([
      { kind: 'picked', week_id: 1, entry_id: 1, has_pick: true },
    ])
  })
})
