import { describe, expect, it } from 'vitest'
import {
  entryStanding,
  mainContest,
  scheduleWeekId,
  seasonOutcome,
  seasonResults,
  voidPlansIn,
  weekId,
  weekResults,
} from '../index.ts'
import { entryId } from '../values/ids.ts'
import { admin, at, given, member, type Specification, time } from '../../tests/specification.ts'
import {
  addWeek,
  AFTER_1,
  AFTER_2,
  type FeedRow,
  final,
  game,
  LOCK_1,
  LOCK_2,
  pick,
  pool,
  sync,
  timer,
} from '../../tests/pool.ts'

const set = (data: object) => admin('SetGame', { gameId: 1, reason: 'The scoreboard is down', ...data })
const close = (week = 1) => admin('CloseWeek', { weekId: week, reason: 'Storm' })
const two = [sync(1, game('BUF-MIA'), game('KC-LAC')), pick(1, 'BUF')] as const
const open = given(...pool, ...two)
const locked = open.and(timer(LOCK_1))
const resultsOf = (history: Specification) => weekResults(history.state(), history.state().rounds.get(weekId(1))!)
const firstGame = (history: Specification, week = 1) => history.state().schedule.get(scheduleWeekId(week))!.games[0]!
const standing = (history: Specification, id = 1) => {
  const state = history.state()
  return entryStanding(state, state.entries.get(entryId(id))!, seasonResults(state, mainContest(2025))).status
}
const late = (...steps: readonly Parameters<typeof at>[1][]) => steps.map((step) => at(AFTER_1, step))

describe('SetGame', () => {
  it('ends a game whose scoreboard is down, so that the loser is out and the week goes on', () => {
    const played = locked.and(...late(set({ status: 'final', homeScore: 10, awayScore: 17 })))
    expect(standing(played)).toBe('out')
    expect(firstGame(played)).toMatchObject({ status: 'final', homeScore: 10, awayScore: 17, byHand: { status: 'scheduled' } })
    locked
      .when(at(AFTER_1, set({ homeScore: 7, awayScore: 0 })))
      .thenEvents(['GameScored', { homeScore: 7, awayScore: 0, origin: 'hand' }])
  })
  it('never settles a game before the lock, so that a score by hand reveals no pick', () => {
    const early = open.and(set({ status: 'final', homeScore: 10, awayScore: 17 }))
    expect(standing(early)).toBe('alive')
    expect([...resultsOf(early).results]).toEqual([])
    expect(standing(early.and(timer(LOCK_1)))).toBe('out')
  })
  it('stands until an admin returns the game, whatever the scoreboard says meanwhile', () => {
    const byHand = locked.and(...late(set({ status: 'final', homeScore: 10, awayScore: 17 })))
    byHand.when(at(AFTER_1, sync(1, final('BUF-MIA', 30, 0), game('KC-LAC')))).thenNoEvents()
    const returned = byHand.and(at(AFTER_1, admin('ReturnGame', { gameId: 1 })))
    expect(firstGame(returned)).toMatchObject({ status: 'scheduled', homeScore: null })
    expect(firstGame(returned).byHand).toBeUndefined()
    expect(standing(returned.and(at(AFTER_1, sync(1, final('BUF-MIA', 30, 0), game('KC-LAC')))))).toBe('alive')
    returned.when(at(AFTER_1, admin('ReturnGame', { gameId: 1 }))).thenNoEvents()
  })
  it('stands also where it says the same as the scoreboard, which may say something else later', () => {
    const confirmed = locked.and(
      at(AFTER_1, sync(1, final('BUF-MIA', 20, 3), game('KC-LAC'))),
      ...late(set({ status: 'final', homeScore: 20, awayScore: 3 })),
    )
    expect(firstGame(confirmed).byHand).toMatchObject({ status: 'final', homeScore: 20 })
    confirmed.when(at(AFTER_1, sync(1, final('BUF-MIA', 0, 3), game('KC-LAC')))).thenNoEvents()
    locked
      .when(at(AFTER_1, set({ status: 'scheduled' })))
      .thenEvents(['GameStatusChanged', { status: 'scheduled', origin: 'hand' }])
    const playing = locked.and(at(AFTER_1, sync(1, game('BUF-MIA', { status: 'in_progress', homeScore: 0, awayScore: 3 }))))
    playing
      .when(at(AFTER_1, set({ homeScore: 0, awayScore: 3 })))
      .thenEvents(['GameScored', { homeScore: 0, awayScore: 3, origin: 'hand' }])
  })
  it('keeps each score with its team when the scoreboard swaps the sides of the game', () => {
    const swapped = (status: string) =>
      at(AFTER_1, sync(1, game('MIA-BUF', { espnId: 'B', status, homeScore: 10, awayScore: 20 }), game('KC-LAC')))
    const byHand = locked.and(...late(set({ status: 'final', homeScore: 20, awayScore: 10 })))
    expect(firstGame(byHand.and(swapped('in_progress')))).toMatchObject({
      home: 'BUF',
      away: 'MIA',
      homeScore: 20,
      awayScore: 10,
    })
    expect(standing(byHand.and(swapped('final')))).toBe('alive')
    const playing = at(AFTER_1, sync(1, game('BUF-MIA', { status: 'in_progress', homeScore: 20, awayScore: 10 }), game('KC-LAC')))
    const allFinal = locked.and(playing, ...late(admin('FinalizeScores', { weekId: 1 })))
    expect(standing(allFinal.and(swapped('in_progress')))).toBe('alive')
    expect(firstGame(allFinal.and(swapped('final')))).toMatchObject({ home: 'MIA', away: 'BUF', homeScore: 10, awayScore: 20 })
  })
  it('counts for nobody in a week that has reopened, also when a game returns to what an admin had set to final', () => {
    const lost = locked.and(
      at(AFTER_1, sync(1, final('BUF-MIA', 10, 17), game('KC-LAC'))),
      ...late(admin('FinalizeScores', { weekId: 1 }), set({ homeScore: 0, awayScore: 3 })),
    )
    const reopened = lost.and(...late(admin('SetLockTime', { weekId: 1, lockTime: time(LOCK_2) })))
    expect([standing(lost), standing(reopened)]).toEqual(['out', 'alive'])
    const returned = reopened.and(...late(admin('ReturnGame', { gameId: 1 })))
    expect(firstGame(returned)).toMatchObject({ homeScore: 10, awayScore: 17 })
    expect(standing(returned)).toBe('alive')
    expect(standing(returned.and(timer(LOCK_2)))).toBe('out')
  })
  it('corrects a final score, which brings the entry back', () => {
    const lost = locked.and(at(AFTER_1, sync(1, final('BUF-MIA', 10, 17), game('KC-LAC'))))
    expect(standing(lost)).toBe('out')
    lost
      .when(at(AFTER_1, set({ homeScore: 20 })))
      .thenEvents(['ScoreCorrected', { homeScore: 20, awayScore: 17, origin: 'hand' }])
    expect(standing(lost.and(...late(set({ homeScore: 20 }))))).toBe('alive')
  })
  it('changes nothing for the same word again, and refuses a game that does not exist or has one score', () => {
    expect.hasAssertions()
    locked
      .and(...late(set({ status: 'postponed' })))
      .when(at(AFTER_1, set({ status: 'postponed' })))
      .thenNoEvents()
    locked.when(at(AFTER_1, set({ homeScore: 3 }))).thenRejected('score_required')
    locked.when(at(AFTER_1, set({ status: 'final' }))).thenRejected('score_required')
    locked.when(at(AFTER_1, set({ gameId: 99, status: 'postponed' }))).thenRejected('game_not_found')
    locked.when(at(AFTER_1, set({ status: 'postponed', reason: '' }))).thenRejected('reason_required')
    open
      .when(member('SetGame', { gameId: 1, status: 'final', homeScore: 1, awayScore: 0, reason: 'mine' }))
      .thenRejected('forbidden')
    open.when(member('ReturnGame', { gameId: 1 })).thenRejected('forbidden')
    open.when(member('CloseWeek', { weekId: 1, reason: 'mine' })).thenRejected('forbidden')
  })
  it('can be taken back, the first time to what the scoreboard said, then to what was set before', () => {
    const undo = at(AFTER_1, admin('UndoAction', { nonce: '00'.repeat(32) }))
    const once = locked.and(...late(set({ status: 'final', homeScore: 10, awayScore: 17 })))
    expect(firstGame(once.and(undo))).toEqual(firstGame(locked))
    const twice = once.and(...late(set({ homeScore: 20 })))
    expect(firstGame(twice.and(undo))).toMatchObject({ homeScore: 10, awayScore: 17, byHand: { status: 'scheduled' } })
    expect(standing(twice.and(undo))).toBe('out')
  })
  it('can be taken back after the scoreboard repeated what could not be read', () => {
    const odd = { status: 'in_progress', awayScore: 3, unread: [{ what: 'home_score', value: '"?"' }] } as Partial<FeedRow>
    const answer = at(AFTER_1, sync(1, game('BUF-MIA', odd), game('KC-LAC')))
    const unread = locked.and(answer)
    const repeated = unread.and(...late(set({ status: 'final', homeScore: 10, awayScore: 17 })), answer)
    const undo = at(AFTER_1, admin('UndoAction', { nonce: '00'.repeat(32) }))
    repeated.when(undo).thenAccepted()
    expect(firstGame(repeated.and(undo))).toEqual(firstGame(unread))
  })
  it('is what the scoreboard says again once it is returned, also if all games were set to final meanwhile', () => {
    const played = locked.and(at(AFTER_1, sync(1, final('BUF-MIA', 20, 10), final('KC-LAC', 20, 10))))
    const byHand = played.and(...late(set({ homeScore: 9 })), ...late(admin('FinalizeScores', { weekId: 1 })))
    const returned = byHand.and(...late(admin('ReturnGame', { gameId: 1 })))
    expect(firstGame(returned)).toEqual(firstGame(played))
    const resumed = returned.and(at(AFTER_1, sync(1, game('BUF-MIA', { status: 'in_progress', homeScore: 20, awayScore: 10 }))))
    expect(firstGame(resumed)).toMatchObject({ status: 'in_progress' })
  })
})

describe('a game that moves to a week that the pool does not have (docs/rules.md §4.11)', () => {
  const rest = game('KC-LAC')
  const withoutIt = sync(1, rest)
  const move = set({ status: 'moved' })
  const back = admin('ReturnGame', { gameId: 1 })
  const later = sync(3, game('BUF-MIA', { kickoff: '2025-11-16T18:00:00.000Z' }))
  const week11 = [addWeek(2025, 11), later] as const

  it('is no game of its week any more, and its pickers are told to choose again', () => {
    const moved = open.and(withoutIt, move)
    open
      .and(withoutIt)
      .when(move)
      .thenEvents(['GameStatusChanged', { gameId: 1, status: 'postponed', phase: 'moved', origin: 'hand' }])
    expect(voidPlansIn(moved.state(), mainContest(2025)).map(({ entry }) => entry.id)).toEqual([1])
    moved.when(pick(1, 'MIA', 1)).thenRejected('team_on_bye', { team: 'MIA' })
    moved.when(timer(LOCK_1)).thenEvents(['PickCleared', { entryId: 1, weekId: 1, usedIn: 1 }], ['WeekLocked', { picks: 0 }])
    moved
      .and(pick(1, 'KC'))
      .when(timer(LOCK_1))
      .thenEvents(['WeekLocked', { picks: 1 }])
  })
  it('leaves its teams free for the week in which it is played', () => {
    const moved = open.and(withoutIt, move)
    expect(firstGame(moved)).toMatchObject({ phase: 'moved' })
    moved
      .and(pick(1, 'KC'), ...week11)
      .when(pick(3, 'BUF'))
      .thenAccepted()
    moved
      .and(timer(LOCK_1), ...week11)
      .when(at(AFTER_1, pick(3, 'BUF')))
      .thenAccepted()
  })
  it('costs its pickers nothing after the lock, and its week is complete without it', () => {
    const strictMoved = given(
      ...pool,
      admin('ChangeRules', { rules: { missedPick: 'eliminated', cancelledGame: 'loss' } }),
      ...two,
    )
    const moved = strictMoved.and(timer(LOCK_1), ...late(move, sync(1, final('KC-LAC', 20, 10))))
    expect([standing(moved), standing(moved, 2), resultsOf(moved).complete]).toEqual(['alive', 'out', true])
    moved.when(at(AFTER_1, close())).thenRejected('nothing_to_close')
  })
  it('is the same game when the week is added that plays it, whichever id it has there', () => {
    const moved = locked.and(...late(move))
    for (const espnId of ['BUF-MIA', 'B']) {
      const listed = sync(3, game('BUF-MIA', { espnId, kickoff: '2025-11-16T18:00:00.000Z' }))
      moved
        .and(addWeek(2025, 11))
        .when(at(AFTER_1, listed))
        .thenEvents(['GamesSynced', { weekId: 3 }], ['GameMoved', { weekId: 1, gameId: 1, toWeekId: 3 }])
      const known = moved.and(addWeek(2025, 11), at(AFTER_1, listed))
      expect(firstGame(known)).toMatchObject({ phase: 'moved' })
      expect(firstGame(known).byHand).toBeUndefined()
      known.when(at(AFTER_1, back)).thenRejected('game_not_found')
      expect(resultsOf(known.and(at(AFTER_1, sync(1, final('KC-LAC', 20, 10))))).complete).toBe(true)
    }
  })
  it('is the same game as all listings of it that no longer count', () => {
    const fresh = given(...pool, sync(1, game('BUF-MIA', { espnId: 'A' })), addWeek(2025, 3))
    const twice = fresh.and(
      sync(2, game('BUF-MIA', { espnId: 'B' })),
      set({ status: 'moved' }),
      set({ gameId: 2, status: 'postponed' }),
    )
    for (const espnId of ['A', 'B', 'C']) {
      const known = twice.and(sync(3, game('BUF-MIA', { espnId })))
      expect([firstGame(known), firstGame(known, 2)]).toMatchObject([{ phase: 'moved' }, { phase: 'moved' }])
    }
  })
  it('is a game of its new week also if that lists it as postponed', () => {
    const moved = locked.and(...late(move), addWeek(2025, 11))
    expect(firstGame(moved)).toMatchObject({ phase: 'moved' })
    moved
      .when(at(AFTER_1, sync(3, game('BUF-MIA', { status: 'postponed' }))))
      .thenEvents(
        ['GamesSynced', { weekId: 3 }],
        ['GameStatusChanged', { weekId: 3, status: 'postponed' }],
        ['GameMoved', { gameId: 1 }],
      )
  })
  it('stays moved until it is returned, and the desk can say that its week has it again', () => {
    const moved = open.and(withoutIt, move, sync(1, game('BUF-MIA', { kickoff: '2025-09-08T00:00:00.000Z' }), rest))
    expect(firstGame(moved)).toMatchObject({ phase: 'moved', unread: [{ what: 'held_back', value: 'scheduled' }] })
    moved
      .and(back, sync(1, game('BUF-MIA'), rest))
      .when(timer(LOCK_1))
      .thenEvents(['WeekLocked', { picks: 1 }])
    expect(firstGame(moved.and(back)).phase).toBeUndefined()
    expect(firstGame(moved.and(withoutIt)).unread).toBeDefined()
    expect(firstGame(moved.and(sync(1, game('BUF-MIA', { status: 'postponed' }), rest))).unread).toBeUndefined()
  })
  it('can be postponed by hand instead, and each of the two can be taken back', () => {
    const undo = admin('UndoAction', { nonce: '00'.repeat(32) })
    expect(firstGame(open.and(move, undo))).toMatchObject({ status: 'scheduled' })
    const postponed = open.and(move, set({ status: 'postponed' }))
    expect(firstGame(postponed).phase).toBeUndefined()
    expect(firstGame(postponed.and(undo))).toMatchObject({ status: 'postponed', phase: 'moved', byHand: { status: 'scheduled' } })
    open.and(move).when(move).thenNoEvents()
    open.when(set({ status: 'moved', reason: '' })).thenRejected('reason_required')
  })
})

describe('CloseWeek', () => {
  const called = (status: 'postponed' | 'cancelled') =>
    locked.and(at(AFTER_1, sync(1, game('BUF-MIA', { status }), final('KC-LAC', 20, 10))))
  const rule = admin('ChangeRules', { rules: { cancelledGame: 'loss' } as never })
  const strict = given(...pool, rule, ...two, timer(LOCK_1)).and(
    at(AFTER_1, sync(1, game('BUF-MIA', { status: 'cancelled' }), final('KC-LAC', 20, 10))),
  )

  it.each(['postponed', 'cancelled'] as const)('completes a week whose last game is %s, and its picks survive', (status) => {
    const before = called(status)
    expect(resultsOf(before).complete).toBe(false)
    before.when(at(AFTER_1, close())).thenEvents(['WeekClosed', { weekId: 1, gameIds: [1], picks: 'survive' }])
    const after = before.and(...late(close()))
    expect(resultsOf(after).complete).toBe(true)
    expect(standing(after)).toBe('alive')
  })
  it('counts the picks of a cancelled game as lost under the rule, and only once the week is closed', () => {
    expect(standing(strict)).toBe('alive')
    expect(standing(strict.and(...late(close())))).toBe('out')
  })
  it('counts a result that comes later, and keeps the week closed while there is none', () => {
    const closed = strict.and(...late(close()))
    closed.when(at(AFTER_1, sync(1, game('BUF-MIA', { status: 'postponed' }), final('KC-LAC', 20, 10)))).thenNoEvents()
    const rescheduled = closed.and(at(AFTER_1, sync(1, game('BUF-MIA', { kickoff: '2025-09-10T17:00:00.000Z' }))))
    expect([standing(rescheduled), resultsOf(rescheduled).complete]).toEqual(['out', true])
    const played = rescheduled.and(at(AFTER_1, sync(1, final('BUF-MIA', 20, 10))))
    expect([standing(played), resultsOf(played).complete]).toEqual(['alive', true])
  })
  it('waits for games that are still played, for the lock, and for a game that is called off', () => {
    expect.hasAssertions()
    locked.when(at(AFTER_1, close())).thenRejected('games_not_over', { games: 'MIA at BUF, LAC at KC' })
    open.when(close()).thenRejected('close_open_week')
    const over = locked.and(at(AFTER_1, sync(1, final('BUF-MIA', 20, 10), final('KC-LAC', 20, 10))))
    over.when(at(AFTER_1, close())).thenRejected('nothing_to_close')
    called('postponed')
      .and(...late(close()))
      .when(at(AFTER_1, close()))
      .thenRejected('nothing_to_close')
    called('postponed')
      .when(at(AFTER_1, admin('CloseWeek', { weekId: 1, reason: '' })))
      .thenRejected('reason_required')
  })
  it('can be taken back, and waits for the next lock when the week reopens', () => {
    const closed = strict.and(...late(close()))
    const undone = closed.and(at(AFTER_1, admin('UndoAction', { nonce: '00'.repeat(32) })))
    expect([standing(undone), resultsOf(undone).complete]).toEqual(['alive', false])
    const reopened = closed.and(at(AFTER_1, admin('SetLockTime', { weekId: 1, lockTime: LOCK_2 })))
    expect([standing(reopened), resultsOf(reopened).complete]).toEqual(['alive', false])
    const again = reopened.and(timer(AFTER_2))
    expect([standing(again), resultsOf(again).complete]).toEqual(['out', true])
  })
  it('decides the season when the others have lost', () => {
    const state = strict.and(...late(close())).state()
    expect(seasonOutcome(state, seasonResults(state, mainContest(2025)))).toMatchObject({ status: 'finished', champions: [2] })
  })
})
