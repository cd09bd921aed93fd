import {
  entryStanding,
  joinedSeasonAt,
  mainContest,
  participantsOf,
  type PoolState,
  seasonOutcome,
  seasonResults,
  slotCount,
} from '@outlast/domain'
import { playSeed } from '@outlast/domain/histories'
import { participantsOf as participantsIn, seasonOutcomeOf, standingsOf } from '@outlast/views'
import { isDeepStrictEqual } from 'node:util'
import { expect, it } from 'vitest'
import { seasonViewOf } from './replay-view.ts'

// What a browser derives from a season's view is what the pool derives from its state, and after every step the oracle agrees with the pool.

const HISTORIES = 200

it(`what clients derive from a season's view is what pool and oracle derive, in ${HISTORIES} random histories`, () => {
  const seen = { views: 0, out: 0, champions: 0, wipeOuts: 0, severalPicks: 0, slotLossEach: 0, losers: 0, agreements: 0 }
  for (let seed = 1; seed <= HISTORIES; seed += 1) {
    const found = playSeed(seed, {
      observe: (pool) => () => {
        const difference = compare(pool, seen)
        if (difference !== undefined) throw new Error(difference)
      },
    })
    if (found !== undefined) throw new Error(`seed ${seed}, step ${found.steps.length}`, { cause: found.error })
  }
  expect(Object.entries(seen).filter(([, times]) => times === 0)).toEqual([])
})

function compare(pool: PoolState, seen: Record<string, number>): string | undefined {
  const view = seasonViewOf(pool, { nameOf: () => '', isRevealed: (week) => pool.rounds.get(week)?.locked !== null })
  if (view === undefined) return undefined
  const contest = mainContest(view.season_year)
  const season = seasonResults(pool, contest)
  const standings = standingsOf(view)
  const count = (what: string): number => (seen[what] = (seen[what] ?? 0) + 1)
  count('views')
  if (view.objective === 'lose') count('losers')
  if (view.slot_loss === 'each') count('slotLossEach')
  if (season.wipeOuts.length > 0) count('wipeOuts')
  if (season.weeks.some(({ agreement }) => agreement !== null)) count('agreements')
  if ([...pool.rounds.values()].some((round) => round.locked !== null && slotCount(pool, round) > 1)) count('severalPicks')
  for (const entry of pool.entries.values()) {
    if (joinedSeasonAt(pool, entry, view.season_year) === undefined) continue
    const expected = entryStanding(pool, entry, season)
    const shown = standings.get(entry.id)
    if (expected.status === 'out') count('out')
    if (!isDeepStrictEqual(shown, expected)) {
      return `entry ${entry.id}: ${JSON.stringify(shown)} instead of ${JSON.stringify(expected)}`
    }
  }
  const idsOf = (ids: Iterable<number>): readonly number[] => [...ids].sort((a, b) => a - b)
  const playing = idsOf(participantsIn(view).map(({ id }) => id))
  const expectedPlaying = idsOf(participantsOf(pool, season).map(({ entry }) => entry.id))
  if (!isDeepStrictEqual(playing, expectedPlaying))
    return `who takes part: ${playing.join()} instead of ${expectedPlaying.join()}`
  const [outcome, expected] = [seasonOutcomeOf(view), seasonOutcome(pool, season)]
  if (expected.status === 'finished') count('champions')
  return isDeepStrictEqual(outcome, expected)
    ? undefined
    : `the outcome: ${JSON.stringify(outcome)} instead of ${JSON.stringify(expected)}`
}
