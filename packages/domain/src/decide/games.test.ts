import { describe, expect, it } from 'vitest'
import { entryId, forkPool, gameOfTeam, type Game, runCommand, weekId } from '../index.ts'
import { hashing, nonceOf } from '../../tests/hashing.ts'
import { admin, at, by, type Fact, given, type Step, type Told, user, visitor } from '../../tests/specification.ts'
import { AFTER_1, enter, type FeedRow, final, game, LOCK_1, pick, pool, season, sync, timer } from '../../tests/pool.ts'

const KNOWN = [...season, sync(1, game('BUF-MIA'), game('KC-LAC'))]
const live = (teams: string, homeScore: number | null, awayScore: number | null, detail: string | null = null) =>
  game(teams, { status: 'in_progress', homeScore, awayScore, detail })
const finalize: Step = admin('FinalizeScores', { weekId: 1 })
const gamesOf = (facts: readonly Fact[], week = 1): readonly Game[] =>
  given(...facts)
    .state()
    .weeks.get(weekId(week))!.games

describe('syncing games', () => {
  it('new games come in with their schedule, and with what was played', () => {
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
      .answering({ created: 4, updated: 0, total: 4 })
  })

  const steps: readonly (readonly [what: string, before: readonly FeedRow[], now: FeedRow, ...events: Told[]])[] = [
    ['nothing new', [], game('BUF-MIA')],
    ['under way', [], live('BUF-MIA', 0, 0), ['GameScored', { gameId: 1, homeScore: 0 }]],
    ['under way, without scores', [], live('BUF-MIA', null, null), ['GameScored', { homeScore: null }]],
    ['the same score', [live('BUF-MIA', 3, 0)], live('BUF-MIA', 3, 0)],
    ['the clock moved', [live('BUF-MIA', 3, 0, '1:01')], live('BUF-MIA', 3, 0, '0:30'), ['GameScored', { detail: '0:30' }]],
    ['a score', [live('BUF-MIA', 3, 0)], live('BUF-MIA', 3, 7), ['GameScored', { awayScore: 7 }]],
    ['the end', [live('BUF-MIA', 3, 7)], final('BUF-MIA', 3, 7), ['GameFinalized', { homeScore: 3, awayScore: 7 }]],
    ['final again', [final('BUF-MIA', 3, 7)], final('BUF-MIA', 3, 7)],
    ['a corrected score', [final('BUF-MIA', 3, 7)], final('BUF-MIA', 10, 7), ['ScoreCorrected', { homeScore: 10, awayScore: 7 }]],
    ['final no longer', [final('BUF-MIA', 3, 7)], live('BUF-MIA', 3, 7), ['GameScored', { homeScore: 3 }]],
    ['cancelled', [], game('BUF-MIA', { status: 'cancelled' }), ['GameStatusChanged', { status: 'cancelled' }]],
    [
      'cancelled mid-game',
      [live('BUF-MIA', 3, 7)],
      game('BUF-MIA', { status: 'cancelled', homeScore: 3, awayScore: 7 }),
      ['GameStatusChanged', { status: 'cancelled' }],
    ],
    ['postponed', [], game('BUF-MIA', { status: 'postponed' }), ['GameStatusChanged', { status: 'postponed' }]],
    [
      'postponed, then played',
      [game('BUF-MIA', { status: 'postponed' })],
      final('BUF-MIA', 3, 7),
      ['GameFinalized', { gameId: 1 }],
    ],
    ['on again', [game('BUF-MIA', { status: 'postponed' })], game('BUF-MIA'), ['GameStatusChanged', { status: 'scheduled' }]],
    [
      'sides changed',
      [],
      { ...game('BUF-MIA'), home: 'MIA', away: 'BUF' },
      ['GamesSynced', { games: [{ gameId: 1, home: 'MIA' }] }],
    ],
    [
      'kickoff known at last',
      [game('BUF-MIA', { kickoffKnown: false })],
      game('BUF-MIA'),
      ['GamesSynced', { games: [{ gameId: 1, kickoffKnown: true }] }],
    ],
  ]
  it.each(steps.map(([what, before, now, ...events]) => ({ what, before, now, events })))('$what', ({ before, now, events }) => {
    given(...KNOWN, ...before.map((row) => sync(1, row)))
      .when(sync(1, now))
      .thenEvents(...events)
      .answering({ created: 0, updated: events.length > 0 ? 1 : 0, total: 1 })
  })

  it('a cancelled game has no score', () => {
    expect(
      gamesOf([
        ...KNOWN,
        sync(1, live('BUF-MIA', 3, 7)),
        sync(1, game('BUF-MIA', { status: 'cancelled', homeScore: 3, awayScore: 7 })),
      ])[0],
    ).toMatchObject({ homeScore: null, awayScore: null })
  })
  it('a known game missing from a non-empty answer stays; an empty answer deletes nothing', () => {
    given(...KNOWN)
      .when(sync(1, game('BUF-MIA')))
      .thenNothing()
    given(...KNOWN)
      .when(sync(1))
      .thenNothing()
      .answering({ created: 0, updated: 0, total: 0 })
    expect(gamesOf([...KNOWN, sync(1)])).toHaveLength(2)
  })
  it('the same game twice in one answer counts once, the last being right', () => {
    given(...season)
      .when(sync(1, game('BUF-MIA'), live('BUF-MIA', 3, 0)))
      .thenEvents(['GamesSynced', { games: [{ gameId: 1 }] }], ['GameScored'])
      .answering({ created: 1, updated: 0, total: 1 })
  })
  it('a moved game that also scored is one update', () => {
    given(...KNOWN)
      .when(sync(1, { ...live('BUF-MIA', 3, 0), kickoff: '2025-09-07T18:00:00.000Z' }))
      .thenEvents(['GamesSynced'], ['GameScored'])
      .answering({ created: 0, updated: 1, total: 1 })
  })
  it.each([
    ['home', { home: 'DAL' }],
    ['away', { away: 'DAL' }],
    ['kickoff', { kickoff: '2025-09-07T18:00:00.000Z' }],
    ['kickoff known', { kickoffKnown: false }],
  ])('a game whose %s is another is the same game still, with what was played', (_what, moved) => {
    const played = [...KNOWN, sync(1, live('BUF-MIA', 3, 0))]
    const told = { ...live('BUF-MIA', 3, 0), ...moved }
    given(...played)
      .when(sync(1, told))
      .thenEvents(['GamesSynced', { games: [{ gameId: 1, ...moved }] }])
    const games = gamesOf([...played, sync(1, told)])
    expect(games).toHaveLength(2)
    expect(games[0]).toMatchObject({ id: 1, status: 'in_progress', homeScore: 3, ...moved })
  })
  it('a new game beside known ones has the next id', () => {
    given(...KNOWN)
      .when(sync(1, game('BUF-MIA'), game('KC-LAC'), game('GB-DET')))
      .thenEvents(['GamesSynced', { games: [{ gameId: 3, home: 'GB' }] }])
  })
  it('ids of games are the pool’s own, given once', () => {
    given(...KNOWN)
      .when(sync(2, game('BUF-KC', { kickoff: '2025-09-14T17:00:00.000Z' })))
      .thenEvents(['GamesSynced', { weekId: 2, games: [{ gameId: 3 }] }])
  })
  it('a week that was never added; by an admin or the pool itself', () => {
    given(...season)
      .when(sync(9, game('BUF-MIA')))
      .thenRefused('week_not_found')
    given(...season)
      .when(by(user(2), sync(1)))
      .thenRefused('forbidden')
    given(...season)
      .when(by(visitor, sync(1)))
      .thenRefused('unauthenticated')
    given(...season)
      .when(by(user(1), sync(1, game('BUF-MIA'))))
      .accepted()
  })
})

describe('§Settled further: the automatic lock follows the synced games', () => {
  const saturday = (kickoff: string, more: Partial<FeedRow> = {}) => sync(1, game('BUF-MIA', { kickoff, ...more }))
  it('at each sync', () => {
    given(...season)
      .when(saturday('2025-09-13T20:00:00.000Z'))
      .thenEvents(['GamesSynced'], ['LockTimeChanged', { weekId: 1, lockTime: '2025-09-14T16:00:00.000Z', automatic: true }])
    given(...season, saturday('2025-09-13T20:00:00.000Z'))
      .when(saturday('2025-09-07T17:00:00.000Z'))
      .thenEvents(['GamesSynced'], ['LockTimeChanged', { lockTime: '2025-09-07T16:00:00.000Z' }])
  })
  it('games with timeValid: false do not count', () => {
    given(...season)
      .when(saturday('2025-09-20T05:00:00.000Z', { kickoffKnown: false }))
      .thenEvents(['GamesSynced'])
  })
  it('until the week has locked, never after', () => {
    given(...season, timer(LOCK_1))
      .when(at(LOCK_1, saturday('2025-09-13T20:00:00.000Z')))
      .thenEvents(['GamesSynced'])
  })
  it('not where the admin chose a time', () => {
    const chosen = admin('SetLockTime', { weekId: 1, lockTime: '2025-09-05T00:00:00.000Z' })
    given(...season, chosen)
      .when(saturday('2025-09-13T20:00:00.000Z'))
      .thenEvents(['GamesSynced'])
    given(...season, chosen, saturday('2025-09-13T20:00:00.000Z'))
      .when(admin('SetLockTime', { weekId: 1, lockTime: 'auto' }))
      .thenEvents(['LockTimeChanged', { lockTime: '2025-09-14T16:00:00.000Z', automatic: true }])
  })
  it('an earlier lock that has come locks at once', () => {
    const late = saturday('2025-09-13T20:00:00.000Z')
    given(...season, late)
      .when(at('2025-09-08T00:00:00Z', saturday('2025-09-07T17:00:00.000Z')))
      .thenEvents(['GamesSynced'], ['LockTimeChanged'], ['WeekLocked', { weekId: 1 }])
  })
})

describe('Set All to Final', () => {
  const entered = [...season, enter(2, 'One'), enter(2, 'Two'), enter(3, 'Three')]
  const played = [...entered, sync(1, live('BUF-MIA', 3, 7), live('KC-LAC', 9, 9), game('GB-DET'))]
  const picks = [pick(1, 'BUF', 1), pick(1, 'MIA', 2), by(user(3), pick(1, 'LAC', 3))]

  it('marks every game final and eliminates', () => {
    given(...played, ...picks)
      .when(finalize)
      .thenEvents(['GamesFinalizedByAdmin', { weekId: 1, gameIds: [1, 2, 3] }])
      .answering({ updated: 3, eliminated: [1, 3] })
  })
  it('games without scores become final but stay TBD', () => {
    given(...played, pick(1, 'GB', 1))
      .when(finalize)
      .answering({ updated: 3, eliminated: [] })
    expect(gamesOf([...played, finalize]).map((row) => row.status)).toEqual(['final', 'final', 'final'])
  })
  it('settles at once what the feed had made final before the lock', () => {
    given(...entered, ...picks, sync(1, final('BUF-MIA', 3, 7)))
      .when(finalize)
      .thenEvents(['GamesFinalizedByAdmin', { gameIds: [1] }])
      .answering({ updated: 0, eliminated: [1] })
  })
  it('those who were out before are not counted', () => {
    given(...played, ...picks, admin('AmendEntry', { entryId: 1, isEliminated: true }))
      .when(finalize)
      .answering({ updated: 3, eliminated: [3] })
  })
  it('names who fell by their ids, whatever a batch did to them before', () => {
    const both = [...pool, pick(1, 'BUF'), by(user(3), pick(1, 'BUF', 2)), sync(1, final('BUF-MIA', 0, 3))]
    const fork = forkPool(given(...both).state())
    const send = ({ command, by: actor, at: now }: Step) => runCommand(fork, { command, actor }, now, hashing).outcome
    send(admin('AmendEntry', { entryId: 1, name: 'Uno' }))
    expect(send(finalize)).toMatchObject({ reply: { eliminated: [1, 2] } })
  })
  it('twice is nothing, nor is a week without games', () => {
    given(...played, finalize)
      .when(finalize)
      .thenNothing()
      .answering({ updated: 0, eliminated: [] })
    given(...season)
      .when(finalize)
      .thenNothing()
  })
  it('stands until a later sync brings a different final score', () => {
    const done = [...played, finalize]
    given(...done)
      .when(sync(1, live('BUF-MIA', 10, 7), game('GB-DET'), game('KC-LAC', { status: 'postponed' })))
      .thenNothing()
    given(...done)
      .when(sync(1, final('BUF-MIA', 3, 7)))
      .thenNothing()
    given(...done)
      .when(sync(1, final('BUF-MIA', 10, 7), final('GB-DET', 1, 0)))
      .thenEvents(['ScoreCorrected', { gameId: 1, homeScore: 10 }], ['ScoreCorrected', { gameId: 3, homeScore: 1 }])
  })
  it('after the lock, under the rule that a missed pick eliminates, counts those too', () => {
    const strict = admin('ChangeRules', { rules: { missedPick: 'eliminated' } })
    given(...played, strict, picks[0]!, timer(LOCK_1))
      .when(at(AFTER_1, finalize))
      .answering({ updated: 3, eliminated: [1, 2, 3] })
  })
  it('is an admin’s', () => {
    given(...played)
      .when(by(user(2), finalize))
      .thenRefused('forbidden')
    given(...played)
      .when(admin('FinalizeScores', { weekId: 9 }))
      .thenRefused('week_not_found')
  })
})

describe('Randomize Scores', () => {
  const randomize = (n = 1): Step => admin('RandomizeScores', { weekId: 1, seed: nonceOf(n) })
  it('sets games to in progress with random scores, at any time', () => {
    const deed = given(...KNOWN, sync(1, final('BUF-MIA', 3, 7)), timer(LOCK_1)).when(at(AFTER_1, randomize()))
    deed
      .thenEvents(['GameScored', { gameId: 1, source: 'randomized' }], ['GameScored', { gameId: 2, source: 'randomized' }])
      .answering({ updated: 2 })
    const games = deed.state.weeks.get(weekId(1))!.games
    expect(games.map((row) => row.status)).toEqual(['in_progress', 'in_progress'])
    for (const { homeScore, awayScore } of games)
      expect([homeScore, awayScore].every((score) => Number.isInteger(score) && score! >= 0)).toBe(true)
  })
  it('the same seed gives the same scores, another others', () => {
    const scores = (n: number) =>
      given(...KNOWN)
        .when(randomize(n))
        .run.recorded.map((event) => event.data)
    expect(scores(1)).toEqual(scores(1))
    expect(scores(1)).not.toEqual(scores(2))
  })
  it('undoes what Set All to Final settled', () => {
    const { state } = given(...season, enter(2, 'One'), pick(1, 'BUF'), sync(1, final('BUF-MIA', 3, 7)), finalize)
      .when(randomize())
      .accepted()
    expect(state.weeks.get(weekId(1))!.games[0]).toMatchObject({ status: 'in_progress', finalByAdmin: false })
    expect(state.entries.get(entryId(1))!.picks).toHaveLength(1)
  })
  it('is an admin’s', () => {
    given(...KNOWN)
      .when(by(user(2), randomize()))
      .thenRefused('forbidden')
    given(...pool)
      .when(admin('RandomizeScores', { weekId: 9, seed: nonceOf(1) }))
      .thenRefused('week_not_found')
    given(...pool)
      .when(randomize())
      .thenNothing()
      .answering({ updated: 0 })
  })
})

describe('the game of a team', () => {
  it('one that is still to be played wins over one that was called off', () => {
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
