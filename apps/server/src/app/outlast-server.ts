import type { IncomingMessage } from 'node:http'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import proxyAddr from 'proxy-addr'
import { createWriteLimit } from '../accounts/write-limit.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import { syncByItself } from './auto-sync.ts'
import { type MailPace, openParts, type ServerParts } from './dependencies.ts'
import { makeHandlers } from './routes.ts'
import type { Config } from '../config/config.ts'
import { readFeedStatus } from '../feed/feed-status.ts'
import type { Pace } from '../feed/next-ask.ts'
import { type AppOptions, createApp } from '../http/app.ts'
import { lockGuard } from '../http/lock-guard.ts'
import { originCheck } from '../http/allowed-origins.ts'
import { createHttpServer } from '../http/http-server.ts'
import { webFiles } from '../http/web-files.ts'
import { startLive } from '../topics/live.ts'
import { isLockDue } from '../jobs/lock-timer.ts'
import { outboxStatus } from '../mail/outbox.ts'
import { createMetrics } from '../observability/metrics.ts'
import { createLogger } from '../observability/logger.ts'

const WEB = fileURLToPath(new URL('../../../web/dist/', import.meta.url))
/** How long requests under way may take when the server stops, in milliseconds. */
export const GRACE_MS = 10_000
const READY_MS = 2_000

/** What may be put in place of the usual parts, by tests and the demo. */
export interface ServerOverrides {
  readonly clock?: Clock
  readonly log?: Logger
  /** Checks every answer against the contract, and is told breaches. */
  readonly onBreach?: (breach: Error) => void
  readonly feedPace?: Pace
  readonly mailPace?: MailPace
  readonly webFolder?: string
}

/** A running server. */
export interface OutlastServer {
  readonly port: number
  /** Where this machine can open it. */
  readonly url: string
  /** Stops accepting, finishes what was accepted, and lets go of the database. */
  readonly stop: () => Promise<void>
}

/** Starts a whole process of the pool on a migrated database: REST, live connection and web app on one port. */
export async function createServer(
  config: Config,
  connectionString: string,
  overrides: ServerOverrides = {},
): Promise<OutlastServer> {
  const log = overrides.log ?? createLogger({ level: config.logLevel })
  const clock = overrides.clock ?? systemClock
  const metricsHooks: { onBatch: (size: number) => void } = { onBatch: () => {} }
  const onBatch = (size: number): void => metricsHooks.onBatch(size)
  const parts = await openParts({ config, connectionString, clock, log, onBatch, mailPace: overrides.mailPace })
  try {
    return await serveParts(parts, clock, overrides, metricsHooks)
  } catch (error) {
    await parts.close()
    throw error
  }
}

async function serveParts(
  parts: ServerParts,
  clock: Clock,
  overrides: ServerOverrides,
  metricsHooks: { onBatch: (size: number) => void },
): Promise<OutlastServer> {
  const { config, running, log } = parts
  const state = { port: undefined as number | undefined, isStopping: false, connections: () => 0, sockets: () => 0 }
  const metrics = metricsOf(parts, state)
  metricsHooks.onBatch = metrics.onBatch
  const isAllowedOrigin = originCheck({ ...config, port: () => state.port })
  const app = createApp({
    ...(await appParts(parts, isAllowedOrigin, overrides)),
    onRequest: metrics.onRequest,
    service: { readiness: () => readiness(parts, state.isStopping), metrics: metrics.render, metricsToken: config.metricsToken },
  })
  const http = createHttpServer(app.listener, { limitPerAddress: config.trustProxy === false && config.rateLimits })
  const live = startLive({
    http: http.server,
    follower: running.follower,
    catchUp: () => running.follower.catchUp(running.db),
    versions: running.companion,
    reader: parts.reader,
    authenticate: parts.authenticate,
    isAllowedOrigin,
    addressOf: (request: IncomingMessage) => proxyAddr(request, app.trust),
    limits: config.rateLimits,
    log,
  })
  state.connections = http.connections
  state.sockets = () => live.stats().connections
  running.start()
  const autoSync = config.autoSync ? syncByItself({ ...parts, clock, pace: overrides.feedPace }) : undefined
  const stop = async (): Promise<void> => {
    state.isStopping = true
    // First of all: a proxy that is refused asks another server, for the viewers that are let go next too.
    http.stopAccepting()
    await autoSync?.stop()
    await live.close()
    await http.close(GRACE_MS)
    await parts.close()
  }
  try {
    const { port } = await http.listen(config.port, config.host)
    state.port = port
    return { port, url: `http://${hostOf(config.host)}:${port}`, stop }
  } catch (error) {
    await autoSync?.stop()
    await live.close()
    throw error
  }
}

async function appParts(
  parts: ServerParts,
  isAllowedOrigin: (origin: string) => boolean,
  overrides: ServerOverrides,
): Promise<Omit<AppOptions, 'service'>> {
  const { config, running } = parts
  const now = () => running.clock.now()
  return {
    handlers: await makeHandlers(parts),
    queue: running.queue,
    authenticate: parts.authenticate,
    recordDueLocks: lockGuard({ pool: () => running.follower.pool, now, queue: running.queue }),
    cachedResponses: parts.responses.middleware(() => isLockDue(running.follower.pool, now())),
    writeLimit: config.rateLimits ? createWriteLimit() : () => undefined,
    isAllowedOrigin,
    logPosition: () => running.follower.position,
    catchUp: () => running.follower.catchUp(running.db),
    now,
    secret: parts.secret,
    log: parts.log,
    onBreach: overrides.onBreach,
    security: { publicUrl: config.publicUrl },
    trustProxy: config.trustProxy,
    web: await webFiles(overrides.webFolder ?? WEB, { clubName: config.clubName }),
  }
}

/** What has to be so for requests to be served. Answers fast even while the database is away. */
async function readiness({ running }: ServerParts, isStopping: boolean): Promise<Readonly<Record<string, boolean>>> {
  const asked = sql`SELECT 1`.execute(running.db).then(
    () => true,
    () => false,
  )
  const database = await Promise.race([
    asked,
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), READY_MS).unref()),
  ])
  const lag = (running.headPosition() ?? 0) - running.follower.position
  return { database, log_followed: lag < MAX_LAG, accepting: !isStopping }
}
const MAX_LAG = 10_000

function metricsOf(parts: ServerParts, state: { connections: () => number; sockets: () => number }) {
  const { running, passwords } = parts
  return createMetrics(
    {
      queueLength: () => running.queue.length,
      logPosition: () => running.follower.position,
      headPosition: running.headPosition,
      passwordsWaiting: () => passwords.waiting,
      connections: () => state.connections(),
      sockets: () => state.sockets(),
    },
    {
      outbox: () => outboxStatus(running.db),
      feed: async () => {
        const { failures, lastAsked } = await readFeedStatus(running.db)
        const secondsSinceAsked = lastAsked === null ? null : (Date.parse(running.clock.now()) - Date.parse(lastAsked)) / 1000
        return { failures, secondsSinceAsked }
      },
    },
  )
}

function hostOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
