import { describe, expect, it } from 'vitest'
import { entryId, entryStanding, mainContest, seasonResults, tieBreaker } from '../index.ts'
import { admin, at, by, given, OTHER, user } from '../../tests/specification.ts'
import { AFTER_1, final, game, LOCK_1, pick, pool, sync, timer } from '../../tests/pool.ts'

// The worked example of docs/rules.md §1.3. Entry 1 is Mia's, entry 2 is Otto's.

const history = (rules: object) => [
  ...pool,
  admin('ChangeRules', { rules: { objective: 'lose', ...rules } }),
  pick(1, 'CAR'),
  by(user(OTHER), pick(1, 'ATL', 2)),
  timer(LOCK_1),
]
const after = (own: number, other: number, rules: object = {}) => {
  const state = given(...history(rules), at(AFTER_1, sync(1, final('CAR-ATL', own, other)))).state()
  const season = seasonResults(state, mainContest(2025))
  return {
    state,
    season,
    statuses: [1, 2].map((id) => entryStanding(state, state.entries.get(entryId(id))!, season).status),
  }
}

describe('objective: lose (docs/rules.md §1.3)', () => {
  it.each([
    ['survives when its team loses', [10, 13], {}, ['alive', 'out']],
    ['is out when its team wins', [14, 13], {}, ['out', 'alive']],
    ['is out after a tie', [13, 13], {}, ['out', 'out']],
    ['survives a win of the team without the rule', [14, 13], { objective: 'win' }, ['alive', 'out']],
  ] as const)('%s', (_, [own, other], rules, expected) => {
    expect(after(own, other, rules).statuses).toEqual(expected)
  })

  it('follows a corrected score', () => {
    const corrected = given(
      ...history({}),
      at(AFTER_1, sync(1, final('CAR-ATL', 10, 13))),
      at(AFTER_1, sync(1, final('CAR-ATL', 14, 13))),
    ).state()
    const season = seasonResults(corrected, mainContest(2025))
    expect([1, 2].map((id) => entryStanding(corrected, corrected.entries.get(entryId(id))!, season).status)).toEqual([
      'out',
      'alive',
    ])
  })

  it('counts the points by which teams lost as the margin', () => {
    const { season } = after(10, 13, { tiebreak: ['margin'] })
    const entry = (id: number, team: string) => ({
      entryId: id,
      joinedPosition: 0,
      teamsOf: () => [team as never],
      countAuto: () => 0,
      standing: { status: 'alive', losses: 0, livesLeft: 1 } as const,
    })
    expect(tieBreaker(season)([entry(1, 'CAR'), entry(2, 'ATL')], 1).map(({ entryId: id }) => id)).toEqual([1])
  })

  it('leaves a game without which the week is closed a loss under cancelled_game: loss', () => {
    const closed = given(
      ...history({ cancelledGame: 'loss' }),
      at(AFTER_1, sync(1, game('CAR-ATL', { status: 'cancelled' }), final('KC-LAC', 3, 0))),
      at(AFTER_1, admin('CloseWeek', { weekId: 1, reason: 'a storm' })),
    ).state()
    const season = seasonResults(closed, mainContest(2025))
    expect([1, 2].map((id) => entryStanding(closed, closed.entries.get(entryId(id))!, season).status)).toEqual(['out', 'out'])
  })
})
