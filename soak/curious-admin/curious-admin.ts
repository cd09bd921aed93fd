import { seededRandom } from '@outlast/seasons/random'
import { info, isAtLeast, isEmpty, type Scenario } from '../support/scenario.ts'
import { type Ending, play, type Played } from './play.ts'
import { ALL_RULES, preparePools, type PreparedPools } from './prepare.ts'
import { PATTERNS } from './patterns.ts'
import type { Step } from './step.ts'
import { randomSequence } from './steps.ts'

/** Sequences that run at the same time. */
const CONCURRENT = 2
const MAX_SHRINKING_RUNS = 60

/** A curious admin, and people with a role, make random calls in two pools that differ only in hidden picks, rankings and votes, and nobody but the owners may see a difference. */
export const curiousAdmin: Scenario<{ sequences: number; seed: number }> = {
  name: 'curious-admin',
  about:
    'random sequences of every admin call, by an admin and by people with a role, with chains of previews, in two pools that differ only in hidden picks, rankings and votes; all that anybody reads is compared',
  sizes: { sequences: 2_000, seed: 20_261_122 },
  short: { sequences: 60, seed: 20_261_122 },
  async run({ createDatabase, progress }, { sequences, seed }) {
    const pools: PreparedPools[] = []
    try {
      for (const rules of ALL_RULES) pools.push(await preparePools(createDatabase, rules))
      const endings: Record<Ending['kind'], number> = { end: 0, revealed: 0, probe: 0, apart: 0, difference: 0 }
      const failures: string[] = []
      let [next, steps, reads] = [0, 0, 0]
      const work = async (): Promise<void> => {
        while (next < sequences && failures.length === 0) {
          const n = (next += 1)
          // The first sequences begin with the patterns, each of which is played once in each pool.
          const sequence = randomSequence(seededRandom(seed + n), PATTERNS[Math.floor((n - 1) / pools.length)])
          const prepared = pools[n % pools.length] as PreparedPools
          // Depends on the seed alone, except when a busy machine answers a world too late.
          const played = await retried(() => play(prepared, sequence, seed + n), progress)
          endings[played.ending.kind] += 1
          steps += played.steps
          reads += played.reads
          if (n % 50 === 0) progress(`${n} sequences`)
          if (played.ending.kind === 'difference')
            failures.push(await explain(prepared, sequence, seed + n, n, played.ending.what))
        }
      }
      await Promise.all(Array.from({ length: CONCURRENT }, work))
      return {
        title: `${sequences} random sequences of admin calls, seed ${seed}`,
        checks: [
          isEmpty('sequences after which anybody but the owners sees a difference', failures),
          isAtLeast('sequences played until their end or until the lock', sequences / 2, endings.end + endings.revealed),
          info('of these, until a week with different picks locked', endings.revealed),
          info('ended by a refused override on public record', endings.probe),
          info('ended because the rules treated a member’s own request differently', endings.apart),
          info('requests of the admin and of members, in each world', steps),
          info('responses compared besides theirs', reads),
        ],
        notes: ['Compared: responses with their headers, live messages, the public SQL views, mails and log lines.'],
      }
    } finally {
      await Promise.all(pools.map((prepared) => prepared.stop()))
    }
  },
}

/** How often a sequence is tried, if it can't be played. */
const ATTEMPTS = 4

async function retried<T>(run: () => Promise<T>, report: (message: string) => void): Promise<T> {
  for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      report(`played again: ${String(error)}`)
    }
  }
  return run()
}

/** Describes the shortest part of a failing sequence that still fails. */
async function explain(
  prepared: PreparedPools,
  sequence: readonly Step[],
  seed: number,
  n: number,
  first: string,
): Promise<string> {
  const { steps, played } = await shrink(prepared, sequence, seed)
  const what = played.ending.kind === 'difference' ? played.ending.what : `a difference that did not occur again: ${first}`
  return `sequence ${n}: ${what}\n${steps.map((step) => JSON.stringify(step)).join('\n')}`
}

/** Leaves out steps as long as a difference remains. */
async function shrink(prepared: PreparedPools, sequence: readonly Step[], seed: number) {
  let steps = sequence
  let played: Played = await play(prepared, steps, seed)
  for (let at = 0, runs = 0; at < steps.length && runs < MAX_SHRINKING_RUNS; runs += 1) {
    const fewer = steps.toSpliced(at, 1)
    const again = await play(prepared, fewer, seed)
    if (again.ending.kind === 'difference') [steps, played] = [fewer, again]
    else at += 1
  }
  return { steps, played }
}
