import type { IncomingMessage, Server as HttpServer } from 'node:http'
import type { Logger } from 'pino'
import type { Follower } from '../pool/follower.ts'
import { ChangePublisher } from './change-publisher.ts'
import type { Authenticate } from './client-session.ts'
import { SocketServer } from './socket-server.ts'
import { SubscriptionRegistry } from './subscriptions.ts'
import type { TopicVersions } from './topic-versions.ts'
import type { ViewReader } from './view-reader.ts'

export interface LiveTopicsOptions {
  readonly http: HttpServer
  readonly follower: Pick<Follower, 'pool' | 'position' | 'onEvent' | 'onAdvanced'>
  /** Applies the events that the log has beyond the follower. */
  readonly catchUp: () => Promise<void>
  /** Updated with every event before the follower applies it. */
  readonly versions: TopicVersions
  readonly reader: ViewReader
  readonly authenticate: Authenticate
  readonly isAllowedOrigin: (origin: string) => boolean
  /** Returns the client's address, as trusted proxies report it. */
  readonly addressOf: (request: IncomingMessage) => string
  /** False to disable the limits per address and client (`RATE_LIMITS=off`). */
  readonly limits: boolean
  readonly log: Pick<Logger, 'warn' | 'info'>
}

export interface LiveTopics {
  /** Returns the number of live connections, for the metrics. */
  readonly connections: () => number
  /** Publishes the message in progress, then closes all connections. Call it before the HTTP server closes. */
  readonly close: () => Promise<void>
}

/**
 * Starts the live connection on the HTTP server. Every process tails the log and serves its own clients: an event is recorded
 * for the topics that it affects before it is applied, and published afterwards (docs/architecture.md).
 */
export function startLiveTopics(options: LiveTopicsOptions): LiveTopics {
  const { follower, versions, reader, log } = options
  const nowMs = (): number => performance.now()
  const subscriptions = new SubscriptionRegistry()
  const server = new SocketServer({ ...options, subscriptions, nowMs })
  const publisher = new ChangePublisher({ subscriptions, follower, reader, nowMs, schedule, log })
  versions.onAffectedTopics((position, affectedTopics) => subscriptions.invalidate(position, affectedTopics))
  follower.onEvent((event, before) => server.revocation.note(event, before))
  follower.onAdvanced(() => {
    server.revocation.checkPending()
    publisher.wake()
  })
  return {
    connections: () => server.connections,
    close: async () => {
      await publisher.stop()
      await server.close()
    },
  }
}

function schedule(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}
