import { allPicks } from '../state/entry-picks.ts'
import { describe, expect, it } from 'vitest'
import { type AutoPickStep, entryId, merkleRoot, pickCommitment, type PoolRules, type PoolState, weekId } from '../index.ts'
import { hashing, nonceOf } from '../../tests/hashing.ts'
import {
  addWeek,
  AFTER_1,
  createEntry,
  final,
  game,
  LOCK_1,
  LOCK_2,
  override,
  pick,
  pool,
  season,
  sync,
  timer,
} from '../../tests/pool.ts'
import {
  admin,
  at,
  by,
  type CommandStep,
  given,
  type HistoryItem,
  member,
  OTHER,
  type Plain,
  user,
} from '../../tests/specification.ts'

const rules = (change: Partial<Plain<PoolRules>>): CommandStep =>
  admin('ChangeRules', { rules: { missedPick: 'auto', ...change } as never })
const steps = (...autoPick: readonly AutoPickStep[]) => rules({ autoPick })
const ranking = (entry: number, ...teams: readonly string[]): CommandStep =>
  by(user(entry === 1 ? 2 : OTHER), admin('SetRanking', { entryId: entry, teams, nonce: nonceOf(3) }))
const games = sync(
  1,
  game('BUF-MIA'),
  game('KC-LAC', { kickoff: '2025-09-07T20:25:00.000Z' }),
  game('CHI-GB', { kickoff: '2025-09-09T00:15:00.000Z' }),
)
const auto: readonly HistoryItem[] = [...pool, games, rules({})]
const otherPicks = (team: string, entry = 2, week = 1) => by(user(OTHER), pick(week, team, entry))
const picked = (state: PoolState, entry = 1) =>
  allPicks(state.entries.get(entryId(entry))).map(({ team, assignedBy }) => [team, assignedBy])

describe('PickAssigned (docs/rules.md §14.2)', () => {
  it('is recorded for each alive entry without a pick, before the lock and in its Merkle root', () => {
    const { run } = given(...auto)
      .when(timer(LOCK_1))
      .thenEvents(
        ['PickAssigned', { entryId: 1, weekId: 1, team: 'BUF', rule: 'alphabetical', pickId: 1_000_001 }],
        ['PickAssigned', { entryId: 2, weekId: 1, team: 'BUF', rule: 'alphabetical' }],
        ['WeekLocked', { entries: 2, picks: 2, missed: [] }],
      )
    const leaves = run.recorded.flatMap((event) => {
      if (event.type !== 'PickAssigned') return []
      const { nonce, commitment, team } = event.data
      expect(pickCommitment(hashing, nonce, event.data.entryId, weekId(1), team)).toBe(commitment)
      return [{ entryId: event.data.entryId, commitment }]
    })
    expect(run.recorded.at(-1)!.data).toMatchObject({ merkleRoot: merkleRoot(hashing, leaves) })
    expect(run.recorded.map((event) => event.metadata.role)).toEqual(['system', 'system', 'system'])
  })
  it('is not recorded unless the rules say so', () => {
    for (const missedPick of ['survives', 'eliminated'] as const)
      given(...auto, rules({ missedPick }))
        .when(timer(LOCK_1))
        .thenEvents(['WeekLocked', { missed: [1, 2] }])
  })
  it('leaves picks of members and admins alone', () => {
    given(...auto, pick(1, 'KC'), override(2, 1, 'GB'))
      .when(timer(LOCK_1))
      .thenEvents(['WeekLocked', { picks: 2, missed: [] }])
  })
  it('is not recorded for an entry that is out', () => {
    given(...auto, admin('AmendEntry', { entryId: 1, isEliminated: true }))
      .when(timer(LOCK_1))
      .thenEvents(['PickAssigned', { entryId: 2 }], ['WeekLocked', { missed: [] }])
  })
  it('uses the member’s ranking first', () => {
    given(...auto, ranking(1, 'DEN', 'GB', 'KC'))
      .when(timer(LOCK_1))
      .thenEvents(
        ['PickAssigned', { entryId: 1, team: 'GB', rule: 'my_list' }],
        ['PickAssigned', { entryId: 2, rule: 'alphabetical' }],
        ['WeekLocked'],
      )
  })
  it('uses the team that most entries picked, of equally picked ones the first to play', () => {
    const third = createEntry(OTHER, 'Three')
    given(...auto, third, steps('most_picked'), otherPicks('MIA'), otherPicks('LAC', 3))
      .when(timer(LOCK_1))
      .thenEvents(['PickAssigned', { entryId: 1, team: 'MIA', rule: 'most_picked' }], ['WeekLocked'])
    given(
      ...auto,
      third,
      createEntry(OTHER, 'Four'),
      steps('most_picked'),
      otherPicks('MIA'),
      otherPicks('LAC', 3),
      otherPicks('LAC', 4),
    )
      .when(timer(LOCK_1))
      .thenEvents(['PickAssigned', { entryId: 1, team: 'LAC' }], ['WeekLocked'])
    given(...auto, third, steps('most_picked'), otherPicks('MIA'), otherPicks('BUF', 3))
      .when(timer(LOCK_1))
      .thenEvents(['PickAssigned', { entryId: 1, team: 'BUF' }], ['WeekLocked'])
  })
  it('does not count automatic picks as picked', () => {
    given(...auto, steps('my_list', 'most_picked'), ranking(1, 'GB'))
      .when(timer(LOCK_1))
      .thenEvents(['PickAssigned', { entryId: 1, team: 'GB' }], ['WeekLocked', { picks: 1, missed: [2] }])
  })
  it('uses the visitor of the last game, then of the one before', () => {
    given(...auto, steps('last_visitor'), admin('SetIneligibleTeams', { weekId: 1, teams: ['GB'] }))
      .when(timer(LOCK_1))
      .thenEvents(['PickAssigned', { team: 'LAC', rule: 'last_visitor' }], ['PickAssigned', { team: 'LAC' }], ['WeekLocked'])
  })
  it('passes over used, idle, ineligible and playing teams, step by step', () => {
    const thursday = sync(
      2,
      game('ARI-ATL', { kickoff: '2025-09-12T00:15:00.000Z' }),
      game('BUF-MIA', { espnId: 'rematch', kickoff: '2025-09-14T17:00:00.000Z' }),
    )
    const won = [pick(1, 'BUF'), otherPicks('BUF'), timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 7, 3)))]
    given(...auto, thursday, steps('my_list', 'alphabetical'), ranking(1, 'DEN', 'BUF', 'ARI'), ...won)
      .when(timer(LOCK_2))
      .thenEvents(
        ['PickAssigned', { entryId: 1, team: 'MIA', rule: 'alphabetical' }],
        ['PickAssigned', { entryId: 2, team: 'MIA' }],
        ['WeekLocked'],
      )
  })
  it('judges kickoffs as of the lock time, also when the lock is recorded after an outage', () => {
    given(...auto, ranking(1, 'KC'))
      .when(timer(AFTER_1))
      .thenEvents(['PickAssigned', { entryId: 1, team: 'KC' }], ['PickAssigned', { entryId: 2, team: 'BUF' }], ['WeekLocked'])
  })
  it('is missing when no step has an eligible team, which counts as a missed pick', () => {
    const state = given(...auto, steps('my_list'), ranking(1, 'KC'), timer(LOCK_1), at(AFTER_1, allFinal)).state()
    expect(picked(state)).toEqual([['KC', 'my_list']])
    expect(state.entries.get(entryId(2))!.missedWeeks).toHaveLength(1)
    given(...auto, steps('my_list'), ranking(1, 'KC'), timer(LOCK_1), at(AFTER_1, allFinal))
      .when(timer(LOCK_2))
      .thenEvents(['WeekLocked', { weekId: 2, entries: 1 }])
  })
  it('is made at most max_auto_picks times in a season', () => {
    given(...auto, rules({ maxAutoPicks: 1 }), sync(2, game('CHI-GB', { kickoff: '2025-09-14T17:00:00.000Z' })), timer(LOCK_1))
      .when(timer(LOCK_2))
      .thenEvents(['WeekLocked', { weekId: 2, entries: 2, picks: 0, missed: [1, 2] }])
  })
  it('is not made for an entry that may not pick because it is unpaid', () => {
    given(...auto, rules({ unpaidAfterWeek: 0 }), admin('SetPayment', { entryId: 2, paymentType: 'cash', paidDate: null }))
      .when(timer(LOCK_1))
      .thenEvents(['PickAssigned', { entryId: 2 }], ['WeekLocked', { missed: [1] }])
  })
})

const allFinal = sync(
  1,
  final('BUF-MIA', 7, 3),
  final('KC-LAC', 7, 3, { kickoff: '2025-09-07T20:25:00.000Z' }),
  final('CHI-GB', 7, 3, { kickoff: '2025-09-09T00:15:00.000Z' }),
)

describe('Reopening a week', () => {
  const reopen = at(LOCK_1, admin('SetLockTime', { weekId: 1, lockTime: '2025-09-08T16:00:00.000Z' }))
  it('withdraws its automatic picks and keeps the others', () => {
    given(...auto, pick(1, 'KC'), timer(LOCK_1))
      .when(reopen)
      .thenEvents(
        ['LockTimeChanged'],
        ['WeekReopened', { weekId: 1 }],
        ['AssignedPickWithdrawn', { entryId: 2, weekId: 1, pickId: 2_000_001 }],
      )
  })
  it('gives them back at the next lock, without counting them twice and whatever the ranking says by then', () => {
    given(...auto, rules({ maxAutoPicks: 1 }), pick(1, 'KC'), timer(LOCK_1), reopen, at(LOCK_1, ranking(2, 'GB')))
      .when(timer('2025-09-08T16:00:00Z'))
      .thenEvents(['PickAssigned', { entryId: 2, team: 'KC', rule: 'most_picked' }], ['WeekLocked', { missed: [] }])
  })
  describe('of several picks', () => {
    const two = { picksPerWeek: { picks: 2, fromWeek: 1 }, autoPick: ['alphabetical'] } as const
    const beside = (opponents: 'refused' | 'allowed') =>
      given(...auto, rules({ ...two, opponents }), pick(1, 'KC'), timer(LOCK_1))
    const teams = (state: PoolState) =>
      picked(state)
        .map(([team]) => String(team))
        .sort()
    it('does not give a team back whose opponent the entry has picked meanwhile, unless the rules allow that', () => {
      const relocked = (opponents: 'refused' | 'allowed') =>
        beside(opponents)
          .and(reopen, at(LOCK_1, pick(1, 'MIA')), timer('2025-09-08T16:00:00Z'))
          .state()
      expect([teams(relocked('refused')), teams(relocked('allowed'))]).toEqual([
        ['CHI', 'MIA'],
        ['BUF', 'MIA'],
      ])
    })
    it('gives it back beside what an admin had picked in the locked week', () => {
      const overridden = beside('refused').and(at(LOCK_1, override(1, 1, 'MIA', 'asked by phone')))
      expect(teams(overridden.state())).toEqual(['BUF', 'MIA'])
      expect(teams(overridden.and(reopen, timer('2025-09-08T16:00:00Z')).state())).toEqual(['BUF', 'MIA'])
    })
  })
  it('keeps the pick with which an admin replaced an automatic one', () => {
    given(...auto, pick(1, 'KC'), timer(LOCK_1), at(LOCK_1, override(2, 1, 'CHI', 'asked by phone')))
      .when(reopen)
      .thenEvents(['LockTimeChanged'], ['WeekReopened', { weekId: 1, marked: true }])
  })
  it('is marked when a member’s ranking became public, and not for the other automatic picks', () => {
    given(...auto, timer(LOCK_1))
      .when(reopen)
      .thenEvents(['LockTimeChanged'], ['WeekReopened', { marked: false }], ['AssignedPickWithdrawn'], ['AssignedPickWithdrawn'])
    given(...auto, ranking(1, 'GB'), timer(LOCK_1))
      .when(reopen)
      .thenEvents(['LockTimeChanged'], ['WeekReopened', { marked: true }], ['AssignedPickWithdrawn'], ['AssignedPickWithdrawn'])
  })
})

describe('SetRanking', () => {
  it('records the teams, in the member’s order', () => {
    given(...pool)
      .when(ranking(1, 'kc', 'WAS'))
      .thenEvents(['RankingSet', { entryId: 1, teams: ['KC', 'WSH'] }])
  })
  it('records nothing when the ranking stays the same', () => {
    given(...pool, ranking(1, 'KC'))
      .when(ranking(1, 'KC'))
      .thenNoEvents()
    given(...pool)
      .when(ranking(1))
      .thenNoEvents()
  })
  it('is rejected for unknown and repeated teams and for entries of others', () => {
    given(...pool)
      .when(ranking(1, 'XXX'))
      .thenRejected('unknown_team', { team: 'XXX' })
    given(...pool)
      .when(ranking(1, 'KC', 'kc'))
      .thenRejected('team_repeated')
    given(...pool)
      .when(member('SetRanking', { entryId: 2, teams: ['KC'], nonce: nonceOf(3) }))
      .thenRejected('entry_not_found')
    given(...pool)
      .when(admin('SetRanking', { entryId: 1, teams: ['KC'], nonce: nonceOf(3) }))
      .thenRejected('entry_not_found')
  })
})

describe('SubmitPick of an unpaid entry', () => {
  const due = admin('ChangeRules', { rules: { unpaidAfterWeek: 1 } })
  it('is rejected after the week of the rule', () => {
    given(...pool, due)
      .when(pick(1, 'KC'))
      .thenAccepted()
    given(...pool, due)
      .when(pick(2, 'KC'))
      .thenRejected('entry_unpaid')
  })
  it('is accepted once the entry is paid, and from an admin', () => {
    given(...pool, due, admin('SetPayment', { entryId: 1, paymentType: 'cash', paidDate: null }))
      .when(pick(2, 'KC'))
      .thenAccepted()
    given(...pool, due)
      .when(override(1, 2, 'KC'))
      .thenAccepted()
  })
})

it('the season’s first week decides the rules of automatic picks', () => {
  given(...season, createEntry(2, 'One'), addWeek(2025, 3), rules({}), timer(LOCK_1))
    .when(at(AFTER_1, rules({ missedPick: 'survives' })))
    .thenRejected('rules_locked')
})
