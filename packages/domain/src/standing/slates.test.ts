import { describe, expect, it } from 'vitest'
import {
  entryId,
  entryStanding,
  gamesOf,
  isListed,
  mainContest,
  type PoolState,
  seasonResults,
  weekId,
  weekLabel,
} from '../index.ts'
import { picksAtLock } from '../decide/judge-picks.ts'
import { nonceOf } from '../../tests/hashing.ts'
import { accounts, createEntry, final, game, override, pick, sync, timer } from '../../tests/pool.ts'
import { admin, at, by, given, type HistoryItem, OTHER, user } from '../../tests/specification.ts'

// The worked example of docs/rules.md §20: week 13 of 2025, with Thanksgiving on Thursday, November 27.

const FRIDAY = '2025-11-28T05:00:00.000Z'
const LOCK_A = '2025-11-27T18:00:00.000Z'
const LOCK_B = '2025-11-30T17:00:00.000Z'
const AFTER = '2025-12-02T12:00:00Z'

const thursday = game('DET-GB', { kickoff: LOCK_A })
const sunday = game('MIA-BUF', { kickoff: '2025-11-30T18:00:00.000Z' })
const monday = game('KC-LAC', { kickoff: '2025-12-02T01:15:00.000Z' })
/** Each slate asks for all games of the week. */
const syncBoth = (...games: readonly ReturnType<typeof game>[]) => [sync(1, ...games), sync(2, ...games)]
const slates = admin('AddWeek', { seasonYear: 2025, weekNumber: 13, slates: [FRIDAY] })
const open = [
  ...accounts,
  admin('ChangeRules', { rules: { missedPick: 'eliminated' } }),
  slates,
  ...syncBoth(thursday, sunday, monday),
  createEntry(2, 'One'),
  createEntry(OTHER, 'Two'),
]
const picked = [...open, pick(1, 'DET'), pick(2, 'MIA'), by(user(OTHER), pick(2, 'KC', 2))]

const teamsIn = (state: PoolState, id: number): readonly string[] =>
  gamesOf(state, state.rounds.get(weekId(id))!)
    .filter(isListed)
    .map(({ away, home }) => `${away} at ${home}`)

const standings = (...history: readonly HistoryItem[]) => {
  const state = given(...history).state()
  const season = seasonResults(state, mainContest(2025))
  return [1, 2].map((id) => {
    const standing = entryStanding(state, state.entries.get(entryId(id))!, season)
    return standing.status === 'out' ? `out in ${weekLabel(standing.eliminatedWeek)}` : 'alive'
  })
}

describe('a week that is played in slates (docs/rules.md §20)', () => {
  it('has each game in one slate, and each slate locks for itself', () => {
    const state = given(...open).state()
    expect([...state.rounds.values()].map(({ weekNumber, lockTime }) => [weekLabel(weekNumber), lockTime])).toEqual([
      ['13a', LOCK_A],
      ['13b', LOCK_B],
    ])
    expect([teamsIn(state, 1), teamsIn(state, 2)]).toEqual([['GB at DET'], ['BUF at MIA', 'LAC at KC']])
  })

  it('asks each entry for a pick in each slate, of its games and of teams that it did not use', () => {
    expect.hasAssertions()
    given(...open)
      .when(pick(1, 'MIA'))
      .thenRejected('team_on_bye')
    given(...picked, timer(LOCK_A))
      .when(at('2025-11-28T12:00:00Z', pick(2, 'DET')))
      .thenRejected('team_used', { team: 'DET', week: 13.1 })
  })

  it('takes no pick before its games are known, or after all have left it: the team could not lose', () => {
    expect.hasAssertions()
    const added = [...accounts, slates, createEntry(2, 'One')]
    const left = sync(1, thursday, game('MIA-BUF', { kickoff: '2025-11-28T01:20:00.000Z' }))
    for (const history of [added, [...added, sync(2, thursday, sunday), left]]) {
      for (const step of [pick(2, 'DET'), override(1, 2, 'DET')]) {
        given(...history)
          .when(step)
          .thenRejected('team_on_bye')
      }
    }
    given(...added, sync(1, thursday, sunday))
      .when(pick(2, 'MIA'))
      .thenAccepted()
  })

  it('puts an entry out in the slate that it lost or missed, before the next one locks', () => {
    const thursdayOver = at('2025-11-28T12:00:00Z', sync(1, final('DET-GB', 20, 10), sunday, monday))
    expect(standings(...picked, timer(LOCK_A), thursdayOver)).toEqual(['alive', 'out in 13a'])
    const all = [final('DET-GB', 20, 10), final('MIA-BUF', 3, 10), final('KC-LAC', 20, 10)]
    const over = syncBoth(...all).map((item) => at(AFTER, item))
    expect(standings(...picked, timer(LOCK_A), thursdayOver, timer(LOCK_B), ...over)).toEqual(['out in 13b', 'out in 13a'])
  })

  it('moves a game with its kickoff as long as both slates are open, and its pick is void where it left', () => {
    const moved = game('MIA-BUF', { kickoff: '2025-11-28T01:20:00.000Z' })
    const history = given(...picked, ...syncBoth(thursday, moved, monday))
    const state = history.state()
    expect([teamsIn(state, 1), teamsIn(state, 2)]).toEqual([['GB at DET', 'BUF at MIA'], ['LAC at KC']])
    const { voidPlans } = picksAtLock(state, state.rounds.get(weekId(2))!)
    expect(voidPlans.map(({ pick: { team } }) => team)).toEqual(['MIA'])
  })

  it('keeps a game that is postponed, whose new date does not count until it is played, and no longer locks by it', () => {
    const postponed = sync(1, game('DET-GB', { kickoff: sunday.kickoff, status: 'postponed' }), sunday, monday)
    const state = given(...picked, postponed).state()
    expect([teamsIn(state, 1), teamsIn(state, 2)]).toEqual([['GB at DET'], ['BUF at MIA', 'LAC at KC']])
    expect(gamesOf(state, state.rounds.get(weekId(1))!)[0]!.status).toBe('postponed')
    const played = sync(1, game('DET-GB', { kickoff: sunday.kickoff }), sunday, monday)
    expect(teamsIn(given(...picked, postponed, played).state(), 2)).toContain('GB at DET')
  })
  it('moves a game also if only the slate that it leaves is asked for, and its automatic lock with it', () => {
    const moved = game('DET-GB', { kickoff: '2025-11-30T21:00:00.000Z' })
    const other = game('DAL-NYG', { kickoff: '2025-11-27T21:30:00.000Z' })
    const state = given(...picked, sync(1, other, moved, sunday, monday)).state()
    expect([teamsIn(state, 1), teamsIn(state, 2)]).toEqual([['NYG at DAL'], ['BUF at MIA', 'LAC at KC', 'GB at DET']])
    expect(state.rounds.get(weekId(1))?.lockTime).toBe(other.kickoff)
    const { voidPlans } = picksAtLock(state, state.rounds.get(weekId(1))!)
    expect(voidPlans.map(({ pick: { team } }) => team)).toEqual(['DET'])
  })

  it('moves a game that has another id in the time of the other slate', () => {
    const moved = game('MIA-BUF', { espnId: 'new', kickoff: '2025-11-28T01:20:00.000Z' })
    for (const asked of [1, 2]) {
      const state = given(...picked, sync(asked, thursday, moved, monday)).state()
      expect([teamsIn(state, 1), teamsIn(state, 2)]).toEqual([['GB at DET', 'BUF at MIA'], ['LAC at KC']])
    }
  })

  it('leaves a game in its slate once that has locked, or the one that it would move to', () => {
    const late = game('DET-GB', { kickoff: '2025-11-30T21:00:00.000Z' })
    const early = game('KC-LAC', { kickoff: '2025-11-28T01:20:00.000Z' })
    const noon = '2025-11-27T19:00:00Z'
    const state = given(...picked, timer(LOCK_A), ...syncBoth(late, sunday, early).map((item) => at(noon, item))).state()
    expect([teamsIn(state, 1), teamsIn(state, 2)]).toEqual([['GB at DET'], ['BUF at MIA', 'LAC at KC']])
  })

  it('counts as its week of the league for rules that name a week', () => {
    expect.hasAssertions()
    const unpaidAfter = (unpaidAfterWeek: number) => admin('ChangeRules', { rules: { unpaidAfterWeek } })
    given(...open, unpaidAfter(13))
      .when(pick(2, 'MIA'))
      .thenAccepted()
    given(...open, unpaidAfter(12))
      .when(pick(2, 'MIA'))
      .thenRejected('entry_unpaid')
  })

  it('is refused where the week exists, and at a time when nobody plays', () => {
    expect.hasAssertions()
    given(...open)
      .when(slates)
      .thenRejected('week_exists')
    given(...open)
      .when(admin('AddWeek', { seasonYear: 2025, weekNumber: 13 }))
      .thenRejected('week_exists')
    given(...accounts)
      .when(admin('AddWeek', { seasonYear: 2025, weekNumber: 12, slates: [FRIDAY] }))
      .thenRejected('slate_outside_week', { week: 12 })
  })

  it('gives the games of a slate that is deleted to the one beside it', () => {
    const state = given(...open, admin('DeleteWeek', { weekId: 2 }), sync(1, thursday, sunday, monday)).state()
    expect(teamsIn(state, 1)).toEqual(['GB at DET', 'BUF at MIA', 'LAC at KC'])
  })

  it('gives no games of a deleted slate to one that has locked, so that who is out in it stays out', () => {
    const answer = [final('DET-GB', 20, 10), sunday, monday]
    const over = at('2025-11-28T12:00:00Z', sync(1, ...answer))
    const history = [...picked, timer(LOCK_A), over, admin('DeleteWeek', { weekId: 2 }), sync(1, ...answer)]
    expect(teamsIn(given(...history).state(), 1)).toEqual(['GB at DET'])
    expect(standings(...history)).toEqual(['alive', 'out in 13a'])
  })

  it('gives no games of a deleted slate to one that has locked, and leaves those of the third where they are', () => {
    const three = [
      ...accounts,
      admin('AddWeek', { seasonYear: 2025, weekNumber: 13, slates: [FRIDAY, '2025-12-01T05:00:00.000Z'] }),
      sync(1, thursday, sunday, monday),
      timer(LOCK_A),
      admin('DeleteWeek', { weekId: 2 }),
      sync(3, thursday, sunday, monday),
    ]
    const state = given(...three).state()
    expect([teamsIn(state, 1), teamsIn(state, 3)]).toEqual([['GB at DET'], ['LAC at KC']])
  })

  it('takes the games of a slate that locked before any of them was known, and one against another team', () => {
    const instead = game('DET-CHI', { kickoff: LOCK_A })
    const locked = [...accounts, slates, timer(LOCK_A)]
    const state = given(...locked, sync(1, thursday, sunday), sync(1, instead, sunday)).state()
    expect(teamsIn(state, 1)).toEqual(['GB at DET', 'CHI at DET'])
  })

  it('eliminates a champion by hand as of the next slate', () => {
    expect.hasAssertions()
    const thursdayOver = at('2025-11-28T12:00:00Z', sync(1, final('DET-GB', 20, 10), sunday, monday))
    given(...picked, timer(LOCK_A), thursdayOver)
      .when(at('2025-11-28T13:00:00Z', admin('AmendEntry', { entryId: 1, isEliminated: true })))
      .thenEvents(['EntryEliminatedByHand', { weekNumber: 13.2 }])
  })
})

describe('a week that is split into slates (docs/rules.md §20)', () => {
  const whole = [
    ...accounts,
    admin('ChangeRules', { rules: { missedPick: 'eliminated' } }),
    admin('AddWeek', { seasonYear: 2025, weekNumber: 13 }),
    sync(1, thursday, sunday, monday),
    createEntry(2, 'One'),
    createEntry(OTHER, 'Two'),
    pick(1, 'DET'),
    by(user(OTHER), pick(1, 'KC', 2)),
  ]
  const split = [...whole, slates]

  const labels = (state: PoolState) => [...state.rounds.values()].map(({ weekNumber }) => weekLabel(weekNumber))
  const voidTeams = (state: PoolState) => picksAtLock(state, state.rounds.get(weekId(1))!).voidPlans.map(({ pick }) => pick.team)

  it('is its first slate from then on, with the picks that it has, and games follow with the next answer', () => {
    const state = given(...split).state()
    expect(labels(state)).toEqual(['13a', '13b'])
    expect([...state.rounds.values()].map(({ lockTime }) => lockTime)).toEqual([LOCK_A, LOCK_B])
    expect(voidTeams(state)).toEqual([])
    const synced = given(...split, sync(1, thursday, sunday, monday)).state()
    expect([teamsIn(synced, 1), teamsIn(synced, 2)]).toEqual([['GB at DET'], ['BUF at MIA', 'LAC at KC']])
    // DET stands. KC plays in the other slate, so its owner chooses again.
    expect(voidTeams(synced)).toEqual(['KC'])
  })

  it('is refused once the week has slates, has locked, or one of its games has begun', () => {
    expect.hasAssertions()
    given(...split)
      .when(slates)
      .thenRejected('week_exists')
    given(...whole)
      .when(admin('AddWeek', { seasonYear: 2025, weekNumber: 13 }))
      .thenRejected('week_exists')
    given(...whole)
      .when(at('2025-11-28T12:00:00Z', slates))
      .thenRejected('week_begun')
    given(...whole)
      .when(at(AFTER, slates))
      .thenRejected('week_begun')
  })

  it('keeps an elimination by hand in the week in which it was', () => {
    const eliminated = [...whole, admin('AmendEntry', { entryId: 1, isEliminated: true }), slates]
    expect(
      given(...eliminated)
        .state()
        .entries.get(entryId(1))!.eliminatedByHand,
    ).toMatchObject([{ weekNumber: 13.1 }])
  })

  describe('and taken back', () => {
    const undo = admin('UndoAction', { nonce: nonceOf(9) })
    const synced = [...split, sync(1, thursday, sunday, monday)]

    it('is whole again, and with the next answer every pick that it had stands', () => {
      const state = given(...synced, undo, sync(1, thursday, sunday, monday)).state()
      expect(labels(state)).toEqual(['13'])
      expect(teamsIn(state, 1).toSorted()).toEqual(['BUF at MIA', 'GB at DET', 'LAC at KC'])
      expect(voidTeams(state)).toEqual([])
      expect([...state.rounds.values()].map(({ lockTime }) => lockTime)).toEqual(
        [
          ...given(...whole)
            .state()
            .rounds.values(),
        ].map(({ lockTime }) => lockTime),
      )
    })

    it('is refused after a lock, and while another slate is the current week', () => {
      expect.hasAssertions()
      given(...synced, timer(LOCK_A))
        .when(at('2025-11-28T12:00:00Z', undo))
        .thenRejected('undo_too_late')
      const system = by({ kind: 'system' }, admin('SetCurrentWeek', { weekId: 2 }))
      given(...synced, system)
        .when(undo)
        .thenRejected('undo_changed')
    })
  })
})
