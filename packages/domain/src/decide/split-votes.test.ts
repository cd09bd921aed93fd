import { describe, expect, it } from 'vitest'
import { addWeek, AFTER_1, createEntry, final, LOCK_1, LOCK_2, pick, pool, sync, timer } from '../../tests/pool.ts'
import { admin, at, given, by, type HistoryItem, member, OTHER, user } from '../../tests/specification.ts'
import {
  entryId,
  mainContest,
  payoutsOf,
  type PoolState,
  type RecordedEvent,
  seasonOutcome,
  seasonResults,
  visibleTo,
  userId,
} from '../index.ts'

/** The last moment of the vote in week 2, and its close. */
const [BEFORE_CLOSE, CLOSE] = ['2025-09-13T15:59:59Z', '2025-09-13T16:00:00Z']

/** docs/rules.md §18: One, Two and Three play week 1, and Three loses. */
const playedWith = (atMost: number, fromWeek: number): readonly HistoryItem[] => [
  ...pool,
  createEntry(1, 'Three'),
  admin('ChangeRules', { rules: { split: { atMost, fromWeek }, entryFeeCents: 1000, currency: 'USD' } }),
  ...[1, 2, 3].map((entryId) => admin('SetPayment', { entryId, paymentType: 'cash', paidDate: null, isPaid: true })),
  sync(1, final('BUF-MIA', 7, 3), final('KC-LAC', 7, 3)),
  pick(1, 'BUF'),
  by(user(OTHER), pick(1, 'KC', 2)),
  by(user(1), pick(1, 'MIA', 3)),
  timer(LOCK_1),
]
const played = playedWith(2, 2)
const opened: readonly HistoryItem[] = [...played, at(AFTER_1, admin('SetCurrentWeek', { weekId: 2 }))]
const vote = (entryId: number, choice: 'share' | 'play_on' | null) =>
  by(user(entryId === 1 ? 2 : OTHER), member('CastSplitVote', { entryId, choice }))
const agreed: readonly HistoryItem[] = [...opened, vote(1, 'share'), vote(2, 'share'), timer(CLOSE)]

const outcome = (state: PoolState) => seasonOutcome(state, seasonResults(state, mainContest(2025)))
const champions = (...ids: readonly number[]) => ({ status: 'finished', weekNumber: 2, champions: ids })
const closed = (share: readonly number[], playOn: readonly number[] = []) => ({
  type: 'SplitVoteClosed',
  data: { weekId: 2, seasonYear: 2025, entryIds: [1, 2], share, playOn },
})
const ended = (because: string) => ({ type: 'SplitVoteEnded', data: { weekId: 2, seasonYear: 2025, because } })
const eventsOf = (items: readonly HistoryItem[]): readonly RecordedEvent[] =>
  items.flatMap((item, i) => ('stream' in item ? [] : given(...items.slice(0, i)).when(item).run.recorded))
const types = (items: readonly HistoryItem[]) => eventsOf(items).map(({ type }) => type)
const splitEvents = (items: readonly HistoryItem[]) => eventsOf(items).filter(({ type }) => type.startsWith('SplitVote'))

describe('votes on sharing (docs/rules.md §18)', () => {
  it('opens once the week after is current, for the entries that are alive', () => {
    expect(types(played)).not.toContain('SplitVoteOpened')
    expect(splitEvents(opened)).toMatchObject([{ type: 'SplitVoteOpened', data: { weekId: 2, entryIds: [1, 2] } }])
  })

  it('works as in the example: both say yes, both are champions, whatever becomes of their picks', () => {
    const state = given(...agreed).state()
    expect(splitEvents(agreed).at(-1)).toMatchObject(closed([1, 2]))
    expect(outcome(state)).toMatchObject(champions(1, 2))
    expect(payoutsOf(state).map(({ entryId, shareCents }) => [entryId, shareCents])).toEqual([
      [1, 1500],
      [2, 1500],
    ])
    const lost = given(...opened, pick(2, 'SF'), vote(1, 'share'), vote(2, 'share'), timer(CLOSE), timer(LOCK_2))
    const after = lost.and(sync(2, final('GB-SF', 20, 3, { espnId: 'GB-SF' }))).state()
    expect(outcome(after)).toMatchObject(champions(1, 2))
  })

  it('works as in the example: one is silent, and they play on', () => {
    const silent = [...opened, vote(1, 'share'), timer(CLOSE)]
    expect(splitEvents(silent).at(-1)).toMatchObject(closed([1]))
    expect(outcome(given(...silent).state())).toEqual({ status: 'running' })
  })

  it('works as in the example: a correction afterwards brings Three back, and the season goes on until it is taken back', () => {
    const corrected = [...agreed, sync(1, final('BUF-MIA', 7, 7), final('KC-LAC', 7, 3))]
    expect(outcome(given(...corrected).state())).not.toMatchObject(champions(1, 2))
    const backIn = [...agreed, admin('AmendEntry', { entryId: 3, isEliminated: false })]
    expect(outcome(given(...backIn).state())).toEqual({ status: 'running' })
    const outAgain = [...backIn, admin('AmendEntry', { entryId: 3, isEliminated: true })]
    expect(outcome(given(...outAgain).state())).toMatchObject(champions(1, 2))
  })

  it('closes at its time and not before, even if all have voted', () => {
    const early = [...opened, vote(1, 'share'), vote(2, 'share'), timer(BEFORE_CLOSE)]
    expect(types(early)).not.toContain('SplitVoteClosed')
    expect(types([...early, timer(CLOSE)])).toContain('SplitVoteClosed')
  })

  it('closes before the lock if both are due, and refuses a vote that comes too late', () => {
    const late = types([...opened, vote(1, 'share'), vote(2, 'share'), timer(LOCK_2)])
    expect(late.slice(-2)).toEqual(['SplitVoteClosed', 'WeekLocked'])
    given(...opened)
      .when(at(CLOSE, vote(1, 'share')))
      .thenRejected('no_split_vote')
  })

  it('lets an entry change its vote and take it back, and records no vote twice', () => {
    const votes = [...opened, vote(1, 'share'), vote(1, 'share'), vote(1, 'play_on'), vote(2, 'share'), vote(2, null)]
    expect(splitEvents(votes).map(({ data }) => ('choice' in data ? data.choice : 'opened'))).toEqual([
      'opened',
      'share',
      'play_on',
      'share',
      null,
    ])
    expect(splitEvents([...votes, timer(CLOSE)]).at(-1)).toMatchObject(closed([], [1]))
  })

  it('is for the owners of entries that are alive only', () => {
    given(...opened)
      .when(by(user(1), member('CastSplitVote', { entryId: 3, choice: 'share' })))
      .thenRejected('no_split_vote')
    given(...opened)
      .when(by(user(1), member('CastSplitVote', { entryId: 1, choice: 'share' })))
      .thenRejected('entry_not_found')
    given(...played)
      .when(vote(1, 'share'))
      .thenRejected('no_split_vote')
  })

  it('is refused while the picks of the owner are sealed, whatever the vote was', () => {
    const sealed = [...opened, vote(1, 'share'), admin('ChangeProfile', { userId: 2, fields: ['email'], emailTaken: false })]
    for (const choice of ['share', 'play_on', null] as const) {
      given(...sealed)
        .when(by(user(2, 2), vote(1, choice)))
        .thenRejected('picks_sealed')
    }
    expect(splitEvents([...sealed, vote(2, 'share'), timer(CLOSE)]).at(-1)).toMatchObject(closed([1, 2]))
  })

  it.each<[string, string, readonly HistoryItem[]]>([
    ['an entry is out by hand', 'standings', [admin('AmendEntry', { entryId: 2, isEliminated: true })]],
    ['an entry comes back', 'standings', [admin('AmendEntry', { entryId: 3, isEliminated: false })]],
    ['an entry joins', 'standings', [createEntry(OTHER, 'Four')]],
    ['an entry is deleted', 'standings', [admin('RemoveEntry', { entryId: 2 })]],
    ['a score is corrected', 'standings', [sync(1, final('BUF-MIA', 3, 7), final('KC-LAC', 7, 3))]],
    [
      'the lock moves too close',
      'lock_moved',
      [at(AFTER_1, admin('SetLockTime', { weekId: 2, lockTime: '2025-09-10T12:00:00.000Z' }))],
    ],
    [
      'the lock moves to an earlier time, also if there is time left',
      'lock_moved',
      [at(AFTER_1, admin('SetLockTime', { weekId: 2, lockTime: '2025-09-13T16:00:00.000Z' }))],
    ],
    ['another week is current', 'other_week', [addWeek(2025, 3), admin('SetCurrentWeek', { weekId: 3 })]],
  ])('ends without a result when %s', (_, because, items) => {
    const events = splitEvents([...opened, vote(1, 'share'), vote(2, 'share'), ...items])
    expect(events).toContainEqual(expect.objectContaining(ended(because)))
    expect(
      given(...opened, vote(1, 'share'), ...items)
        .state()
        .splitBallots.isEmpty(),
    ).toBe(true)
  })

  it('opens again, without the old votes, when the entries are as before', () => {
    const again = [
      ...opened,
      vote(1, 'share'),
      admin('AmendEntry', { entryId: 3, isEliminated: false }),
      admin('AmendEntry', { entryId: 3, isEliminated: true }),
    ]
    expect(splitEvents(again).map(({ type }) => type)).toEqual([
      'SplitVoteOpened',
      'SplitVoteCast',
      'SplitVoteEnded',
      'SplitVoteOpened',
    ])
    expect(
      given(...again)
        .state()
        .splitBallots.isEmpty(),
    ).toBe(true)
  })

  it('moves with the lock', () => {
    const moved = [...opened, vote(1, 'share'), admin('SetLockTime', { weekId: 2, lockTime: '2025-09-15T16:00:00.000Z' })]
    expect(types([...moved, timer(CLOSE)])).not.toContain('SplitVoteClosed')
    expect(types([...moved, timer('2025-09-14T16:00:00Z')])).toContain('SplitVoteClosed')
  })

  it('moves back with the lock to when it was to close, and not before', () => {
    const to = (lockTime: string) => admin('SetLockTime', { weekId: 2, lockTime })
    const later = [...opened, vote(1, 'share'), to('2025-09-18T16:00:00.000Z')]
    expect(splitEvents([...later, to('2025-09-14T16:00:00.000Z'), timer(CLOSE)]).at(-1)).toMatchObject(closed([1]))
    expect(types([...later, to('2025-09-14T15:59:59.000Z')])).toContain('SplitVoteEnded')
    expect(types([...later, at(CLOSE, to('2025-09-14T16:00:00.000Z'))])).toContain('SplitVoteEnded')
  })

  it('cannot be closed early by an admin who moves the lock, also during a rehearsal, and goes on if that moves it back', () => {
    const [early, back] = ['2025-09-10T12:00:05.000Z', '2025-09-14T16:00:00.000Z'].map((lockTime) =>
      at(AFTER_1, admin('SetLockTime', { weekId: 2, lockTime: lockTime as never })),
    ) as [HistoryItem, HistoryItem]
    const voted = [...opened, vote(1, 'share'), vote(2, 'play_on')]
    const closedEarly = splitEvents([...voted, early, timer('2025-09-09T12:00:05Z'), back])
    expect(closedEarly).toContainEqual(expect.objectContaining(closed([])))
    const away = at(AFTER_1, admin('SetSiteTime', { siteTime: '2025-09-09T12:00:00.000Z', running: false }))
    const clear = at(AFTER_1, admin('ClearSiteTime', {}))
    expect(
      splitEvents([...voted, away, early, clear])
        .map(({ type }) => type)
        .slice(-2),
    ).toEqual(['SplitVoteEnded', 'SplitVoteOpened'])
    expect(splitEvents([...voted, away, early, back, clear, timer(CLOSE)]).at(-1)).toMatchObject(closed([1], [2]))
  })

  it('happens once a week', () => {
    const failed = [...opened, timer(CLOSE), admin('SetLockTime', { weekId: 2, lockTime: '2025-09-18T16:00:00.000Z' })]
    expect(splitEvents(failed).map(({ type }) => type)).toEqual(['SplitVoteOpened', 'SplitVoteClosed'])
  })

  it('does not happen while site time is overridden, and goes on afterwards', () => {
    const away = [...opened, vote(1, 'share'), vote(2, 'share'), admin('SetSiteTime', { siteTime: LOCK_2, running: false })]
    expect(types(away)).not.toContain('SplitVoteClosed')
    given(...away)
      .when(vote(1, 'play_on'))
      .thenRejected('no_split_vote')
    const back = [...away, at(AFTER_1, admin('ClearSiteTime', {}))]
    expect(splitEvents([...back, timer(CLOSE)]).at(-1)).toMatchObject(closed([1, 2]))
  })

  it('does not open before the week of the rule, with too many entries, or with less than 24 hours left', () => {
    const next = at(AFTER_1, admin('SetCurrentWeek', { weekId: 2 }))
    expect(types([...playedWith(2, 3), next])).not.toContain('SplitVoteOpened')
    const four = [...played.slice(0, pool.length + 1), createEntry(OTHER, 'Four'), ...played.slice(pool.length + 1)]
    expect(types([...four, next])).not.toContain('SplitVoteOpened')
    const late = [...played, at(CLOSE, admin('SetCurrentWeek', { weekId: 2 }))]
    expect(types(late)).not.toContain('SplitVoteOpened')
    expect(types([...played, at(BEFORE_CLOSE, admin('SetCurrentWeek', { weekId: 2 }))])).toContain('SplitVoteOpened')
  })

  it('ends when a rule of the season changes, before they are fixed', () => {
    const voting = [
      ...pool,
      createEntry(1, 'Three'),
      admin('ChangeRules', { rules: { split: { atMost: 2, fromWeek: 1 }, entryFeeCents: 1000, currency: 'USD' } }),
      admin('AmendEntry', { entryId: 3, isEliminated: true }),
      vote(1, 'share'),
      vote(2, 'share'),
    ]
    const end = { type: 'SplitVoteEnded', data: { because: 'rules' } }
    const withoutVotes = [...voting, admin('ChangeRules', { rules: { split: null } })]
    expect(splitEvents(withoutVotes).at(-1)).toMatchObject(end)
    // Nobody agreed to share nothing.
    const forTheClub = [...voting, admin('ChangeRules', { rules: { clubSharePercent: 100 } })]
    expect(splitEvents(forTheClub).slice(-2)).toMatchObject([end, { type: 'SplitVoteOpened', data: { entryIds: [1, 2] } }])
    expect(
      given(...forTheClub)
        .state()
        .splitBallots.isEmpty(),
    ).toBe(true)
    const same = admin('ChangeRules', { rules: { clubSharePercent: null } })
    expect(splitEvents([...voting, same]).at(-1)?.type).toBe('SplitVoteCast')
  })

  it('keeps out who joined after the agreement, and eliminates a champion by hand only later', () => {
    const state = given(...agreed, createEntry(OTHER, 'Four'), admin('AmendEntry', { entryId: 1, isEliminated: true })).state()
    expect(outcome(state)).toMatchObject(champions(1, 2))
    given(...agreed, createEntry(OTHER, 'Four'))
      .when(by(user(OTHER), pick(2, 'SF', 4)))
      .thenRejected('season_decided')
  })

  it('shows no vote to anybody in what they may know of the pool', () => {
    const state = given(...opened, vote(1, 'share')).state()
    for (const id of [1, 2, 3]) {
      const viewer = { kind: 'user', userId: userId(id), tokenVersion: 1 } as const
      expect(visibleTo(state, viewer).splitBallots.isEmpty()).toBe(true)
    }
  })
})

it('no ballot outlives its entry or its week', () => {
  const voting = [...opened, vote(1, 'share'), vote(2, 'share')]
  const ballots = (...more: readonly HistoryItem[]) => {
    const { splitBallots } = given(...voting, ...more).state()
    return [1, 2].filter((id) => splitBallots.has(entryId(id)))
  }
  expect(ballots()).toEqual([1, 2])
  expect(ballots(at(AFTER_1, admin('DeleteEntry', { entryId: 2 })))).toEqual([])
  expect(ballots(at(AFTER_1, admin('PurgeUsersAndEntries', {})))).toEqual([])
  expect(ballots(at(AFTER_1, admin('PurgeWeeks', {})))).toEqual([])
})
