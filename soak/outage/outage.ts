import { setTimeout as sleep } from 'node:timers/promises'
import { eventually, type OpenPool, startOpenPool, type TestDatabase, Traffic, waitUntil } from '@outlast/testing'
import { type Check, checkTraffic, info, isAtLeast, isWithin, type SoakContext } from '../support/scenario.ts'

/** Something that the pool depends on fails, and recovers. */
export interface Outage {
  /** A short description for the table. */
  readonly what: string
  /** Whether no pick can be recorded meanwhile. Otherwise picks must continue. */
  readonly stopsPicks: boolean
  /** Causes the outage. Returns a function that ends it; the server must recover without help. */
  readonly begin: (pool: OpenPool) => Promise<() => Promise<void>>
  /** How long it lasts at least. It goes on until its effect shows. */
  readonly seconds: number
  /** What else must show before it ends. */
  readonly shows?: () => boolean
}

export interface OutageSizes {
  /** How long each outage lasts at least. */
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
  { what, seconds, stopsPicks, begin, shows = () => true }: Outage,
  pool: OpenPool,
  traffic: Traffic,
  { progress }: Pick<SoakContext, 'progress'>,
  rate: number,
): Promise<readonly Check[]> {
  progress(`${what}, for ${seconds} s`)
  const before = { unavailable: traffic.count(503), picks: traffic.acknowledged.length }
  const readiness = watchReadiness(pool.url(0))
  const end = await begin(pool)
  const enough = Math.floor((rate * seconds) / 4)
  const hasEffect = (): boolean =>
    stopsPicks
      ? traffic.count(503) > before.unavailable && readiness.refusals() > 0
      : traffic.acknowledged.length - before.picks >= enough
  // A busy machine takes longer to show the effect. The checks report an effect that never shows.
  await Promise.all([
    sleep(seconds * 1000),
    waitUntil(what, () => hasEffect() && shows(), { timeoutMs: SHOWS_WITHIN_MS }).catch(() => {}),
  ])
  const unavailable = traffic.count(503) - before.unavailable
  const picks = traffic.acknowledged.length - before.picks
  await end()
  const endedAt = performance.now()
  await traffic.waitForPicks(Math.min(rate, 40))
  const recovery = ((performance.now() - endedAt) / 1000).toFixed(1)
  await readiness.waitUntilReady()
  await readiness.stop()
  if (!stopsPicks) return [isAtLeast(`${what}: picks acknowledged meanwhile`, enough, picks)]
  return [
    isAtLeast(`${what}: responses 503 with Retry-After meanwhile`, 1, unavailable),
    isAtLeast(`${what}: answers 503 of /readyz meanwhile`, 1, readiness.refusals()),
    isWithin(`${what}: time until /readyz answers 503`, 5_000, [readiness.refusedAfterMs()]),
    info(`${what}: time until picks continue`, `${recovery} s`),
  ]
}

const READINESS_EVERY_MS = 100
const SHOWS_WITHIN_MS = 60_000

/** Asks a server whether it is ready, as a load balancer does. */
export function watchReadiness(url: string) {
  const startedAt = performance.now()
  const stopping = new AbortController()
  let refusals = 0
  let firstRefusal = Number.POSITIVE_INFINITY
  let isReady = true
  const ask = async (): Promise<void> => {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    await answer?.body?.cancel()
    isReady = answer?.status === 200
    if (isReady) return
    refusals += 1
    firstRefusal = Math.min(firstRefusal, performance.now() - startedAt)
  }
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      await ask()
      await sleep(READINESS_EVERY_MS)
    }
  })()
  return {
    refusals: () => refusals,
    refusedAfterMs: () => firstRefusal,
    waitUntilReady: () => eventually(() => isReady || Promise.reject(new Error('/readyz still answers 503'))),
    waitUntilNotReady: () => eventually(() => refusals > 0 || Promise.reject(new Error('/readyz does not answer 503'))),
    stop: async () => {
      stopping.abort()
      await watching
    },
  }
}
