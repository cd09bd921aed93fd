import { expect, it } from 'vitest'
import { WITHOUT_EFFECT } from '../tests/histories/oracle/oracle.ts'
import { playSeed } from '../tests/histories/play.ts'
import { COMMAND_TYPES } from '../tests/histories/samples.ts'
import { describe as describeHistory, shrink } from '../tests/histories/shrink.ts'
import { EXPECTED_SHAPES, Tally } from '../tests/histories/tally.ts'

// Plays random histories on the domain and on the oracle (tests/histories/oracle) side by side. `HISTORIES` sets their number
// (`npm run test:long -- histories`: 10,000), `HISTORIES_SEED` the first of their seeds, which are consecutive.
const COUNT = Number(process.env['HISTORIES'] ?? 500)
const FIRST_SEED = Number(process.env['HISTORIES_SEED'] ?? 1)
const tally = new Tally()

it(
  `after every step of ${COUNT} random histories, pool and oracle agree on who is in, who won, and who owes what`,
  { timeout: 60_000 + 3_000 * COUNT },
  () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + COUNT; seed += 1) {
      const found = playSeed(seed, { tally })
      if (found !== undefined) throw new Error(`seed ${seed}, shortened:\n${describeHistory(shrink(found))}`)
    }
    expect(tally.counts.size).toBeGreaterThan(0)
  },
)

/** Seeds in which a long run found a difference. */
const FOUND_BY_LONG_RUNS = [3717, 3815, 5390, 7137, 9578]

it('pool and oracle agree on the seeds in which a long run found a difference', { timeout: 120_000 }, () => {
  const found = FOUND_BY_LONG_RUNS.filter((seed) => playSeed(seed, {}) !== undefined)
  expect(found).toEqual([])
})

/** A pool has an admin from its first account on. The oracle does not judge commands that cannot affect a season. */
const NOT_ALWAYS_ACCEPTED = ['ClaimAdmin', ...Object.keys(WITHOUT_EFFECT)]

/** What occurs in only a few of 1,000 histories. The tests of decisions have it too (decide/reopening.test.ts, decide/picks.test.ts), or those of prizes (money/prizes.test.ts). */
const RARE_SHAPES = [
  'a claim lapses',
  'a weekly prize goes to somebody else',
  'a void plan stands again',
  'a pick of a begun game is set before the lock',
  'a pick of an open week is set without a reason although a result is known',
  'a pick of an open week is deleted without a reason although a result is known',
]

it('the random histories contain every command and every combination that once went wrong', () => {
  // A single history that is played again for its seed contains little.
  const sent = COMMAND_TYPES.map((type) => `${type} is sent`)
  const accepted = COMMAND_TYPES.filter((type) => !NOT_ALWAYS_ACCEPTED.includes(type)).map((type) => `${type} is accepted`)
  const shapes = EXPECTED_SHAPES.filter((shape) => COUNT >= 3_000 || !RARE_SHAPES.includes(shape))
  const expected = COUNT < 300 ? [] : [...sent, ...shapes, ...(COUNT < 10_000 ? [] : accepted)]
  expect(tally.missing(expected)).toEqual([])
})

it('the seasons of the random histories have every value of every rule, and in the long form each two of them together', () => {
  if (process.env['HISTORIES'] !== undefined) console.log(String(tally.rules))
  expect(COUNT < 300 ? [] : tally.rules.missingValues()).toEqual([])
  expect(COUNT < 10_000 ? [] : tally.rules.missingPairs()).toEqual([])
})
