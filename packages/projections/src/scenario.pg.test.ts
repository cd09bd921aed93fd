import { merkleRoot } from '@outlast/domain'
import { beforeAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../tests/database.ts'
import { hashing, RecordedPool, teamsExcept } from '../tests/recorded-pool.ts'
import { store } from '../tests/store.ts'
import { source } from '../tests/source.ts'
import {
  auditPage,
  entryPicks,
  lockProof,
  pastWeeks,
  pickHistory,
  poolView,
  readPickEvents,
  seasonView,
  userView,
  weekView,
} from './index.ts'
import type { Viewer } from './picks/viewer.ts'

const db = useTestDatabase()

const VISITOR: Viewer = { kind: 'visitor' }
const member = (userId: number) => ({ kind: 'member', userId }) as Viewer
const admin = (userId: number) => ({ kind: 'admin', userId }) as Extract<Viewer, { kind: 'admin' }>

/** User 1 the admin, entries 1–3 of users 2–4 in a season whose first two weeks are there. */
function season(): RecordedPool {
  const pool = new RecordedPool()
  pool.register()
  for (const id of [2, 3, 4]) {
    pool.register()
    pool.addEntry(id, ['Beta', 'alpha', 'Gamma'][id - 2] ?? '')
  }
  pool.addWeek(2025, 1)
  pool.addWeek(2025, 2)
  return pool
}

describe('the read models of a week with final games', () => {
  let pool: RecordedPool
  beforeAll(async () => {
    pool = season()
    pool.sync(1, { 'DAL-GB': null, 'KC-SF': null }, '2025-09-07T17:00:00.000Z' as never)
    pool.pick(1, 1, 'DAL')
    pool.pick(2, 1, 'KC')
    pool.lock(1)
    pool.addEntry(4, 'Late')
    pool.sync(1, { 'DAL-GB': [40, 40] })
    pool.sync(1, { 'KC-SF': [20, 17] })
    pool.sync(1, { 'KC-SF': [20, 21] })
    pool.runAccepted(
      'OverridePick',
      { entryId: 3, weekId: 1, team: 'SF', nonce: pool.nonce(), reason: 'mail lost' },
      1,
      'mail lost',
    )
    await store(db, pool)
  })

  it('show rows by name with teams and overrides, without later entries', async () => {
    const view = weekView(source(), 1)
    expect(view?.entries).toEqual([
      { id: 2, name: 'alpha', team: 'KC', is_override: false, is_auto: false },
      { id: 1, name: 'Beta', team: 'DAL', is_override: false, is_auto: false },
      { id: 3, name: 'Gamma', team: 'SF', is_override: true, is_auto: false },
    ])
    expect(view?.pick_count).toBe(3)
    expect(view?.week).toMatchObject({ is_locked: true, is_current: true, reopenings: 0, locked_at: '2025-09-07T16:00:01.000Z' })
  })

  it('show when each result was last changed', async () => {
    const games = weekView(source(), 1)?.games ?? []
    const corrected = pool.events.find((event) => event.type === 'ScoreCorrected')
    const final = pool.events.find((event) => event.type === 'GameFinalized')
    expect(games.map((game) => [game.espn_id, game.result_at])).toEqual([
      ['1-DAL-GB', final?.siteTime],
      ['1-KC-SF', corrected?.siteTime],
    ])
  })

  it('keep that time if a final game is set to final again', async () => {
    const other = season()
    other.sync(1, { 'DAL-GB': [40, 40], 'KC-SF': null })
    const before = other.now
    other.finalizeWithoutLock(1)
    await store(db, other)
    const games = weekView(source(), 1)?.games ?? []
    expect(games.map((game) => [game.espn_id, game.final_by_admin, game.result_at])).toEqual([
      ['1-DAL-GB', true, before],
      ['1-KC-SF', true, other.now],
    ])
    await store(db, pool)
  })

  it('show the season’s facts', async () => {
    const view = seasonView(source(), 2025)
    expect(view.weeks[0]).toEqual({
      id: 1,
      week_number: 1,
      is_locked: true,
      results: { DAL: 'loss', GB: 'loss', KC: 'loss', SF: 'win' },
      is_complete: true,
      left_teams: [],
      bye_teams: teamsExcept('DAL', 'GB', 'KC', 'SF'),
      lock_position: 14,
      first_lock_position: 14,
      played_lock_position: null,
    })
    expect(view.entries.find((entry) => entry.id === 3)).toEqual({
      id: 3,
      name: 'Gamma',
      user_name: 'First L4',
      created_position: 7,
      picks: { 1: 'SF' },
      missed: [1],
      forgiven: [],
      eliminated_by_hand: null,
      auto: [],
      hidden_losses: [],
    })
  })

  it('prove the week: the root from the leaves at the lock, and later changes by an admin', async () => {
    const proof = (await lockProof(db, source().pool, 1))!
    const leaves = proof.leaves.map((leaf) => ({ entryId: leaf.entry_id, commitment: leaf.commitment }))
    expect(merkleRoot(hashing, leaves)).toBe(proof.merkle_root)
    expect(proof.leaves.map((leaf) => [leaf.entry_id, leaf.team_abbr])).toEqual([
      [1, 'DAL'],
      [2, 'KC'],
      [3, null],
    ])
    expect(proof.changed_after_lock).toEqual([3])
    pool.runAccepted('RemoveEntry', { entryId: 1 }, 1)
    pool.runAccepted('RemovePick', { pickId: 2_000_001, reason: 'a mistake' }, 1)
    await store(db, pool)
    const later = (await lockProof(db, source().pool, 1))!
    expect(later.leaves).toEqual(proof.leaves)
    expect(later.changed_after_lock).toEqual([2, 3])
  })

  it('show picks with results, and each change with author and reason', async () => {
    const [pick] = entryPicks(source(), member(4), 3) ?? []
    expect(pick).toMatchObject({
      id: 3_000_001,
      team_abbr: 'SF',
      result: 'win',
      is_override: true,
      season_year: 2025,
      week_number: 1,
    })
    const history = pickHistory(source(), VISITOR, 3, await readPickEvents(db, 3))
    expect(history?.weeks[0]?.changes).toMatchObject([
      { action: 'overridden', by: 'admin', actor_name: 'First L1', reason: 'mail lost' },
    ])
    expect(pickHistory(source(), VISITOR, 99, [])).toBeUndefined()
  })
})

describe('the read models of the pool', () => {
  it('show weeks newest first, the clock, and the rules of the started season', async () => {
    const pool = season()
    pool.addWeek(2026, 1)
    pool.runAccepted('ChangeRules', { rules: { missedPick: 'eliminated' } }, 1)
    await store(db, pool)
    const before = poolView(source(), 'Club')
    expect(before).toMatchObject({ club_name: 'Club', current_week_id: 1, site_time: null, rules_locked_by_season: null })
    expect(before.weeks.map((week) => [week.season_year, week.week_number, week.is_current])).toEqual([
      [2026, 1, false],
      [2025, 2, false],
      [2025, 1, true],
    ])
    pool.lock(1)
    pool.runAccepted('SetSiteTime', { siteTime: '2025-09-08T00:00:00.000Z', running: true }, 1)
    pool.runAccepted('SetCurrentWeek', { weekId: 3 }, 1)
    pool.runAccepted('ChangeRules', { rules: { missedPick: 'survives' } }, 1)
    const next = await poolViewAfter(pool)
    expect(next).toMatchObject({ rules: { missed_pick: 'survives' }, rules_locked_by_season: null })
    expect(next.site_time).toMatchObject({ at: '2025-09-08T00:00:00.000Z', running: true })
    pool.runAccepted('SetCurrentWeek', { weekId: 1 }, 1)
    expect(await poolViewAfter(pool)).toMatchObject({ rules: { missed_pick: 'eliminated' }, rules_locked_by_season: 2025 })
  })

  async function poolViewAfter(pool: RecordedPool) {
    await store(db, pool)
    return poolView(source(), 'Club')
  }

  it('list locked weeks and the current one in the history', async () => {
    const pool = season()
    pool.addWeek(2025, 3)
    pool.pick(1, 1, 'DAL')
    pool.lock(1)
    pool.runAccepted('SetCurrentWeek', { weekId: 2 }, 1)
    await store(db, pool)
    expect(pastWeeks(source()).map((week) => [week.week_number, week.pick_count, week.is_current, week.is_locked])).toEqual([
      [2, 0, true, false],
      [1, 1, false, true],
    ])
  })

  it('show a member’s entries with payment and picks', async () => {
    const pool = season()
    pool.runAccepted('SetPayment', { entryId: 1, paymentType: 'venmo', paidDate: '2025-09-01', isPaid: true }, 1)
    const paidAt = pool.now
    pool.pick(1, 1, 'DAL')
    pool.pick(1, 1, 'KC')
    const pickedAt = pool.now
    await store(db, pool)
    const view = userView(source(), 2)
    expect(view?.user).toMatchObject({ id: 2, email: 'u2@example.org', first_name: 'First', last_name: 'L2', is_admin: false })
    const [entry] = view?.entries ?? []
    expect(entry).toMatchObject({
      id: 1,
      user_id: 2,
      is_paid: true,
      payment_type: 'venmo',
      paid_date: '2025-09-01',
      updated_at: paidAt,
    })
    expect(entry?.picks).toMatchObject([
      { team_abbr: 'KC', updated_at: pickedAt, week_number: 1, season_year: 2025, is_override: false, is_auto: false },
    ])
    expect((entry?.picks[0]?.created_at ?? '') < pickedAt).toBe(true)
  })
})

describe('the audit trail', () => {
  const sentences = async (viewer: Viewer, filter: object = {}) =>
    (await auditPage(db, source().pool, viewer, { limit: 200, ...filter })).lines.map((line) => line.sentence)

  it('describes visible events in sentences', async () => {
    const pool = season()
    pool.pick(1, 1, 'DAL')
    pool.runAccepted('SetPayment', { entryId: 1, paymentType: 'cash', paidDate: '2025-09-01', isPaid: true }, 1)
    pool.runAccepted('UnmaskPicks', { weekId: 1, reason: 'Phones are down' }, 1)
    await store(db, pool)
    const payment = 'First L1 (admin) recorded the payment for “Beta” of First L2 by cash on 2025-09-01.'
    const pick = 'First L2 picked DAL for “Beta” in week 1 of 2025.'
    const profile = 'First L3 registered.'
    const unmask = 'First L1 (admin) opened the picks list of week 1 of 2025 to the admins before the lock.'
    const sees = async (viewer: Viewer) => {
      const found = await sentences(viewer)
      return [payment, pick, profile, unmask].map((sentence) => found.includes(sentence))
    }
    expect(await sees(VISITOR)).toEqual([false, false, false, true])
    expect(await sees(member(2))).toEqual([true, true, false, true])
    expect(await sees(member(3))).toEqual([false, false, true, true])
    expect(await sees(admin(1))).toEqual([true, false, true, true])
    const [line] = (await auditPage(db, source().pool, VISITOR, { limit: 1, kind: 'week', week_id: 1 })).lines
    expect(line).toMatchObject({
      reason: 'Phones are down',
      week_id: 1,
      kind: 'week',
      actor: { id: 1, name: 'First L1', role: 'admin' },
    })
  })

  it('pages backward and forward with full pages, whatever the filter leaves out', async () => {
    await store(db, season())
    const all = (await auditPage(db, source().pool, VISITOR, { limit: 200 })).lines.map((line) => line.position)
    const first = await auditPage(db, source().pool, VISITOR, { limit: 2 })
    expect(first.lines.map((line) => line.position)).toEqual(all.slice(0, 2))
    const second = await auditPage(db, source().pool, VISITOR, { limit: 200, before: first.next ?? 0 })
    expect(second).toMatchObject({ next: null })
    expect(second.lines.map((line) => line.position)).toEqual(all.slice(2))
    const forward = await auditPage(db, source().pool, VISITOR, { limit: 2, after: 0 })
    expect(forward.lines.map((line) => line.position)).toEqual(all.toReversed().slice(0, 2))
  })

  it('names deleted weeks and entries, but no deleted accounts', async () => {
    const pool = season()
    pool.runAccepted('DeleteWeek', { weekId: 2 }, 1)
    pool.runAccepted('RemoveEntry', { entryId: 2 }, 1)
    pool.runAccepted('DeleteUser', { userId: 2 }, 1)
    await store(db, pool)
    const found = await sentences(admin(1))
    expect(found).toContain('First L1 (admin) deleted week 2 of 2025 with its picks and games.')
    expect(found).toContain('First L1 (admin) deleted “alpha” of First L3.')
    expect(found).toContain('First L1 (admin) deleted the account of a former member with all its entries.')
    expect(found).toContain('A former member created an entry.')
    expect(found.join()).not.toContain('Beta')
    expect(found.join()).not.toContain('example.org')
  })
})
