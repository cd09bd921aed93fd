import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { RequestSummary } from '../http/access-log.ts'

/** Where figures are read from when the metrics are asked for; each answers at once. */
export interface MetricSources {
  /** Commands that wait in this process. */
  readonly queueLength: () => number
  /** Position that this process has folded. */
  readonly logPosition: () => number
  /** Position that the database had when the tail last looked; undefined before. */
  readonly headPosition: () => number | undefined
  readonly passwordsWaiting: () => number
  readonly connections: () => number
  readonly sockets: () => number
}

/** Figures that need the database. A failure leaves them out of this answer. */
export interface SlowMetricSources {
  readonly outbox: () => Promise<{ readonly waiting: number; readonly givenUp: number; readonly oldestWaitingSeconds: number }>
  /** How often the feed failed in a row, and seconds since it last answered (null: never asked). */
  readonly feed: () => Promise<{ readonly failures: number; readonly secondsSinceRequest: number | null }>
}

export interface Metrics {
  readonly onRequest: (request: RequestSummary) => void
  readonly onBatch: (size: number) => void
  /** Prometheus' text. */
  readonly render: () => Promise<{ readonly contentType: string; readonly text: string }>
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const SIZES = [1, 2, 5, 10, 25, 50, 100, 200, 300]

/** Makes the process's metrics: names begin with `outlast_`, times are in seconds. */
export function createMetrics(sources: MetricSources, slow: SlowMetricSources): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'outlast_' })
  const gauges = gaugesOn(registry, sources)
  const batches = new Histogram({
    name: 'outlast_batch_size',
    help: 'Commands in one transaction',
    buckets: SIZES,
    registers: [registry],
  })
  return {
    onRequest: durationsOn(registry),
    onBatch: (size) => batches.observe(size),
    render: async () => {
      gauges.read()
      await gauges.readSlow(slow)
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
  }
}

/** Times by route. prom-client looks labels up by name each time; a child is found faster by one key. */
function durationsOn(registry: Registry): (request: RequestSummary) => void {
  const durations = new Histogram({
    name: 'outlast_http_request_duration_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  })
  const children = new Map<string, { observe: (value: number) => void }>()
  return ({ method, route, status, seconds }) => {
    const known = /^(?:GET|HEAD|POST|PATCH|DELETE|OPTIONS)$/.test(method) ? method : 'other'
    const key = `${known} ${route} ${status}`
    let child = children.get(key)
    if (child === undefined) {
      child = durations.labels({ method: known, route, status: String(status) })
      children.set(key, child)
    }
    child.observe(seconds)
  }
}

function gaugesOn(registry: Registry, sources: MetricSources) {
  const gauge = (name: string, help: string) => new Gauge({ name: `outlast_${name}`, help, registers: [registry] })
  const queue = gauge('queue_length', 'Commands that wait')
  const position = gauge('log_position', 'Log position that this process has folded')
  const lag = gauge('tail_lag_events', 'Events that the database had more than this process at the last look')
  const passwords = gauge('passwords_waiting', 'Password checks that wait for a thread')
  const connections = gauge('connections', 'Open connections')
  const sockets = gauge('sockets', 'Live sockets')
  const waiting = gauge('mails_waiting', 'Mails not sent yet')
  const givenUp = gauge('mails_given_up', 'Mails that are no longer tried')
  const oldest = gauge('mails_oldest_seconds', 'Age of the oldest mail that waits')
  const failures = gauge('feed_failures', 'Failures of the feed in a row')
  const asked = gauge('feed_asked_seconds', 'Seconds since the feed was last asked')
  return {
    read: (): void => {
      const folded = sources.logPosition()
      queue.set(sources.queueLength())
      position.set(folded)
      lag.set(Math.max(0, (sources.headPosition() ?? folded) - folded))
      passwords.set(sources.passwordsWaiting())
      connections.set(sources.connections())
      sockets.set(sources.sockets())
    },
    readSlow: async ({ outbox, feed }: SlowMetricSources): Promise<void> => {
      const [mails, games] = await Promise.allSettled([outbox(), feed()])
      if (mails.status === 'fulfilled') {
        waiting.set(mails.value.waiting)
        givenUp.set(mails.value.givenUp)
        oldest.set(mails.value.oldestWaitingSeconds)
      }
      if (games.status === 'fulfilled') {
        failures.set(games.value.failures)
        asked.set(games.value.secondsSinceRequest ?? 0)
      }
    },
  }
}
