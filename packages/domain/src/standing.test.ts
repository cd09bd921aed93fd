import { describe, expect, it } from 'vitest'
import {
  currentStanding,
  type Entry,
  entryRecord,
  type EntryRecord,
  entryId,
  entryStanding,
  deriveSeasonOutcome,
  parseTeam,
  pickIdOf,
  seasonResults,
  type PoolState,
  type Standing,
  deriveStanding,
  weekId,
  enteredWeekAlive,
} from './index.ts'
import { admin, at, type Fact, given, member } from '../tests/specification.ts'
import {
  addWeek,
  AFTER_1,
  AFTER_2,
  enter,
  final,
  game,
  LOCK_1,
  LOCK_2,
  LOCK_3,
  override,
  pick,
  pool,
  season,
  sync,
  timer,
} from '../tests/pool.ts'

const ALIVE: Standing = { status: 'alive' }
const out = (eliminatedWeek: number, cause: 'loss' | 'missed' | 'hand', team: string | null = null) =>
  ({ status: 'out', eliminatedWeek, cause, team }) as Standing

function standingIn(state: PoolState, seasonYear: number, id = 1): Standing {
  return entryStanding(state, entryOf(state, id), seasonResults(state, seasonYear))
}
function entryOf(state: PoolState, id: number): Entry {
  return state.entries.get(entryId(id))!
}
const standing = (...facts: readonly Fact[]) => standingIn(given(...pool, ...facts).state(), 2025)

const eliminate = (entry = 1) => admin('AmendEntry', { entryId: entry, isEliminated: true })
const reinstate = (entry = 1) => admin('AmendEntry', { entryId: entry, isEliminated: false })

describe('§Rules 5: win, loss, tie', () => {
  const picked = [pick(1, 'BUF'), timer(LOCK_1)]
  it.each([
    ['more points win', final('BUF-MIA', 20, 17), ALIVE],
    ['fewer points lose', final('BUF-MIA', 17, 20), out(1, 'loss', 'BUF')],
    ['the away side wins too', final('MIA-BUF', 17, 20), ALIVE],
    ['a tie is a loss', final('BUF-MIA', 20, 20), out(1, 'loss', 'BUF')],
    ['a tie is a loss for the other side too', final('MIA-BUF', 20, 20), out(1, 'loss', 'BUF')],
    ['0–0 is a tie', final('BUF-MIA', 0, 0), out(1, 'loss', 'BUF')],
    ['a game under way decides nothing', game('BUF-MIA', { status: 'in_progress', homeScore: 0, awayScore: 30 }), ALIVE],
    ['final without numeric scores stays TBD', final('BUF-MIA', null, null), ALIVE],
    ['final with one score stays TBD', final('BUF-MIA', null, 20), ALIVE],
    ['… whichever it is', final('MIA-BUF', 20, null), ALIVE],
    ['a cancelled game never settles', game('BUF-MIA', { status: 'cancelled', homeScore: 0, awayScore: 7 }), ALIVE],
    ['a postponed game never settles', game('BUF-MIA', { status: 'postponed', homeScore: 0, awayScore: 7 }), ALIVE],
    ['somebody else’s game decides nothing', final('KC-LAC', 0, 7), ALIVE],
  ])('%s', (_rule, played, expected) => {
    expect(standing(...picked, at(AFTER_1, sync(1, played)))).toEqual(expected)
  })

  it('a postponed game settles when the feed later makes the same event final', () => {
    const put = sync(1, game('BUF-MIA', { status: 'postponed' }))
    expect(standing(...picked, put, sync(1, final('BUF-MIA', 0, 3)))).toEqual(out(1, 'loss', 'BUF'))
  })
})

describe('§Rules 6: elimination is derived', () => {
  const lost = [pick(1, 'BUF'), timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 3, 7)))]

  it('a corrected score brings an entry back by itself', () => {
    expect(standing(...lost)).toEqual(out(1, 'loss', 'BUF'))
    expect(standing(...lost, at(AFTER_1, sync(1, final('BUF-MIA', 10, 7))))).toEqual(ALIVE)
  })

  it('… or takes it out, also by becoming a tie', () => {
    const won = [pick(1, 'BUF'), timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 10, 7)))]
    expect(standing(...won)).toEqual(ALIVE)
    expect(standing(...won, at(AFTER_1, sync(1, final('BUF-MIA', 10, 10))))).toEqual(out(1, 'loss', 'BUF'))
  })

  it('reinstating forgives the losses it has at that moment', () => {
    expect(standing(...lost, at(AFTER_1, reinstate()))).toEqual(ALIVE)
  })

  it('… not later ones', () => {
    const later = [
      at(AFTER_1, pick(2, 'KC')),
      timer(LOCK_2),
      at(AFTER_2, sync(2, final('KC-LAC', 0, 6, { kickoff: '2025-09-14T17:00:00.000Z' }))),
    ]
    expect(standing(...lost, at(AFTER_1, reinstate()), ...later)).toEqual(out(2, 'loss', 'KC'))
  })

  it('… so another losing team in the same week is a later loss', () => {
    const moved = [
      at(AFTER_1, sync(1, final('BUF-MIA', 3, 7), final('KC-LAC', 9, 0))),
      at(AFTER_1, override(1, 1, 'LAC', 'typo')),
    ]
    expect(standing(...lost, at(AFTER_1, reinstate()), ...moved)).toEqual(out(1, 'loss', 'LAC'))
  })

  it('a forgiven loss stays forgiven when the score is corrected to and fro', () => {
    const toAndFro = [at(AFTER_1, sync(1, final('BUF-MIA', 8, 7))), at(AFTER_1, sync(1, final('BUF-MIA', 6, 7)))]
    expect(standing(...lost, at(AFTER_1, reinstate()), ...toAndFro)).toEqual(ALIVE)
  })

  it('by hand, the current week’s number counts', () => {
    expect(standing(admin('SetCurrentWeek', { weekId: 2 }), eliminate())).toEqual(out(2, 'hand'))
  })

  it('eliminated_week is the first of a loss and an elimination by hand', () => {
    const handInTwo = [admin('SetCurrentWeek', { weekId: 2 }), eliminate()]
    const lossInOne = [pick(1, 'BUF'), ...handInTwo, timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 3, 7)))]
    expect(standing(...lossInOne)).toEqual(out(1, 'loss', 'BUF'))
    const lossInTwo = [pick(2, 'BUF'), eliminate(), timer(LOCK_2), at(AFTER_2, sync(2, final('BUF-MIA', 3, 7)))]
    expect(standing(...lossInTwo)).toEqual(out(1, 'hand'))
  })

  it('reinstating also ends an elimination by hand', () => {
    expect(standing(eliminate(), reinstate())).toEqual(ALIVE)
  })
})

describe('§Rules 7: settlement and secrecy', () => {
  const thursday = [pick(1, 'BUF'), sync(1, final('BUF-MIA', 3, 7))]

  it('results of an unlocked week do not settle until the week locks', () => {
    expect(standing(...thursday)).toEqual(ALIVE)
    expect(standing(...thursday, timer(LOCK_1))).toEqual(out(1, 'loss', 'BUF'))
  })

  it('the one exception is Set All to Final, which settles at once', () => {
    expect(standing(...thursday, admin('FinalizeScores', { weekId: 1 }))).toEqual(out(1, 'loss', 'BUF'))
  })

  it('Set All to Final stands until a later sync brings a different final score: then the lock decides again', () => {
    const corrected = [...thursday, admin('FinalizeScores', { weekId: 1 }), sync(1, final('BUF-MIA', 3, 10))]
    expect(standing(...corrected)).toEqual(ALIVE)
    expect(standing(...corrected, timer(LOCK_1))).toEqual(out(1, 'loss', 'BUF'))
  })

  it('a game set final before it was played does not betray a pick when the feed brings its score before the lock', () => {
    const early = [pick(1, 'BUF'), sync(1, game('BUF-MIA')), admin('FinalizeScores', { weekId: 1 })]
    expect(standing(...early, sync(1, final('BUF-MIA', 3, 7)))).toEqual(ALIVE)
  })

  it('a reopened week settles nothing until it locks again', () => {
    const reopened = [
      ...thursday,
      timer(LOCK_1),
      at(LOCK_1, admin('SetLockTime', { weekId: 1, lockTime: '2025-09-08T16:00:00.000Z' })),
    ]
    expect(standing(...reopened)).toEqual(ALIVE)
    expect(standing(...reopened, timer('2025-09-08T16:00:00Z'))).toEqual(out(1, 'loss', 'BUF'))
  })
})

describe('§Rules 10: missed picks', () => {
  const strict = admin('ChangeRules', { rules: { missedPick: 'eliminated' } })
  const unfinished = [timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 3, 7), game('KC-LAC')))]
  const over = at(AFTER_1, sync(1, final('BUF-MIA', 3, 7), final('KC-LAC', 3, 7)))

  it('survives is the default', () => {
    expect(standing(...unfinished, over)).toEqual(ALIVE)
  })

  it('eliminated: once every game of the week is final, not before', () => {
    expect(standing(strict, ...unfinished)).toEqual(ALIVE)
    expect(standing(strict, ...unfinished, over)).toEqual(out(1, 'missed'))
  })

  it('eliminated: a week with a cancelled game is never all final, but by Set All to Final', () => {
    const called = at(AFTER_1, sync(1, final('BUF-MIA', 3, 7), game('KC-LAC', { status: 'cancelled' })))
    expect(standing(strict, ...unfinished, called)).toEqual(ALIVE)
    expect(standing(strict, ...unfinished, called, at(AFTER_1, admin('FinalizeScores', { weekId: 1 })))).toEqual(out(1, 'missed'))
  })

  it('eliminated: a week without games misses nothing', () => {
    expect(standing(strict, timer(LOCK_1))).toEqual(ALIVE)
  })

  it('eliminated: an entry created after the lock missed nothing', () => {
    const late = [...unfinished, at(AFTER_1, enter(2, 'Late')), over]
    expect(standingIn(given(...pool, strict, ...late).state(), 2025, 3)).toEqual(ALIVE)
  })

  it('eliminated: a pick that an admin gave after the lock is a pick; one taken away is none', () => {
    const saved = at(AFTER_1, override(1, 1, 'MIA', 'mail lost'))
    expect(standing(strict, ...unfinished, saved, over)).toEqual(ALIVE)
    expect(
      standing(strict, ...unfinished, saved, over, at(AFTER_1, admin('RemovePick', { pickId: pickIdOf(entryId(1), weekId(1)) }))),
    ).toEqual(out(1, 'missed'))
  })

  it('eliminated: a pick of before the lock that an admin took away after it is none either', () => {
    const taken = at(AFTER_1, admin('RemovePick', { pickId: pickIdOf(entryId(1), weekId(1)) }))
    expect(standing(strict, pick(1, 'MIA'), ...unfinished, over)).toEqual(ALIVE)
    expect(standing(strict, pick(1, 'MIA'), ...unfinished, taken, over)).toEqual(out(1, 'missed'))
  })

  it('eliminated: whom the standing lock found out since an earlier week missed nothing, whatever an undone lock had found', () => {
    const kickoff = '2025-09-14T17:00:00.000Z'
    const lostWeekOne = [pick(1, 'BUF'), timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 3, 7)))]
    const lockedTwice = [
      at(LOCK_1, admin('SetLockTime', { weekId: 2, lockTime: '2025-09-07T15:00:00.000Z' })),
      at(LOCK_1, admin('SetLockTime', { weekId: 2, lockTime: '2025-09-14T16:00:00.000Z' })),
    ]
    const end = [at(AFTER_2, sync(2, final('KC-LAC', 1, 0, { kickoff }))), at(AFTER_2, sync(1, final('BUF-MIA', 8, 7)))]
    const facts = [strict, ...lostWeekOne.slice(0, 2), ...lockedTwice, ...lostWeekOne.slice(2), timer(LOCK_2)]
    expect(standing(...facts, ...end)).toEqual(ALIVE)
  })

  it('eliminated: reinstating forgives the missed week', () => {
    expect(standing(strict, ...unfinished, over, at(AFTER_1, reinstate()))).toEqual(ALIVE)
  })

  it('eliminated: reinstating forgives that week, not a later one', () => {
    const later = at(AFTER_2, sync(2, final('BUF-MIA', 3, 7)))
    expect(standing(strict, ...unfinished, over, at(AFTER_1, reinstate()), timer(LOCK_2), later)).toEqual(out(2, 'missed'))
  })

  it('eliminated: nobody has missed a week that is open, or gone', () => {
    const state = given(...pool, strict, ...unfinished, addWeek(2025, 3)).state()
    const { hasMissed } = entryRecord(state, entryOf(state, 1), 2025)
    expect([1, 3, 9].map((id) => hasMissed(weekId(id)))).toEqual([true, false, false])
  })

  it('eliminated: only the standing lock counts, so after a reopening the pick may still come', () => {
    const monday = '2025-09-08T16:00:00.000Z'
    const second = [at(LOCK_1, admin('SetLockTime', { weekId: 1, lockTime: monday })), at(LOCK_1, pick(1, 'MIA')), timer(monday)]
    expect(standing(strict, timer(LOCK_1), ...second, over)).toEqual(ALIVE)
  })

  it('eliminated: Set All to Final before the lock does not count a pick as missed that may still come', () => {
    expect(standing(strict, sync(1, final('BUF-MIA', 3, 7)), admin('FinalizeScores', { weekId: 1 }))).toEqual(ALIVE)
  })
})

describe('§Settled further: losses and elimination belong to a season', () => {
  const lost2025 = [pick(1, 'BUF'), timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 3, 7)))]
  const nextSeason = [addWeek(2026, 1), admin('SetCurrentWeek', { weekId: 3 })].map((step) => at(AFTER_1, step))

  it('an entry out in one season is alive in the next', () => {
    const state = given(...pool, ...lost2025, ...nextSeason).state()
    expect(standingIn(state, 2025)).toEqual(out(1, 'loss', 'BUF'))
    expect(standingIn(state, 2026)).toEqual(ALIVE)
    expect(currentStanding(state, entryOf(state, 1))).toEqual(ALIVE)
  })

  it('an elimination by hand in one season leaves the one in another as it was', () => {
    const state = given(...pool, eliminate(), ...nextSeason, at(AFTER_1, eliminate())).state()
    expect(standingIn(state, 2025)).toEqual(out(1, 'hand'))
    expect(standingIn(state, 2026)).toEqual(out(1, 'hand'))
  })

  it('a reinstatement in one season leaves an elimination by hand in another as it was', () => {
    const state = given(...pool, eliminate(), ...nextSeason, at(AFTER_1, eliminate()), at(AFTER_1, reinstate())).state()
    expect(standingIn(state, 2025)).toEqual(out(1, 'hand'))
    expect(standingIn(state, 2026)).toEqual(ALIVE)
  })

  it('nobody is out of a pool without weeks', () => {
    const state = given(...pool, ...lost2025, at(AFTER_1, admin('PurgeWeeks', {}))).state()
    expect(currentStanding(state, entryOf(state, 1))).toEqual(ALIVE)
  })
})

describe('who went into a week alive', () => {
  it.each([
    [ALIVE, 3, true],
    [out(3, 'loss', 'BUF'), 3, true],
    [out(4, 'missed'), 3, true],
    [out(2, 'hand'), 3, false],
  ])('%j into week %i: %s', (before, week, expected) => {
    expect(enteredWeekAlive(before, week)).toBe(expected)
  })
})

describe('standing from the facts', () => {
  const facts = (more: Partial<EntryRecord>): EntryRecord => ({
    teamOf: () => parseTeam('BUF'),
    hasMissed: () => false,
    waivedLosses: [],
    eliminatedByHand: null,
    ...more,
  })
  const results = new Map([[parseTeam('BUF')!, 'loss' as const]])
  const week = { id: weekId(1), weekNumber: 3, results, complete: true }
  const of = (more: Partial<EntryRecord>) =>
    deriveStanding(facts(more), { seasonYear: 2025, missedPick: 'survives', weeks: [week] })

  it('an elimination by hand of another season is none', () => {
    const hand = (seasonYear: number, weekNumber: number) => of({ eliminatedByHand: { seasonYear, weekNumber } })
    expect(hand(2024, 1)).toEqual(out(3, 'loss', 'BUF'))
    expect(hand(2025, 1)).toEqual(out(1, 'hand'))
  })
  it('of a loss and an elimination by hand in one week the loss is told', () => {
    expect(of({ eliminatedByHand: { seasonYear: 2025, weekNumber: 3 } })).toEqual(out(3, 'loss', 'BUF'))
  })
  it('a loss of another week with the same team is not forgiven with it', () => {
    expect(of({ waivedLosses: [{ weekId: weekId(2), team: parseTeam('BUF')! }] })).toEqual(out(3, 'loss', 'BUF'))
    expect(of({ waivedLosses: [{ weekId: weekId(1), team: parseTeam('BUF')! }] })).toEqual(ALIVE)
  })
})

it('a settled game is won by one team and lost by the other, or by both', () => {
  const one = (home: number, away: number) => {
    const state = given(...pool, sync(1, final('BUF-MIA', home, away)), timer(LOCK_1)).state()
    return Object.fromEntries(seasonResults(state, 2025).weeks[0]!.results)
  }
  expect(one(7, 3)).toEqual({ BUF: 'win', MIA: 'loss' })
  expect(one(3, 7)).toEqual({ BUF: 'loss', MIA: 'win' })
  expect(one(3, 3)).toEqual({ BUF: 'loss', MIA: 'loss' })
})

describe('§Rules 11: finish', () => {
  const finish = (standings: readonly Standing[], ...complete: readonly number[]) =>
    deriveSeasonOutcome(
      standings.map((held, i) => ({ entryId: i + 1, standing: held })),
      new Set(complete),
    )
  const loss = (week: number) => out(week, 'loss', 'BUF')
  const running = { status: 'running' }
  const finished = (weekNumber: number, ...champions: number[]) => ({ status: 'finished', weekNumber, champions })

  it.each<[string, readonly Standing[], readonly number[], object]>([
    ['nobody plays', [], [1], running],
    ['two are left', [ALIVE, ALIVE, loss(1)], [1], running],
    ['one entry that never had a rival is no champion', [ALIVE], [1], running],
    ['one is left alive, but games of the week are still to play', [ALIVE, loss(2)], [1], running],
    ['one is left alive and every game of the week is final', [ALIVE, loss(2), loss(1)], [1, 2], finished(2, 1)],
    ['the last ones fall together: they share it', [loss(2), loss(2), loss(1)], [1, 2], finished(2, 1, 2)],
    ['the last ones fall together, but the week is not over', [loss(2), loss(2)], [1], running],
    ['a champion who loses later stays champion', [loss(4), loss(3), loss(1)], [1, 2, 3, 4], finished(3, 1)],
    ['… while that later week is under way, too', [loss(4), loss(3), loss(1)], [1, 2, 3], finished(3, 1)],
    ['a week that never gets all final is passed over', [ALIVE, loss(2)], [1, 3], finished(3, 1)],
    ['… also when the last fell together there', [loss(2), loss(2), loss(1)], [1, 3], finished(3, 1, 2)],
    ['weeks count in their order, however they are given', [ALIVE, loss(2), loss(1)], [4, 3, 2, 1], finished(2, 1)],
  ])('%s', (_rule, standings, complete, expected) => {
    expect(finish(standings, ...complete)).toEqual(expected)
  })

  it('a week counts as over when it is locked and every game is final', () => {
    const early = given(...pool, sync(1, final('BUF-MIA', 7, 3)), admin('FinalizeScores', { weekId: 1 })).state()
    expect(seasonResults(early, 2025).weeks.map((week) => week.complete)).toEqual([false, false])
    const facts = [pick(1, 'BUF'), sync(1, final('BUF-MIA', 7, 3), game('KC-LAC')), timer(LOCK_1)]
    const complete = (...more: readonly Fact[]) =>
      seasonResults(given(...pool, ...facts, ...more).state(), 2025).weeks.map((week) => week.complete)
    expect(complete()).toEqual([false, false])
    expect(complete(at(AFTER_1, sync(1, final('KC-LAC', 0, 0))))).toEqual([true, false])
    expect(complete(at(AFTER_1, sync(1, final('KC-LAC', 0, 0))), timer(LOCK_2), timer(LOCK_3))).toEqual([true, false])
  })
})

it('a member sees the standing of the current week’s season', () => {
  const state = given(
    ...season,
    enter(2, 'One'),
    member('SubmitPick', { entryId: 1, weekId: 1, team: 'BUF', nonce: 'ab' }),
  ).state()
  expect(currentStanding(state, entryOf(state, 1))).toEqual(ALIVE)
  const lost = given(...pool, pick(1, 'BUF'), timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 3, 7)))).state()
  expect(currentStanding(lost, entryOf(lost, 1))).toEqual(out(1, 'loss', 'BUF'))
})
