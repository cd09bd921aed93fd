import { EVENTS, type Instant, type RecordedEvent, type UserId } from '@outlast/domain'
import { beforeAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../tests/database.ts'
import { eventRows, RecordedPool } from '../../tests/recorded-pool.ts'
import { source } from '../../tests/source.ts'
import { store } from '../../tests/store.ts'
import type { Viewer } from '../picks/viewer.ts'
import { auditLines, auditPage } from './lines.ts'

const ADMIN = 1 as UserId
const OWNER = 2 as UserId
const OTHER = 3 as UserId
const viewers: readonly Viewer[] = [
  { kind: 'visitor' },
  { kind: 'member', userId: OTHER },
  { kind: 'member', userId: OWNER },
  { kind: 'admin', userId: ADMIN },
]

/**
 * Week 1 is locked, 2 is open, 3 is reopened, and 4 is deleted, like entry 4 and account 4. Entry 1 belongs to the admin, 2 to the owner, 3 to another
 * member. Each entry picked in each week, and entries 2 and 4 rank a team. Waived are the losses of entry 2 in weeks 1 and 2, of entry 3 in week 4, and of entry 4 in all three.
 */
function createPool(): RecordedPool {
  const pool = new RecordedPool()
  for (const id of [ADMIN, OWNER, OTHER, 4]) {
    pool.register()
    pool.addEntry(id, `Entry ${id}`)
  }
  for (const number of [1, 2, 3, 4]) pool.addWeek(2025, number)
  const teams = ['KC', 'BUF', 'SF', 'DAL']
  for (const entry of [1, 2, 3, 4]) for (const week of [1, 2, 3, 4]) pool.pick(entry, week, teams[week - 1] ?? '')
  pool.runAccepted('OverridePick', { entryId: 3, weekId: 2, team: 'GB', nonce: pool.nonce() }, ADMIN)
  pool.runAccepted('ClearPick', { pickId: 3_000_003 }, OTHER)
  for (const id of [OWNER, 4]) pool.runAccepted('SetRanking', { entryId: id, teams: ['KC'], nonce: pool.nonce() }, id)
  pool.runAccepted('ChangeProfile', { userId: OWNER, fields: ['email'], emailTaken: false }, OWNER)
  pool.runAccepted('SetPayment', { entryId: 2, paymentType: 'cash', paidDate: null, isPaid: true }, ADMIN)
  pool.runAccepted('SetPayment', { entryId: 2, paymentType: null, paidDate: null, isPaid: false }, ADMIN)
  pool.run('OverridePick', { entryId: 3, weekId: 1, team: 'BUF', nonce: pool.nonce() }, ADMIN)
  pool.sync(1, { 'KC-LAC': [3, 7] })
  pool.sync(2, { 'BUF-MIA': [3, 7] }, '2025-09-14T17:00:00.000Z' as Instant)
  pool.finalizeWithoutLock(1)
  pool.finalizeWithoutLock(2)
  pool.runAccepted('AmendEntry', { entryId: 2, isEliminated: false }, ADMIN)
  pool.runAccepted('UnmaskPicks', { weekId: 2, reason: 'a dispute' }, ADMIN)
  pool.sync(4, { 'DAL-GB': [3, 7] }, '2025-09-28T17:00:00.000Z' as Instant)
  pool.finalizeWithoutLock(4)
  for (const entryId of [3, 4]) pool.runAccepted('AmendEntry', { entryId, isEliminated: false }, ADMIN)
  pool.runAccepted('DeleteWeek', { weekId: 4 }, ADMIN)
  pool.runAccepted('DeleteUser', { userId: 4 }, ADMIN)
  pool.runAccepted('SetSiteTime', { siteTime: '2025-09-22T16:00:00.000Z', running: false }, ADMIN)
  pool.runAccepted('ClearSiteTime', {}, ADMIN)
  pool.lock(1)
  return pool
}

const db = useTestDatabase()
let pool: RecordedPool
beforeAll(async () => {
  pool = createPool()
  await store(db, pool)
})

/** Derives from the state whether a viewer may know an event (docs/rules.md §10). */
function mayKnow(viewer: Viewer, event: RecordedEvent): boolean {
  const { entryId, weekId, userId } = event.data as { entryId?: number; weekId?: number; userId?: number }
  const id = viewer.kind === 'visitor' ? undefined : viewer.userId
  const isOwn = id !== undefined && pool.state.entries.get(entryId as never)?.userId === id
  if (['PickSubmitted', 'PickOverridden', 'PickCleared'].includes(event.type)) {
    const week = pool.state.rounds.get(weekId as never)
    return (week !== undefined && week.locked !== null) || isOwn
  }
  if (event.type === 'RankingSet') return isOwn
  if (EVENTS[event.type].kind === 'user') return viewer.kind === 'admin' || userId === id
  if (EVENTS[event.type].kind === 'payment') return viewer.kind === 'admin' || isOwn
  return true
}

const positions = (lines: readonly { readonly position: number }[]) => lines.map((line) => line.position as number)

describe.each(viewers)('the audit trail for the $kind $userId', (viewer) => {
  const known = (isWanted: (event: RecordedEvent) => boolean = () => true) =>
    positions(pool.events.filter((event) => mayKnow(viewer, event) && isWanted(event)))
  const listed = async (filter: object) => positions(await auditLines(db, source().pool, viewer, { limit: 500, ...filter }))

  it('returns visible lines, newest first, or oldest first after a position', async () => {
    expect(await listed({})).toEqual(known().toReversed())
    expect(await listed({ after: 0 })).toEqual(known())
    expect(known().length).toBeGreaterThan(15)
  })

  it('excludes the position that it starts from', async () => {
    const middle = known()[7] ?? 0
    expect(await listed({ before: middle })).toEqual(known(({ position }) => position < middle).toReversed())
    expect(await listed({ after: middle })).toEqual(known(({ position }) => position > middle))
    expect(await listed({ after: middle, before: middle + 9 })).toEqual(
      known(({ position }) => position > middle && position < middle + 9),
    )
  })

  it.each(['user', 'entry', 'payment', 'pick', 'week', 'game', 'pool'] as const)('filters by kind %s', async (kind) => {
    expect(await listed({ kind })).toEqual(known(({ type }) => EVENTS[type].kind === kind).toReversed())
  })

  it('filters by entry, week and actor', async () => {
    const isOfEntry = (id: number) => (event: RecordedEvent) => (event.data as { entryId?: number }).entryId === id
    for (const id of [1, 2, 4]) {
      expect(await listed({ entry_id: id })).toEqual(known(isOfEntry(id)).toReversed())
      expect(await listed({ actor_id: id })).toEqual(known(({ metadata }) => metadata.actor === id).toReversed())
    }
    for (const id of [1, 2, 3, 4]) {
      const isOfWeek = ({ type, stream, data }: RecordedEvent) =>
        stream === `week-${id}` || (/^Pick(?!sUn)/.test(type) && (data as { weekId: number }).weekId === id)
      expect(await listed({ week_id: id })).toEqual(known(isOfWeek).toReversed())
      expect(await listed({ week_id: id, entry_id: 2 })).toEqual(
        known((event) => isOfWeek(event) && isOfEntry(2)(event)).toReversed(),
      )
    }
  })

  it('shows the team of a waived loss to viewers who may know the pick', async () => {
    const isOwner = viewer.kind === 'member' && viewer.userId === OWNER
    expect(await waivedLossesOf(2)).toEqual([
      { week_number: 1, team_abbr: 'KC' },
      isOwner ? { week_number: 2, team_abbr: 'BUF' } : { week_number: 2, team_abbr: null, hidden: true },
    ])
  })

  it('shows the team of a waived loss in a deleted week to its owner only', async () => {
    const isOwner = viewer.kind === 'member' && viewer.userId === OTHER
    expect(await waivedLossesOf(3)).toEqual([
      isOwner ? { week_number: null, team_abbr: 'DAL' } : { week_number: null, team_abbr: null, hidden: true },
    ])
  })

  it('shows the team of a waived loss of a deleted entry only in revealed weeks', async () => {
    expect(await waivedLossesOf(4)).toEqual([
      { week_number: 1, team_abbr: 'KC' },
      { week_number: 2, team_abbr: null, hidden: true },
      { week_number: null, team_abbr: null, hidden: true },
    ])
  })

  async function waivedLossesOf(entryId: number) {
    const lines = await auditLines(db, source().pool, viewer, { limit: 500, entry_id: entryId })
    const line = lines.find(({ type }) => type === 'EntryReinstated')
    return line?.type === 'EntryReinstated' ? line.data.waived : undefined
  }
})

describe('auditLines', () => {
  const viewer = { kind: 'admin', userId: ADMIN } as const
  const lineOf = async (type: string, weekId?: number) => {
    const lines = await auditLines(db, source().pool, viewer, { limit: 500, after: 0 })
    return lines.find((line) => line.type === type && (weekId === undefined || line.week?.id === weekId))
  }

  it('returns actor, subject, times and hash', async () => {
    const event = eventRows(pool.events).find(({ type }) => type === 'PicksUnmasked')
    const line = await lineOf('PicksUnmasked')
    expect(line).toEqual({
      type: 'PicksUnmasked',
      data: {},
      position: event?.position,
      recorded_at: event?.recordedAt,
      site_time: event?.siteTime,
      actor: { id: ADMIN, name: 'First L1', role: 'admin' },
      entry: null,
      week: { id: 2, season_year: 2025, week_number: 2 },
      user: null,
      reason: 'a dispute',
      hash: event?.hash,
    })
    expect(await lineOf('PickSubmitted', 1)).toMatchObject({
      data: { team_abbr: 'KC' },
      entry: { id: 1, name: 'Entry 1' },
      reason: null,
    })
    expect(await lineOf('UserProfileChanged')).toMatchObject({ user: { id: OWNER, name: 'First L2' }, entry: null, week: null })
  })

  it('names games until they are deleted', async () => {
    expect(await lineOf('GameFinalized', 1)).toMatchObject({ data: { game: { away_team_abbr: 'LAC', home_team_abbr: 'KC' } } })
    expect(await lineOf('GameFinalized', 4)).toMatchObject({ data: { game: null } })
  })

  it('names deleted weeks, but no deleted accounts', async () => {
    expect(await lineOf('WeekDeleted')).toMatchObject({ week: { id: 4, season_year: 2025, week_number: 4 } })
    expect(await lineOf('UserDeleted')).toMatchObject({ user: { id: 4, name: null } })
    expect(await lineOf('EventsRedacted')).toMatchObject({ user: null })
    const [entry] = await auditLines(db, source().pool, viewer, { limit: 1, entry_id: 4, after: 0 })
    expect(entry).toMatchObject({ entry: { id: 4, name: null }, actor: { id: 4, name: null, role: 'member' } })
  })
})

describe('auditPage', () => {
  const visitor = { kind: 'visitor' } as const

  it('names both names of a renamed entry, and leaves out scores of games in progress on request', async () => {
    const other = createPool()
    other.runAccepted('AmendEntry', { entryId: 2, name: 'Uno' }, ADMIN)
    other.runAccepted('AmendEntry', { entryId: 2, name: 'Dos' }, ADMIN)
    const inProgress = { home: 'SF', away: 'LAR', status: 'in_progress', homeScore: 7, awayScore: 0, detail: 'Q1' } as const
    const kickoff = '2025-09-07T17:00:00.000Z' as Instant
    for (const homeScore of [7, 14])
      other.runAccepted('SyncGames', {
        weekId: 1,
        games: [{ ...inProgress, espnId: '1', kickoff, kickoffKnown: true, homeScore }],
      })
    await store(db, other)
    const { lines } = await auditPage(db, source().pool, visitor, { limit: 2, entry_id: 2, kind: 'entry' })
    expect(lines.map(({ sentence }) => sentence)).toEqual([
      'First L1 (admin) renamed “Uno” of First L2 to “Dos”.',
      'First L1 (admin) renamed “Entry 2” of First L2 to “Uno”.',
    ])
    const typesOf = async (progress?: 'hide') => {
      const page = await auditPage(db, source().pool, visitor, { limit: 500, kind: 'game', progress })
      return new Set(page.lines.map(({ type }) => type))
    }
    const all = await typesOf()
    expect(all).toContain('GameScored')
    expect(await typesOf('hide')).toEqual(all.difference(new Set(['GameScored'])))
    await store(db, pool)
  })

  it('returns lines in the API’s form', async () => {
    const unmasked = pool.events.find(({ type }) => type === 'PicksUnmasked')?.position ?? 0
    const filter = { limit: 1, before: unmasked + 1 }
    const [facts] = await auditLines(db, source().pool, visitor, filter)
    const { lines, next } = await auditPage(db, source().pool, visitor, filter)
    const { position, recorded_at, site_time, actor, reason, hash } = facts!
    expect(lines).toEqual([
      {
        position,
        recorded_at,
        site_time,
        actor,
        reason,
        hash,
        type: 'PicksUnmasked',
        kind: 'week',
        sentence: 'First L1 (admin) opened the picks list of week 2 of 2025 to the admins before the lock.',
        entry_id: null,
        week_id: 2,
      },
    ])
    expect(next).toBe(position)
    const [pick] = (await auditPage(db, source().pool, visitor, { limit: 1, kind: 'pick', entry_id: 2 })).lines
    expect(pick).toMatchObject({ entry_id: 2, week_id: 1, kind: 'pick' })
  })

  it('returns the position of the next page, and null on the last one', async () => {
    const all = positions(await auditLines(db, source().pool, visitor, { limit: 500 }))
    const pages: number[][] = []
    let before: number | undefined
    do {
      const page = await auditPage(db, source().pool, visitor, { limit: 7, before })
      pages.push(positions(page.lines))
      before = page.next ?? undefined
    } while (before !== undefined)
    expect(pages.flat()).toEqual(all)
    expect(pages.every((page) => page.length > 0 && page.length <= 7)).toBe(true)
    expect((await auditPage(db, source().pool, visitor, { limit: all.length })).next).toBeNull()
    expect((await auditPage(db, source().pool, visitor, { limit: all.length - 1 })).next).toBe(all.at(-2))
    expect(await auditPage(db, source().pool, visitor, { limit: 5, before: 1 })).toEqual({ lines: [], next: null })
  })
})
