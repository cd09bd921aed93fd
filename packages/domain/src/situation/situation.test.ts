import { describe, expect, it } from 'vitest'
import { accounts, addWeek, createEntry, final, game, LOCK_1, pick, pool as smallPool, sync, timer } from '../../tests/pool.ts'
import { admin, at, by, given, type HistoryItem, member, OTHER, user } from '../../tests/specification.ts'
import { entryId, type Instant, type PoolRules, type PoolState, situation, weekId } from '../index.ts'

const BEFORE_1 = '2025-09-05T12:00:00Z'

const changeRules = (rules: Partial<PoolRules>) => admin('ChangeRules', { rules })
const of = (state: PoolState, week = 1, now = BEFORE_1, entry = 1) =>
  situation(state, state.entries.get(entryId(entry))!, state.rounds.get(weekId(week))!, now as Instant)

describe('what missing picks cost', () => {
  const twoPicks = { picksPerWeek: { picks: 2, fromWeek: 1 }, lives: 3 }
  const missing = (rules: Partial<PoolRules>, ...more: readonly HistoryItem[]) =>
    of(given(...smallPool, changeRules({ ...twoPicks, ...rules }), ...more).state()).missing

  it('is a life for each where each costs one, and one for the week otherwise', () => {
    const rules = { missedPick: 'eliminated' } as const
    expect(missing({ ...rules, slotLoss: 'each' })).toMatchObject({ count: 2, costs: { livesLost: 2, isOut: false } })
    expect(missing({ ...rules, slotLoss: 'each', lives: 2 })).toMatchObject({ costs: { livesLost: 2, isOut: true } })
    expect(missing({ ...rules, slotLoss: 'one' })).toMatchObject({ count: 2, costs: { livesLost: 1, isOut: false } })
    expect(missing({ ...rules, slotLoss: 'each' }, pick(1, 'KC'))).toMatchObject({ count: 1, costs: { livesLost: 1 } })
  })
  it('is what the automatic picks that are left do not fill', () => {
    const rules = { missedPick: 'auto', slotLoss: 'each', autoPick: ['alphabetical'] } as const
    expect(missing({ ...rules, maxAutoPicks: 1 })).toEqual({ count: 2, autoPicks: 1, costs: { livesLost: 1, isOut: false } })
    expect(missing({ ...rules, maxAutoPicks: 3 })).toEqual({ count: 2, autoPicks: 2, costs: { livesLost: 0, isOut: false } })
    expect(missing({ ...rules, maxAutoPicks: 3, autoPick: ['my_list'] })).toMatchObject({ autoPicks: 0, costs: { livesLost: 2 } })
  })
  it('is nothing where a missed pick survives', () => {
    expect(missing({ missedPick: 'survives' })).toEqual({ count: 2, autoPicks: 0, costs: { livesLost: 0, isOut: false } })
  })
})

describe('a rule that names a week means all its slates (docs/rules.md §20)', () => {
  const FRIDAY = '2025-11-28T05:00:00.000Z'
  const LOCK_A = '2025-11-27T18:00:00.000Z'
  const LOCK_B = '2025-11-30T17:00:00.000Z'
  const thursday = game('DET-GB', { kickoff: LOCK_A })
  const sunday = game('MIA-BUF', { kickoff: '2025-11-30T18:00:00.000Z' })
  const open = (rules: Partial<PoolRules>): readonly HistoryItem[] => [
    ...accounts,
    changeRules({ missedPick: 'eliminated', ...rules }),
    admin('AddWeek', { seasonYear: 2025, weekNumber: 13, slates: [FRIDAY] }),
    addWeek(2025, 14),
    sync(1, thursday, sunday),
    sync(2, thursday, sunday),
    createEntry(2, 'One'),
    createEntry(OTHER, 'Two'),
    createEntry(OTHER, 'Three'),
  ]

  it('keeps the buyback open after a loss in 13a and in 13b, the last slate, with until_week 13', () => {
    const rules = { buyback: { untilWeek: 13, maxPerEntry: 2, feeCents: 2000 }, currency: 'USD' }
    const others = [by(user(OTHER), pick(1, 'DET', 2)), by(user(OTHER), pick(1, 'DET', 3))]
    const lostIn13a = [
      ...open(rules),
      pick(1, 'GB'),
      ...others,
      timer(LOCK_A),
      at(LOCK_A, sync(1, final('DET-GB', 9, 3), sunday)),
    ]
    const after = '2025-11-28T12:00:00.000Z'
    expect(of(given(...lostIn13a).state(), 2, after).buyback).toEqual({
      until: expect.objectContaining({ weekNumber: 13.2, lockTime: LOCK_B }),
      feeCents: 2000,
      currency: 'USD',
    })
    expect(of(given(...lostIn13a).state(), 2, LOCK_B).buyback).toBeNull()
    given(...lostIn13a)
      .when(at(after, member('RequestBuyback', { entryId: 1 })))
      .thenAccepted()

    const both = [
      pick(1, 'DET'),
      pick(2, 'MIA'),
      ...others,
      by(user(OTHER), pick(2, 'BUF', 2)),
      by(user(OTHER), pick(2, 'BUF', 3)),
    ]
    const ends = [final('DET-GB', 9, 3), final('MIA-BUF', 0, 3)]
    const lostIn13b = [...open(rules), ...both, timer(LOCK_A), timer(LOCK_B), at('2025-12-01T12:00:00Z', sync(2, ...ends))]
    expect(of(given(...lostIn13b).state(), 3, '2025-12-01T12:00:00.000Z').buyback).toMatchObject({ until: { weekNumber: 14 } })
  })

  it('lets an unpaid entry pick in 13a and 13b with unpaid_after_week 13, and not in week 14', () => {
    const state = given(...open({ unpaidAfterWeek: 13, entryFeeCents: 1000, currency: 'USD' })).state()
    const now = '2025-11-20T12:00:00Z'
    expect([1, 2, 3].map((week) => of(state, week, now).unpaid?.is)).toEqual(['last_week', 'last_week', 'refused'])
    expect([1, 3].map((week) => of(state, week, now).refusal?.code)).toEqual([undefined, 'entry_unpaid'])
    expect(of(state, 3, now).needs).toBe('payment')
  })
})

it('names the places, the teams that they cannot take, and what the entry needs next', () => {
  const history = [...smallPool, sync(1, game('BUF-MIA'), game('KC-LAC')), pick(1, 'KC')]
  const says = of(given(...history).state())
  expect(says).toMatchObject({ refusal: undefined, needs: null, places: [{ slot: 1, team: 'KC', voidBy: null, isFixed: false }] })
  expect([says.places[0]?.refused.get('NE'), says.places[0]?.refused.get('BUF')]).toEqual(['team_on_bye', undefined])
  expect(of(given(...smallPool).state()).needs).toBe('pick')
  expect(of(given(...history, timer(LOCK_1)).state(), 1, LOCK_1).refusal).toEqual({ code: 'week_locked' })
})
