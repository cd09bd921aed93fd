import { chainSteps } from '@outlast/contract/proof/chain-steps'
import { hashing } from '../../lib/hashing.ts'
import { addMissingFunctions } from '../../lib/old-browsers.ts'
import { checkChain, type LogSource } from './check-chain.ts'
import { checkSeason, type SeasonSource } from './check-season.ts'
import type { CheckAnswer, CheckResults, CheckTask } from './check-task.ts'
import { isSigned } from './signature.ts'
import { createUncachedClient } from './uncached-client.ts'

// Follows the log and recomputes proofs, one task after another, so that the page stays responsive.

/** The pool reads a proof again after 5 seconds (docs/api.md). */
const PAUSE_MS = 6_000

/** The hashes of the chain that the check followed, by position. They stay here: a large log has many. */
let followed: ReadonlyMap<number, string> = new Map()

addMissingFunctions()

addEventListener('message', ({ data: task }: MessageEvent<CheckTask>) => {
  const answer = (given: CheckAnswer<CheckTask['kind']>): void => postMessage(given)
  run(task).then(
    (result) => answer({ result }),
    (error: unknown) => answer({ failure: String(error) }),
  )
})

async function run(task: CheckTask): Promise<CheckResults[CheckTask['kind']]> {
  const { log, season } = sourcesOf(task)
  if (task.kind === 'season') return checkSeason(season, { ...task, hashing, hashes: followed })
  const { hashes, ...found } = await checkChain(log, task.record, { ...task, hashing, isSigned })
  followed = hashes
  return found
}

function sourcesOf({ token }: CheckTask): { readonly log: LogSource; readonly season: SeasonSource } {
  /** Compares with what the pool says now, not with the browser's cache. */
  const api = createUncachedClient(() => token, 'no-store')
  /** The same for large answers that rarely change: the pool sends them only if their content is not what the browser has. */
  const tagged = createUncachedClient(() => token, 'no-cache')
  return {
    log: {
      head: () => api.call('auditHead'),
      heads: () => api.call('auditHeads'),
      hashes: async (from, to) => chainSteps(hashing, await tagged.call('auditHashes', { query: { from, to, form: 'short' } })),
    },
    season: {
      weeks: () => api.call('listWeeks'),
      proof: (id) => tagged.call('weekProof', { params: { id } }),
      pause: () =>
        new Promise((resolve) => {
          setTimeout(resolve, PAUSE_MS)
        }),
    },
  }
}
