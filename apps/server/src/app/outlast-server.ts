import type { IncomingMessage } from 'node:http'
import { type Instant, instantToMs } from '@outlast/domain'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import proxyAddr from 'proxy-addr'
import { createCostlyReadLimit } from '../accounts/costly-read-limit.ts'
import { setupToken } from '../accounts/setup-link.ts'
import { createWriteLimit } from '../accounts/write-limit.ts'
import type { Config } from '../config/config.ts'
import type { FollowingClock } from '../database/database-clock.ts'
import { readBackupStatus } from '../backup/status.ts'
import { readFeedStatus } from '../feed/feed-status.ts'
import type { Pace } from '../feed/request-interval.ts'
import { type AppOptions, createApp } from '../http/app.ts'
import { lockGuard } from '../http/lock-guard.ts'
import { originCheck } from '../http/allowed-origins.ts'
import { createHttpServer } from '../http/http-server.ts'
import { readPageContent } from '../http/page/page-content.ts'
import { storeBuild, storedAssets } from '../http/replaced-assets.ts'
import { hashedAssets, webFiles } from '../http/web-files.ts'
import type { DrawCard } from '../images/card-images.ts'
import { startPoolAutoSync } from '../jobs/auto-sync.ts'
import { startReminderPlanner } from '../jobs/reminder-planner.ts'
import { startScheduledBackups } from '../jobs/scheduled-backups.ts'
import { isLockDue } from '../jobs/lock-timer.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import { WEB_FOLDER } from '../lib/paths.ts'
import { outboxStatus } from '../mail/outbox.ts'
import { createLogger } from '../observability/logger.ts'
import { createMetrics } from '../observability/metrics.ts'
import { startLiveTopics } from '../topics/live-topics.ts'
import { createDependencies, type MailPace, type ServerDependencies, type WebhookPace } from './dependencies.ts'
import { type FirstAdmin, firstAdminOf } from './first-admin.ts'
import { cardReader, createHandlers, feedRequestOptions } from './routes.ts'

/** How long requests in progress may take during shutdown, in milliseconds. */
export const GRACE_MS = 10_000
const READINESS_TIMEOUT_MS = 2_000
const METRICS_TIMEOUT_MS = 2_000
/** A process that is this many events behind is not ready. */
const MAX_LAG = 10_000

/** Replacements for tests and the demo. */
export interface ServerOverrides {
  readonly clock?: Clock
  /** The real time of the pool, which follows the database's clock. */
  readonly databaseClock?: FollowingClock
  /** Returns 32 random bytes in hex, for nonces and for the seeds of rehearsals. */
  readonly newNonce?: () => string
  readonly log?: Logger
  /** Turns on the check of every response against the contract, and receives violations. */
  readonly onBreach?: (breach: Error) => void
  readonly feedPace?: Pace
  readonly mailPace?: MailPace
  readonly webhookPace?: WebhookPace
  readonly webFolder?: string
  /** Draws the cards to share. */
  readonly drawCard?: DrawCard
}

/** A running server. */
export interface OutlastServer {
  readonly port: number
  /** The URL at which this machine can open it. */
  readonly url: string
  /** Returns how the pool gets its first admin. */
  readonly firstAdmin: () => FirstAdmin
  /** Returns the token of the setup link. */
  readonly setupToken: () => Promise<string>
  /** Returns how many pages are connected. */
  readonly liveConnections: () => number
  /** Stops accepting requests, finishes those in progress, and closes the database connections. */
  readonly stop: () => Promise<void>
}

/** Starts one process of the pool on a migrated database: REST, live connection and web app on one port. */
export async function createServer(
  config: Config,
  connectionString: string,
  overrides: ServerOverrides = {},
): Promise<OutlastServer> {
  const log = overrides.log ?? createLogger({ level: config.logLevel })
  const clock = overrides.clock ?? systemClock
  const metricsHooks: { onBatch: (size: number) => void } = { onBatch: () => {} }
  const onBatch = (size: number): void => metricsHooks.onBatch(size)
  const { databaseClock, newNonce, mailPace, webhookPace } = overrides
  const paces = { mailPace, webhookPace }
  const deps = await createDependencies({ config, connectionString, clock, databaseClock, newNonce, log, onBatch, ...paces })
  try {
    return await serve(deps, clock, overrides, metricsHooks)
  } catch (error) {
    await deps.close()
    throw error
  }
}

async function serve(
  deps: ServerDependencies,
  clock: Clock,
  overrides: ServerOverrides,
  metricsHooks: { onBatch: (size: number) => void },
): Promise<OutlastServer> {
  const { config, connectionString, running, log } = deps
  const state = { port: undefined as number | undefined, isStopping: false, connections: () => 0, sockets: () => 0 }
  const metrics = metricsFor(deps, state)
  metricsHooks.onBatch = metrics.onBatch
  const isAllowedOrigin = originCheck({ ...config, port: () => state.port })
  const app = createApp({
    ...(await appOptions(deps, isAllowedOrigin, overrides, clock)),
    onRequest: metrics.onRequest,
    service: { readiness: () => readiness(deps, state.isStopping), metrics: metrics.render, metricsToken: config.metricsToken },
  })
  const http = createHttpServer(app.listener, {
    limitPerAddress: config.trustProxy === false && config.rateLimits,
    limitPipelining: config.rateLimits,
  })
  const live = startLiveTopics({
    http: http.server,
    follower: running.follower,
    catchUp: () => running.follower.catchUp(running.db),
    versions: running.versions,
    reader: deps.reader,
    authenticate: deps.authenticate,
    isAllowedOrigin,
    addressOf: (request: IncomingMessage) => proxyAddr(request, app.trust),
    limits: config.rateLimits,
    log,
  })
  state.connections = http.connections
  state.sockets = () => live.connections()
  running.start()
  deps.headSigner.start()
  deps.news.start()
  const feed = feedRequestOptions(config)
  const autoSync = config.autoSync
    ? startPoolAutoSync({ ...running, connectionString, log, clock, feed, pace: overrides.feedPace })
    : undefined
  const planner = startReminderPlanner({
    ...running,
    connectionString,
    notifier: deps.push.notifier,
    now: () => running.clock.now(),
    log,
  })
  const { backups: schedule, dataDir } = config
  const now = () => running.clock.now()
  const backups = schedule && startScheduledBackups({ db: running.db, connectionString, dataDir, schedule, now, log })
  const stopJobs = () => Promise.all([autoSync?.stop(), planner.stop(), backups?.stop()])
  const stop = async (): Promise<void> => {
    state.isStopping = true
    // Stop accepting first: a proxy then sends clients that are disconnected below to another process.
    http.stopAccepting()
    await stopJobs()
    await live.close()
    await http.close(GRACE_MS)
    await deps.close()
  }
  try {
    const { port } = await http.listen(config.port, config.host)
    state.port = port
    return {
      port,
      url: `http://${urlHost(config.host)}:${port}`,
      firstAdmin: () => firstAdminOf(running.follower.pool, config),
      setupToken: () => setupToken(running.db, deps.secret),
      liveConnections: () => live.connections(),
      stop,
    }
  } catch (error) {
    await stopJobs()
    await live.close()
    throw error
  }
}

async function appOptions(
  deps: ServerDependencies,
  isAllowedOrigin: (origin: string) => boolean,
  overrides: ServerOverrides,
  clock: Clock,
): Promise<Omit<AppOptions, 'service'>> {
  const { config, running, outages } = deps
  const now = () => running.clock.now()
  const webFolder = overrides.webFolder ?? WEB_FOLDER
  await storeBuild(running.db, await hashedAssets(webFolder))
  const recordDueLocks = lockGuard({ pool: () => running.follower.pool, now, queue: running.queue })
  const pages = { cards: cardReader(deps), pool: () => running.follower.pool }
  return {
    handlers: await createHandlers(deps, { isAllowedOrigin, drawCard: overrides.drawCard }),
    queue: running.queue,
    authenticate: deps.authenticate,
    noteUse: (login, userAgent) => deps.deviceUse.note(login, userAgent),
    recordDueLocks,
    responses: deps.responses,
    isLockDue: () => isLockDue(running.follower.pool, now()),
    writeLimit: config.rateLimits ? createWriteLimit() : () => undefined,
    costlyReadLimit: config.rateLimits ? createCostlyReadLimit() : () => undefined,
    isAllowedOrigin,
    logPosition: () => running.follower.position,
    catchUp: () => running.follower.catchUp(running.db),
    now,
    secret: deps.secret,
    newNonce: deps.newNonce,
    log: deps.log,
    guard: (operation, timeoutMs) => outages.guard(operation, timeoutMs),
    onBreach: overrides.onBreach,
    security: { publicUrl: config.publicUrl },
    trustProxy: config.trustProxy,
    production: config.production,
    web: await webFiles(webFolder, {
      club: () => {
        const { name, crest } = running.follower.pool.club
        return { name: name ?? config.clubName, crest }
      },
      content: async (path) => {
        await recordDueLocks()
        return readPageContent(pages, path)
      },
      publicUrl: config.publicUrl,
      findAsset: storedAssets(running.db, () => clock.nowMs()),
    }),
  }
}

/** Returns whether each condition for serving requests is met. Returns quickly even while the database is unreachable. */
async function readiness({ running }: ServerDependencies, isStopping: boolean): Promise<Readonly<Record<string, boolean>>> {
  const query = sql`SELECT 1`.execute(running.db).then(
    () => true,
    () => false,
  )
  const timeout = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), READINESS_TIMEOUT_MS).unref())
  const database = await Promise.race([query, timeout])
  const lag = (running.headPosition() ?? 0) - running.follower.position
  return { database, log_followed: lag < MAX_LAG, accepting: !isStopping }
}

function metricsFor(
  { running, passwords, headSigner, outages }: ServerDependencies,
  state: { connections: () => number; sockets: () => number },
) {
  const secondsSince = (time: Instant): number => (instantToMs(running.clock.now()) - instantToMs(time)) / 1000
  return createMetrics(
    {
      queueLength: () => running.queue.length,
      logPosition: () => running.follower.position,
      headPosition: running.headPosition,
      passwordsWaiting: () => passwords.waiting,
      headMismatch: () => headSigner.mismatch,
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

function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
