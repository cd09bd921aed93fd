import { describe, expect, it } from 'vitest'
import {
  mainContest,
  currentStanding,
  duesOf,
  entryId,
  openBuyback,
  type PoolState,
  seasonOutcome,
  seasonResults,
} from '../index.ts'
import {
  AFTER_1,
  AFTER_2,
  final,
  game,
  LOCK_1,
  LOCK_2,
  LOCK_3,
  addWeek,
  createEntry,
  override,
  pick,
  pool as smallPool,
  sync,
  timer,
} from '../../tests/pool.ts'
import {
  admin,
  at,
  by,
  type CommandStep,
  event,
  given,
  type HistoryItem,
  member,
  OTHER,
  user,
  visitor,
} from '../../tests/specification.ts'

/** A third entry keeps the season open when one is out. */
const pool: readonly HistoryItem[] = [...smallPool, createEntry(OTHER, 'Three')]
const rules = (lives = 1, untilWeek = 2, maxPerEntry = 1): CommandStep =>
  admin('ChangeRules', { rules: { lives, buyback: { untilWeek, maxPerEntry, feeCents: 2000 }, currency: 'USD' } })
const ask = at(AFTER_1, member('RequestBuyback', { entryId: 1 }))
const answer = (action: 'confirm' | 'decline'): CommandStep => at(AFTER_1, admin('AnswerBuyback', { entryId: 1, action }))
const confirm = answer('confirm')
/** The member's entry lost week 1 with Buffalo. */
const lost: readonly HistoryItem[] = [
  ...pool,
  rules(),
  pick(1, 'BUF'),
  timer(LOCK_1),
  at(AFTER_1, sync(1, final('BUF-MIA', 0, 3))),
]
const corrected = at(AFTER_1, sync(1, final('BUF-MIA', 6, 3)))
const loss = { weekId: 1, team: 'BUF' } as const
const entry = (state: PoolState) => state.entries.get(entryId(1))!

describe('RequestBuyback (docs/rules.md §14.3)', () => {
  it('is recorded between the loss and the next lock', () => {
    given(...lost)
      .when(ask)
      .thenEvents(['BuybackRequested', { entryId: 1, seasonYear: 2025, loss }])
  })
  it('does not bring the entry back in', () => {
    expect(currentStanding(given(...lost, ask).state(), entry(given(...lost, ask).state())).status).toBe('out')
    given(...lost, ask)
      .when(at(AFTER_1, pick(2, 'KC')))
      .thenRejected('entry_eliminated')
  })
  it('is rejected without such a rule', () => {
    given(...pool)
      .when(ask)
      .thenRejected('no_buybacks')
  })
  it('is rejected while the entry is alive, also when a life is left', () => {
    given(...lost, corrected)
      .when(ask)
      .thenRejected('entry_not_out')
    given(...pool, rules(2), pick(1, 'BUF'), timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 0, 3))))
      .when(ask)
      .thenRejected('entry_not_out')
  })
  it('is rejected for an entry that an admin eliminated', () => {
    given(...pool, rules(), timer(LOCK_1), at(AFTER_1, admin('AmendEntry', { entryId: 1, isEliminated: true })))
      .when(ask)
      .thenRejected('entry_not_out')
  })
  it('is rejected from the next lock on, and after the last week of the rule', () => {
    given(...lost)
      .when(at(LOCK_2, ask))
      .thenRejected('buyback_too_late')
    const secondWeek = [pick(1, 'KC'), pick(2, 'BUF'), timer(LOCK_2), at(AFTER_2, sync(2, final('BUF-MIA', 0, 3)))]
    given(...pool, rules(1, 1), ...secondWeek)
      .when(at(AFTER_2, ask))
      .thenRejected('buyback_too_late')
    given(...pool, rules(1, 2), ...secondWeek)
      .when(at(AFTER_2, ask))
      .thenAccepted()
  })
  it('is rejected a second time for the same loss, also after a refusal', () => {
    given(...lost, ask)
      .when(ask)
      .thenRejected('buyback_used')
    given(...lost, ask, answer('decline'))
      .when(ask)
      .thenRejected('buyback_used')
  })
  it('is possible again when another loss replaced the one that the open request was for', () => {
    const strict = admin('ChangeRules', { rules: { missedPick: 'eliminated' } })
    const cleared = at(AFTER_1, admin('RemovePick', { pickId: 1_000_001, reason: 'a mistake' }))
    const others = [by(user(OTHER), pick(1, 'MIA', 2)), by(user(OTHER), pick(1, 'MIA', 3))]
    const asked = [...pool, rules(), strict, ...others, ...lost.slice(pool.length + 1), ask]
    given(...asked)
      .when(cleared)
      .thenEvents(['PickCleared'], ['BuybackWithdrawn', { loss, because: 'other_loss' }])
    given(...asked, cleared)
      .when(ask)
      .thenEvents(['BuybackRequested', { loss: { weekId: 1, team: null } }])
  })
  it('is rejected once the entry has used its buybacks', () => {
    const again = [at(AFTER_1, pick(2, 'KC')), timer(LOCK_2), at(AFTER_2, sync(2, final('KC-LAC', 0, 3)))]
    given(...lost, ask, confirm, ...again)
      .when(at(AFTER_2, ask))
      .thenRejected('buyback_used')
    given(...pool, rules(1, 2, 2), ...lost.slice(pool.length + 1), ask, confirm, ...again)
      .when(at(AFTER_2, ask))
      .thenAccepted()
  })
  it('is only for the owner', () => {
    given(...lost)
      .when(by(user(OTHER), ask))
      .thenRejected('entry_not_found')
    given(...lost)
      .when(by(visitor, ask))
      .thenRejected('unauthenticated')
  })
})

describe('AnswerBuyback', () => {
  it('confirms: all losses so far are waived and the teams stay used', () => {
    const outcome = given(...lost, ask)
      .when(confirm)
      .thenEvents(['BuybackConfirmed', { entryId: 1, loss, waived: [loss], feeCents: 2000 }])
    expect(currentStanding(outcome.state, entry(outcome.state))).toEqual({ status: 'alive', losses: 0, livesLeft: 1 })
    given(...lost, ask, confirm)
      .when(at(AFTER_1, pick(2, 'KC')))
      .thenAccepted()
    given(...lost, ask, confirm)
      .when(at(AFTER_1, pick(2, 'BUF')))
      .thenRejected('team_used')
  })
  it('waives every loss when the entry had several lives', () => {
    const second = [at(AFTER_1, pick(2, 'KC')), timer(LOCK_2), at(AFTER_2, sync(2, final('KC-LAC', 0, 3)))]
    const outcome = given(...pool, addWeek(2025, 3), rules(2), ...lost.slice(pool.length + 1), ...second, at(AFTER_2, ask))
      .when(at(AFTER_2, confirm))
      .thenEvents(['BuybackConfirmed', { waived: [loss, { weekId: 2, team: 'KC' }] }])
    expect(currentStanding(outcome.state, entry(outcome.state))).toEqual({ status: 'alive', losses: 0, livesLeft: 2 })
  })
  it('declines: the entry stays out', () => {
    const outcome = given(...lost, ask)
      .when(answer('decline'))
      .thenEvents(['BuybackDeclined', { entryId: 1, loss }])
    expect(currentStanding(outcome.state, entry(outcome.state)).status).toBe('out')
    expect(openBuyback(outcome.state, entry(outcome.state), 2025)).toBeUndefined()
  })
  it('is rejected when nothing is requested, and for members', () => {
    given(...lost)
      .when(confirm)
      .thenRejected('no_buyback_requested')
    given(...lost, ask, confirm)
      .when(confirm)
      .thenRejected('no_buyback_requested')
    given(...lost, ask)
      .when(by(user(2), confirm))
      .thenRejected('forbidden')
  })
})

describe('a week of two picks that costs one life', () => {
  const sunday = at(AFTER_1, sync(1, final('CAR-ATL', 0, 3), game('KC-LAC')))
  const monday = (car = 0, kc = 0) => at(AFTER_1, sync(1, final('CAR-ATL', car, 3), final('KC-LAC', kc, 3)))
  const two = admin('ChangeRules', { rules: { picksPerWeek: { picks: 2, fromWeek: 1 } } })
  /** CAR lose on Sunday; they are the first pick or the second. */
  const fallen = (car: 1 | 2): readonly HistoryItem[] => [
    ...pool,
    rules(),
    two,
    pick(1, 'CAR', 1, car),
    pick(1, 'KC', 1, car === 1 ? 2 : 1),
    timer(LOCK_1),
    sunday,
  ]
  const standing = (...history: readonly HistoryItem[]) => {
    const state = given(...history).state()
    return currentStanding(state, entry(state))
  }
  const reinstate = at(AFTER_1, admin('AmendEntry', { entryId: 1, isEliminated: false }))

  it.each([1, 2] as const)('is waived as a whole, whatever the other pick does (CAR in place %i)', (car) => {
    for (const back of [[ask, confirm], [reinstate]])
      for (const end of [monday(), monday(6), monday(6, 6)])
        expect(standing(...fallen(car), ...back, end)).toMatchObject({ status: 'alive', losses: 0 })
  })
  it('counts again if the pick whose loss was waived is another one', () => {
    const other = at(AFTER_1, override(1, 1, 'ATL', 'wrong button'))
    expect(standing(...fallen(1), reinstate, other, monday())).toMatchObject({ status: 'out', team: 'KC' })
  })
  it('costs the fee as long as one of the picks has lost', () => {
    const bought = [...fallen(1), ask, confirm]
    const buybacksOf = (...history: readonly HistoryItem[]) => {
      const state = given(...history).state()
      return duesOf(state, entryId(1), 2025).buybackCents
    }
    expect(buybacksOf(...bought, monday(6))).toBe(2000)
    expect(buybacksOf(...bought, monday(6, 6))).toBe(0)
  })
  it.each([1, 2] as const)('has one request and one answer (CAR in place %i)', (car) => {
    given(...fallen(car), ask, monday())
      .when(confirm)
      .thenEvents(['BuybackConfirmed', { loss: { weekId: 1, team: 'CAR' } }])
    given(...fallen(car), ask, answer('decline'), monday())
      .when(ask)
      .thenRejected('buyback_used')
  })
})

describe('BuybackWithdrawn', () => {
  it('follows a correction that brings the entry back before the answer', () => {
    given(...lost, ask)
      .when(corrected)
      .thenEvents(['ScoreCorrected'], ['BuybackWithdrawn', { entryId: 1, loss }])
    given(...lost, ask, corrected)
      .when(confirm)
      .thenRejected('no_buyback_requested')
  })
  it('follows a reinstatement and an override that bring the entry back', () => {
    given(...lost, ask)
      .when(at(AFTER_1, admin('AmendEntry', { entryId: 1, isEliminated: false })))
      .thenEvents(['EntryReinstated'], ['BuybackWithdrawn'])
    given(...lost, ask)
      .when(at(AFTER_1, override(1, 1, 'MIA', 'wrong button')))
      .thenEvents(['PickOverridden'], ['BuybackWithdrawn'])
  })
  it('allows a new request when the loss comes back', () => {
    given(...lost, ask, corrected, at(AFTER_1, sync(1, final('BUF-MIA', 0, 3))))
      .when(ask)
      .thenEvents(['BuybackRequested', { loss }])
  })
  it('does not follow a correction after the answer: the buyback remains', () => {
    const outcome = given(...lost, ask, confirm)
      .when(corrected)
      .thenEvents(['ScoreCorrected'])
    expect(entry(outcome.state).buybacks).toMatchObject([{ status: 'confirmed', feeCents: 2000 }])
  })
  it('does not follow the deletion of the entry', () => {
    given(...lost, ask)
      .when(at(AFTER_1, admin('RemoveEntry', { entryId: 1 })))
      .thenEvents(['EntryDeleted'])
  })
})

describe('A request for a buyback lapses with what it was made for (docs/rules.md §14.3, §17)', () => {
  const byHand = (isEliminated: boolean): CommandStep => at(AFTER_1, admin('AmendEntry', { entryId: 1, isEliminated }))
  const status = (state: PoolState) => entry(state).buybacks.map((buyback) => [buyback.seasonYear, buyback.status])
  const pickOf = (entryId: number, weekId: number, team: string): CommandStep => by(user(OTHER), pick(weekId, team, entryId))

  it('when an admin puts the entry out by hand: it is neither confirmed nor charged, and the owner cannot ask again', () => {
    given(...lost, ask)
      .when(byHand(true))
      .thenEvents(['EntryEliminatedByHand'], ['BuybackWithdrawn', { entryId: 1, loss, because: 'by_hand' }])
    given(...lost, ask, byHand(true))
      .when(confirm)
      .thenRejected('no_buyback_requested')
    given(...lost, byHand(true))
      .when(ask)
      .thenRejected('entry_not_out')
  })
  it('when the next week locks, which the owner can read', () => {
    const outcome = given(...lost, ask)
      .when(timer(LOCK_2))
      .thenEvents(['WeekLocked', { weekId: 2 }], ['BuybackWithdrawn', { because: 'next_lock', weekNumber: 2 }])
    expect(entry(outcome.state).buybacks[0]?.lapse).toEqual({ because: 'next_lock', weekNumber: 2 })
    given(...lost, ask)
      .when(at(LOCK_2, confirm))
      .thenRejected('no_buyback_requested')
  })
  it('when the season is decided: no forgotten request makes one of three champions the only one', () => {
    const last = [pick(1, 'BUF'), pickOf(2, 1, 'KC'), pickOf(3, 1, 'KC'), timer(LOCK_1)]
    const first = sync(1, final('BUF-MIA', 0, 3), game('KC-LAC'))
    const asked = given(...pool, rules(), ...last, at(AFTER_1, first), ask)
    const decided = at(AFTER_1, sync(1, final('KC-LAC', 0, 3)))
    asked.when(decided).thenEvents(['GameFinalized'], ['BuybackWithdrawn', { entryId: 1, because: 'season_decided' }])
    asked.and(decided).when(confirm).thenRejected('no_buyback_requested')
    asked.and(decided).when(ask).thenRejected('buyback_too_late')
    const state = asked.and(decided).state()
    expect(seasonOutcome(state, seasonResults(state, mainContest(2025)))).toMatchObject({
      status: 'finished',
      champions: [1, 2, 3],
    })
  })
  it('when the season is decided while only one of two was confirmed: whoever bought back in in time wins, and nobody is bought in afterwards', () => {
    const picks = [pick(1, 'BUF'), pickOf(2, 1, 'BUF'), pickOf(3, 1, 'KC'), timer(LOCK_1)]
    const sunday = at(AFTER_1, sync(1, final('BUF-MIA', 0, 3), game('KC-LAC')))
    const monday = at(AFTER_1, sync(1, final('KC-LAC', 0, 3)))
    const asks = [ask, at(AFTER_1, by(user(OTHER), member('RequestBuyback', { entryId: 2 })))]
    const answer = (entryId: number) => at(AFTER_1, admin('AnswerBuyback', { entryId, action: 'confirm' }))
    const champions = (...steps: readonly CommandStep[]) => {
      const state = given(...pool, rules(), ...picks, sunday, ...asks, ...steps).state()
      return seasonOutcome(state, seasonResults(state, mainContest(2025)))
    }
    expect(champions(answer(1), monday)).toMatchObject({ status: 'finished', champions: [1] })
    expect(champions(monday)).toMatchObject({ status: 'finished', champions: [1, 2, 3] })
    // With both back in, two entries are alive, and the season goes on.
    expect(champions(answer(1), answer(2), monday)).toEqual({ status: 'running' })
    given(...pool, rules(), ...picks, sunday, ...asks, answer(1), monday)
      .when(answer(2))
      .thenRejected('no_buyback_requested')
  })
  it('for good: a correction that reopens the season lets the owner ask anew, also after the same loss', () => {
    const last = [pick(1, 'BUF'), pickOf(2, 1, 'KC'), pickOf(3, 1, 'KC'), timer(LOCK_1)]
    const first = sync(1, final('BUF-MIA', 0, 3), game('KC-LAC'))
    const decided = [at(AFTER_1, sync(1, final('KC-LAC', 0, 3)))]
    const undecided = at(AFTER_1, sync(1, final('KC-LAC', 6, 3)))
    const history = [...pool, rules(), ...last, at(AFTER_1, first), ask, ...decided, undecided]
    given(...history)
      .when(confirm)
      .thenRejected('no_buyback_requested')
    given(...history)
      .when(ask)
      .thenEvents(['BuybackRequested', { entryId: 1, loss }])
    given(...history, ask)
      .when(confirm)
      .thenEvents(['BuybackConfirmed', { entryId: 1, loss }])
  })
  it('when a later season becomes current: a request of last season is never answered instead of this season’s', () => {
    const next = [
      addWeek(2026, 1),
      at(AFTER_1, admin('SetLockTime', { weekId: 3, lockTime: '2026-09-13T16:00:00.000Z' })),
      at(AFTER_1, admin('SetCurrentWeek', { weekId: 3 })),
    ]
    const asked = given(...pool, rules(), pick(1, 'BUF'), timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 0, 3))), ask)
    expect(status(asked.and(...next).state())).toEqual([[2025, 'withdrawn']])
    const [LOCK_2026, AFTER_2026] = ['2026-09-13T16:00:00Z', '2026-09-15T12:00:00Z']
    const lostAgain = [
      ...next,
      pick(3, 'KC'),
      timer(LOCK_2026),
      at(AFTER_2026, sync(3, final('KC-LAC', 0, 3, { kickoff: '2026-09-13T17:00:00.000Z' }))),
    ]
    const again = asked.and(...lostAgain, at(AFTER_2026, ask))
    again.when(at(AFTER_2026, confirm)).thenEvents(['BuybackConfirmed', { seasonYear: 2026, loss: { weekId: 3, team: 'KC' } }])
    again
      .when(at(AFTER_2026, admin('AnswerBuyback', { entryId: 1, action: 'confirm', seasonYear: 2025 })))
      .thenRejected('no_buyback_requested')
  })
  it('of an older release that never let it lapse: nobody can confirm it, and the next lock timer ends it', () => {
    const stale = event('BuybackRequested', { entryId: 1, seasonYear: 2025, loss })
    given(...lost, timer(LOCK_2), stale)
      .when(at(LOCK_2, confirm))
      .thenRejected('no_buyback_requested')
    given(...lost, timer(LOCK_2), stale)
      .when(timer(LOCK_2))
      .thenEvents(['BuybackWithdrawn', { because: 'next_lock', weekNumber: 2 }])
  })
})

describe('Several lives (docs/rules.md §14.1)', () => {
  const twice = [
    ...pool,
    addWeek(2025, 3),
    rules(2),
    sync(3, game('DEN-LV', { kickoff: '2025-09-21T17:00:00.000Z' })),
    ...lost.slice(pool.length + 1),
    at(AFTER_1, pick(2, 'KC')),
    timer(LOCK_2),
    at(AFTER_2, sync(2, final('KC-LAC', 3, 3))),
  ]
  const standing = (...history: readonly HistoryItem[]) => {
    const state = given(...history).state()
    return currentStanding(state, entry(state))
  }
  it('put an entry out at the loss of the last one, in that week', () => {
    expect(standing(...twice.slice(0, -3))).toEqual({ status: 'alive', losses: 1, livesLeft: 1 })
    expect(standing(...twice)).toEqual({ status: 'out', losses: 2, livesLeft: 0, eliminatedWeek: 2, cause: 'loss', team: 'KC' })
  })
  it('come back with a correction and with a waived loss', () => {
    expect(standing(...twice, at(AFTER_2, corrected))).toEqual({ status: 'alive', losses: 1, livesLeft: 1 })
    expect(standing(...twice, at(AFTER_2, admin('AmendEntry', { entryId: 1, isEliminated: false })))).toEqual({
      status: 'alive',
      losses: 0,
      livesLeft: 2,
    })
  })
  it('are lost by missed picks too', () => {
    const strict = [...pool, admin('ChangeRules', { rules: { lives: 2, missedPick: 'eliminated' } }), timer(LOCK_1)]
    expect(standing(...strict, at(AFTER_1, sync(1, final('BUF-MIA', 0, 3))))).toEqual({
      status: 'alive',
      losses: 1,
      livesLeft: 1,
    })
  })
  it('let the entry enter the next week', () => {
    given(...twice, at(AFTER_2, corrected))
      .when(timer(LOCK_3))
      .thenEvents(['WeekLocked', { weekId: 3, entries: 3 }])
  })
})
