import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { RequestSummary } from '../http/access-log.ts'
import { VERSION } from '../lib/paths.ts'

/** Values that are read for each scrape; all return at once. */
interface MetricSources {
  /** Commands that wait in this process's queue. */
  readonly queueLength: () => number
  /** The position that this process has folded. */
  readonly logPosition: () => number
  /** The log's head position at the last poll; undefined before the first one. */
  readonly headPosition: () => number | undefined
  readonly passwordsWaiting: () => number
  /** The lowest position at which the log differs from what the server signed; undefined if it matches. */
  readonly headMismatch: () => number | undefined
  /** By how many seconds the pool's clock was ahead of the scoreboard's at its last answer; undefined before the first one. */
  readonly clockAheadSeconds: () => number | undefined
  readonly connections: () => number
  readonly sockets: () => number
}

/** Values that need the database. If one fails, its previous value is reported. */
interface SlowMetricSources {
  readonly outbox: () => Promise<{
    readonly waiting: number
    readonly givenUp: number
    readonly oldestWaitingSeconds: number
    readonly resting: number
  }>
  /** Consecutive failures of the feed, and the seconds since the last request (null: none yet). */
  readonly feed: () => Promise<{ readonly failures: number; readonly secondsSinceRequest: number | null }>
  /** Failures of backups since the last success, and the seconds since that (null: there was none). */
  readonly backup: () => Promise<{ readonly failures: number; readonly secondsSinceSuccess: number | null }>
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const SIZES = [1, 2, 5, 10, 25, 50, 100, 200, 300]

/** What the process records while it works, from the moment it is created. */
export interface Recorders {
  readonly registry: Registry
  readonly onRequest: (request: RequestSummary) => void
  readonly onBatch: (size: number) => void
}

/** Creates the recorders. Their metrics are in the registry that {@link createMetrics} renders. */
export function createRecorders(): Recorders {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'outlast_' })
  const build = new Gauge({ name: 'outlast_build_info', help: 'Always 1', labelNames: ['version'], registers: [registry] })
  build.set({ version: VERSION }, 1)
  const batches = new Histogram({
    name: 'outlast_batch_size',
    help: 'Commands per transaction',
    buckets: SIZES,
    registers: [registry],
  })
  return { registry, onRequest: recordDurations(registry), onBatch: (size) => batches.observe(size) }
}

/**
 * Creates the process's metrics. Names begin with `outlast_`, times are in seconds.
 * @returns a function that returns them in Prometheus' text format
 */
export function createMetrics(
  { registry }: Pick<Recorders, 'registry'>,
  sources: MetricSources,
  slow: SlowMetricSources,
): () => Promise<{ readonly contentType: string; readonly text: string }> {
  const gauges = createGauges(registry, sources)
  return async () => {
    gauges.read()
    await gauges.readSlow(slow)
    return { contentType: registry.contentType, text: await registry.metrics() }
  }
}

/** Records durations by route. Caches the labelled children, because prom-client's lookup by labels is slow. */
function recordDurations(registry: Registry): (request: RequestSummary) => void {
  const durations = new Histogram({
    name: 'outlast_http_request_duration_seconds',
    help: 'Time to respond, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  })
  const children = new Map<string, { observe: (value: number) => void }>()
  return ({ method, route, status, seconds }) => {
    const known = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(method) ? method : 'other'
    const key = `${known} ${route} ${status}`
    let child = children.get(key)
    if (child === undefined) {
      child = durations.labels({ method: known, route, status: String(status) })
      children.set(key, child)
    }
    child.observe(seconds)
  }
}

function createGauges(registry: Registry, sources: MetricSources) {
  const gauge = (name: string, help: string) => new Gauge({ name: `outlast_${name}`, help, registers: [registry] })
  const queue = gauge('queue_length', 'Commands that wait in the queue')
  const position = gauge('log_position', 'Log position that this process has folded')
  const lag = gauge('tail_lag_events', 'Events in the database at the last poll that this process has not folded')
  const mismatch = gauge(
    'signed_head_mismatch',
    'Lowest position at which the log is not what the server signed; 0 if it matches',
  )
  const clock = gauge('clock_ahead_seconds', 'By how much the clock of the locks was ahead of the scoreboard at its last answer')
  const passwords = gauge('passwords_waiting', 'Password checks that wait for a thread')
  const connections = gauge('connections', 'Open connections')
  const sockets = gauge('sockets', 'Live sockets')
  const waiting = gauge('mails_waiting', 'Messages that are due and not delivered')
  const givenUp = gauge('mails_given_up', 'Messages of the last week that are no longer retried')
  const resting = gauge('endpoints_resting', 'Receivers that failed several times in a row and rest')
  const oldest = gauge('mails_oldest_seconds', 'For how long the oldest message has been due')
  const failures = gauge('feed_failures', 'Consecutive failures of the feed')
  const backupFailures = gauge('backup_failures', 'Failures of backups since the last success')
  const backupAge = gauge('backup_age_seconds', 'Seconds since the last backup; -1 if there was none')
  const sinceRequest = gauge('feed_asked_seconds', 'Seconds since the last request to the feed')
  return {
    read: (): void => {
      const folded = sources.logPosition()
      queue.set(sources.queueLength())
      position.set(folded)
      lag.set(Math.max(0, (sources.headPosition() ?? folded) - folded))
      mismatch.set(sources.headMismatch() ?? 0)
      clock.set(sources.clockAheadSeconds() ?? 0)
      passwords.set(sources.passwordsWaiting())
      connections.set(sources.connections())
      sockets.set(sources.sockets())
    },
    readSlow: async ({ outbox, feed, backup }: SlowMetricSources): Promise<void> => {
      const [mails, games, backups] = await Promise.allSettled([outbox(), feed(), backup()])
      if (mails.status === 'fulfilled') {
        waiting.set(mails.value.waiting)
        givenUp.set(mails.value.givenUp)
        resting.set(mails.value.resting)
        oldest.set(mails.value.oldestWaitingSeconds)
      }
      if (games.status === 'fulfilled') {
        failures.set(games.value.failures)
        sinceRequest.set(games.value.secondsSinceRequest ?? 0)
      }
      if (backups.status === 'fulfilled') {
        backupFailures.set(backups.value.failures)
        backupAge.set(backups.value.secondsSinceSuccess ?? -1)
      }
    },
  }
}
