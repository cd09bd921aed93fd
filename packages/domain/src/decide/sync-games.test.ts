import { describe, expect, it } from 'vitest'
import {
  mainContest,
  entryStanding,
  forkPool,
  type Game,
  isWeekComplete,
  type PoolState,
  runCommand,
  scheduleWeekId,
  seasonResults,
  voidPlansIn,
  weekId,
} from '../index.ts'
import { hashing } from '../../tests/hashing.ts'
import { addWeek, AFTER_1, type FeedRow, final, game, LOCK_1, override, pick, pool, sync, timer } from '../../tests/pool.ts'
import { admin, at, by, type CommandStep, given, type HistoryItem, OTHER, system, user } from '../../tests/specification.ts'

const weekOf = (state: PoolState, id = 1) => state.rounds.get(weekId(id))!
const gamesOf = (history: readonly HistoryItem[], id = 1): readonly Game[] =>
  given(...history)
    .state()
    .schedule.get(scheduleWeekId(id))!.games
const isComplete = (history: readonly HistoryItem[], id = 1) => {
  const state = given(...history).state()
  return isWeekComplete(state, weekOf(state, id))
}
const isOut = (history: readonly HistoryItem[], name: string) => {
  const state = given(...history).state()
  const entry = [...state.entries.values()].find((other) => other.name === name)!
  return entryStanding(state, entry, seasonResults(state, mainContest(2025))).status === 'out'
}
const unread = (what: string, value = '"?"') => ({ unread: [{ what, value }] }) as Partial<FeedRow>
const tuesday = '2025-09-09T23:00:00.000Z'
const kickoffLock = admin('ChangeRules', { rules: { teamLock: 'kickoff', missedPick: 'eliminated' } })

describe('a game under another id (docs/rules.md §4.11)', () => {
  const postponed = game('PIT-BAL', { espnId: 'A', status: 'postponed' })
  it('is the same game: its week becomes complete although the older listing stays postponed', () => {
    const both = [...pool, sync(1, game('PIT-BAL', { espnId: 'A' })), timer(LOCK_1), sync(1, postponed)]
    const played = final('PIT-BAL', 20, 10, { espnId: 'B', kickoff: tuesday })
    for (const answer of [
      [postponed, played],
      [played, postponed],
    ]) {
      const history = [...both, at(AFTER_1, sync(1, ...answer))]
      expect(gamesOf(history)).toMatchObject([{ espnId: 'B', status: 'final', homeScore: 20 }])
      expect(isComplete(history)).toBe(true)
    }
  })
  it('can be picked until its new kickoff, and the old kickoff locks nobody', () => {
    const sunday = game('PIT-BAL', { espnId: 'A', kickoff: '2025-09-04T17:00:00.000Z' })
    const moved = [
      ...pool,
      kickoffLock,
      sync(1, sunday, game('BUF-MIA')),
      sync(1, game('BUF-MIA'), game('PIT-BAL', { espnId: 'B' })),
    ]
    expect(gamesOf(moved).filter(({ home }) => home === 'PIT')).toMatchObject([{ espnId: 'B', status: 'scheduled' }])
    given(...moved)
      .when(at('2025-09-05T12:00:00Z', pick(1, 'BAL')))
      .thenAccepted()
  })
  it('keeps the score of each team when home and away are swapped', () => {
    const swapped = [
      ...pool,
      sync(1, game('PIT-BAL')),
      pick(1, 'BAL'),
      timer(LOCK_1),
      sync(1, final('BAL-PIT', 20, 10, { espnId: 'B' })),
    ]
    expect(gamesOf(swapped)).toMatchObject([{ home: 'BAL', homeScore: 20, away: 'PIT', awayScore: 10 }])
    expect(isOut(swapped, 'One')).toBe(false)
  })
  it('replaces a second row that an older version of the pool kept, and nothing that somebody picked', () => {
    given(...pool, sync(1, game('PIT-BAL', { espnId: 'A' })))
      .when(sync(1, game('PIT-BAL', { espnId: 'B' })))
      .thenEvents(['GamesSynced', { games: [{ gameId: 1, espnId: 'B', earlierEspnId: 'A' }] }])
  })
  it('stays the scheduled game when a second listing of it is cancelled', () => {
    const history = [...pool, sync(1, game('PIT-BAL', { espnId: 'A' }), game('PIT-BAL', { espnId: 'B', status: 'cancelled' }))]
    expect(gamesOf(history)).toMatchObject([{ espnId: 'A', status: 'scheduled' }])
  })
})

describe('a game in another week (docs/rules.md §4.11)', () => {
  const first = [...pool, sync(1, game('PIT-BAL', { espnId: 'A' }), game('BUF-MIA'))]
  const toWeek2 = sync(2, game('PIT-BAL', { espnId: 'A', kickoff: '2025-09-14T17:00:00.000Z' }))
  it('leaves its old week, which becomes complete without it, and plays in the new one', () => {
    given(...first)
      .when(toWeek2)
      .thenEvents(['GamesSynced', { weekId: 2 }], ['GameMoved', { weekId: 1, gameId: 1, toWeekId: 2 }])
    const history = [...first, toWeek2, timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 20, 10)))]
    expect(isComplete(history)).toBe(true)
    expect(gamesOf(history, 2)).toMatchObject([{ home: 'PIT', status: 'scheduled' }])
  })
  it('no longer plays in its old week: its teams cannot be picked there', () => {
    given(...first, toWeek2)
      .when(pick(1, 'BAL'))
      .thenRejected('team_on_bye')
    given(...first, toWeek2)
      .when(pick(2, 'BAL'))
      .thenAccepted()
  })
  it('voids the hidden picks of its teams at the lock of the week that it left, unless they were changed', () => {
    const history = [...first, pick(1, 'BAL'), toWeek2]
    given(...history)
      .when(timer(LOCK_1))
      .thenEvents(['PickCleared', { entryId: 1, weekId: 1, usedIn: 1 }], ['WeekLocked', { weekId: 1, picks: 0, missed: [1, 2] }])
    given(...history, pick(1, 'BUF'))
      .when(timer(LOCK_1))
      .thenEvents(['WeekLocked', { picks: 1, missed: [2] }])
    given(...history, sync(1, game('PIT-BAL', { espnId: 'A' })))
      .when(timer(LOCK_1))
      .thenEvents(['WeekLocked', { picks: 1 }])
  })
  it('voids them in the order of the entries on a fork', () => {
    const history = [...first, pick(1, 'BAL'), by(user(OTHER), pick(1, 'PIT', 2)), toWeek2]
    const fork = forkPool(given(...history).state())
    const send = ({ command, by: actor, at: now }: CommandStep) => runCommand(fork, { command, actor }, now, hashing).recorded
    send(admin('AmendEntry', { entryId: 1, name: 'Uno' }))
    expect(send(timer(LOCK_1)).map(({ data }) => data)).toMatchObject([{ entryId: 1 }, { entryId: 2 }, { weekId: 1 }])
  })
  it('voids no pick of a week that had locked before the game moved, when the week locks again', () => {
    const reopened = [
      timer(LOCK_1),
      toWeek2,
      at(LOCK_1, admin('SetLockTime', { weekId: 1, lockTime: '2025-09-08T16:00:00.000Z' })),
    ]
    given(...first, pick(1, 'BAL'), ...reopened)
      .when(timer('2025-09-08T16:00:00Z'))
      .thenEvents(['WeekLocked', { picks: 1, missed: [2] }])
  })
  it('rejects its teams there, also for who had picked one of them', () => {
    given(...first, pick(1, 'BAL'), toWeek2)
      .when(pick(1, 'BAL'))
      .thenRejected('team_on_bye', { team: 'BAL' })
  })
  it('tells only the owners of such picks, until another team or the game is there again', () => {
    const voided = (...more: readonly HistoryItem[]) =>
      voidPlansIn(given(...first, pick(1, 'BAL'), toWeek2, ...more).state(), mainContest(2025)).map(({ entry, week, usedIn }) => [
        entry.id,
        week.id,
        usedIn.id,
      ])
    expect(voided()).toEqual([[1, 1, 1]])
    expect(voided(pick(1, 'BUF'))).toEqual([])
    expect(voided(sync(1, game('PIT-BAL', { espnId: 'A' })))).toEqual([])
    expect(voided(timer(LOCK_1))).toEqual([])
  })
  it('costs nobody who had picked it when it moved after the lock', () => {
    const history = [
      ...first,
      kickoffLock,
      pick(1, 'BAL'),
      override(2, 1, 'BUF'),
      timer(LOCK_1),
      toWeek2,
      at(AFTER_1, sync(1, final('BUF-MIA', 20, 10))),
    ]
    expect(isComplete(history)).toBe(true)
    expect(isOut(history, 'One')).toBe(false)
  })
  it('returns when its old week lists it again', () => {
    const back = [...first, toWeek2, sync(1, game('PIT-BAL', { espnId: 'A' }))]
    expect(gamesOf(back)[0]).toMatchObject({ espnId: 'A', status: 'scheduled' })
    expect(gamesOf(back)[0]?.phase).toBeUndefined()
    expect(gamesOf(back, 2)[0]?.phase).toBe('moved')
  })
  it('stays where it is when the other week calls it off', () => {
    given(...first)
      .when(sync(2, game('PIT-BAL', { espnId: 'A', status: 'postponed' })))
      .thenNoEvents()
  })
  it('stays in the week in which it was played, and the answer is named', () => {
    const played = [...first, timer(LOCK_1), sync(1, final('PIT-BAL', 20, 10, { espnId: 'A' }))]
    given(...played)
      .when(toWeek2)
      .thenNoEvents()
      .thenReply({ created: 0, updated: 0, total: 0, unread: [{ espnId: 'A', what: 'held_back', value: 'scheduled' }] })
  })
  it('is another game in another season', () => {
    given(...first, addWeek(2026, 1))
      .when(sync(3, game('PIT-BAL', { espnId: 'A', kickoff: '2026-09-13T17:00:00.000Z' })))
      .thenEvents(['GamesSynced', { weekId: 3 }])
  })
})

describe('a team that the scoreboard does not name', () => {
  const semifinal = [...pool, sync(1, game('KC-TBD'), game('BUF-MIA'))]
  it('does not keep its opponent from being picked', () => {
    given(...semifinal)
      .when(pick(1, 'KC'))
      .thenAccepted()
  })
  it('may be any team without a game, which is on no bye and cannot be picked yet', () => {
    given(...semifinal)
      .when(pick(1, 'DEN'))
      .thenRejected('opponent_unknown', { team: 'DEN' })
    given(...pool, sync(1, game('KC-TBD', unread('away_team')), game('BUF-MIA')))
      .when(pick(1, 'DEN'))
      .thenRejected('game_unread', { team: 'DEN' })
  })
  it('decides nothing and keeps the week open, even if the game is final', () => {
    const history = [...semifinal, pick(1, 'KC'), timer(LOCK_1), sync(1, final('KC-TBD', 3, 20), final('BUF-MIA', 20, 10))]
    expect(isComplete(history)).toBe(false)
    expect(isOut(history, 'One')).toBe(false)
  })
  it('is replaced when the scoreboard names it, under the same id or another', () => {
    for (const espnId of ['KC-TBD', 'B']) {
      const named = [...semifinal, timer(LOCK_1), sync(1, final('KC-DEN', 3, 20, { espnId }), final('BUF-MIA', 20, 10))]
      expect(isComplete(named)).toBe(true)
    }
  })
  it('stays the team that was known there before', () => {
    const week9 = [...pool, sync(1, game('KC-DEN', { espnId: 'A' })), pick(1, 'DEN'), timer(LOCK_1)]
    const renamed = sync(1, final('KC-TBD', 3, 20, { espnId: 'A', ...unread('away_team', '"DNV"') }))
    expect(gamesOf([...week9, renamed])).toMatchObject([{ home: 'KC', away: 'DEN', awayScore: 20 }])
    const swapped = sync(1, final('TBD-KC', 20, 3, { espnId: 'A', ...unread('home_team', '"DNV"') }))
    expect(gamesOf([...week9, swapped])).toMatchObject([{ home: 'DEN', homeScore: 20, away: 'KC' }])
  })
})

describe('what cannot be read (docs/rules.md §4.10)', () => {
  const locked = [...pool, kickoffLock, sync(1, game('BUF-MIA'), game('KC-DEN')), pick(1, 'MIA'), timer(LOCK_1)]
  const kcWon = final('KC-DEN', 20, 10)
  it('keeps the week from completing, so that nobody is out for a missed pick', () => {
    const history = [
      ...locked,
      at(
        AFTER_1,
        sync(
          1,
          game('BUF-MIA', { status: 'in_progress', phase: 'undecided', ...unread('home_score') } as Partial<FeedRow>),
          kcWon,
        ),
      ),
    ]
    expect(isComplete(history)).toBe(false)
    expect(isOut(history, 'Two')).toBe(false)
  })
  it('never takes a result back, but keeps a week that was open from completing', () => {
    const settled = [...locked, at(AFTER_1, sync(1, final('BUF-MIA', 20, 10)))]
    const garbled = at(
      AFTER_1,
      sync(1, game('BUF-MIA', { status: 'in_progress', phase: 'undecided', ...unread('home_score') } as Partial<FeedRow>), kcWon),
    )
    expect(isOut([...settled, garbled], 'One')).toBe(true)
    expect(isComplete([...settled, garbled])).toBe(false)
    expect(isComplete([...settled, garbled, at(AFTER_1, sync(1, final('BUF-MIA', 20, 10), kcWon))])).toBe(true)
  })
  it('leaves a complete week complete', () => {
    const complete = [...locked, at(AFTER_1, sync(1, final('BUF-MIA', 20, 10), kcWon))]
    expect(isComplete([...complete, at(AFTER_1, sync(1, game('BUF-MIA', unread('status')), kcWon))])).toBe(true)
  })
  it('is no longer said once everything was read', () => {
    const history = [...pool, sync(1, game('BUF-MIA', unread('kickoff'))), sync(1, game('BUF-MIA'))]
    expect(gamesOf(history)[0]?.unread).toBeUndefined()
  })
  it('keeps the kickoff that was known', () => {
    const history = [...pool, sync(1, game('BUF-MIA')), sync(1, game('BUF-MIA', { kickoffKnown: false, ...unread('kickoff') }))]
    expect(gamesOf(history)).toMatchObject([{ kickoff: '2025-09-07T17:00:00.000Z', kickoffKnown: true }])
  })
  it('recognizes a game without an id by its teams', () => {
    const history = [
      ...pool,
      sync(1, game('BUF-MIA', { espnId: 'A' })),
      sync(1, game('BUF-MIA', { espnId: 'event-1', ...unread('id') })),
    ]
    expect(gamesOf(history)).toMatchObject([{ espnId: 'A' }])
    expect(gamesOf(history)).toHaveLength(1)
  })
  it('does not leave an event behind that was nothing but unreadable', () => {
    const garbage = game('TBD-TBD', { espnId: 'event-3', kickoffKnown: false, ...unread('event') })
    const history = [...locked, sync(1, kcWon, final('BUF-MIA', 20, 10), garbage)]
    expect(isComplete(history)).toBe(false)
    expect(isComplete([...history, sync(1, kcWon, final('BUF-MIA', 20, 10))])).toBe(true)
  })
})

describe('after a final result (docs/rules.md §4.9)', () => {
  const played = [
    ...pool,
    sync(1, game('BUF-MIA')),
    pick(1, 'MIA'),
    timer(LOCK_1),
    at(AFTER_1, sync(1, final('BUF-MIA', 20, 10))),
  ]
  it('"scheduled" is held back: nobody comes back, and the desk says so', () => {
    const answer = at(AFTER_1, sync(1, game('BUF-MIA', { kickoff: '2025-09-10T17:00:00.000Z' })))
    given(...played)
      .when(answer)
      .thenEvents(['UnreadGamesChanged', { games: [{ gameId: 1, unread: [{ what: 'held_back', value: 'scheduled' }] }] }])
    expect(isOut([...played, answer], 'One')).toBe(true)
  })
  it.each([
    ['another score', final('BUF-MIA', 10, 20), 'corrected'],
    ['in progress', game('BUF-MIA', { status: 'in_progress', homeScore: 20, awayScore: 10 }), undefined],
    ['cancelled', game('BUF-MIA', { status: 'cancelled' }), undefined],
    ['postponed', game('BUF-MIA', { status: 'postponed' }), undefined],
    ['undecided', game('BUF-MIA', { status: 'in_progress', phase: 'undecided' } as Partial<FeedRow>), 'undecided'],
  ])('%s is a change, and the picks of the loser are back', (_what, answer, phase) => {
    const history = [...played, at(AFTER_1, sync(1, answer))]
    expect(isOut(history, 'One')).toBe(false)
    expect(gamesOf(history)[0]?.phase).toBe(phase)
  })
})

describe('a final answer that takes points away (docs/rules.md §4.9)', () => {
  const answer = (...rows: readonly FeedRow[]) => at(AFTER_1, sync(1, ...rows))
  const before = [...pool, sync(1, game('BUF-MIA')), pick(1, 'MIA'), override(2, 1, 'BUF'), timer(LOCK_1)]
  const played = [...before, answer(final('BUF-MIA', 20, 23))]
  const standings = (history: readonly HistoryItem[]) => [isOut(history, 'One'), isOut(history, 'Two')]
  /** The history with an answer of which the result is held back. */
  const held = (row: FeedRow, since: readonly HistoryItem[] = []) => {
    const history = [...played, ...since, answer(row)]
    expect(gamesOf(history)).toMatchObject([{ unread: [{ what: 'held_back' }] }])
    return history
  }

  it('is held back: 0–0 after 20–23 puts nobody out, and the desk can say what the scoreboard says', () => {
    const zero = held(final('BUF-MIA', 0, 0))
    expect(standings(zero)).toEqual([false, true])
    expect(gamesOf(zero)).toMatchObject([
      { homeScore: 20, awayScore: 23, unread: [{ what: 'held_back', value: 'final, MIA 0–0 BUF' }] },
    ])
  })
  it.each([
    ['fewer points of both', final('BUF-MIA', 10, 13)],
    ['fewer points of both, after which the other team would have won', final('BUF-MIA', 13, 10)],
    ['a missing score', final('BUF-MIA', 20, null)],
    ['no scores', final('BUF-MIA', null, null)],
    ['0–0 under another id', final('BUF-MIA', 0, 0, { espnId: 'B' })],
    ['0–0 with swapped sides', final('MIA-BUF', 0, 0)],
    ['fewer points with swapped sides', final('MIA-BUF', 22, 19)],
  ])('is held back: %s', (_what, row) => {
    expect(standings(held(row))).toEqual([false, true])
  })
  it.each([
    ['one team has fewer points', final('BUF-MIA', 20, 17), [true, false]],
    ['one team has no points any more', final('BUF-MIA', 20, 0), [true, false]],
    ['one team has more', final('BUF-MIA', 24, 10), [true, false]],
    ['nothing changes but the sides', final('MIA-BUF', 23, 20), [false, true]],
  ])('is a correction if %s', (_what, row, expected) => {
    expect(standings([...played, answer(row)])).toEqual(expected)
  })
  it('takes a result back from a team that had no points, if the other one has fewer', () => {
    const shutOut = [...before, answer(final('BUF-MIA', 0, 23))]
    expect(standings([...shutOut, answer(final('BUF-MIA', 0, 20))])).toEqual([false, true])
    expect(gamesOf([...shutOut, answer(final('BUF-MIA', 0, 20))])).toMatchObject([{ awayScore: 23 }])
    expect(gamesOf([...shutOut, answer(final('BUF-MIA', 7, 23))])).toMatchObject([{ homeScore: 7 }])
  })
  it('stays held back however often the scoreboard says it, and keeps the week open that it would complete', () => {
    const insisted = [...held(final('BUF-MIA', 0, 0)), ...[1, 2, 3].map(() => answer(final('BUF-MIA', 0, 0)))]
    expect(standings(insisted)).toEqual([false, true])
    const [one, two] = [final('KC-DEN', 20, 10), game('KC-DEN', { status: 'in_progress', homeScore: 20, awayScore: 10 })]
    const open = [...before, answer(final('BUF-MIA', 20, 23), two), answer(final('BUF-MIA', 0, 0), one)]
    expect(isComplete(open)).toBe(false)
    expect(isComplete([...open, answer(final('BUF-MIA', 20, 23), one)])).toBe(true)
  })
  it('is held back also after the scoreboard said that the game was being played again', () => {
    const again = answer(game('BUF-MIA', { status: 'in_progress', homeScore: 0, awayScore: 0 }))
    expect(standings([...played, again])).toEqual([false, false])
    expect(standings(held(final('BUF-MIA', 0, 0), [again]))).toEqual([false, false])
    expect(standings([...held(final('BUF-MIA', 0, 0), [again]), answer(final('BUF-MIA', 23, 26))])).toEqual([false, true])
  })
  it('is held back after Set All to Final, whose scores may be random, only if it has no points at all', () => {
    const random = [...before, answer(game('BUF-MIA', { status: 'in_progress', homeScore: 40, awayScore: 43 }))]
    const set = [...random, at(AFTER_1, admin('FinalizeScores', { weekId: 1 }))]
    expect(standings([...set, answer(final('BUF-MIA', 0, 0))])).toEqual([false, true])
    expect(standings([...set, answer(final('BUF-MIA', 20, 17))])).toEqual([true, false])
    const afterFinal = [...played, at(AFTER_1, admin('FinalizeScores', { weekId: 1 }))]
    expect(standings([...afterFinal, answer(final('BUF-MIA', 10, 7))])).toEqual([false, true])
  })
  it('counts once an admin says so, and after that until the game is returned', () => {
    const confirm = at(
      AFTER_1,
      admin('SetGame', { gameId: 1, status: 'final', homeScore: 0, awayScore: 0, reason: 'Declared void' }),
    )
    const confirmed = [...held(final('BUF-MIA', 0, 0)), confirm]
    expect(standings(confirmed)).toEqual([true, true])
    expect(gamesOf(confirmed)[0]?.unread).toBeUndefined()
    const returned = [...confirmed, at(AFTER_1, admin('ReturnGame', { gameId: 1 })), answer(final('BUF-MIA', 0, 0))]
    expect(standings(returned)).toEqual([false, true])
  })
  it('says nothing about a game that a rehearsal had made final before it was played', () => {
    const [noon, away] = ['2025-09-07T16:00:00.000Z', '2025-09-08T16:00:00.000Z']
    const early = [
      ...pool,
      sync(1, game('BUF-MIA', { kickoff: '2025-12-07T18:00:00.000Z' })),
      admin('SetLockTime', { weekId: 1, lockTime: noon }),
      timer(LOCK_1),
      sync(1, final('BUF-MIA', 30, 33, { kickoff: '2025-12-07T18:00:00.000Z' })),
      at(LOCK_1, admin('SetLockTime', { weekId: 1, lockTime: away })),
      timer(away),
    ]
    expect(gamesOf([...early, answer(final('BUF-MIA', 10, 13))])).toMatchObject([{ homeScore: 10, awayScore: 13 }])
  })
})

describe('a postponed game under another id in another week (docs/rules.md §4.11)', () => {
  const away = { espnId: 'A', status: 'postponed' } as const
  const later = { espnId: 'B', kickoff: '2025-09-14T17:00:00.000Z' } as const
  const first = [...pool, sync(1, game('PIT-BAL', { espnId: 'A' }), game('BUF-MIA')), timer(LOCK_1)]
  const postponed = sync(1, game('PIT-BAL', away), game('BUF-MIA'))
  const over = at(AFTER_1, sync(1, game('PIT-BAL', away), final('BUF-MIA', 20, 10)))

  it('is the same game, moved: its old week becomes complete without it, whichever week is asked for first', () => {
    given(...first, postponed)
      .when(sync(2, game('PIT-BAL', later)))
      .thenEvents(['GamesSynced', { weekId: 2 }], ['GameMoved', { weekId: 1, gameId: 1, toWeekId: 2 }])
    given(...first, sync(2, game('PIT-BAL', later)))
      .when(postponed)
      .thenEvents(['GameMoved', { weekId: 1, gameId: 1, toWeekId: 2 }])
    for (const history of [
      [...first, postponed, sync(2, game('PIT-BAL', later)), over],
      [...first, sync(2, game('PIT-BAL', later)), over],
    ]) {
      expect(isComplete(history)).toBe(true)
      expect(gamesOf(history, 2)).toMatchObject([{ espnId: 'B', status: 'scheduled' }])
      given(...history)
        .when(over)
        .thenNoEvents()
    }
  })
  it('costs nobody who had picked it, and their team can be picked in its new week', () => {
    const picked = [
      ...pool,
      kickoffLock,
      sync(1, game('PIT-BAL', { espnId: 'A' }), game('BUF-MIA')),
      pick(1, 'BAL'),
      override(2, 1, 'BUF'),
      timer(LOCK_1),
    ]
    const history = [...picked, postponed, sync(2, game('PIT-BAL', later)), over]
    expect(isComplete(history)).toBe(true)
    expect(isOut(history, 'One')).toBe(false)
    given(...history)
      .when(admin('OverridePick', { entryId: 2, weekId: 2, team: 'BAL' as never, nonce: 'f'.repeat(64) as never, reason: 'x' }))
      .thenAccepted()
  })
  it('is the second meeting of two division rivals if the other team hosts it', () => {
    const history = [...first, postponed, sync(2, game('BAL-PIT', later)), over]
    expect(gamesOf(history)[0]).toMatchObject({ espnId: 'A', status: 'postponed' })
    expect(gamesOf(history)[0]?.phase).toBeUndefined()
    expect(isComplete(history)).toBe(false)
    expect(gamesOf(history, 2)).toMatchObject([{ espnId: 'B', home: 'BAL' }])
  })
  it('is another game if neither listing is called off, or both are', () => {
    for (const status of ['scheduled', 'postponed'] as const) {
      const history = [
        ...first,
        sync(1, game('PIT-BAL', { espnId: 'A', status })),
        sync(2, game('PIT-BAL', { ...later, status })),
      ]
      expect(gamesOf(history)[0]).toMatchObject({ espnId: 'A', status })
      expect(gamesOf(history)[0]?.phase).toBeUndefined()
    }
  })
  it('is another game in the play-offs, where the same teams can meet at the same place again', () => {
    const history = [...first, addWeek(2025, 19), postponed, sync(3, game('PIT-BAL', later))]
    expect(gamesOf(history)[0]?.phase).toBeUndefined()
    expect(gamesOf(history, 3)).toMatchObject([{ espnId: 'B', status: 'scheduled' }])
  })
  it('stays where it was played when another week lists it again', () => {
    const history = [...first, at(AFTER_1, sync(1, final('PIT-BAL', 20, 10, { espnId: 'A' })))]
    given(...history, sync(2, game('PIT-BAL', { ...later, status: 'postponed' })))
      .when(sync(2))
      .thenNoEvents()
    expect(gamesOf([...history, sync(2, game('PIT-BAL', { ...later, status: 'postponed' }))])[0]).toMatchObject({
      status: 'final',
    })
  })
})

describe('a postponed game that another week lists, and then calls off as well', () => {
  const listed = (id: string, more: Partial<FeedRow> = {}) => game('PIT-BAL', { espnId: id, ...more })
  const postponed = at(AFTER_1, sync(1, listed('A', { status: 'postponed' }), final('BUF-MIA', 20, 10)))
  const inWeek2 = (more: Partial<FeedRow> = {}) =>
    at(AFTER_1, sync(2, listed('B', { kickoff: '2025-09-14T17:00:00.000Z', ...more })))
  const moved = [...pool, sync(1, listed('A'), game('BUF-MIA')), pick(1, 'BUF'), timer(LOCK_1), postponed, inWeek2()]

  it('does not block its old week again, whose champion stays', () => {
    const calledOff = [...moved, inWeek2({ status: 'cancelled' })]
    expect(isComplete(moved)).toBe(true)
    expect(isComplete([...calledOff, postponed])).toBe(true)
    expect(gamesOf([...calledOff, postponed], 2).map(({ status }) => status)).toEqual(['cancelled'])
  })
  it('is a game of its old week again if that plays it after all', () => {
    const back = at(AFTER_1, sync(1, listed('A'), final('BUF-MIA', 20, 10)))
    expect(isComplete([...moved, inWeek2({ status: 'cancelled' }), back])).toBe(false)
  })
})

describe('a game that vanished from its week and is listed under another id in another one (docs/rules.md §4.11)', () => {
  const later = { espnId: 'B', kickoff: '2025-09-14T17:00:00.000Z' } as const
  const first = [...pool, sync(1, game('PIT-BAL', { espnId: 'A' }), game('BUF-MIA'))]
  const withoutIt = sync(1, game('BUF-MIA'))
  const listedAgain = by(system, admin('SyncGames', { weekId: 2, games: [game('PIT-BAL', later)], missing: ['A'] }))
  const moved = { weekId: 1, gameId: 1, toWeekId: 2 }

  it('is the same game, moved, whichever week is asked for first', () => {
    given(...first, withoutIt)
      .when(listedAgain)
      .thenEvents(['GamesSynced', { weekId: 2 }], ['GameMoved', moved])
    given(...first, sync(2, game('PIT-BAL', later)))
      .when(withoutIt)
      .thenEvents(['GameMoved', moved])
  })
  it('keeps neither its old week open nor its picker out, and its new week can be picked', () => {
    const history = [
      ...first,
      pick(1, 'BAL'),
      timer(LOCK_1),
      withoutIt,
      listedAgain,
      at(AFTER_1, sync(1, final('BUF-MIA', 20, 10))),
    ]
    expect(isComplete(history)).toBe(true)
    expect(isOut(history, 'One')).toBe(false)
    expect(gamesOf(history, 2)).toMatchObject([{ espnId: 'B', status: 'scheduled' }])
  })
  it('is listed again when an answer for its old week has it', () => {
    const history = [...first, withoutIt, listedAgain, sync(1, game('PIT-BAL', { espnId: 'A' }), game('BUF-MIA'))]
    expect(gamesOf(history)[0]?.phase).toBeUndefined()
  })
  it('is another game if it was played, or an admin set it by hand', () => {
    const played = at(AFTER_1, sync(1, final('PIT-BAL', 20, 10, { espnId: 'A' }), game('BUF-MIA')))
    const set = admin('SetGame', { gameId: 1, status: 'in_progress', homeScore: 7, awayScore: 0, reason: 'Down' })
    for (const decided of [played, set]) {
      const history = [...first, timer(LOCK_1), decided, at(AFTER_1, withoutIt), at(AFTER_1, listedAgain)]
      expect(gamesOf(history)[0]?.phase).not.toBe('moved')
    }
  })
  it('stays a game of its week while no other week lists it', () => {
    given(...first)
      .when(withoutIt)
      .thenNoEvents()
  })
})
