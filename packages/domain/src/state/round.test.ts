import { expect, it } from 'vitest'
import {
  contestId,
  createEvent,
  evolve,
  gamesOf,
  instantFromMs,
  mainContest,
  position,
  type PoolState,
  type Round,
  seasonResults,
  weekId,
} from '../index.ts'
import { AFTER_1, final, game, LOCK_1, pick, pool, sync, timer } from '../../tests/pool.ts'
import { at, given, type HistoryItem } from '../../tests/specification.ts'

const SECOND = contestId(3000)

/** Returns the pool with a second contest, whose only round is played on the games of week 1. */
function withSecondContest(...history: readonly HistoryItem[]): { readonly state: PoolState; readonly round: Round } {
  const state = given(...pool, ...history).state()
  const main = state.rounds.get(weekId(1))!
  const round: Round = { ...main, id: weekId(100), contestId: SECOND, locked: null, firstLock: null }
  state.contests.set(SECOND, { id: SECOND, seasonYear: 2025, rules: null, rulesAreFixed: false })
  state.rounds.set(round.id, round)
  return { state, round }
}

const played = [sync(1, game('BUF-MIA')), pick(1, 'BUF'), timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 7, 3)))]

it('a score that arrives once counts in every contest on that week, and in none before its own lock', () => {
  const { state, round } = withSecondContest(...played)
  expect(gamesOf(state, round)).toBe(gamesOf(state, state.rounds.get(weekId(1))!))
  const completeIn = (contest: typeof SECOND) => seasonResults(state, contest).weeks.map(({ complete }) => complete)
  expect([completeIn(mainContest(2025)), completeIn(SECOND)]).toEqual([[true, false], [false]])
  expect(seasonResults(state, SECOND)).toMatchObject({ contestId: SECOND, seasonYear: 2025, weeks: [{ id: round.id }] })
})

it('a week keeps its games when its main round is deleted, until no other contest plays on it', () => {
  const { state, round } = withSecondContest(sync(1, game('BUF-MIA')))
  const remove = (id: number) => {
    const at = { recordedAt: instantFromMs(0), siteTime: instantFromMs(0), metadata: { actor: null, role: 'system' } } as const
    evolve(state, { ...createEvent('WeekDeleted', { weekId: weekId(id) }), position: position(state.position + 1), ...at })
    return gamesOf(state, round).length
  }
  expect([remove(1), remove(100)]).toEqual([1, 0])
})
