import { DEFAULT_RULES, POOL_RULES, type PoolRules, RULE_NAMES } from '@outlast/domain/pool-rules'
import type { Replayed } from '@outlast/seasons/lab/replay'
import { useEffect, useState } from 'react'
import type { LabResult, LabSeason, LabTask } from './lab-task.ts'

/** What has been replayed, while the page is open. */
const results = new Map<string, Replayed | null>()

/** The same rules without what changes nothing in a replay, in which everybody pays. */
export function rulesOfPlay(rules: PoolRules): PoolRules {
  const played = RULE_NAMES.filter((name) => POOL_RULES[name].group !== 'money')
  return { ...DEFAULT_RULES, ...Object.fromEntries(played.map((name) => [name, rules[name]])), preset: 'custom' } as PoolRules
}

const nameOf = (season: LabSeason): string => (typeof season === 'number' ? `real-${season}` : `club-${season.seasonYear}`)

function taskOf(season: LabSeason, rules: PoolRules): LabTask {
  const played = rulesOfPlay(rules)
  return { key: `${nameOf(season)} ${JSON.stringify(played)}`, season, rules: played }
}

/** What is known so far. `result`: undefined while it is being computed, null for rules that cannot be played. */
export interface Lab {
  readonly result: (season: LabSeason, rules: PoolRules) => Replayed | null | undefined
  readonly done: number
  readonly all: number
}

/**
 * Replays seasons under sets of rules in a worker, the first set first. Results are kept, so that a set that comes back costs nothing.
 */
export function useLab(seasons: readonly LabSeason[], ruleSets: readonly PoolRules[]): Lab {
  const [, setCount] = useState(results.size)
  const tasks = ruleSets.flatMap((rules) => seasons.map((season) => taskOf(season, rules)))
  const keys = new Set(tasks.map(({ key }) => key))
  const wanted = [...keys].join('\n')
  useEffect(() => {
    const missing = tasks.filter(({ key }, index) => !results.has(key) && tasks.findIndex((task) => task.key === key) === index)
    if (missing.length === 0) return undefined
    const worker = new Worker(new URL('./lab-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data: { key, replayed } }: MessageEvent<LabResult>) => {
      results.set(key, replayed)
      setCount(results.size)
    })
    for (const task of missing) worker.postMessage(task)
    return () => worker.terminate()
    // The keys name the tasks.
  }, [wanted])
  return {
    result: (season, rules) => results.get(taskOf(season, rules).key),
    done: [...keys].filter((key) => results.has(key)).length,
    all: keys.size,
  }
}
