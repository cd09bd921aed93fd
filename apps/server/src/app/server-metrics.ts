import { type Instant, instantToMs } from '@outlast/domain'
import { readBackupStatus } from '../backup/status.ts'
import { readFeedStatus } from '../feed/feed-status.ts'
import { outboxStatus } from '../outbox/status.ts'
import { createMetrics, type Recorders } from '../observability/metrics.ts'
import { type ServerDependencies } from './dependencies.ts'

const METRICS_TIMEOUT_MS = 2_000

/** Creates the metrics of a server (docs/operations.md). */
export function metricsFor(
  { running, passwords, headSigner, outages }: ServerDependencies,
  recorders: Recorders,
  state: { connections: () => number; sockets: () => number; clockAheadSeconds: number | undefined },
) {
  const secondsSince = (time: Instant): number => (instantToMs(running.clock.now()) - instantToMs(time)) / 1000
  return createMetrics(
    recorders,
    {
      queueLength: () => running.queue.length,
      logPosition: () => running.follower.position,
      headPosition: running.headPosition,
      passwordsWaiting: () => passwords.waiting,
      headMismatch: () => headSigner.mismatch,
      clockAheadSeconds: () => state.clockAheadSeconds,
      connections: () => state.connections(),
      sockets: () => state.sockets(),
    },
    {
      outbox: () => outages.guard(outboxStatus(running.db), METRICS_TIMEOUT_MS),
      feed: async () => {
        const { failures, lastAsked } = await outages.guard(readFeedStatus(running.db), METRICS_TIMEOUT_MS)
        return { failures, secondsSinceRequest: lastAsked === null ? null : secondsSince(lastAsked) }
      },
      backup: async () => {
        const { failures, lastSuccessAt } = await outages.guard(readBackupStatus(running.db), METRICS_TIMEOUT_MS)
        return { failures, secondsSinceSuccess: lastSuccessAt === null ? null : secondsSince(lastSuccessAt) }
      },
    },
  )
}
