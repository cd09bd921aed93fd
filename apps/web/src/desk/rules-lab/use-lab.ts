import { DEFAULT_RULES, POOL_RULES, type PoolRules, RULE_NAMES } from '@outlast/domain/pool-rules'
import type { Replayed } from '@outlast/seasons/lab/replay'
import { useEffect, useState } from 'react'
import type { LabResult, LabSeason, LabTask } from './lab-task.ts'

/** Everything that was asked for, and what has been replayed of it, while the page is open. */
const tasks = new Map<string, LabTask>()
const results = new Map<string, Replayed | null>()

/** The same rules without what changes nothing in a replay, in which everybody pays. */
function rulesOfPlay(rules: PoolRules): PoolRules {
  const played = RULE_NAMES.filter((name) => POOL_RULES[name].group !== 'money')
  const values = {
    ...DEFAULT_RULES,
    ...Object.fromEntries(played.map((name) => [name, rules[name]])),
    preset: 'custom',
  } as PoolRules
  return { ...values, buyback: values.buyback && { ...values.buyback, feeCents: 0 } }
}

const nameOf = (season: LabSeason): string => (typeof season === 'number' ? `real-${season}` : `club-${season.seasonYear}`)

function keyOf(season: LabSeason, rules: PoolRules): string {
  const played = rulesOfPlay(rules)
  const key = `${nameOf(season)} ${JSON.stringify(played)}`
  tasks.set(key, { key, season, rules: played })
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
export function useLab(seasons: readonly LabSeason[], ruleSets: readonly PoolRules[]): Lab {
  const [, setCount] = useState(results.size)
  const keys = new Set(ruleSets.flatMap((rules) => seasons.map((season) => keyOf(season, rules))))
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
    result: (season, rules) => results.get(keyOf(season, rules)),
    done: [...keys].filter((key) => results.has(key)).length,
    all: keys.size,
  }
}
