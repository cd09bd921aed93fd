import type { TestDatabase } from '@outlast/testing'
import { compareWithLog, readLog } from '../support/log-check.ts'
import { type PoolPlan, type RunningPool, startPool } from '../support/running-pool.ts'
import { atLeast, type Demand, type SoakContext, told } from '../support/scenario.ts'
import { Traffic } from '../support/traffic.ts'

/** Something that pools stand on goes away, and comes back. */
export interface Outage {
  /** In a few words, as the table shows it. */
  readonly what: string
  /** Whether picks can't be recorded meanwhile. Else they go on as if nothing were. */
  readonly stopsPicks: boolean
  /** Begins it. Answers how it ends; nobody helps the server then. */
  readonly begin: (pool: RunningPool) => Promise<() => Promise<void>>
  readonly seconds: number
}

export interface OutageSizes {
  /** How long each outage lasts. */
  readonly seconds: number
  /** Picks a second. */
  readonly rate: number
  readonly [size: string]: number
}

const SMALL: PoolPlan = { fans: 4, entriesEach: 5 }

/** Lets members pick and read through outages, and looks at every answer and at the log. */
export async function goThrough(
  { say }: Pick<SoakContext, 'say'>,
  database: TestDatabase,
  { rate }: OutageSizes,
  outages: readonly Outage[],
  env: PoolPlan['env'] = {},
): Promise<readonly Demand[]> {
  const pool = await startPool(database, { ...SMALL, env })
  const traffic = new Traffic({ ...pool, picksPerSecond: rate, reads: true })
  try {
    traffic.start()
    await traffic.untilMore(rate)
    const demands: Demand[] = []
    for (const outage of outages) demands.push(...(await through(outage, pool, traffic, say, rate)))
    await traffic.stop()
    const kept = compareWithLog(await readLog(database.connectionString), traffic.acknowledged)
    return [
      ...demands,
      ...traffic.demands(rate),
      told('the slowest answer', `${(traffic.longestAnswerMs / 1000).toFixed(1)} s`),
      ...kept,
    ]
  } finally {
    await traffic.stop().catch(() => {})
    await pool.stop()
  }
}

async function through(outage: Outage, pool: RunningPool, traffic: Traffic, say: (sentence: string) => void, rate: number) {
  const { what, seconds, stopsPicks } = outage
  say(`${what}, for ${seconds} s`)
  const before = { unavailable: traffic.count(503), picks: traffic.acknowledged.length }
  const end = await outage.begin(pool)
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  const during = { unavailable: traffic.count(503) - before.unavailable, picks: traffic.acknowledged.length - before.picks }
  await end()
  const begun = performance.now()
  await traffic.untilMore(Math.min(rate, 40))
  const recovered = told(`${what}: until picks go on by themselves`, `${((performance.now() - begun) / 1000).toFixed(1)} s`)
  const meanwhile = stopsPicks
    ? atLeast(`${what}: answers 503 with Retry-After meanwhile`, 1, during.unavailable)
    : atLeast(`${what}: picks acknowledged meanwhile`, Math.floor((rate * seconds) / 4), during.picks)
  return [meanwhile, recovered]
}
