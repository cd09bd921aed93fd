import { describe, expect, it } from 'vitest'
import { entryId, isByHand, keeperAt, pickAt, pickKeeper, position, visibleTo, weekId } from '../index.ts'
import { nonceOf } from '../../tests/hashing.ts'
import { createEntry, LOCK_1, pick, pool, timer } from '../../tests/pool.ts'
import { ADMIN, admin, at, by, event, given, MEMBER, member, OTHER, user } from '../../tests/specification.ts'

const helper = event('RoleGiven', { userId: OTHER, role: 'helper' })
const fritz = admin('CreatePaperEntries', { userId: MEMBER, names: ['Fritz', 'Hans'] })
const handOver = (to: number, byHand: boolean, ...entryIds: readonly number[]) =>
  admin('HandOverEntries', { entryIds, userId: to, byHand })
/** Entries 3 and 4 are kept by the member. */
const kept = [...pool, fritz]

describe('paper entries', () => {
  it('are created by admins and helpers, many at once, and have a keeper', () => {
    const events = [
      ['EntryCreated', { entryId: 3, userId: MEMBER, name: 'Fritz' }],
      ['EntryHandedOver', { entryId: 3, userId: MEMBER, byHand: true }],
      ['EntryCreated', { entryId: 4, userId: MEMBER, name: 'Hans' }],
      ['EntryHandedOver', { entryId: 4, userId: MEMBER, byHand: true }],
    ] as const
    given(...pool)
      .when(fritz)
      .thenEvents(...events)
      .thenReply({ entryIds: [3, 4] })
    given(...pool, helper)
      .when(by(user(OTHER), fritz))
      .thenEvents(...events)
    given(...pool)
      .when(by(user(OTHER), fritz))
      .thenRejected('forbidden')
  })
  it('need a keeper who is approved, and names that the keeper has only once', () => {
    given(...pool)
      .when(admin('CreatePaperEntries', { userId: 99, names: ['Fritz'] }))
      .thenRejected('user_not_found')
    given(...pool, event('UserRegistered', { userId: 4, isAdmin: false, origin: 'self', waiting: true }))
      .when(admin('CreatePaperEntries', { userId: 4, names: ['Fritz'] }))
      .thenRejected('player_waits')
    given(...pool)
      .when(admin('CreatePaperEntries', { userId: MEMBER, names: ['one'] }))
      .thenRejected('entry_name_taken')
    given(...pool)
      .when(admin('CreatePaperEntries', { userId: MEMBER, names: ['Fritz', 'FRITZ '] }))
      .thenRejected('entry_name_taken')
  })
  it("do not count as their keeper's own where the rules limit entries", () => {
    const rule = admin('ChangeRules', { rules: { maxEntriesPerMember: 2 } })
    given(...kept, rule)
      .when(createEntry(MEMBER, 'Mine too'))
      .thenAccepted()
    given(...kept, rule, handOver(MEMBER, false, 3))
      .when(createEntry(MEMBER, 'Mine too'))
      .thenRejected('too_many_entries')
  })
  it('are picked for by their keeper alone, whose picks are marked', () => {
    const picked = given(...kept, pick(1, 'BUF', 3))
    const entry = picked.state().entries.get(entryId(3))!
    expect(isByHand(entry)).toBe(true)
    expect(pickKeeper(entry, pickAt(entry, weekId(1), 1)!)).toBe(MEMBER)
    given(...kept, helper)
      .when(by(user(OTHER), pick(1, 'BUF', 3)))
      .thenRejected('entry_not_found')
    given(...kept)
      .when(by(user(ADMIN), pick(1, 'BUF', 3)))
      .thenRejected('entry_not_found')
  })
  it.each([true, false])('hide a pick from whoever gets them, as keeper %s, until its lock', (byHand) => {
    const moved = given(...kept, pick(1, 'BUF', 3), handOver(OTHER, byHand, 3))
    const seenBy = (id: number, { state } = moved) =>
      pickAt(visibleTo(state(), user(id)).entries.get(entryId(3)), weekId(1), 1)?.team
    expect([seenBy(MEMBER), seenBy(OTHER)]).toEqual(['hidden 1', 'hidden 1'])
    expect(seenBy(OTHER, moved.and(timer(LOCK_1)))).toBe('BUF')
    moved.when(by(user(OTHER), pick(1, 'KC', 3))).thenRejected('picks_sealed')
  })
  it('lose their ranking when somebody else gets them', () => {
    const ranked = given(...kept, member('SetRanking', { entryId: 3, teams: ['KC', 'BUF'], nonce: nonceOf(3) }))
    expect(ranked.state().entries.get(entryId(3))?.ranking).toEqual(['KC', 'BUF'])
    const moved = ranked.and(handOver(OTHER, false, 3)).state()
    expect(moved.entries.get(entryId(3))).toMatchObject({ ranking: [], rankingVersion: null })
  })
  it('show a hidden pick to their keeper, and to no other', () => {
    const { state } = given(...kept, helper, pick(1, 'BUF', 3))
    const seenBy = (id: number) => pickAt(visibleTo(state(), user(id)).entries.get(entryId(3)), weekId(1), 1)?.team
    expect([seenBy(MEMBER), seenBy(OTHER), seenBy(ADMIN)]).toEqual(['BUF', 'hidden 1', 'hidden 1'])
  })
  it('remind their keeper, once, of those without a pick', () => {
    const members = [MEMBER, OTHER].map((userId) => ({ userId, timeZone: 'UTC' }))
    given(...kept, pick(1, 'BUF', 3), admin('ChangeReminders', { enabled: true }))
      .when(at('2025-09-05T16:00:00Z', admin('SendReminders', { weekId: 1, offset: 'manual', members, zones: [] })))
      .thenReply({
        members: [
          { userId: MEMBER, entryIds: [1, 4] },
          { userId: OTHER, entryIds: [2] },
        ],
        zones: [],
      })
  })
  it('get another keeper, who sees and makes the picks from then on', () => {
    const moved = given(...kept, handOver(OTHER, true, 3, 3))
    moved.when(pick(1, 'KC', 3)).thenRejected('entry_not_found')
    const { state } = moved.when(by(user(OTHER), pick(1, 'KC', 3))).thenAccepted()
    const seenBy = (id: number) => pickAt(visibleTo(state, user(id)).entries.get(entryId(3)), weekId(1), 1)?.team
    expect([seenBy(MEMBER), seenBy(OTHER)]).toEqual(['hidden 1', 'KC'])
    const entry = state.entries.get(entryId(3))!
    expect(pickKeeper(entry, pickAt(entry, weekId(1), 1)!)).toBe(OTHER)
    given(...kept)
      .when(handOver(MEMBER, true, 3))
      .thenNoEvents()
  })
  it('go over to an account of their person with all that they have', () => {
    const paid = admin('SetPayment', { entryId: 3, paymentType: 'cash', paidDate: null, isPaid: true })
    const before = given(...kept, pick(1, 'BUF', 3), paid)
    const after = before.and(handOver(OTHER, false, 3)).state()
    const entry = after.entries.get(entryId(3))!
    expect([entry.userId, isByHand(entry), entry.payment?.type]).toEqual([OTHER, false, 'cash'])
    expect(keeperAt(entry, pickAt(entry, weekId(1), 1)!.version)).toBe(MEMBER)
    expect(keeperAt(entry, position(after.position + 1))).toBeUndefined()
    expect(after.entriesOfUser.get(entry.userId)).toEqual([2, 3])
    before
      .and(handOver(OTHER, false, 3))
      .when(pick(1, 'KC', 3))
      .thenRejected('entry_not_found')
  })
  it('go over to an account that is created for their person', () => {
    given(...kept)
      .when(admin('CreateUser', { emailTaken: false, hasPassword: false, takesOver: [4] }))
      .thenEvents(['UserRegistered', { userId: 4 }], ['EntryHandedOver', { entryId: 4, userId: 4 }])
    given(...kept)
      .when(admin('CreateUser', { emailTaken: false, hasPassword: false, takesOver: [1] }))
      .thenRejected('not_by_hand')
  })
  it('are the only ones that can be handed over', () => {
    given(...kept)
      .when(handOver(OTHER, true, 1))
      .thenRejected('not_by_hand')
    given(...kept)
      .when(handOver(OTHER, false, 99))
      .thenRejected('entry_not_found')
    given(...kept)
      .when(member('HandOverEntries', { entryIds: [3], userId: OTHER, byHand: false }))
      .thenRejected('forbidden')
    given(...kept, createEntry(OTHER, 'fritz'))
      .when(handOver(OTHER, false, 3))
      .thenRejected('entry_name_taken')
  })
  it('keep the account of their keeper from being deleted', () => {
    given(...kept)
      .when(admin('DeleteUser', { userId: MEMBER }))
      .thenRejected('keeps_entries')
    given(...kept)
      .when(admin('RemoveNewcomers', { userIds: [MEMBER, OTHER], entryIds: [] }))
      .thenReply({ users: [OTHER], entries: 1 })
    given(...kept, handOver(OTHER, true, 3, 4))
      .when(admin('DeleteUser', { userId: MEMBER }))
      .thenAccepted()
  })
})
