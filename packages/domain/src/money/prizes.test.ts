import { describe, expect, it } from 'vitest'
import {
  addWeek,
  AFTER_1,
  AFTER_2,
  createEntry,
  final,
  game,
  LOCK_1,
  LOCK_2,
  override,
  pick,
  season,
  sync,
  timer,
} from '../../tests/pool.ts'
import { admin, at, by, given, type HistoryItem, member, user } from '../../tests/specification.ts'
import {
  duesOf,
  entryId,
  entryStanding,
  ledgerOf,
  mainContest,
  payoutsOf,
  type PoolRules,
  type PoolState,
  potOf,
  seasonResults,
  signed,
} from '../index.ts'

// The worked example of docs/rules.md §14.7.

const NAMES = ['Ann', 'Ben', 'Cleo', 'Dora', 'Eve']
const [ANN, BEN, CLEO, DORA, EVE] = [1, 2, 3, 4, 5]
const ALL = [ANN, BEN, CLEO, DORA, EVE]
const WEEK_1 = sync(1, final('CAR-ATL', 13, 10), final('BUF-MIA', 20, 0), final('KC-LAC', 14, 7), final('NE-NYJ', 3, 6))
const WEEK_2 = sync(2, final('DAL-NYG', 20, 10, { espnId: 'DAL-NYG' }), final('LV-DEN', 0, 30, { espnId: 'LV-DEN' }))
const CORRECTED = sync(1, final('CAR-ATL', 13, 10), final('BUF-MIA', 26, 20), final('KC-LAC', 14, 7), final('NE-NYJ', 3, 6))

type Prizes = PoolRules['prizes']
const PRIZES = { shares: [60, 30, 10], weeklyCents: 500 }

/** Five entries that have paid, in a pool with these rules. */
const joined = (prizes: Prizes, rules: Partial<PoolRules> = {}): readonly HistoryItem[] => [
  ...season,
  admin('ChangeRules', { rules: { entryFeeCents: 2000, currency: 'USD', clubSharePercent: 10, prizes, ...rules } }),
  ...NAMES.map((name) => createEntry(2, name)),
  ...ALL.map((id) => admin('SetPayment', { entryId: id, paymentType: 'cash', paidDate: null, isPaid: true })),
]

/** After week 1. */
const begun = (prizes: Prizes = PRIZES, rules: Partial<PoolRules> = {}): readonly HistoryItem[] => [
  ...joined(prizes, rules),
  ...['CAR', 'BUF', 'BUF', 'NE', 'KC'].map((team, at) => pick(1, team, at + 1)),
  timer(LOCK_1),
  at(AFTER_1, WEEK_1),
]

/** After week 2, which decides the season. */
const played = (prizes: Prizes = PRIZES, rules: Partial<PoolRules> = {}): readonly HistoryItem[] => [
  ...begun(prizes, rules),
  pick(2, 'DAL', ANN),
  ...[BEN, CLEO, EVE].map((id) => pick(2, 'LV', id)),
  timer(LOCK_2),
  at(AFTER_2, WEEK_2),
]

const stateOf = (history: readonly HistoryItem[]) => given(...history).state()
const shares = (state: PoolState) => Object.fromEntries(payoutsOf(state).map(({ entryId: id, shareCents }) => [id, shareCents]))
const weeks = (state: PoolState) =>
  potOf(state).prizes?.weeks.map(({ weekNumber, winners }) => [
    weekNumber,
    ...winners.map((prize) => [prize.entryId, prize.cents]),
  ])
const places = (state: PoolState) => potOf(state).prizes?.places.map((prize) => [prize.place, prize.entryId, prize.cents])

describe('an entry that was out when week 2 locked, with a planned pick that won', () => {
  const planned: readonly HistoryItem[] = [
    ...joined(PRIZES, { wipeOut: { reviveAtMost: 1 } }),
    pick(2, 'DAL', DORA),
    ...begun().slice(joined(PRIZES).length),
    ...[ANN, BEN, CLEO, EVE].map((id) => pick(2, 'LV', id)),
    timer(LOCK_2),
    at(AFTER_2, WEEK_2),
  ]
  it.each([
    ['an admin', at(AFTER_2, admin('AmendEntry', { entryId: DORA, isEliminated: false }))],
    ['a correction', at(AFTER_2, sync(1, final('NE-NYJ', 9, 6)))],
  ])('undoes no wipe-out and wins no prize when %s brings it back', (_, returns) => {
    const state = stateOf([...planned, returns])
    const results = seasonResults(state, mainContest(2025))
    expect(results.wipeOuts).toEqual([2])
    expect([...state.entries.values()].map((entry) => entryStanding(state, entry, results).status)).toEqual(
      ALL.map(() => 'alive'),
    )
    expect(weeks(state)).toEqual([[1, [BEN, 250], [CLEO, 250]]])
  })
  it('is not in the week by a pick that an admin enters later either', () => {
    const unplanned = planned.filter((item) => item !== planned[joined(PRIZES).length])
    const back = at(AFTER_2, admin('AmendEntry', { entryId: DORA, isEliminated: false }))
    const state = stateOf([...unplanned, back, at(AFTER_2, override(DORA, 2, 'DAL', 'wished'))])
    expect(seasonResults(state, mainContest(2025)).wipeOuts).toEqual([2])
    expect(weeks(state)).toHaveLength(1)
  })
})

describe('the example of docs/rules.md §14.7', () => {
  it('pays the places and the winners of weeks', () => {
    const state = stateOf(played())
    expect(potOf(state)).toMatchObject({ potCents: 9000, prizes: { placeCents: [4800, 2400, 800] }, remainderCents: 0 })
    expect(weeks(state)).toEqual([
      [1, [BEN, 250], [CLEO, 250]],
      [2, [ANN, 500]],
    ])
    expect(places(state)).toEqual([
      [1, ANN, 4800],
      [2, BEN, 1067],
      [2, CLEO, 1067],
      [2, EVE, 1066],
    ])
    expect(shares(state)).toEqual({ [ANN]: 5300, [BEN]: 1317, [CLEO]: 1317, [EVE]: 1066 })
    expect(payoutsOf(state).map(({ entryId: id, prize }) => [id, prize])).toEqual([
      [ANN, { place: 1, weeklyCents: 500 }],
      [BEN, { place: 2, weeklyCents: 250 }],
      [CLEO, { place: 2, weeklyCents: 250 }],
      [EVE, { place: 2, weeklyCents: 0 }],
    ])
  })
  it('tells places apart by the tiebreak', () => {
    expect(places(stateOf(played(PRIZES, { tiebreak: ['margin'] })))).toEqual([
      [1, ANN, 4800],
      [2, BEN, 1600],
      [2, CLEO, 1600],
    ])
  })
  it('moves a weekly prize with a corrected score', () => {
    const corrected = stateOf([...played(), at(AFTER_2, CORRECTED)])
    expect(weeks(corrected)).toEqual([
      [1, [EVE, 500]],
      [2, [ANN, 500]],
    ])
  })
  it('pays what is left of the pot for a week, and then nothing', () => {
    const state = stateOf(played({ ...PRIZES, weeklyCents: 5000 }))
    expect(weeks(state)).toEqual([
      [1, [BEN, 2500], [CLEO, 2500]],
      [2, [ANN, 4000]],
    ])
    expect(places(state)?.map(([, , cents]) => cents)).toEqual([0, 0, 0, 0])
    expect(weeks(stateOf(played({ ...PRIZES, weeklyCents: 9000 })))).toHaveLength(1)
  })
})

describe('places', () => {
  it('go to the champions together, and to nobody before the season is decided', () => {
    const shared = [
      ...begun({ shares: [60, 30, 10], weeklyCents: 0 }),
      ...[ANN, BEN, CLEO, EVE].map((id) => pick(2, 'LV', id)),
      timer(LOCK_2),
    ]
    expect(places(stateOf(shared))).toEqual([])
    expect(potOf(stateOf(shared))).toMatchObject({ sharers: 4, shareCents: 2250, prizes: { placeCents: [5400, 2700, 900] } })
    expect(places(stateOf([...shared, at(AFTER_2, WEEK_2)]))).toEqual([
      [1, ANN, 2250],
      [1, BEN, 2250],
      [1, CLEO, 2250],
      [1, EVE, 2250],
    ])
  })
  it('keep the ratio of their prizes where there are fewer entries than places', () => {
    const few = [
      ...played({ shares: [50, 30, 20], weeklyCents: 0 }),
      ...[CLEO, DORA, EVE].map((id) => admin('RemoveEntry', { entryId: id })),
    ]
    expect(potOf(stateOf(few))).toMatchObject({ potCents: 9000, prizes: { placeCents: [5625, 3375] } })
    expect(places(stateOf(few))).toEqual([
      [1, ANN, 5625],
      [2, BEN, 3375],
    ])
  })
  it('divide the pot to the last cent', () => {
    const state = stateOf(played({ shares: [34, 33, 33], weeklyCents: 1 }))
    const { potCents, prizes } = potOf(state)
    const paid = payoutsOf(state).reduce((sum, { shareCents }) => sum + shareCents, 0)
    expect(prizes?.placeCents).toEqual([3060, 2969, 2969])
    expect(paid).toBe(potCents)
  })
  it('follow the week of an elimination by hand', () => {
    const byHand = [
      ...begun({ shares: [60, 40], weeklyCents: 0 }),
      at(AFTER_1, admin('AmendEntry', { entryId: EVE, isEliminated: true })),
    ]
    const state = stateOf([
      ...byHand,
      pick(2, 'DAL', ANN),
      ...[BEN, CLEO].map((id) => pick(2, 'LV', id)),
      timer(LOCK_2),
      at(AFTER_2, WEEK_2),
    ])
    expect(places(state)?.map(([place, id]) => [place, id])).toEqual([
      [1, ANN],
      [2, BEN],
      [2, CLEO],
    ])
  })
})

describe('weekly prizes', () => {
  it('wait until the week is complete, and then are to pay out while the season is running', () => {
    const locked = begun().slice(0, -1)
    const open = [...locked, at(AFTER_1, sync(1, final('BUF-MIA', 20, 0), game('CAR-ATL')))]
    expect([weeks(stateOf(locked)), weeks(stateOf(open)), shares(stateOf(open))]).toEqual([[], [], {}])
    const state = stateOf(begun())
    expect(shares(state)).toEqual({ [BEN]: 250, [CLEO]: 250 })
    expect(potOf(state)).toMatchObject({ isDecided: false, prizes: { placeCents: [5100, 2550, 850], places: [] } })
  })
  it('are paid out once, and shown as too much when a correction takes them away', () => {
    const payOut = admin('RecordPayouts', {
      entryIds: [entryId(BEN), entryId(ANN)],
      seasonYear: null,
      paymentType: 'cash',
      paidDate: null,
    })
    const paid = [...begun(), at(AFTER_1, payOut)]
    given(...begun())
      .when(at(AFTER_1, payOut))
      .thenEvents(['PayoutRecorded', { entryId: BEN, amountCents: 250 }])
    given(...paid)
      .when(at(AFTER_1, payOut))
      .thenEvents()
    const state = stateOf([...paid, at(AFTER_1, CORRECTED)])
    expect(payoutsOf(state).map(({ entryId: id, shareCents, paid: got }) => [id, shareCents, got?.cents ?? 0])).toEqual([
      [EVE, 500, 0],
      [BEN, 0, 250],
    ])
    expect(ledgerOf(state, 2025).reduce((sum, line) => sum + signed(line, 'payouts'), 0)).toBe(250)
  })
  it('are not paid for a week in which no pick won, and not by ties', () => {
    const tied = [
      ...begun().slice(0, -1),
      at(AFTER_1, sync(1, final('CAR-ATL', 7, 7), final('BUF-MIA', 0, 20), final('KC-LAC', 0, 7))),
    ]
    expect(weeks(stateOf(tied))).toEqual([])
  })
  it('are not won by a pick without a result', () => {
    const cancelled = [
      ...begun().slice(0, -1),
      at(AFTER_1, sync(1, game('BUF-MIA', { status: 'cancelled' }), final('CAR-ATL', 13, 10), final('NE-NYJ', 3, 6))),
      at(AFTER_1, admin('CloseWeek', { weekId: 1, reason: 'Storm' })),
    ]
    expect(weeks(stateOf(cancelled))).toEqual([[1, [ANN, 500]]])
  })
  it('count the points by which a team lost where members pick losers', () => {
    expect(weeks(stateOf(begun(PRIZES, { objective: 'lose' })))).toEqual([[1, [DORA, 500]]])
  })
  it('count the best of several picks, also of an entry that goes out by another', () => {
    const rules = { picksPerWeek: { picks: 2, fromWeek: 1 } }
    const history = [
      ...joined(PRIZES, rules),
      pick(1, 'BUF', ANN, 1),
      pick(1, 'NE', ANN, 2),
      pick(1, 'CAR', BEN, 1),
      pick(1, 'KC', BEN, 2),
      timer(LOCK_1),
      at(AFTER_1, WEEK_1),
    ]
    expect(weeks(stateOf(history))).toEqual([[1, [ANN, 500]]])
  })
  it('are not won by entries that were out or joined later', () => {
    const history = [
      ...begun({ ...PRIZES, weeklyCents: 700 }, { lives: 1 }).slice(0, -2),
      // Dora has a plan for week 2 when she goes out in week 1.
      pick(2, 'DAL', DORA),
      timer(LOCK_1),
      at(AFTER_1, WEEK_1),
      at(AFTER_1, createEntry(2, 'Late')),
      at(AFTER_1, admin('OverridePick', { entryId: 6, weekId: 1, team: 'BUF', nonce: '00'.repeat(16), reason: 'late' })),
      at(AFTER_1, pick(2, 'NYG', ANN)),
      timer(LOCK_2),
      at(AFTER_2, WEEK_2),
    ]
    expect(weeks(stateOf(history))).toEqual([[1, [BEN, 350], [CLEO, 350]]])
  })
  it('end with the week that decides the season', () => {
    const later = [...played(), addWeek(2025, 3), at(AFTER_2, pick(3, 'GB', ANN)), timer('2025-09-21T16:00:00Z')]
    const state = stateOf([...later, at('2025-09-23T12:00:00Z', sync(3, final('GB-SF', 30, 0, { espnId: 'GB-SF' })))])
    expect(weeks(state)?.map(([week]) => week)).toEqual([1, 2])
  })
  it('are not paid for a week in which all agreed to share', () => {
    const split = { atMost: 4, fromWeek: 2 }
    const history = [
      ...begun(PRIZES, { split }),
      at(AFTER_1, admin('SetCurrentWeek', { weekId: 2 })),
      at(AFTER_1, pick(2, 'DAL', ANN)),
      ...[ANN, BEN, CLEO, EVE].map((id) => at(AFTER_1, by(user(2), member('CastSplitVote', { entryId: id, choice: 'share' })))),
      timer('2025-09-13T16:00:00Z'),
      timer(LOCK_2),
      at(AFTER_2, WEEK_2),
    ]
    const state = stateOf(history)
    expect(weeks(state)?.map(([week]) => week)).toEqual([1])
    expect(places(state)?.map(([place, id]) => [place, id])).toEqual([ANN, BEN, CLEO, EVE].map((id) => [1, id]))
  })
})

describe('the rule', () => {
  it('changes nothing without a value, and what entries owe in no case', () => {
    const without = stateOf(played(null))
    expect(potOf(without)).toMatchObject({ potCents: 9000, shareCents: 9000, prizes: null })
    expect(payoutsOf(without)).toMatchObject([{ entryId: ANN, shareCents: 9000, paid: null }])
    expect(ALL.map((id) => duesOf(stateOf(played()), entryId(id), 2025))).toEqual(
      ALL.map((id) => duesOf(without, entryId(id), 2025)),
    )
  })
  it('has no effect before there is a season', () => {
    const rules = { entryFeeCents: 2000, currency: 'USD', prizes: PRIZES }
    const state = stateOf([...season.slice(0, 3), admin('ChangeRules', { rules })])
    expect(potOf(state)).toMatchObject({ seasonYear: null, prizes: null })
    expect(payoutsOf(state)).toEqual([])
    expect(potOf(stateOf(season), 1999).prizes).toBeNull()
  })
})
