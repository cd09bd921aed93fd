import { describe, expect, it } from 'vitest'
import { admin, ADMIN, at, given, MEMBER, OTHER, type Specification, time, user } from '../../tests/specification.ts'
import { AFTER_1, final, game, LOCK_1, pick, pool, sync, timer } from '../../tests/pool.ts'
import type { Audience } from '../values/audience.ts'
import { visibleTo } from '../hidden.ts'
import { audienceOf } from './audience.ts'

const open = given(...pool, sync(1, game('BUF-MIA'), game('KC-LAC')), pick(1, 'BUF'))
/** The member lost week 1, the other member did not pick; week 2 is current. */
const played = open.and(
  timer(LOCK_1),
  at(AFTER_1, sync(1, final('BUF-MIA', 10, 20), final('KC-LAC', 20, 10))),
  at(AFTER_1, admin('SetCurrentWeek', { weekId: 2 })),
)
const members = (history: Specification, audience: Audience, now: string) =>
  [...audienceOf(visibleTo(history.state(), user(ADMIN)), audience, time(now))].sort((a, b) => a - b)
const BEFORE = '2025-09-05T12:00:00Z'

describe('audienceOf', () => {
  it('is every member, or the admins', () => {
    expect(members(open, 'all', BEFORE)).toEqual([ADMIN, MEMBER, OTHER])
    expect(members(open, 'admins', BEFORE)).toEqual([ADMIN])
  })
  it('is the members who are still in, with or without a pick', () => {
    expect(members(open, 'alive', BEFORE)).toEqual([MEMBER, OTHER])
    expect(members(played, 'alive', AFTER_1)).toEqual([OTHER])
  })
  it('is the members with an entry that still needs a pick, and nobody once the week is locked', () => {
    expect(members(open, 'no_pick', BEFORE)).toEqual([OTHER])
    expect(members(open, 'no_pick', LOCK_1)).toEqual([])
  })
  it('is everybody without a pick during a rehearsal too, when reminders go to admins only', () => {
    const rehearsal = open.and(admin('SetSiteTime', { siteTime: BEFORE, running: false }))
    expect(members(rehearsal, 'no_pick', BEFORE)).toEqual([OTHER])
  })
  it('is the members with an entry that is not paid', () => {
    const paid = open.and(admin('SetPayment', { entryId: 1, isPaid: true, paymentType: 'cash', paidDate: null }))
    expect(members(open, 'unpaid', BEFORE)).toEqual([MEMBER, OTHER])
    expect(members(paid, 'unpaid', BEFORE)).toEqual([OTHER])
  })
  it('is the members with an entry that nobody has renewed for the season that was started', () => {
    const started = played.and(at(AFTER_1, admin('StartSeason', { seasonYear: 2026 })))
    expect(members(played, 'not_renewed', AFTER_1)).toEqual([])
    expect(members(started, 'not_renewed', AFTER_1)).toEqual([MEMBER, OTHER])
    const renewed = started.and(at(AFTER_1, admin('RenewEntry', { entryId: 1, byAdmin: true })))
    expect(members(renewed, 'not_renewed', AFTER_1)).toEqual([OTHER])
  })
  it('is nobody in a pool without weeks, except by account', () => {
    const empty = given(...pool.slice(0, 3))
    expect((['alive', 'no_pick', 'unpaid'] as const).map((audience) => members(empty, audience, BEFORE))).toEqual([[], [], []])
    expect(members(empty, 'all', BEFORE)).toEqual([ADMIN, MEMBER, OTHER])
  })
})
