import type { Instant } from '@outlast/domain'
import { beforeAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../tests/database.ts'
import { eventRows, RecordedPool } from '../../tests/recorded-pool.ts'
import { source } from '../../tests/source.ts'
import { store } from '../../tests/store.ts'
import { lockProof } from './lock-proof.ts'

const db = useTestDatabase()
let pool: RecordedPool
beforeAll(async () => {
  pool = createPool()
  await store(db, pool)
})

/** Weeks 1 and 2 are locked, 3 is open. Since their locks entry 1 has another pick in 2, 2 has none in 1, and 4 is gone. */
function createPool(): RecordedPool {
  const pool = new RecordedPool()
  for (const id of [1, 2, 3, 4, 5]) pool.addEntry(pool.register(), `Entry ${id}`)
  for (const number of [1, 2, 3]) pool.addWeek(2025, number)
  const teams = ['KC', 'BUF', 'SF']
  for (const entry of [1, 2, 3, 4]) for (const week of [1, 2, 3]) pool.pick(entry, week, teams[week - 1] ?? '')
  pool.runAccepted('ClearPick', { pickId: 3_000_002 }, 3)
  pool.lock(1)
  pool.lock(2)
  pool.runAccepted('OverridePick', { entryId: 1, weekId: 2, team: 'GB', nonce: pool.nonce(), reason: 'a mail' }, 1)
  pool.runAccepted('RemovePick', { pickId: 2_000_001, reason: 'a mistake' }, 1)
  pool.runAccepted('RemoveEntry', { entryId: 4 }, 1)
  return pool
}

describe('lockProof', () => {
  const proofOf = async (weekId: number) => {
    const proof = (await lockProof(db, source().pool, weekId))!
    const { lock, events, ...others } = proof
    return {
      ...others,
      leaves: proof.leaves.map((leaf) => [leaf.entry_id, leaf.team_abbr]),
      events: [lock, ...events.filter(({ type }) => type !== 'WeekAdded')].map(({ position, type, data }) => [
        position,
        type,
        data['entryId'],
      ]),
    }
  }
  const lockOf = (weekId: number) => {
    const event = pool.events.find((one) => one.type === 'WeekLocked' && one.data.weekId === weekId)
    return event?.type === 'WeekLocked' ? { position: event.position, merkle_root: event.data.merkleRoot } : undefined
  }

  /** Finds the last event of a type, of a week if one is given. */
  const eventOf = (type: string, weekId?: number): unknown[] => {
    const isWanted = ({ data }: { readonly data: object }) => weekId === undefined || ('weekId' in data && data.weekId === weekId)
    const event = pool.events.findLast((one) => one.type === type && isWanted(one))!
    return [event.position, type, 'entryId' in event.data ? event.data.entryId : undefined]
  }

  it('returns only the leaves and changes of its own week', async () => {
    const week = (id: number) => ({
      week_id: id,
      season_year: 2025,
      week_number: id,
      ...lockOf(id),
      games: [],
      out: [],
      unproved: [],
    })
    const [one, two] = ['KC', 'BUF']
    expect(await proofOf(1)).toEqual({
      ...week(1),
      leaves: [1, 2, 3, 4, 5].map((id) => [id, id === 5 ? null : one]),
      changed_after_lock: [2],
      events: [eventOf('WeekLocked', 1), eventOf('PickCleared', 1), eventOf('EntryDeleted')],
      picks: [1, 3].map((id) => ({ entry_id: id, team_abbr: one })),
    })
    expect(await proofOf(2)).toEqual({
      ...week(2),
      leaves: [1, 2, 3, 4, 5].map((id) => [id, id === 3 || id === 5 ? null : two]),
      changed_after_lock: [1],
      events: [eventOf('WeekLocked', 2), eventOf('PickOverridden', 2), eventOf('EntryDeleted')],
      picks: [
        { entry_id: 1, team_abbr: 'GB' },
        { entry_id: 2, team_abbr: two },
      ],
    })
  })

  it('returns each event with everything that its hash covers', async () => {
    const proof = (await lockProof(db, source().pool, 2))!
    const rows = eventRows(pool.events)
    const { position, stream, version, data, metadata, hash } = rows.find(({ type }) => type === 'PickOverridden')!
    const previous_hash = rows[position - 2]!.hash
    const recorded = { position, stream, version, data, metadata, hash, previous_hash, schema_version: 1, type: 'PickOverridden' }
    expect(proof.events.find(({ type }) => type === 'PickOverridden')).toEqual({
      ...recorded,
      event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      recorded_at: rows[position - 1]!.recordedAt,
      site_time: rows[position - 1]!.siteTime,
      data_hash: '',
    })
  })

  it('returns no event for a pick that is not in the log', async () => {
    const before = await lockProof(db, pool.state, 1)
    const other = createPool()
    other.runAccepted('OverridePick', { entryId: 3, weekId: 1, team: 'NE', nonce: other.nonce(), reason: 'nobody knows' }, 1)
    const after = await lockProof(db, other.state, 1)
    expect({ ...after, picks: [] }).toEqual({ ...before, picks: [] })
    expect(after?.picks).toContainEqual({ entry_id: 3, team_abbr: 'NE' })
  })

  it('explains with a deleted account, or a purge, why its entries are gone', async () => {
    const other = createPool()
    other.runAccepted('DeleteUser', { userId: 3 }, 1)
    await store(db, other)
    expect((await proofOf(1)).events.map((event) => event.slice(1))).toEqual([
      ['WeekLocked', undefined],
      ['EntryCreated', 3],
      ['PickCleared', 2],
      ['EntryDeleted', 4],
      ['UserDeleted', undefined],
    ])
    other.runAccepted('PurgeUsersAndEntries', {}, 1)
    await store(db, other)
    expect((await proofOf(1)).events.map(([, type]) => type)).toContain('UsersAndEntriesPurged')
    await store(db, pool)
  })

  it('explains with the account that it was given to why a paper entry is gone', async () => {
    const other = new RecordedPool()
    for (const _ of [1, 2, 3]) other.register()
    other.addEntry(1, 'Entry 1')
    other.runAccepted('CreatePaperEntries', { userId: 2, names: ['Fritz'] }, 1)
    other.addWeek(2025, 1)
    other.pick(1, 1, 'KC')
    other.pick(2, 1, 'BUF')
    other.lock(1)
    other.runAccepted('HandOverEntries', { entryIds: [2], userId: 3, byHand: false }, 1)
    other.runAccepted('DeleteUser', { userId: 2 }, 1)
    other.runAccepted('DeleteUser', { userId: 3 }, 1)
    await store(db, other)
    const { leaves, events } = await proofOf(1)
    expect(leaves).toEqual([
      [1, 'KC'],
      [2, 'BUF'],
    ])
    expect(events.map((event) => event.slice(1))).toEqual([
      ['WeekLocked', undefined],
      ['EntryCreated', 2],
      ['EntryHandedOver', 2],
      ['EntryHandedOver', 2],
      ['UserDeleted', undefined],
      ['UserDeleted', undefined],
    ])
    await store(db, pool)
  })

  it('does not list the pick of a deleted entry as changed', async () => {
    const other = createPool()
    for (const entryId of [5, 3])
      other.runAccepted('OverridePick', { entryId, weekId: 1, team: 'GB', nonce: other.nonce(), reason: 'a mail' }, 1)
    await store(db, other)
    expect((await lockProof(db, source().pool, 1))?.changed_after_lock).toEqual([2, 3, 5])
    other.runAccepted('RemoveEntry', { entryId: 5 }, 1)
    await store(db, other)
    expect((await lockProof(db, source().pool, 1))?.changed_after_lock).toEqual([2, 3])
    await store(db, pool)
  })

  it('has a leaf for each pick of a week that takes two, and marks those that the pool assigned', async () => {
    const other = new RecordedPool()
    for (const id of [1, 2]) other.addEntry(other.register(), `Entry ${id}`)
    other.addWeek(2025, 1)
    other.runAccepted('ChangeRules', { rules: { missedPick: 'auto', picksPerWeek: { picks: 2, fromWeek: 1 } } }, 1)
    other.sync(1, { 'BUF-MIA': null, 'KC-DEN': null }, '2025-09-07T17:00:00.000Z' as Instant)
    other.pick(1, 1, 'KC')
    other.pick(1, 1, 'MIA', 2)
    other.lock(1)
    await store(db, other)
    const leaves = (await lockProof(db, source().pool, 1))?.leaves
    expect(leaves?.map(({ entry_id, slot, team_abbr, is_auto }) => [entry_id, slot, team_abbr, is_auto])).toEqual([
      [1, undefined, 'KC', undefined],
      [1, 2, 'MIA', undefined],
      [2, undefined, 'KC', true],
      [2, 2, 'MIA', true],
    ])
    expect(leaves?.[0]).not.toHaveProperty('slot')
    await store(db, pool)
  })

  it('returns the picks of entries that have no leaf because they were out before the lock', async () => {
    const other = createPool()
    other.runAccepted('AmendEntry', { entryId: 2, isEliminated: true }, 1)
    other.lock(3)
    await store(db, other)
    const proof = (await lockProof(db, source().pool, 3))!
    expect(proof.leaves.map((leaf) => leaf.entry_id)).not.toContain(2)
    expect(proof.events.map(({ type, data }) => [type, data['entryId']])).toContainEqual(['PickSubmitted', 2])
    await store(db, pool)
  })

  it('returns the newest events of each game, the rules of the season, and what put an entry out or brought it back', async () => {
    const other = new RecordedPool()
    for (const id of [1, 2, 3]) other.addEntry(other.register(), `Entry ${id}`)
    for (const number of [1, 2]) other.addWeek(2025, number)
    other.runAccepted('ChangeRules', { rules: { lives: 2 } }, 1)
    other.pick(1, 1, 'KC')
    other.sync(1, { 'KC-DEN': null, 'BUF-MIA': null })
    other.lock(1)
    other.sync(1, { 'KC-DEN': [7, 3], 'BUF-MIA': null })
    other.sync(1, { 'KC-DEN': [7, 10], 'BUF-MIA': null })
    other.sync(1, { 'KC-DEN': [14, 10], 'BUF-MIA': null })
    other.runAccepted('AmendEntry', { entryId: 3, isEliminated: true }, 1)
    other.runAccepted('AmendEntry', { entryId: 2, isEliminated: true }, 1)
    other.runAccepted('AmendEntry', { entryId: 2, isEliminated: false }, 1)
    await store(db, other)
    const proof = (await lockProof(db, source().pool, 1))!
    const scores = proof.events.filter(({ type }) => type === 'ScoreCorrected' || type === 'GameFinalized')
    expect(scores.map(({ data }) => [data['homeScore'], data['awayScore']])).toEqual([
      [7, 3],
      [14, 10],
    ])
    expect(proof.events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['PoolRulesChanged', 'GamesSynced', 'EntryEliminatedByHand', 'EntryReinstated']),
    )
    expect(proof.games.map(({ home_team_abbr, home_score, status }) => [home_team_abbr, home_score, status])).toEqual([
      ['KC', 14, 'final'],
      ['BUF', null, 'scheduled'],
    ])
    expect([proof.out, proof.unproved]).toEqual([[3], []])
    await store(db, pool)
  })

  it('leaves out an event that names a pick of a week that is hidden again, and says whose standing it decides', async () => {
    const other = new RecordedPool()
    for (const id of [1, 2, 3]) other.addEntry(other.register(), `Entry ${id}`)
    for (const number of [1, 2]) other.addWeek(2025, number)
    for (const week of [1, 2]) {
      other.pick(1, week, week === 1 ? 'KC' : 'DEN')
      other.sync(week, { 'KC-DEN': null })
    }
    other.lock(1)
    other.lock(2)
    other.sync(2, { 'KC-DEN': [14, 10] })
    other.runAccepted('AmendEntry', { entryId: 1, isEliminated: false }, 1)
    await store(db, other)
    expect((await lockProof(db, source().pool, 1))?.events.map(({ type }) => type)).toContain('EntryReinstated')
    other.runAccepted('SetLockTime', { weekId: 2, lockTime: '2031-01-01T00:00:00.000Z' }, 1)
    await store(db, other)
    const proof = (await lockProof(db, source().pool, 1))!
    expect([proof.events.map(({ type }) => type).includes('EntryReinstated'), proof.unproved]).toEqual([false, [1]])
    expect(JSON.stringify(proof.events)).not.toContain('"weekId":2')
    await store(db, pool)
  })

  it('returns for each leaf what its pick event committed to, or nulls without a pick', async () => {
    const leaves = (await lockProof(db, source().pool, 2))?.leaves
    const picked = pool.events.find((event) => event.type === 'PickSubmitted' && event.data.pickId === 1_000_002)
    const { nonce, commitment } = picked?.type === 'PickSubmitted' ? picked.data : {}
    expect(leaves?.[0]).toEqual({ entry_id: 1, team_abbr: 'BUF', nonce, commitment })
    expect(leaves?.[2]).toEqual({ entry_id: 3, team_abbr: null, nonce: null, commitment: null })
  })

  it('returns undefined for an open week and for an unknown one', async () => {
    expect(await lockProof(db, source().pool, 3)).toBeUndefined()
    expect(await lockProof(db, source().pool, 99)).toBeUndefined()
  })
})
