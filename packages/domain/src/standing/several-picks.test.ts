import { describe, expect, it } from 'vitest'
import { entryId, entryStanding, mainContest, pickIdOf, picksOf, seasonResults, weekId } from '../index.ts'
import { admin, at, by, given, type HistoryItem, OTHER, user } from '../../tests/specification.ts'
import { AFTER_1, AFTER_2, final, LOCK_1, LOCK_2, pick, pool, sync, timer } from '../../tests/pool.ts'

// The worked example of docs/rules.md §19. Entry 1 picks CAR and KC in week 2, entry 2 picks CAR only.

const RULES = { picksPerWeek: { picks: 2, fromWeek: 2 }, lives: 2, missedPick: 'eliminated' }
const first = sync(1, final('CAR-ATL', 21, 3))
const firstWeek = [pick(1, 'CAR'), by(user(OTHER), pick(1, 'CAR', 2)), timer(LOCK_1), at(AFTER_1, first)]
const example = (rules: object = {}) => [
  ...pool,
  admin('ChangeRules', { rules: { ...RULES, teamUses: 2, ...rules } }),
  ...firstWeek,
  at(AFTER_1, pick(2, 'CAR', 1, 1)),
  at(AFTER_1, pick(2, 'KC', 1, 2)),
  at(AFTER_1, by(user(OTHER), pick(2, 'CAR', 2))),
  timer(LOCK_2),
]
const secondWeek = (car: number) => at(AFTER_2, sync(2, final('CAR-MIA', car, 20), final('KC-LAC', 20, 3)))

/** The lives that the entries have left; null for one that is out. */
const livesAfter = (...history: readonly HistoryItem[]) => {
  const state = given(...history).state()
  const season = seasonResults(state, mainContest(2025))
  return [1, 2].map((id) => {
    const standing = entryStanding(state, state.entries.get(entryId(id))!, season)
    return standing.status === 'out' ? null : standing.livesLeft
  })
}

describe('a week with two picks (docs/rules.md §19)', () => {
  it.each([
    ['one', [1, 1]],
    ['each', [1, null]],
  ] as const)('costs the lives that the rule slot_loss: %s says', (slotLoss, lives) => {
    expect(livesAfter(...example({ slotLoss }), secondWeek(10))).toEqual(lives)
  })

  it.each(['one', 'each'] as const)('follows a corrected score (slot_loss: %s)', (slotLoss) => {
    expect(livesAfter(...example({ slotLoss }), secondWeek(10), secondWeek(21))).toEqual([2, 1])
  })

  it('costs nothing for a missing pick where missed picks survive', () => {
    expect(livesAfter(...example({ missedPick: 'survives', slotLoss: 'each' }), secondWeek(10))).toEqual([1, 1])
  })

  it('is left by an admin who sets a pick that was missing as if it had been made', () => {
    const late = at(
      AFTER_2,
      admin('OverridePick', { entryId: 2, weekId: 2, slot: 2, team: 'KC', nonce: 'ab'.repeat(32), reason: 'a mail' }),
    )
    expect(livesAfter(...example({ slotLoss: 'each' }), secondWeek(10), late)).toEqual([1, 1])
  })

  describe('in which an admin waived a loss', () => {
    const lost = (rules: object) => [
      ...example({ lives: 1, ...rules }),
      at(AFTER_2, sync(2, final('CAR-MIA', 10, 20), final('KC-LAC', 20, 3))),
    ]
    const reinstated = (rules: object) => [...lost(rules), at(AFTER_2, admin('AmendEntry', { entryId: 1, isEliminated: false }))]
    const kcLost = at(AFTER_2, sync(2, final('CAR-MIA', 10, 20), final('KC-LAC', 3, 20)))
    const override = (slot: 1 | 2, team: string) =>
      at(AFTER_2, admin('OverridePick', { entryId: 1, weekId: 2, slot, team, nonce: 'ab'.repeat(32), reason: 'a mail' }))

    it('still counts another one where each costs a life', () => {
      expect(livesAfter(...lost({ slotLoss: 'each' }))[0]).toBeNull()
      expect(livesAfter(...reinstated({ slotLoss: 'each' }))[0]).toBe(1)
      expect(livesAfter(...reinstated({ slotLoss: 'each' }), kcLost)[0]).toBeNull()
    })
    it('counts no other one where the week costs one life, as long as the pick stays', () => {
      expect(livesAfter(...reinstated({ slotLoss: 'one' }), kcLost)[0]).toBe(1)
      expect(livesAfter(...reinstated({ slotLoss: 'one' }), kcLost, override(2, 'LAC'))[0]).toBe(1)
      expect(livesAfter(...reinstated({ slotLoss: 'one' }), kcLost, override(1, 'MIA'))[0]).toBeNull()
    })
    it('counts again once a missing pick, whose loss was waived, is there and another one loses', () => {
      const back = [...lost({ slotLoss: 'one' }), at(AFTER_2, admin('AmendEntry', { entryId: 2, isEliminated: false }))]
      expect(livesAfter(...back)[1]).toBe(1)
      const both = { entryId: 2, weekId: 2, nonce: 'ab'.repeat(32), reason: 'a mail' }
      const second = at(AFTER_2, admin('OverridePick', { ...both, slot: 2, team: 'KC' }))
      const first = at(AFTER_2, admin('OverridePick', { ...both, slot: 1, team: 'LAC' }))
      expect(livesAfter(...back, second)[1]).toBe(1)
      expect(livesAfter(...back, second, first, kcLost)[1]).toBeNull()
    })
  })

  it('fills each missing pick separately where picks are automatic, with other teams and other games', () => {
    const history = example({ missedPick: 'auto', autoPick: ['alphabetical'], maxAutoPicks: 18 })
    const games = at(
      AFTER_1,
      sync(2, final('CAR-BUF', null, null, { status: 'scheduled' }), final('KC-LAC', null, null, { status: 'scheduled' })),
    )
    const state = given(...history.slice(0, -1), games, timer(LOCK_2)).state()
    expect(
      picksOf(state.entries.get(entryId(2)), weekId(2)).map(({ team, slot, assignedBy }) => [team, slot, assignedBy]),
    ).toEqual([
      ['CAR', 1, null],
      ['KC', 2, 'alphabetical'],
    ])
  })
})

describe('the picks of a week (docs/rules.md §19)', () => {
  const open = [...pool, admin('ChangeRules', { rules: { picksPerWeek: { picks: 2, fromWeek: 1 } } })]
  const games = sync(1, final('KC-LAC', null, null, { status: 'scheduled' }))

  it('are made, changed and cleared one by one, under ids of their own', () => {
    const id = (slot: 1 | 2) => pickIdOf(entryId(1), weekId(1), slot)
    given(...open, pick(1, 'KC'))
      .when(pick(1, 'BUF', 1, 2))
      .thenEvents(['PickSubmitted', { pickId: id(2), team: 'BUF' }])
    given(...open, pick(1, 'KC'), pick(1, 'BUF', 1, 2))
      .when(pick(1, 'SF', 1, 2))
      .thenEvents(['PickSubmitted', { pickId: id(2), team: 'SF' }])
    expect([id(1), id(2)]).toEqual([1_000_001, 1_000_000_001_000_001])
  })

  it.each([
    ['a team that the entry has picked in the week', pick(1, 'KC', 1, 2), 'team_picked_twice'],
    ['the opponent of one', pick(1, 'LAC', 1, 2), 'opponents_picked'],
    ['a third pick of two', pick(1, 'BUF', 1, 3), 'slot_unknown'],
  ] as const)('cannot be %s', (_, step, code) => {
    given(...open, games, pick(1, 'KC'))
      .when(step)
      .thenRejected(code)
  })

  it('can be both teams of a game with opponents: allowed', () => {
    given(...open, admin('ChangeRules', { rules: { opponents: 'allowed' } }), games, pick(1, 'KC'))
      .when(pick(1, 'LAC', 1, 2))
      .thenEvents(['PickSubmitted', { team: 'LAC' }])
  })

  it('are as many as an admin says, until somebody has picked', () => {
    const set = (picks: number | null) => admin('SetPicksOfWeek', { weekId: 1, picks })
    given(...open)
      .when(set(3))
      .thenEvents(['PicksOfWeekSet', { weekId: 1, picks: 3 }])
    given(...open, set(3))
      .when(set(3))
      .thenEvents()
    given(...open, pick(1, 'KC'))
      .when(set(3))
      .thenRejected('week_has_picks')
    given(...open, timer(LOCK_1))
      .when(set(3))
      .thenRejected('week_locked')
  })

  it('stay as many when the rules change after somebody has picked', () => {
    const one = admin('ChangeRules', { rules: { picksPerWeek: null } })
    given(...open, pick(1, 'KC'), one)
      .when(pick(1, 'BUF', 1, 2))
      .thenEvents(['PickSubmitted', { team: 'BUF' }])
    given(...open, one)
      .when(pick(1, 'BUF', 1, 2))
      .thenRejected('slot_unknown')
  })

  it('refuse an override with the team of a hidden one, on record and without saying which, but not with its opponent', () => {
    const second = (team: string) => admin('OverridePick', { entryId: 1, weekId: 1, slot: 2, team, nonce: 'ab'.repeat(32) })
    given(...open, games, pick(1, 'KC'))
      .when(second('LAC'))
      .thenEvents(['PickOverridden', { team: 'LAC' }])
    given(...open, games, pick(1, 'KC'))
      .when(second('KC'))
      .thenRejected('team_used', { team: 'KC' })
      .thenRecorded(['OverrideRefused', { entryId: 1, weekId: 1 }])
  })
})
