import { setTimeout as sleep } from 'node:timers/promises'
import { type OpenPool, startOpenPool, type TestDatabase, Traffic } from '@outlast/testing'
import { type Check, checkTraffic, info, isAtLeast, type SoakContext } from '../support/scenario.ts'

/** Something that the pool depends on fails, and recovers. */
export interface Outage {
  /** A short description for the table. */
  readonly what: string
  /** Whether no pick can be recorded meanwhile. Otherwise picks must continue. */
  readonly stopsPicks: boolean
  /** Causes the outage. Returns a function that ends it; the server must recover without help. */
  readonly begin: (pool: OpenPool) => Promise<() => Promise<void>>
  readonly seconds: number
}

export interface OutageSizes {
  /** How long each outage lasts. */
  readonly seconds: number
  /** Picks per second. */
  readonly rate: number
  readonly [size: string]: number
}

export const SMALL_POOL = { members: 4, entriesEach: 5 }

/** Starts a server on a database, and lets its members pick and read through outages. */
export async function runOutages(
  context: Pick<SoakContext, 'progress'>,
  connectionString: string,
  sizes: OutageSizes,
  outages: readonly Outage[],
): Promise<readonly Check[]> {
  const database: TestDatabase = { connectionString, drop: () => Promise.resolve() }
  return runOutagesOn(context, await startOpenPool(database, SMALL_POOL), connectionString, sizes, outages)
}

/** Lets the members of a pool pick and read through outages, checks every response and the log, and stops the pool. */
export async function runOutagesOn(
  context: Pick<SoakContext, 'progress'>,
  pool: OpenPool,
  connectionString: string,
  { rate }: OutageSizes,
  outages: readonly Outage[],
): Promise<readonly Check[]> {
  const traffic = new Traffic({ ...pool, picksPerSecond: rate, reads: true })
  try {
    traffic.start()
    await traffic.waitForPicks(rate)
    const checks: Check[] = []
    for (const outage of outages) checks.push(...(await runOutage(outage, pool, traffic, context, rate)))
    await traffic.stop()
    return [
      ...checks,
      ...(await checkTraffic(traffic, rate, connectionString)),
      info('slowest response', `${(traffic.slowestResponseMs / 1000).toFixed(1)} s`),
    ]
  } finally {
    await traffic.stop().catch(() => {})
    await pool.stop()
  }
}

async function runOutage(
  { what, seconds, stopsPicks, begin }: Outage,
  pool: OpenPool,
  traffic: Traffic,
  { progress }: Pick<SoakContext, 'progress'>,
  rate: number,
): Promise<readonly Check[]> {
  progress(`${what}, for ${seconds} s`)
  const before = { unavailable: traffic.count(503), picks: traffic.acknowledged.length }
  const end = await begin(pool)
  await sleep(seconds * 1000)
  const unavailable = traffic.count(503) - before.unavailable
  const picks = traffic.acknowledged.length - before.picks
  await end()
  const endedAt = performance.now()
  await traffic.waitForPicks(Math.min(rate, 40))
  const recovery = ((performance.now() - endedAt) / 1000).toFixed(1)
  if (!stopsPicks) return [isAtLeast(`${what}: picks acknowledged meanwhile`, Math.floor((rate * seconds) / 4), picks)]
  return [
    isAtLeast(`${what}: responses 503 with Retry-After meanwhile`, 1, unavailable),
    info(`${what}: time until picks continue`, `${recovery} s`),
  ]
}
