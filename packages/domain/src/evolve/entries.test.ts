import { describe, expect, it } from 'vitest'
import { nonceOf } from '../../tests/hashing.ts'
import { AFTER_1, final, game, LOCK_1, LOCK_2, LOCK_3, override, pick, pool, sync, timer } from '../../tests/pool.ts'
import { admin, at, by, given, type CommandStep, type HistoryItem, member, OTHER, user } from '../../tests/specification.ts'
import { allPicks, entryId, type PoolState, weekId } from '../index.ts'

const CLEAR = member('ClearPick', { pickId: 1_000_001 })
const undo = at(AFTER_1, admin('UndoAction', { nonce: nonceOf(7) }))
const rules = (change: object) => admin('ChangeRules', { rules: change })
const entryOf = (state: PoolState, id = 1) => state.entries.get(entryId(id))!
/** The picks of an entry and its void plans, as “week, slot, team”. */
const shown = (state: PoolState, id = 1) => {
  const { voidPlans } = entryOf(state, id)
  const texts = (picks: Iterable<(typeof voidPlans)[number]>) =>
    [...picks].map((each) => `${each.weekId}.${each.slot} ${each.team}`).sort()
  return { picks: texts(allPicks(entryOf(state, id))), voidPlans: texts(voidPlans) }
}

describe('an entry', () => {
  it('begins with nothing', () => {
    const lists = { eliminatedByHand: [], waivedLosses: [], missedWeeks: [], assigned: [], voidPlans: [], ranking: [] }
    expect(entryOf(given(...pool).state())).toMatchObject({ ...lists, buybacks: [], renewals: [], pickBudgetFullAt: null })
  })
})

describe('the budget of pick changes (docs/rules.md §3.7)', () => {
  const budget = (...facts: readonly HistoryItem[]) => entryOf(given(...pool, ...facts).state()).pickBudgetFullAt
  it('is charged for a changed and a cleared pick, and not for the first one', () => {
    expect(budget(pick(1, 'BUF'))).toBeNull()
    expect(budget(pick(1, 'BUF'), pick(1, 'KC'))).toBe('2025-09-01T12:15:00.000Z')
    expect(budget(pick(1, 'BUF'), CLEAR)).toBe('2025-09-01T12:15:00.000Z')
    expect(budget(pick(1, 'BUF'), pick(1, 'KC'), CLEAR)).toBe('2025-09-01T12:30:00.000Z')
  })
  it('is not charged for what an admin does, also with an entry of their own', () => {
    const remove = admin('RemovePick', { pickId: 1_000_001 })
    expect(budget(pick(1, 'BUF'), override(1, 1, 'KC'))).toBeNull()
    expect(budget(pick(1, 'BUF'), remove)).toBeNull()
    const ofAdmin = [by(user(1), admin('CreateEntry', { userId: 1, name: 'Own' })), by(user(1), pick(1, 'BUF', 3))]
    expect(entryOf(given(...pool, ...ofAdmin, override(3, 1, 'KC')).state(), 3).pickBudgetFullAt).toBeNull()
  })
})

describe('an entry that was out when a week locked', () => {
  it('is absent once, however often an admin sets a pick for it and takes it back', () => {
    const facts = [
      ...pool,
      rules({ missedPick: 'eliminated' }),
      pick(1, 'MIA'),
      by(user(OTHER), pick(1, 'BUF', 2)),
      timer(LOCK_1),
      at(AFTER_1, sync(1, final('BUF-MIA', 20, 3))),
      timer(LOCK_2),
      at(LOCK_2, override(1, 2, 'KC', 'by mail')),
    ]
    const absent = (...more: readonly HistoryItem[]) =>
      given(...facts, ...more)
        .state()
        .rounds.get(weekId(2))?.locked?.absent
    const undoneAt = { ...undo, at: LOCK_2 as never }
    expect(absent()).toEqual([1])
    expect(absent(undoneAt)).toEqual([1])
    expect(absent(undoneAt, at(LOCK_2, override(1, 2, 'DEN', 'by mail')))).toEqual([1])
  })
})

describe('automatic picks of a week with two', () => {
  const ranked = by(user(OTHER), admin('SetRanking', { entryId: 2, teams: ['KC', 'BUF', 'DEN', 'SF'], nonce: nonceOf(3) }))
  const facts = [
    ...pool,
    sync(1, game('BUF-MIA'), game('KC-LAC')),
    sync(2, game('DEN-LV', { espnId: 'DEN-LV' }), game('SF-SEA', { espnId: 'SF-SEA' })),
    rules({ missedPick: 'auto', maxAutoPicks: 18, picksPerWeek: { picks: 2, fromWeek: 1 } }),
    ranked,
    pick(1, 'BUF'),
    timer(LOCK_1),
    timer(LOCK_2),
  ]
  const assigned = (...more: readonly HistoryItem[]) =>
    entryOf(given(...facts, ...more).state(), 2).assigned.map((each) => `${each.weekId}.${each.slot} ${each.team}`)
  it('are remembered separately, and only the one that an admin removes is forgotten', () => {
    expect(assigned()).toEqual(['1.1 KC', '1.2 BUF', '2.1 DEN', '2.2 SF'])
    expect(assigned(at(LOCK_2, admin('RemovePick', { pickId: 2_000_001, reason: 'a mistake' })))).toEqual([
      '1.2 BUF',
      '2.1 DEN',
      '2.2 SF',
    ])
    expect(assigned(at(LOCK_2, admin('RemovePick', { pickId: 2_000_002, reason: 'a mistake' })))).toEqual([
      '1.1 KC',
      '1.2 BUF',
      '2.2 SF',
    ])
  })
  it('are remembered once when the week locks again', () => {
    const reopened = at(LOCK_2, admin('SetLockTime', { weekId: 2, lockTime: LOCK_3.replace('Z', '.000Z') }))
    expect(assigned(reopened, timer(LOCK_3))).toEqual(['1.1 KC', '1.2 BUF', '2.1 DEN', '2.2 SF'])
  })
})

/** The member's ranking picks KC and SF in week 1, and no automatic picks follow. Plans of these teams for later weeks are void at their locks. */
const withPlans = (...plans: readonly CommandStep[]) => [
  ...pool,
  admin('AddWeek', { seasonYear: 2025, weekNumber: 3 }),
  rules({ picksPerWeek: { picks: 2, fromWeek: 1 }, missedPick: 'auto', maxAutoPicks: 2 }),
  sync(1, game('KC-LAC'), game('SF-SEA')),
  member('SetRanking', { entryId: 1, teams: ['KC', 'SF'], nonce: nonceOf(3) }),
  ...plans,
  timer(LOCK_1),
]

describe('void plans of a week that reopens before it was played (docs/rules.md §3.9, §4.11)', () => {
  const planned = withPlans(pick(2, 'KC', 1, 1), pick(2, 'SF', 1, 2))
  const voided = [...planned, timer(LOCK_2)]
  const setSlot = (slot: number, team: string) =>
    at(LOCK_2, admin('OverridePick', { entryId: 1, weekId: 2, slot: slot as 1, team, nonce: nonceOf(4), reason: 'by mail' }))
  const reopen = at(LOCK_2, admin('SetLockTime', { weekId: 2, lockTime: LOCK_3.replace('Z', '.000Z') }))
  const week1 = ['1.1 KC', '1.2 SF']

  it('are picks again, both of them', () => {
    expect(shown(given(...voided).state())).toEqual({ picks: week1, voidPlans: ['2.1 KC', '2.2 SF'] })
    expect(shown(given(...voided, reopen).state())).toEqual({ picks: [...week1, '2.1 KC', '2.2 SF'], voidPlans: [] })
  })
  it('are forgotten where an admin has set a pick, and the other one is a pick again', () => {
    expect(shown(given(...voided, setSlot(1, 'DEN'), reopen).state())).toEqual({
      picks: [...week1, '2.1 DEN', '2.2 SF'],
      voidPlans: [],
    })
  })
  it('are forgotten if another pick of the week has their team by now', () => {
    const freed = at(LOCK_2, override(1, 1, 'LAC', 'by mail'))
    expect(shown(given(...voided, freed, setSlot(2, 'KC'), reopen).state())).toEqual({
      picks: ['1.1 LAC', '1.2 SF', '2.2 KC'],
      voidPlans: [],
    })
  })
  it('stay void if the game of their team has moved to another week', () => {
    const kickoff = { kickoff: '2025-09-14T17:00:00.000Z' }
    const games = sync(2, game('KC-LAC', kickoff), game('SF-SEA', kickoff))
    const moved = at(LOCK_2, sync(3, game('KC-LAC', { kickoff: '2025-09-22T00:15:00.000Z' })))
    const left = at(LOCK_2, sync(2, game('SF-SEA', kickoff)))
    const state = given(...planned, games, timer(LOCK_2), moved, left, reopen).state()
    expect(shown(state)).toEqual({ picks: [...week1, '2.2 SF'], voidPlans: ['2.1 KC'] })
  })
})

it('a plan that is void stays void when another week reopens', () => {
  const facts = [...withPlans(pick(2, 'KC'), pick(3, 'SF')), timer(LOCK_2), timer(LOCK_3)]
  const reopen = at(LOCK_3, admin('SetLockTime', { weekId: 3, lockTime: '2025-09-23T16:00:00.000Z' }))
  expect(shown(given(...facts).state())).toEqual({ picks: ['1.1 KC', '1.2 SF'], voidPlans: ['2.1 KC', '3.1 SF'] })
  expect(shown(given(...facts, reopen).state())).toEqual({ picks: ['1.1 KC', '1.2 SF', '3.1 SF'], voidPlans: ['2.1 KC'] })
})

describe('UndoAction of a reinstatement', () => {
  const lose = (week: number, team: string, when: string) => [
    pick(week, team),
    timer(week === 1 ? LOCK_1 : LOCK_2),
    at(when, sync(week, final(`${team}-MIA`, 3, 20, { espnId: `${team}${week}` }))),
  ]
  const reinstate = (when: string) => at(when, admin('AmendEntry', { entryId: 1, isEliminated: false }))
  const waived = (...facts: readonly HistoryItem[]) => entryOf(given(...pool, ...facts).state()).waivedLosses
  const AFTER_2 = '2025-09-16T12:00:00Z'
  const undoNow = at(AFTER_2, admin('UndoAction', { nonce: nonceOf(8) }))

  it('lets the losses count again that it had waived, and no earlier ones', () => {
    const first = [...lose(1, 'BUF', AFTER_1), reinstate(AFTER_1)]
    const twice = [
      ...first,
      ...lose(2, 'KC', AFTER_2).map((step) => (step.at < AFTER_1 ? at(AFTER_1, step) : step)),
      reinstate(AFTER_2),
    ]
    expect(waived(...twice)).toEqual([
      { weekId: 1, team: 'BUF' },
      { weekId: 2, team: 'KC' },
    ])
    expect(waived(...twice, undoNow)).toEqual([{ weekId: 1, team: 'BUF' }])
  })
  it('lets all losses count again that it had waived together', () => {
    const both = [
      rules({ lives: 2 }),
      ...lose(1, 'BUF', AFTER_1),
      at(AFTER_1, pick(2, 'KC')),
      ...lose(2, 'KC', AFTER_2).slice(1),
      reinstate(AFTER_2),
    ]
    expect(waived(...both)).toHaveLength(2)
    expect(waived(...both, undoNow)).toEqual([])
  })
})
