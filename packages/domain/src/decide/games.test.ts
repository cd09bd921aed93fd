import { describe, expect, it } from 'vitest'
import {
  scheduleWeekId,
  currentStanding,
  entryId,
  type EventOfType,
  forkPool,
  gameOfTeam,
  type Game,
  type PoolState,
  runCommand,
  weekId,
} from '../index.ts'
import { hashing, nonceOf } from '../../tests/hashing.ts'
import {
  admin,
  at,
  by,
  event,
  type HistoryItem,
  given,
  type CommandStep,
  type ExpectedEvent,
  START,
  user,
  visitor,
} from '../../tests/specification.ts'
import {
  AFTER_1,
  createEntry,
  type FeedRow,
  final,
  game,
  LOCK_1,
  LOCK_2,
  pick,
  pool,
  season,
  sync,
  timer,
} from '../../tests/pool.ts'

const KNOWN = [...season, sync(1, game('BUF-MIA'), game('KC-LAC'))]
const live = (teams: string, homeScore: number | null, awayScore: number | null, detail: string | null = null) =>
  game(teams, { status: 'in_progress', homeScore, awayScore, detail })
const finalize: CommandStep = admin('FinalizeScores', { weekId: 1 })
const gamesOf = (facts: readonly HistoryItem[], week = 1): readonly Game[] =>
  given(...facts)
    .state()
    .schedule.get(scheduleWeekId(week))!.games

describe('SyncGames', () => {
  it('adds new games with their schedule and progress', () => {
    given(...season)
      .when(
        sync(
          1,
          game('BUF-MIA'),
          final('KC-LAC', 20, 17, { detail: 'Final' }),
          live('GB-DET', 0, 7, '1st'),
          game('SF-SEA', { status: 'postponed' }),
        ),
      )
      .thenEvents(
        ['GamesSynced', { weekId: 1, games: [{ gameId: 1, home: 'BUF' }, { gameId: 2 }, { gameId: 3 }, { gameId: 4 }] }],
        ['GameFinalized', { gameId: 2, homeScore: 20, awayScore: 17, detail: 'Final' }],
        ['GameScored', { gameId: 3, homeScore: 0, awayScore: 7, detail: '1st', source: 'feed' }],
        ['GameStatusChanged', { gameId: 4, status: 'postponed' }],
      )
      .thenReply({ created: 4, updated: 0, total: 4, unread: [] })
  })

  const steps: readonly (readonly [what: string, before: readonly FeedRow[], now: FeedRow, ...events: ExpectedEvent[]])[] = [
    ['records nothing without a change', [], game('BUF-MIA')],
    ['records the start of a game', [], live('BUF-MIA', 0, 0), ['GameScored', { gameId: 1, homeScore: 0 }]],
    ['records the start of a game without scores', [], live('BUF-MIA', null, null), ['GameScored', { homeScore: null }]],
    ['records nothing for the same score', [live('BUF-MIA', 3, 0)], live('BUF-MIA', 3, 0)],
    [
      'records a new game clock',
      [live('BUF-MIA', 3, 0, '1:01')],
      live('BUF-MIA', 3, 0, '0:30'),
      ['GameScored', { detail: '0:30' }],
    ],
    ['records a new score', [live('BUF-MIA', 3, 0)], live('BUF-MIA', 3, 7), ['GameScored', { awayScore: 7 }]],
    ['records a final score', [live('BUF-MIA', 3, 7)], final('BUF-MIA', 3, 7), ['GameFinalized', { homeScore: 3, awayScore: 7 }]],
    ['records nothing for the same final score', [final('BUF-MIA', 3, 7)], final('BUF-MIA', 3, 7)],
    [
      'records a corrected score',
      [final('BUF-MIA', 3, 7)],
      final('BUF-MIA', 10, 7),
      ['ScoreCorrected', { homeScore: 10, awayScore: 7 }],
    ],
    [
      'records a game that is in progress again after it was final',
      [final('BUF-MIA', 3, 7)],
      live('BUF-MIA', 3, 7),
      ['GameScored', { homeScore: 3 }],
    ],
    ['records a cancelled game', [], game('BUF-MIA', { status: 'cancelled' }), ['GameStatusChanged', { status: 'cancelled' }]],
    [
      'records a game that is cancelled while in progress',
      [live('BUF-MIA', 3, 7)],
      game('BUF-MIA', { status: 'cancelled', homeScore: 3, awayScore: 7 }),
      ['GameStatusChanged', { status: 'cancelled' }],
    ],
    ['records a postponed game', [], game('BUF-MIA', { status: 'postponed' }), ['GameStatusChanged', { status: 'postponed' }]],
    [
      'records the final score of a postponed game',
      [game('BUF-MIA', { status: 'postponed' })],
      final('BUF-MIA', 3, 7),
      ['GameFinalized', { gameId: 1 }],
    ],
    [
      'records a game that is scheduled again',
      [game('BUF-MIA', { status: 'postponed' })],
      game('BUF-MIA'),
      ['GameStatusChanged', { status: 'scheduled' }],
    ],
    [
      'records swapped teams',
      [],
      { ...game('BUF-MIA'), home: 'MIA', away: 'BUF' },
      ['GamesSynced', { games: [{ gameId: 1, home: 'MIA' }] }],
    ],
    [
      'records that the kickoff is known',
      [game('BUF-MIA', { kickoffKnown: false })],
      game('BUF-MIA'),
      ['GamesSynced', { games: [{ gameId: 1, kickoffKnown: true }] }],
    ],
  ]
  it.each(steps.map(([what, before, now, ...events]) => ({ what, before, now, events })))('$what', ({ before, now, events }) => {
    given(...KNOWN, ...before.map((row) => sync(1, row)))
      .when(sync(1, now))
      .thenEvents(...events)
      .thenReply({ created: 0, updated: events.length > 0 ? 1 : 0, total: 1, unread: [] })
  })

  it('clears the score of a cancelled game', () => {
    expect(
      gamesOf([
        ...KNOWN,
        sync(1, live('BUF-MIA', 3, 7)),
        sync(1, game('BUF-MIA', { status: 'cancelled', homeScore: 3, awayScore: 7 })),
      ])[0],
    ).toMatchObject({ homeScore: null, awayScore: null })
  })
  it('keeps known games that are missing from the feed’s response', () => {
    given(...KNOWN)
      .when(sync(1, game('BUF-MIA')))
      .thenNoEvents()
    given(...KNOWN)
      .when(sync(1))
      .thenNoEvents()
      .thenReply({ created: 0, updated: 0, total: 0, unread: [] })
    expect(gamesOf([...KNOWN, sync(1)])).toHaveLength(2)
  })
  it('uses the last row when the feed lists a game twice', () => {
    given(...season)
      .when(sync(1, game('BUF-MIA'), live('BUF-MIA', 3, 0)))
      .thenEvents(['GamesSynced', { games: [{ gameId: 1 }] }], ['GameScored'])
      .thenReply({ created: 1, updated: 0, total: 1, unread: [] })
  })
  it('counts a game with a new schedule and a new score as one update', () => {
    given(...KNOWN)
      .when(sync(1, { ...live('BUF-MIA', 3, 0), kickoff: '2025-09-07T18:00:00.000Z' }))
      .thenEvents(['GamesSynced'], ['GameScored'])
      .thenReply({ created: 0, updated: 1, total: 1, unread: [] })
  })
  it.each([
    ['home', { home: 'DAL' }],
    ['away', { away: 'DAL' }],
    ['kickoff', { kickoff: '2025-09-07T18:00:00.000Z' }],
    ['kickoff known', { kickoffKnown: false }],
  ])('keeps the id and the progress of a game when its %s changes', (_what, moved) => {
    const played = [...KNOWN, sync(1, live('BUF-MIA', 3, 0))]
    const rescheduled = { ...live('BUF-MIA', 3, 0), ...moved }
    given(...played)
      .when(sync(1, rescheduled))
      .thenEvents(['GamesSynced', { games: [{ gameId: 1, ...moved }] }])
    const games = gamesOf([...played, sync(1, rescheduled)])
    expect(games).toHaveLength(2)
    expect(games[0]).toMatchObject({ id: 1, status: 'in_progress', homeScore: 3, ...moved })
  })
  it('gives a new game the next id', () => {
    given(...KNOWN)
      .when(sync(1, game('BUF-MIA'), game('KC-LAC'), game('GB-DET')))
      .thenEvents(['GamesSynced', { games: [{ gameId: 3, home: 'GB' }] }])
  })
  it('never reuses ids of games', () => {
    given(...KNOWN)
      .when(sync(2, game('BUF-KC', { kickoff: '2025-09-14T17:00:00.000Z' })))
      .thenEvents(['GamesSynced', { weekId: 2, games: [{ gameId: 3 }] }])
  })
  it('rejects unknown weeks, and accepts admins and the pool itself only', () => {
    given(...season)
      .when(sync(9, game('BUF-MIA')))
      .thenRejected('week_not_found')
    given(...season)
      .when(by(user(2), sync(1)))
      .thenRejected('forbidden')
    given(...season)
      .when(by(visitor, sync(1)))
      .thenRejected('unauthenticated')
    given(...season)
      .when(by(user(1), sync(1, game('BUF-MIA'))))
      .thenAccepted()
  })
})

describe('SyncGames moves the automatic lock time (docs/rules.md §2.3)', () => {
  const saturday = (kickoff: string, more: Partial<FeedRow> = {}) => sync(1, game('BUF-MIA', { kickoff, ...more }))
  it('at each sync', () => {
    given(...season)
      .when(saturday('2025-09-13T20:00:00.000Z'))
      .thenEvents(['GamesSynced'], ['LockTimeChanged', { weekId: 1, lockTime: '2025-09-14T16:00:00.000Z', automatic: true }])
    given(...season, saturday('2025-09-13T20:00:00.000Z'))
      .when(saturday('2025-09-07T17:00:00.000Z'))
      .thenEvents(['GamesSynced'], ['LockTimeChanged', { lockTime: '2025-09-07T16:00:00.000Z' }])
  })
  it('ignoring games with a placeholder kickoff', () => {
    given(...season)
      .when(saturday('2025-09-20T05:00:00.000Z', { kickoffKnown: false }))
      .thenEvents(['GamesSynced'])
  })
  it('until the week has locked, never after', () => {
    given(...season, timer(LOCK_1))
      .when(at(LOCK_1, saturday('2025-09-13T20:00:00.000Z')))
      .thenEvents(['GamesSynced'])
  })
  it('unless an admin chose a time', () => {
    const chosen = admin('SetLockTime', { weekId: 1, lockTime: '2025-09-05T00:00:00.000Z' })
    given(...season, chosen)
      .when(saturday('2025-09-13T20:00:00.000Z'))
      .thenEvents(['GamesSynced'])
    given(...season, chosen, saturday('2025-09-13T20:00:00.000Z'))
      .when(admin('SetLockTime', { weekId: 1, lockTime: 'auto' }))
      .thenEvents(['LockTimeChanged', { lockTime: '2025-09-14T16:00:00.000Z', automatic: true }])
  })
  it('and locks the week at once when the new time has passed', () => {
    const late = saturday('2025-09-13T20:00:00.000Z')
    given(...season, late)
      .when(at('2025-09-08T00:00:00Z', saturday('2025-09-07T17:00:00.000Z')))
      .thenEvents(['GamesSynced'], ['LockTimeChanged'], ['WeekLocked', { weekId: 1 }])
  })
})

const standingOf = (state: PoolState, id: number) => currentStanding(state, state.entries.get(entryId(id))!)

describe('FinalizeScores (docs/rules.md §4.4)', () => {
  const entered = [...season, createEntry(2, 'One'), createEntry(2, 'Two'), createEntry(3, 'Three')]
  const played = [...entered, sync(1, live('BUF-MIA', 3, 7), live('KC-LAC', 9, 9), game('GB-DET'))]
  const picks = [pick(1, 'BUF', 1), pick(1, 'MIA', 2), by(user(3), pick(1, 'LAC', 3))]

  const locked = [...played, ...picks, timer(LOCK_1)]

  it('makes every game of a locked week final and returns the eliminated entries', () => {
    given(...locked)
      .when(at(AFTER_1, finalize))
      .thenEvents(['GamesFinalizedByAdmin', { weekId: 1, gameIds: [1, 2, 3] }])
      .thenReply({ updated: 3, eliminated: [1, 3] })
  })
  it('first locks a week that has not locked, at the current site time and in the name of the admin', () => {
    const { run, state } = given(...played, ...picks)
      .when(finalize)
      .thenEvents(
        ['LockTimeChanged', { weekId: 1, lockTime: START, automatic: false }],
        ['WeekLocked', { weekId: 1, lockTime: START, entries: 3, picks: 3, missed: [] }],
        ['GamesFinalizedByAdmin', { weekId: 1, gameIds: [1, 2, 3] }],
      )
      .thenReply({ updated: 3, eliminated: [1, 3] })
    expect(run.recorded.map(({ metadata }) => metadata.actor)).toEqual([1, 1, 1])
    expect(state.rounds.get(weekId(1))).toMatchObject({ lockTime: START, lockIsAutomatic: false })
    expect(state.rounds.get(weekId(1))!.locked).toMatchObject({ at: START, revealedMembersPick: true })
  })
  it('locks at an overridden site time, and the lock’s root covers every pick', () => {
    const elsewhere = '2025-09-03T00:00:00.000Z'
    const { run } = given(...played, ...picks, admin('SetSiteTime', { siteTime: elsewhere, running: false })).when(finalize)
    const byTimer = given(...locked.slice(0, -1)).when(timer(LOCK_1)).run.recorded[0]
    expect(run.recorded[0]).toMatchObject({ data: { lockTime: elsewhere } })
    expect(run.recorded[1]).toMatchObject({ type: 'WeekLocked', siteTime: elsewhere })
    expect(run.recorded[1]).toMatchObject({ data: { merkleRoot: (byTimer as EventOfType<'WeekLocked'>).data.merkleRoot } })
  })
  it('refuses every later pick of the week that it locked', () => {
    given(...played, ...picks, finalize)
      .when(pick(1, 'DET', 1))
      .thenRejected('week_locked')
  })
  it('makes games without scores final without deciding them', () => {
    given(...played, pick(1, 'GB', 1))
      .when(finalize)
      .thenReply({ updated: 3, eliminated: [] })
    expect(gamesOf([...played, finalize]).map((row) => row.status)).toEqual(['final', 'final', 'final'])
  })
  it('counts games that the feed had reported as final before the lock', () => {
    given(...entered, ...picks.slice(0, 1), sync(1, final('BUF-MIA', 3, 7)))
      .when(finalize)
      .thenEvents(['LockTimeChanged'], ['WeekLocked'], ['GamesFinalizedByAdmin', { gameIds: [1] }])
      .thenReply({ updated: 0, eliminated: [1] })
  })
  it('returns an entry that missed the week although it was created right before', () => {
    const strict = admin('ChangeRules', { rules: { missedPick: 'eliminated' } })
    given(...KNOWN, strict, createEntry(2, 'One'), pick(1, 'BUF'), createEntry(2, 'Late'))
      .when(finalize)
      .thenReply({ updated: 2, eliminated: [2] })
  })
  it('does not return entries that were already out', () => {
    given(...played, ...picks, admin('AmendEntry', { entryId: 1, isEliminated: true }))
      .when(finalize)
      .thenReply({ updated: 3, eliminated: [3] })
  })
  it('returns entries ordered by id on a fork', () => {
    const both = [...pool, pick(1, 'BUF'), by(user(3), pick(1, 'BUF', 2)), sync(1, final('BUF-MIA', 0, 3))]
    const fork = forkPool(given(...both).state())
    const send = ({ command, by: actor, at: now }: CommandStep) => runCommand(fork, { command, actor }, now, hashing).outcome
    send(admin('AmendEntry', { entryId: 1, name: 'Uno' }))
    expect(send(finalize)).toMatchObject({ reply: { eliminated: [1, 2] } })
  })
  it('records nothing the second time', () => {
    given(...played, finalize)
      .when(finalize)
      .thenNoEvents()
      .thenReply({ updated: 0, eliminated: [] })
  })
  it('only locks a week without games', () => {
    given(...season)
      .when(finalize)
      .thenEvents(['LockTimeChanged'], ['WeekLocked'])
      .thenReply({ updated: 0, eliminated: [] })
  })
  it('counts no longer once the week reopens, until the next lock', () => {
    const reopen = at(AFTER_1, admin('SetLockTime', { weekId: 1, lockTime: '2025-09-14T16:00:00.000Z' }))
    const reopened = given(...locked, at(AFTER_1, finalize)).when(reopen)
    reopened.thenEvents(['LockTimeChanged'], ['WeekReopened', { weekId: 1, marked: true, resultsWait: true }])
    expect(standingOf(reopened.state, 1)).toEqual({ status: 'alive', losses: 0, livesLeft: 1 })
    const again = given(...locked, at(AFTER_1, finalize), reopen, timer(LOCK_2)).state()
    expect(standingOf(again, 1)).toMatchObject({ status: 'out', eliminatedWeek: 1 })
  })
  it('of an old log still counts on an open week, until Randomize Scores or a reopening ends it', () => {
    const old = [...played, ...picks, event('GamesFinalizedByAdmin', { weekId: 1, gameIds: [1] })]
    const randomized = given(...old).when(admin('RandomizeScores', { weekId: 1, seed: nonceOf(1) }))
    expect(standingOf(given(...old).state(), 1)).toMatchObject({ status: 'out' })
    expect(standingOf(randomized.state, 1)).toEqual({ status: 'alive', losses: 0, livesLeft: 1 })
    const reopenedThen = given(...old, timer(LOCK_1), event('WeekReopened', { weekId: 1, marked: true })).state()
    expect(standingOf(reopenedThen, 1)).toMatchObject({ status: 'out' })
  })
  it('lasts until a sync brings a different final score', () => {
    const done = [...played, finalize]
    given(...done)
      .when(sync(1, live('BUF-MIA', 10, 7), game('GB-DET'), game('KC-LAC', { status: 'postponed' })))
      .thenNoEvents()
    given(...done)
      .when(sync(1, final('BUF-MIA', 3, 7)))
      .thenNoEvents()
    given(...done)
      .when(sync(1, final('BUF-MIA', 10, 7), final('GB-DET', 1, 0)))
      .thenEvents(['ScoreCorrected', { gameId: 1, homeScore: 10 }], ['ScoreCorrected', { gameId: 3, homeScore: 1 }])
  })
  it('returns entries eliminated by a missed pick', () => {
    const strict = admin('ChangeRules', { rules: { missedPick: 'eliminated' } })
    given(...played, strict, picks[0]!, timer(LOCK_1))
      .when(at(AFTER_1, finalize))
      .thenReply({ updated: 3, eliminated: [1, 2, 3] })
  })
  it('rejects members and visitors', () => {
    given(...played)
      .when(by(user(2), finalize))
      .thenRejected('forbidden')
    given(...played)
      .when(admin('FinalizeScores', { weekId: 9 }))
      .thenRejected('week_not_found')
  })
})

describe('RandomizeScores (docs/rules.md §4.8)', () => {
  const randomize = (n = 1): CommandStep => admin('RandomizeScores', { weekId: 1, seed: nonceOf(n) })
  it('sets games to in progress with random scores at any time', () => {
    const outcome = given(...KNOWN, sync(1, final('BUF-MIA', 3, 7)), timer(LOCK_1)).when(at(AFTER_1, randomize()))
    outcome
      .thenEvents(['GameScored', { gameId: 1, source: 'randomized' }], ['GameScored', { gameId: 2, source: 'randomized' }])
      .thenReply({ updated: 2 })
    const games = outcome.state.schedule.get(scheduleWeekId(1))!.games
    expect(games.map((row) => row.status)).toEqual(['in_progress', 'in_progress'])
    for (const { homeScore, awayScore } of games)
      expect([homeScore, awayScore].every((score) => Number.isInteger(score) && score! >= 0)).toBe(true)
  })
  it('leaves out games that moved away, and those that an admin has set', () => {
    const moved = sync(2, game('BUF-MIA', { kickoff: '2025-09-14T17:00:00.000Z' }))
    given(...KNOWN, moved)
      .when(randomize())
      .thenEvents(['GameScored', { gameId: 2 }])
      .thenReply({ updated: 1 })
    given(...KNOWN, admin('SetGame', { gameId: 1, homeScore: 7, awayScore: 3, reason: 'the feed is down' }))
      .when(randomize())
      .thenEvents(['GameScored', { gameId: 2 }])
  })
  it('returns the same scores for the same seed only', () => {
    const scores = (n: number) =>
      given(...KNOWN)
        .when(randomize(n))
        .run.recorded.map((event) => event.data)
    expect(scores(1)).toEqual(scores(1))
    expect(scores(1)).not.toEqual(scores(2))
  })
  it('on an open week settles nothing, however often it alternates with a feed’s final scores', () => {
    const rounds = Array.from({ length: 5 }, (_, n) => [
      admin('RandomizeScores', { weekId: 1, seed: nonceOf(n) }),
      sync(1, final('BUF-MIA', 3, 7)),
    ]).flat()
    const { state } = given(...pool, pick(1, 'BUF'), sync(1, game('BUF-MIA')), ...rounds).when(randomize())
    expect(standingOf(state, 1)).toEqual({ status: 'alive', losses: 0, livesLeft: 1 })
  })
  it('undoes Set All to Final', () => {
    const { state } = given(...season, createEntry(2, 'One'), pick(1, 'BUF'), sync(1, final('BUF-MIA', 3, 7)), finalize)
      .when(randomize())
      .thenAccepted()
    expect(state.schedule.get(scheduleWeekId(1))!.games[0]).toMatchObject({ status: 'in_progress', finalByAdmin: false })
    expect(state.entries.get(entryId(1))!.picks).toHaveLength(1)
  })
  it('rejects members and visitors', () => {
    given(...KNOWN)
      .when(by(user(2), randomize()))
      .thenRejected('forbidden')
    given(...pool)
      .when(admin('RandomizeScores', { weekId: 9, seed: nonceOf(1) }))
      .thenRejected('week_not_found')
    given(...pool)
      .when(randomize())
      .thenNoEvents()
      .thenReply({ updated: 0 })
  })
})

describe('gameOfTeam', () => {
  it('prefers a game that takes place over a cancelled or postponed one', () => {
    const games = gamesOf([
      ...season,
      sync(
        1,
        game('BUF-MIA', { espnId: 'a', status: 'cancelled' }),
        game('BUF-KC', { espnId: 'b' }),
        game('GB-DET', { status: 'postponed' }),
        game('SF-SEA', { espnId: 'c', status: 'postponed' }),
        game('SEA-LAR', { espnId: 'd' }),
      ),
    ])
    const teamOf = (team: string) =>
      gameOfTeam(
        games,
        games.flatMap((row) => [row.home, row.away]).find((abbr) => abbr === team)!,
      )?.espnId
    expect(['BUF', 'MIA', 'KC', 'DET', 'SF', 'SEA'].map(teamOf)).toEqual(['b', 'a', 'b', 'GB-DET', 'c', 'd'])
  })
})
