import type { Hashing } from '@outlast/domain/rules'
import type { Subject } from '../../device/log-record.ts'
import { readUntilCertain } from '../../lib/read-until-certain.ts'
import { type ChainCheck, type CheckOptions, checkChain, type LogSource } from './check-chain.ts'
import { checkSeason, type SeasonCheck, type SeasonSource } from './check-season.ts'
import type { CheckResults, CheckTask, RunCheckTask, Suspicion } from './check-task.ts'
import { memoryOf } from './suspicion.ts'

interface CheckTasksOptions {
  readonly sourcesOf: (task: CheckTask) => { readonly log: LogSource; readonly season: SeasonSource }
  readonly hashing: Hashing
  readonly isSigned: CheckOptions['isSigned']
  readonly pause: (ms: number) => Promise<void>
  readonly onSuspicion: (suspicion: Suspicion) => void
}

/** Checks the chain and the season. What does not match is reported only after everything was read again, from the beginning. */
export class CheckTasks {
  readonly #options: CheckTasksOptions
  /** The hashes of the chain that the check followed, by position. They stay here: a large log has many. */
  #followed: ReadonlyMap<number, string> = new Map()

  constructor(options: CheckTasksOptions) {
    this.#options = options
  }

  readonly run: RunCheckTask = async (task) => (await this.#run(task)) as CheckResults[typeof task.kind]

  #run(task: CheckTask): Promise<CheckResults[CheckTask['kind']]> {
    switch (task.kind) {
      case 'chain':
        return this.#checkChain(task)
      case 'season':
        return this.#checkSeason(task)
      default:
        return task satisfies never
    }
  }

  async #checkChain(task: Extract<CheckTask, { kind: 'chain' }>): Promise<CheckResults['chain']> {
    const { hashing, pause, onSuspicion } = this.#options
    // With the sentences: between two visits, another log could be suspect for a reason of the same kind.
    const memory = memoryOf('chain', ({ problems }: ChainCheck) => problems.map(({ sentence }) => sentence), {
      ...task.record,
      hashing,
      onSuspicion,
    })
    const found = await readUntilCertain(() => this.#readChain(task), {
      ...memory,
      pause,
      isSuspect: ({ problems }) => problems.length > 0,
      // The log only grows, so that a change of an event that is in it stays, however many follow.
      contentOf: ({ problems }) => problems.map(({ kind }) => kind),
    })
    if (found === undefined) return undefined
    const { record, problems, isWhole } = found
    return { record, problems, checked: isWhole ? ['chain'] : [] }
  }

  async #checkSeason(task: Extract<CheckTask, { kind: 'season' }>): Promise<CheckResults['season']> {
    const { hashing, pause, onSuspicion } = this.#options
    let isAgain = false
    const read = async () => {
      const chain = isAgain ? await this.#readChain(task) : undefined
      isAgain = true
      const season = await checkSeason(this.#options.sourcesOf(task).season, { ...task, hashing, hashes: this.#followed })
      return { ...season, problems: [...(chain?.problems ?? []), ...season.problems] }
    }
    const contentOf = ({ proofs, problems }: SeasonCheck): unknown => ({ proofs, kinds: problems.map(({ kind }) => kind) })
    const found = await readUntilCertain(read, {
      ...memoryOf('season', contentOf, { ...task.record, hashing, onSuspicion }),
      pause,
      isSuspect: ({ problems }) => problems.length > 0,
      contentOf,
    })
    if (found === undefined) return undefined
    const { problems, wholeSeason } = found
    const checked: readonly Subject[] = wholeSeason === undefined ? [] : [`season:${wholeSeason}`]
    return { problems, checked, isWhole: wholeSeason !== undefined }
  }

  async #readChain(task: CheckTask): Promise<ChainCheck> {
    const { hashing, isSigned, sourcesOf } = this.#options
    const found = await checkChain(sourcesOf(task).log, task.record, { ...task, hashing, isSigned })
    this.#followed = found.hashes
    return found
  }
}
