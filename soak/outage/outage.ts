import type { TestDatabase } from '@outlast/testing'
import { compareWithLog, readLog } from '@outlast/testing/log-check'
import { type OpenPool, type PoolPlan, startPool } from '@outlast/testing/members/open-pool'
import { atLeast, type Demand, type SoakContext, told } from '../support/scenario.ts'
import { Traffic } from '@outlast/testing/members/traffic'

/** Something that pools stand on goes away, and comes back. */
export interface Outage {
  /** In a few words, as the table shows it. */
  readonly what: string
  /** Whether picks can't be recorded meanwhile. Else they go on as if nothing were. */
  readonly stopsPicks: boolean
  /** Begins it. Answers how it ends; nobody helps the server then. */
  readonly begin: (pool: OpenPool) => Promise<() => Promise<void>>
  readonly seconds: number
}

export interface OutageSizes {
  /** How long each outage lasts. */
  readonly seconds: number
  /** Picks a second. */
  readonly rate: number
  readonly [size: string]: number
}

export const SMALL: PoolPlan = { fans: 4, entriesEach: 5 }

/** Lets the members of a server on a database pick and read through outages. */
export async function goThrough(
  context: Pick<SoakContext, 'say'>,
  database: TestDatabase,
  sizes: OutageSizes,
  outages: readonly Outage[],
): Promise<readonly Demand[]> {
  return goThroughWith(context, await startPool(database, SMALL), database.connectionString, sizes, outages)
}

/** Lets the members of a pool pick and read through outages, looks at every answer and at the log, and stops the pool. */
export async function goThroughWith(
  { say }: Pick<SoakContext, 'say'>,
  pool: OpenPool,
  connectionString: string,
  { rate }: OutageSizes,
  outages: readonly Outage[],
): Promise<readonly Demand[]> {
  const traffic = new Traffic({ ...pool, picksPerSecond: rate, reads: true })
  try {
    traffic.start()
    await traffic.untilMore(rate)
    const demands: Demand[] = []
    for (const outage of outages) demands.push(...(await through(outage, pool, traffic, say, rate)))
    await traffic.stop()
    const kept = compareWithLog(await readLog(connectionString), traffic.acknowledged)
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

async function through(outage: Outage, pool: OpenPool, traffic: Traffic, say: (sentence: string) => void, rate: number) {
  const { what, seconds, stopsPicks } = outage
  say(`${what}, for ${seconds} s`)
  const before = { unavailable: traffic.count(503), picks: traffic.acknowledged.length }
  const end = await outage.begin(pool)
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  const during = { unavailable: traffic.count(503) - before.unavailable, picks: traffic.acknowledged.length - before.picks }
  await end()
  const begun = performance.now()
  await traffic.untilMore(Math.min(rate, 40))
  const took = ((performance.now() - begun) / 1000).toFixed(1)
  if (!stopsPicks) return [atLeast(`${what}: picks acknowledged meanwhile`, Math.floor((rate * seconds) / 4), during.picks)]
  return [
    atLeast(`${what}: answers 503 with Retry-After meanwhile`, 1, during.unavailable),
    told(`${what}: until picks go on by themselves`, `${took} s`),
  ]
}
