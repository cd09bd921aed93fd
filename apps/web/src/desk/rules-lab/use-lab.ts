import type { PoolRules } from '@outlast/domain/pool-rules'
import type { Replayed } from '@outlast/seasons/lab/replay'
import { useEffect, useState } from 'react'
import type { LabResult, LabSeason, LabTask } from './lab-task.ts'

/** Everything that was asked for, and what has been replayed of it, while the page is open. */
const tasks = new Map<string, LabTask>()
const results = new Map<string, Replayed | null>()

const nameOf = (season: LabSeason): string => (typeof season === 'number' ? `real-${season}` : `club-${season.seasonYear}`)

function keyOf(season: LabSeason, rules: PoolRules, paying: number): string {
  const key = `${nameOf(season)} ${paying} ${JSON.stringify(rules)}`
  tasks.set(key, { key, season, rules, paying })
  return key
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
export function useLab(seasons: readonly LabSeason[], ruleSets: readonly PoolRules[], paying: number): Lab {
  const [, setCount] = useState(results.size)
  const keys = new Set(ruleSets.flatMap((rules) => seasons.map((season) => keyOf(season, rules, paying))))
  const wanted = [...keys].join('\n')
  useEffect(() => {
    const missing = wanted.split('\n').filter((key) => !results.has(key))
    if (missing.length === 0) return undefined
    const worker = new Worker(new URL('./lab-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data: { key, replayed } }: MessageEvent<LabResult>) => {
      results.set(key, replayed)
      setCount(results.size)
    })
    for (const key of missing) worker.postMessage(tasks.get(key))
    return () => worker.terminate()
  }, [wanted])
  return {
    result: (season, rules) => results.get(keyOf(season, rules, paying)),
    done: [...keys].filter((key) => results.has(key)).length,
    all: keys.size,
  }
}
