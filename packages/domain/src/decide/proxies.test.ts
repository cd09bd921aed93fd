import { describe, expect, it } from 'vitest'
import { allPicks } from '../state/entry-picks.ts'
import { game, pick, pool, sync } from '../../tests/pool.ts'
import {
  admin,
  at,
  by,
  type CommandStep,
  event,
  given,
  type HistoryItem,
  member,
  MEMBER,
  time,
  user,
} from '../../tests/specification.ts'
import {
  type Actor,
  entryId,
  mayPickFor,
  pickIdOf,
  type PoolState,
  userId,
  type ViolationCode,
  visibleTo,
  weekId,
} from '../index.ts'

const OTTO = 3
const otto = user(OTTO)
const ENTRY = entryId(1)
const NEXT_WEEK = time('2025-09-14T12:00:00Z')

const name = (data: object = {}): CommandStep =>
  member('NameProxy', { entryId: 1, userId: OTTO, until: { endsAt: NEXT_WEEK }, ...data })
const end = member('EndProxy', { entryId: 1 })
const history = [...pool, sync(1, game('BUF-MIA'), game('KC-LAC'))]
const named = [...history, name()]

const entry = (state: PoolState) => state.entries.get(ENTRY)!
const picked = (state: PoolState) => allPicks(entry(state))[0]
const mayOtto = (state: PoolState) => mayPickFor(state, userId(OTTO), entry(state))
const actor = (id: number): Actor => ({ kind: 'user', userId: userId(id), tokenVersion: 1 })

describe('somebody who picks for the owner of an entry', () => {
  it('is named by the owner, for a time or until a week locks', () => {
    given(...history)
      .when(name())
      .thenEvents(['ProxyNamed', { entryId: 1, userId: OTTO, endsAt: NEXT_WEEK }])
    given(...history)
      .when(name({ until: { weekId: 1 } }))
      .thenEvents(['ProxyNamed', { entryId: 1, userId: OTTO, weekId: 1 }])
    given(...history)
      .when(by(otto, name()))
      .thenRejected('entry_not_found')
    given(...history)
      .when(by(user(1), name()))
      .thenRejected('entry_not_found')
  })
  it('is another member who can play, and the end is within a year', () => {
    const rejected = (step: CommandStep, code: ViolationCode, ...more: readonly HistoryItem[]) =>
      given(...history, ...more)
        .when(step)
        .thenRejected(code)
    rejected(name({ userId: MEMBER }), 'proxy_is_owner')
    rejected(name({ userId: 99 }), 'user_not_found')
    rejected(name({ until: { endsAt: time('2025-08-01T12:00:00Z') } }), 'proxy_end_out_of_range')
    rejected(name({ until: { endsAt: time('2026-12-01T12:00:00Z') } }), 'proxy_end_out_of_range')
    rejected(name({ until: { weekId: 99 } }), 'week_not_found')
    rejected(
      name({ userId: 4 }),
      'proxy_not_possible',
      event('UserRegistered', { userId: 4, isAdmin: false, origin: 'self', waiting: true }),
    )
    rejected(name(), 'proxy_not_possible', event('EmailChangedByAdmin', { userId: OTTO, sealedUntil: NEXT_WEEK }))
  })
  it('makes, changes and clears the picks of that entry, and the log says who', () => {
    const [recorded] = given(...named)
      .when(by(otto, pick(1, 'BUF')))
      .thenAccepted().run.recorded
    expect(recorded?.metadata).toMatchObject({ actor: OTTO, role: 'proxy' })
    const state = given(...named, by(otto, pick(1, 'BUF'))).state()
    expect(picked(state)).toMatchObject({ team: 'BUF', madeBy: { proxy: OTTO }, byMember: true })
    const pickId = pickIdOf(ENTRY, weekId(1), 1)
    given(...named, by(otto, pick(1, 'BUF')))
      .when(by(otto, member('ChangePick', { pickId, team: 'KC', nonce: '00' })))
      .thenAccepted()
    given(...named, pick(1, 'BUF'))
      .when(by(otto, member('ClearPick', { pickId })))
      .thenEvents(['PickCleared', { pickId, entryId: 1, weekId: 1 }])
    expect(picked(given(...named, by(otto, pick(1, 'BUF')), pick(1, 'KC')).state())).not.toHaveProperty('madeBy')
  })
  it('may do nothing else with the entry', () => {
    for (const step of [
      member('RenameEntry', { entryId: 1, name: 'Otto’s' }),
      member('DeleteEntry', { entryId: 1 }),
      member('SetRanking', { entryId: 1, teams: ['KC'], nonce: '00' }),
      member('CastSplitVote', { entryId: 1, choice: 'share' }),
      member('RequestBuyback', { entryId: 1 }),
      member('ClaimPayment', { entryId: 1, paymentType: null }),
      member('NameProxy', { entryId: 1, userId: 1, until: { endsAt: NEXT_WEEK } }),
    ]) {
      given(...named)
        .when(by(otto, step))
        .thenRejected('entry_not_found')
    }
  })
  it('sees the hidden picks of the entry while it lasts', () => {
    const history = [...named, pick(1, 'BUF')]
    const teamFor = (id: number, state: PoolState) => picked(visibleTo(state, actor(id)))?.team
    expect(teamFor(OTTO, given(...history).state())).toBe('BUF')
    expect(teamFor(4, given(...history).state())).not.toBe('BUF')
    expect(teamFor(OTTO, given(...history, end).state())).not.toBe('BUF')
    const sealed = event('EmailChangedByAdmin', { userId: MEMBER, sealedUntil: NEXT_WEEK })
    expect(teamFor(OTTO, given(...history, sealed).state())).not.toBe('BUF')
  })
  it('can give it back, and is replaced by another', () => {
    given(...named)
      .when(by(otto, end))
      .thenEvents(['ProxyEnded', { entryId: 1, userId: OTTO, because: 'proxy' }])
    given(...named)
      .when(end)
      .thenEvents(['ProxyEnded', { entryId: 1, userId: OTTO, because: 'owner' }])
    given(...named)
      .when(name({ userId: 1 }))
      .thenEvents(
        ['ProxyEnded', { entryId: 1, userId: OTTO, because: 'owner' }],
        ['ProxyNamed', { entryId: 1, userId: 1, endsAt: NEXT_WEEK }],
      )
    given(...named)
      .when(by(user(1), end))
      .thenRejected('proxy_not_found')
    given(...history)
      .when(end)
      .thenRejected('proxy_not_found')
  })
  it('stops at the end, before the pick that comes at that time', () => {
    const late = given(...named).when(at(NEXT_WEEK, by(otto, pick(1, 'BUF'))))
    late.thenRejected('entry_not_found')
    expect(late.run.recorded.map(({ type }) => type)).toContain('ProxyEnded')
    const untilLock = given(...history, name({ until: { weekId: 1 } })).when(at(NEXT_WEEK, admin('LockDueWeeks', {})))
    expect(untilLock.run.recorded.map(({ type }) => type)).toEqual(expect.arrayContaining(['WeekLocked', 'ProxyEnded']))
  })
  it('stops with either account, with the entry, and when an admin changes the address of the proxy', () => {
    for (const step of [
      admin('DeleteUser', { userId: OTTO }),
      admin('DeleteUser', { userId: MEMBER }),
      end,
      admin('RemoveEntry', { entryId: 1 }),
      admin('PurgeUsersAndEntries', {}),
      admin('ChangeProfile', { userId: OTTO, fields: ['email'], emailTaken: false }),
    ]) {
      expect(
        given(...named, step)
          .state()
          .proxies.isEmpty(),
      ).toBe(true)
    }
    expect(mayOtto(given(...named).state())).toBe(true)
    const state = given(...named).state()
    state.entries.set(ENTRY, { ...entry(state), userId: userId(1) })
    expect(mayOtto(state)).toBe(false)
  })
})
