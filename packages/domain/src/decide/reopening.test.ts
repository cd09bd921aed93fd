import { allPicks } from '../state/entry-picks.ts'
import { describe, expect, it } from 'vitest'
import { nonceOf } from '../../tests/hashing.ts'
import {
  addWeek,
  AFTER_1,
  AFTER_2,
  createEntry,
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
} from '../../tests/pool.ts'
import { admin, at, by, type CommandStep, given, type HistoryItem, OTHER, type Plain, user } from '../../tests/specification.ts'
import {
  mainContest,
  entryId,
  entryStanding,
  type PoolRules,
  type PoolState,
  rulesOf,
  scheduleWeekId,
  seasonOutcome,
  seasonResults,
  weekId,
} from '../index.ts'

const rules = (change: Partial<Plain<PoolRules>>): CommandStep => admin('ChangeRules', { rules: change as never })
const eliminated = rules({ missedPick: 'eliminated' })
const otherPick = (week: number, team: string): CommandStep => by(user(OTHER), pick(week, team, 2))
const ranking = (owner: number, entry: number, ...teams: string[]): CommandStep =>
  by(user(owner), admin('SetRanking', { entryId: entry, teams, nonce: nonceOf(3) }))
const before = (when: string): CommandStep =>
  at(when, admin('SetSiteTime', { siteTime: '2025-08-01T12:00:00.000Z', running: false }))
const back = (when: string): CommandStep => at(when, admin('ClearSiteTime', {}))
const trip = (when: string): readonly CommandStep[] => [before(when), back(when)]
const setLock = (weekId: number, lockTime: string): CommandStep => admin('SetLockTime', { weekId, lockTime })
const undo = admin('UndoAction', { nonce: nonceOf(7) })

const picks = (state: PoolState, entry = 1) =>
  [...allPicks(state.entries.get(entryId(entry)))]
    .sort((a, b) => a.weekId - b.weekId)
    .map(({ weekId: week, team, assignedBy }) => `${week} ${team} ${assignedBy ?? 'chosen'}`)
const standing = (state: PoolState, entry = 1) =>
  entryStanding(state, state.entries.get(entryId(entry))!, seasonResults(state, mainContest(2025))).status
const champions = (state: PoolState) => seasonOutcome(state, seasonResults(state, mainContest(2025)))
const missed = (state: PoolState, week: number) => {
  const lock = state.rounds.get(weekId(week))!.locked!.position
  return [...state.entries.values()].filter((entry) => entry.missedWeeks.some((miss) => miss.lock === lock)).map(({ id }) => id)
}

describe('a finished season after a trip to a time before week 1 and back', () => {
  const finished: readonly HistoryItem[] = [
    ...pool,
    rules({ lives: 2, missedPick: 'eliminated' }),
    pick(1, 'BUF'),
    otherPick(1, 'MIA'),
    timer(LOCK_1),
    at(AFTER_1, sync(1, final('BUF-MIA', 20, 3))),
    at(AFTER_1, pick(2, 'KC')),
    at(AFTER_1, otherPick(2, 'LAC')),
    timer(LOCK_2),
    at(AFTER_2, sync(2, final('KC-LAC', 20, 3))),
  ]
  it('keeps its rules: two lives stay two, although today the pool has one', () => {
    const tripped = given(...finished, before(AFTER_2))
    tripped.when(at(AFTER_2, rules({ lives: 1 }))).thenRejected('rules_locked')
    const state = tripped.and(back(AFTER_2)).state()
    expect(rulesOf(state, mainContest(2025)).lives).toBe(2)
    expect(champions(state)).toEqual({ status: 'finished', weekNumber: 2, champions: [1] })
  })
  it('keeps its rules also when the weeks in question are deleted while they are open', () => {
    const other = [...finished, addWeek(2026, 1), at(AFTER_2, admin('SetCurrentWeek', { weekId: 3 }))]
    const state = given(
      ...other,
      before(AFTER_2),
      admin('DeleteWeek', { weekId: 1 }),
      admin('DeleteWeek', { weekId: 2 }),
      back(AFTER_2),
    ).state()
    expect(rulesOf(state, mainContest(2025)).lives).toBe(2)
  })
  it('has its rules free again after locks that revealed generated picks only, and after a purge of the weeks', () => {
    const rehearsed = [...pool, admin('RandomizePicks', { weekId: 1, overwrite: false, seed: 'ab'.repeat(32) }), timer(LOCK_1)]
    given(...rehearsed)
      .when(at(LOCK_1, eliminated))
      .thenRejected('rules_locked')
    given(...rehearsed, before(LOCK_1))
      .when(at(LOCK_1, eliminated))
      .thenAccepted()
    given(...finished, at(AFTER_2, admin('PurgeWeeks', {})))
      .when(at(AFTER_2, eliminated))
      .thenAccepted()
  })
})

describe('an automatic lock of a week that has reopened', () => {
  const THURSDAY = '2025-09-05T00:20:00Z'
  const feed = (more: object) =>
    sync(1, game('BUF-MIA', { kickoff: THURSDAY.replace('Z', '.000Z') as never, ...more }), game('KC-LAC'))
  const scheduled = [...pool, rules({ lock: 'first_kickoff' }), feed({}), pick(1, 'KC')]
  const postponed = feed({ status: 'postponed' })
  it('stays where it was when its game is postponed later, so that the week locks again', () => {
    const saturday = '2025-09-06T15:00:00Z'
    const tripped = given(...scheduled, timer(THURSDAY), at(THURSDAY, postponed), before(saturday), at(saturday, postponed))
    const returned = tripped.and(back(saturday))
    expect(returned.state().rounds.get(weekId(1))!.locked).not.toBeNull()
    returned.when(at(saturday, pick(1, 'LAC'))).thenRejected('week_locked')
  })
  it('moves to an earlier time, and after a rehearsal to any', () => {
    const reopened = given(...scheduled, timer(THURSDAY), before(THURSDAY))
    const earlier = '2025-09-04T20:00:00.000Z'
    reopened.when(feed({ kickoff: earlier })).thenEvents(['GamesSynced'], ['LockTimeChanged', { lockTime: earlier }])
    const rehearsal = at('2025-09-01T12:00:00Z', admin('SetSiteTime', { siteTime: '2025-09-05T00:20:00.000Z', running: false }))
    given(
      ...pool,
      rules({ lock: 'first_kickoff' }),
      feed({}),
      rehearsal,
      timer('2025-09-01T12:00:01Z'),
      back('2025-09-01T12:00:02Z'),
    )
      .when(at('2025-09-01T12:00:03Z', postponed))
      .thenEvents(['GameStatusChanged'], ['LockTimeChanged', { lockTime: '2025-09-07T17:00:00.000Z' }])
  })
})

describe('a played week that reopens by a day, or whose lock is moved by mistake and back', () => {
  const played: readonly HistoryItem[] = [
    ...pool,
    sync(1, game('BUF-MIA'), game('KC-LAC')),
    rules({ missedPick: 'auto', maxAutoPicks: 1 }),
    ranking(OTHER, 2, 'KC'),
    pick(1, 'BUF'),
    timer(LOCK_1),
    at(AFTER_1, sync(1, final('BUF-MIA', 20, 3), final('KC-LAC', 20, 3))),
  ]
  it('gives automatic picks back, although the games have kicked off, and puts nobody out whose team won', () => {
    const reopened = at(AFTER_1, setLock(1, '2025-09-10T16:00:00.000Z'))
    const { state } = given(...played, reopened)
      .when(timer('2025-09-10T16:00:00Z'))
      .thenEvents(['PickAssigned', { entryId: 2, team: 'KC', rule: 'my_list' }], ['WeekLocked', { missed: [] }])
    expect(standing(state, 2)).toBe('alive')
    const moved = given(...played, reopened, at(AFTER_1, setLock(1, LOCK_1.replace('Z', '.000Z')))).state()
    expect([picks(moved, 2), standing(moved, 2)]).toEqual([['1 KC my_list'], 'alive'])
    const undone = given(...played, at(AFTER_1, setLock(1, '2025-09-08T12:00:00.000Z')), ...trip(AFTER_1)).state()
    expect([picks(undone, 2), standing(undone, 2)]).toEqual([['1 KC my_list'], 'alive'])
  })
  it('gives back a team whose game left the week after the lock, so that its picker stays in', () => {
    const moved = sync(2, game('BUF-MIA', { kickoff: '2025-09-14T17:00:00.000Z' }))
    const { state } = given(
      ...pool,
      rules({ missedPick: 'auto', autoPick: ['my_list'] }),
      sync(1, game('BUF-MIA'), game('KC-LAC')),
      by(user(2), ranking(2, 1, 'BUF', 'KC')),
      otherPick(1, 'KC'),
      timer(LOCK_1),
      at(LOCK_1, moved),
      at(AFTER_1, sync(1, final('KC-LAC', 20, 3))),
      before(AFTER_1),
    )
      .when(back(AFTER_1))
      .thenAccepted()
    expect([picks(state), standing(state), champions(state).status]).toEqual([['1 BUF my_list'], 'alive', 'running'])
  })
  it('does not give back a team that the entry has used in another locked week meanwhile', () => {
    const reopened = at(LOCK_1, setLock(1, '2025-09-08T16:00:00.000Z'))
    const relocked = [reopened, at(LOCK_1, override(2, 2, 'KC')), at(LOCK_1, setLock(2, '2025-09-07T18:00:00.000Z'))]
    const early = played.slice(0, -1)
    expect(picks(given(...early, ...relocked, timer('2025-09-08T16:00:00Z')).state(), 2)).toEqual(['2 KC chosen'])
  })
  it('leaves the pick that the member made while it was open', () => {
    const early = played.slice(0, -1)
    const state = given(
      ...early,
      at(LOCK_1, setLock(1, '2025-09-08T16:00:00.000Z')),
      at(LOCK_1, otherPick(1, 'LAC')),
      timer('2025-09-08T16:00:00Z'),
    ).state()
    expect(picks(state, 2)).toEqual(['1 LAC chosen'])
  })
  it('is marked for good, also if only a ranking chose a pick, because it is a member’s choice', () => {
    const ranked = [...pool, rules({ missedPick: 'auto' }), ranking(OTHER, 2, 'KC'), timer(LOCK_1)]
    const state = given(...ranked, ...trip(AFTER_1), ...trip(AFTER_1)).state()
    expect(state.rounds.get(weekId(1))).toMatchObject({ reopenedAfterReveal: true, reopenings: 2 })
    const generated = [...pool, admin('RandomizePicks', { weekId: 1, overwrite: false, seed: 'ab'.repeat(32) }), timer(LOCK_1)]
    expect(
      given(...generated, ...trip(AFTER_1))
        .state()
        .rounds.get(weekId(1))?.reopenedAfterReveal,
    ).toBe(false)
  })
  it('counts a withdrawn automatic pick as one of those that the entry may have, so that it gets no second one meanwhile', () => {
    const open = [...played.slice(0, -1), at(LOCK_1, setLock(1, '2025-09-16T16:00:00.000Z'))]
    given(...open, at(AFTER_1, pick(2, 'KC')))
      .when(timer(LOCK_2))
      .thenEvents(['WeekLocked', { weekId: 2, missed: [2] }])
  })
})

describe('an entry that was created in week 3, after a trip to a time before week 1 and back', () => {
  const late: readonly HistoryItem[] = [
    ...pool,
    addWeek(2025, 3),
    eliminated,
    pick(1, 'BUF'),
    otherPick(1, 'BUF'),
    timer(LOCK_1),
    at(AFTER_1, sync(1, final('BUF-MIA', 20, 3))),
    at(AFTER_1, pick(2, 'KC')),
    at(AFTER_1, otherPick(2, 'KC')),
    timer(LOCK_2),
    at(AFTER_2, sync(2, final('KC-LAC', 20, 3))),
    at(AFTER_2, createEntry(2, 'Late')),
  ]
  it('has not missed weeks 1 and 2, and is still in', () => {
    const state = given(...late, ...trip(AFTER_2)).state()
    expect([missed(state, 1), missed(state, 2), standing(state, 3)]).toEqual([[], [], 'alive'])
  })
  it('cannot pick in them while they are open, because their results are known', () => {
    given(...late, before(AFTER_2))
      .when(at(AFTER_2, pick(1, 'BUF', 3)))
      .thenRejected('joined_after_lock', { week: 1 })
    given(...late, before(AFTER_2))
      .when(at(AFTER_2, pick(3, 'BUF', 3)))
      .thenAccepted()
  })
  it('keeps nobody from picking in them who had joined before', () => {
    given(...late, before(AFTER_2))
      .when(at(AFTER_2, otherPick(1, 'MIA')))
      .thenAccepted()
  })
  it('takes part in a week whose lock was taken back before any game, if it picks there, and misses nothing if it does not', () => {
    const early = [...pool, eliminated, pick(1, 'BUF'), otherPick(1, 'BUF'), setLock(1, '2025-09-01T12:00:00.000Z')]
    const moved = [...early, setLock(1, LOCK_1.replace('Z', '.000Z')), createEntry(2, 'Late')]
    expect(missed(given(...moved, timer(LOCK_1)).state(), 1)).toEqual([])
    const { state } = given(...moved, pick(1, 'MIA', 3))
      .when(timer(LOCK_1))
      .thenEvents(['WeekLocked', { entries: 3, picks: 3 }])
    expect(missed(state, 1)).toEqual([])
  })
  it('is not kept out by a rehearsal before the season', () => {
    const rehearsed = [
      ...season,
      createEntry(OTHER, 'One'),
      admin('SetSiteTime', { siteTime: '2025-10-01T12:00:00.000Z', running: false }),
      admin('ClearSiteTime', {}),
      createEntry(2, 'Late'),
      eliminated,
    ]
    given(...rehearsed)
      .when(timer(LOCK_1))
      .thenEvents(['WeekLocked', { entries: 2, missed: [1, 2] }])
  })
  it('does not move a title: the champion of the decided week stays alone', () => {
    const facts = [
      ...pool,
      pick(1, 'BUF'),
      otherPick(1, 'MIA'),
      timer(LOCK_1),
      at(AFTER_1, sync(1, final('BUF-MIA', 20, 3))),
      at(AFTER_1, createEntry(2, 'Late')),
    ]
    given(...facts, before(AFTER_1))
      .when(at(AFTER_1, pick(1, 'BUF', 3)))
      .thenRejected('joined_after_lock')
    expect(champions(given(...facts, ...trip(AFTER_1)).state())).toEqual({ status: 'finished', weekNumber: 1, champions: [1] })
  })
})

it('an entry that was out, with one of two picks, and has been reinstated has not missed the other one when the week locks again', () => {
  const facts = [
    ...pool,
    rules({ missedPick: 'eliminated', picksPerWeek: { picks: 2, fromWeek: 2 } }),
    pick(1, 'MIA'),
    pick(2, 'KC'),
    otherPick(1, 'BUF'),
    timer(LOCK_1),
    at(AFTER_1, sync(1, final('BUF-MIA', 20, 3))),
    at(AFTER_1, otherPick(2, 'KC')),
    at(AFTER_1, by(user(OTHER), pick(2, 'DEN', 2, 2))),
    timer(LOCK_2),
    at(AFTER_2, sync(2, final('KC-LAC', 20, 3), final('DEN-SF', 20, 3))),
    at(AFTER_2, admin('AmendEntry', { entryId: 1, isEliminated: false })),
  ]
  expect(standing(given(...facts).state())).toBe('alive')
  const state = given(...facts, ...trip(AFTER_2)).state()
  expect([missed(state, 2), standing(state)]).toEqual([[], 'alive'])
})

it('an entry that was out and has been reinstated has not missed the weeks in between when these lock again', () => {
  const facts = [
    ...pool,
    createEntry(2, 'Three'),
    eliminated,
    pick(1, 'MIA'),
    otherPick(1, 'BUF'),
    pick(1, 'BUF', 3),
    timer(LOCK_1),
    at(AFTER_1, sync(1, final('BUF-MIA', 20, 3))),
    at(AFTER_1, otherPick(2, 'KC')),
    at(AFTER_1, pick(2, 'KC', 3)),
    timer(LOCK_2),
    at(AFTER_2, sync(2, final('KC-LAC', 20, 3), final('DEN-SF', 20, 3))),
    at(AFTER_2, admin('AmendEntry', { entryId: 1, isEliminated: false })),
  ]
  expect(standing(given(...facts, ...trip(AFTER_2)).state())).toBe('alive')
})

describe('a plan whose team is used in a week that locks earlier', () => {
  /** Entry 2 plans KC for week 2 and ranks it first, and makes no pick for week 1. */
  const planned: readonly HistoryItem[] = [
    ...pool,
    sync(1, game('BUF-MIA'), game('KC-LAC')),
    rules({ missedPick: 'auto' }),
    pick(1, 'BUF'),
    pick(2, 'MIA'),
    otherPick(2, 'KC'),
    ranking(OTHER, 2, 'KC'),
  ]
  it('stays as it is until its own week locks', () => {
    expect(picks(given(...planned, timer(LOCK_1)).state(), 2)).toEqual(['1 KC my_list', '2 KC chosen'])
  })
  it('is void at that lock: the entry gets an automatic pick like one without a pick', () => {
    const { state } = given(...planned, timer(LOCK_1))
      .when(timer(LOCK_2))
      .thenEvents(
        ['PickCleared', { entryId: 2, weekId: 2, usedIn: 1 }],
        ['PickAssigned', { entryId: 2, weekId: 2, team: 'MIA', rule: 'most_picked' }],
        ['WeekLocked', { weekId: 2, entries: 2, picks: 2, missed: [] }],
      )
    expect(picks(state, 2)).toEqual(['1 KC my_list', '2 MIA most_picked'])
  })
  it('is missed without an automatic pick', () => {
    given(...planned, rules({ missedPick: 'auto', maxAutoPicks: 1 }), timer(LOCK_1))
      .when(timer(LOCK_2))
      .thenEvents(['PickCleared', { usedIn: 1 }], ['WeekLocked', { weekId: 2, picks: 1, missed: [2] }])
  })
  it('can be changed by its owner until then', () => {
    const changed = given(...planned, timer(LOCK_1), at(AFTER_1, otherPick(2, 'DAL')))
    changed.when(timer(LOCK_2)).thenEvents(['WeekLocked', { picks: 2 }])
    given(...planned, timer(LOCK_1))
      .when(at(AFTER_1, otherPick(2, 'KC')))
      .thenRejected('team_used', { team: 'KC', week: 1 })
  })
  it('is a pick again if its week reopens before it was played, and void again at the next lock', () => {
    const reopened = [...planned, timer(LOCK_1), timer(LOCK_2), at(LOCK_2, setLock(2, LOCK_3.replace('Z', '.000Z')))]
    expect(picks(given(...reopened).state(), 2)).toEqual(['1 KC my_list', '2 KC chosen'])
    expect(picks(given(...reopened, timer(LOCK_3)).state(), 2)).toEqual(['1 KC my_list', '2 MIA most_picked'])
  })
})

describe('UndoAction after an override of an automatic pick', () => {
  const overridden: readonly HistoryItem[] = [
    ...pool,
    sync(1, game('BUF-MIA'), game('KC-LAC')),
    rules({ missedPick: 'auto', maxAutoPicks: 1 }),
    pick(1, 'BUF'),
    timer(LOCK_1),
    at(AFTER_1, override(2, 1, 'LAC', 'asked by phone')),
  ]
  it('restores it as an automatic pick, with the step that had chosen it', () => {
    const { state } = given(...overridden)
      .when(at(AFTER_1, undo))
      .thenEvents(
        ['PickAssigned', { entryId: 2, weekId: 1, team: 'BUF', rule: 'most_picked' }],
        ['ActionUndone', { action: 'override' }],
      )
    expect(picks(state, 2)).toEqual(['1 BUF most_picked'])
  })
  it('does not give the entry another automatic pick than it may have', () => {
    given(...overridden, at(AFTER_1, undo), at(AFTER_1, pick(2, 'KC')))
      .when(timer(LOCK_2))
      .thenEvents(['WeekLocked', { weekId: 2, missed: [2] }])
  })
})

it('UndoAction makes the earlier week current again', () => {
  const changed = [...pool, admin('SetCurrentWeek', { weekId: 2 })]
  given(...changed)
    .when(undo)
    .thenEvents(['CurrentWeekSet', { weekId: 1 }], ['ActionUndone', { action: 'current_week', weekId: 1 }])
  given(...changed, admin('DeleteWeek', { weekId: 1 }))
    .when(undo)
    .thenRejected('undo_changed')
})

describe('an entry that was out at a later lock of a week, and is back', () => {
  // Entry 2 misses week 2 at first. When the week locks again, it is out by week 1, whose score is wrong for a while.
  const relocked: readonly HistoryItem[] = [
    ...pool,
    rules({ missedPick: 'eliminated' }),
    pick(1, 'BUF'),
    otherPick(1, 'MIA'),
    at(LOCK_1, pick(2, 'KC')),
    timer(LOCK_1),
    timer(LOCK_2),
    at(AFTER_2, sync(1, final('BUF-MIA', 20, 3))),
    at(AFTER_2, sync(2, final('KC-LAC', 20, 3))),
    ...trip(AFTER_2),
    at(AFTER_2, sync(1, final('BUF-MIA', 3, 3))),
    at(AFTER_2, sync(1, final('BUF-MIA', 3, 20))),
  ]
  it('does not miss the week when it locks once more, and a trip changes nothing', () => {
    const before = given(...relocked).state()
    const after = given(...relocked, ...trip(AFTER_2)).state()
    expect([missed(before, 2), standing(before, 2)]).toEqual([[], 'alive'])
    expect([missed(after, 2), standing(after, 2)]).toEqual([[], 'alive'])
  })
  it('does not miss it either if it had planned a pick, which it clears after its return', () => {
    const planned: readonly HistoryItem[] = [
      ...pool,
      createEntry(2, 'Three'),
      eliminated,
      pick(1, 'BUF'),
      pick(1, 'BUF', 3),
      otherPick(1, 'MIA'),
      otherPick(2, 'KC'),
      timer(LOCK_1),
      at(AFTER_1, sync(1, final('BUF-MIA', 20, 3))),
      timer(LOCK_2),
      at(LOCK_2, setLock(2, LOCK_3.replace('Z', '.000Z'))),
      at(LOCK_2, admin('AmendEntry', { entryId: 2, isEliminated: false })),
      at(LOCK_2, by(user(OTHER), admin('ClearPick', { pickId: 2_000_002 }))),
      timer(LOCK_3),
    ]
    expect(missed(given(...planned).state(), 2)).toEqual([1, 3])
  })
})

describe('games of a week that is rehearsed before it is played (docs/rules.md §2.6, §4.4)', () => {
  const monday = game('KC-LAC', { kickoff: '2025-09-09T00:15:00.000Z' })
  const games = sync(1, game('BUF-MIA'), monday)
  /** All games get random scores and are set to final, on a Monday before the season. */
  const rehearsal: readonly CommandStep[] = [
    admin('SetSiteTime', { siteTime: '2025-09-07T18:00:00.000Z', running: false }),
    admin('RandomizePicks', { weekId: 1, overwrite: false, seed: nonceOf(9), reason: 'a rehearsal' }),
    admin('RandomizeScores', { weekId: 1, seed: nonceOf(3) }),
    admin('FinalizeScores', { weekId: 1 }),
    admin('ClearSiteTime', {}),
  ]
  const open = [...pool, rules({ missedPick: 'eliminated', teamLock: 'kickoff' }), games]
  const statuses = (...history: readonly HistoryItem[]) =>
    given(...history)
      .state()
      .schedule.get(scheduleWeekId(1))!
      .games.map(({ status, homeScore, finalByAdmin }) => [status, homeScore, finalByAdmin])

  it('are as they were: their teams can be picked, and no made-up score counts', () => {
    expect(statuses(...open, ...rehearsal)).toEqual([
      ['scheduled', null, false],
      ['scheduled', null, false],
    ])
    const picked = [...open, ...rehearsal, pick(1, 'LAC'), otherPick(1, 'MIA'), timer(LOCK_1), at(LOCK_1, games)]
    expect([1, 2].map((id) => standing(given(...picked).state(), id))).toEqual(['alive', 'alive'])
  })
  it('count as neither begun nor ended, so that who joins after two rehearsals can pick', () => {
    const twice = [...open, ...rehearsal, ...rehearsal, createEntry(2, 'Three')]
    expect(
      given(...twice)
        .state()
        .rounds.get(weekId(1))!.firstLock,
    ).toBeNull()
    given(...twice)
      .when(pick(1, 'BUF', 3))
      .thenEvents(['PickSubmitted', { team: 'BUF' }])
  })
  it('keep what an admin set to final after their kickoff, when a week reopens by mistake and locks again', () => {
    const played = [...open, pick(1, 'LAC'), otherPick(1, 'MIA'), timer(LOCK_1)]
    const scores = at(AFTER_1, sync(1, game('BUF-MIA', { status: 'in_progress', homeScore: 3, awayScore: 20 }), monday))
    const set = [...played, scores, at(AFTER_1, admin('FinalizeScores', { weekId: 1 }))]
    expect(statuses(...set, ...trip(AFTER_1)).map(([status]) => status)).toEqual(['final', 'final'])
    const hand = [
      ...played,
      at(LOCK_1, admin('SetGame', { gameId: 1, status: 'final', homeScore: 3, awayScore: 0, reason: 'A test' })),
    ]
    expect(statuses(...hand, ...trip(LOCK_1))[0]).toEqual(['final', 3, false])
  })
})

it('a week that was complete stays complete when a trip to another time meets an answer that cannot be read', () => {
  const played = [
    ...pool,
    eliminated,
    pick(1, 'BUF'),
    timer(LOCK_1),
    at(AFTER_1, sync(1, final('BUF-MIA', 20, 3))),
    at(AFTER_1, sync(1, game('BUF-MIA'))),
  ]
  const title = { status: 'finished', weekNumber: 1, champions: [1] }
  expect(champions(given(...played).state())).toEqual(title)
  const [away, home] = [before(AFTER_1), back(AFTER_1)]
  expect(champions(given(...played, away, at(AFTER_1, sync(1, game('BUF-MIA'))), home).state())).toEqual(title)
})
