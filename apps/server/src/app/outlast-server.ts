import { serverChecks } from './server-checks.ts'
import { metricsFor } from './server-metrics.ts'
import type { IncomingMessage } from 'node:http'
import type { Topic } from '@outlast/contract/live/topics'
import { readiness } from './readiness.ts'
import { instantToMs } from '@outlast/domain'
import type { Logger } from 'pino'
import proxyAddr from 'proxy-addr'
import { createCostlyReadLimit } from '../limits/costly-read-limit.ts'
import { socketAuthenticator } from '../accounts/program-tokens.ts'
import { setupToken } from '../accounts/setup-link.ts'
import { createProgramLimit, createWriteLimit } from '../limits/write-limit.ts'
import type { Config } from '../config/config.ts'
import { checksToken } from '../doctor/service.ts'
import { settingHashes } from '../doctor/settings.ts'
import type { FollowingClock } from '../database/database-clock.ts'
import type { Pace } from '../feed/request-interval.ts'
import { type AppOptions, createApp } from '../http/app.ts'
import { lockGuard } from '../http/lock-guard.ts'
import { originCheck } from '../http/allowed-origins.ts'
import { createHttpServer } from '../http/http-server.ts'
import { PublicAnswers } from '../http/public-answers.ts'
import { VisitorGate, type VisitorGateOptions } from '../limits/visitor-gate.ts'
import { pageContentKey, readPageContent } from '../pages/page-content.ts'
import { storeBuild, storedAssets } from '../pages/replaced-assets.ts'
import { hashedAssets, webFiles } from '../pages/web-files.ts'
import type { DrawCard } from '../pictures/card-images.ts'
import { poolSyncJob } from '../jobs/auto-sync.ts'
import { cleanUpJob } from '../jobs/clean-up.ts'
import { namesJob } from '../jobs/names-job.ts'
import { startJobs } from '../jobs/job.ts'
import { relationsJob } from '../jobs/relations-job.ts'
import { reminderJob } from '../jobs/reminder-planner.ts'
import { backupJob } from '../jobs/scheduled-backups.ts'
import { snapshotJob } from '../jobs/snapshot-job.ts'
import { isLockDue } from '../jobs/lock-timer.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import { WEB_FOLDER } from '../lib/paths.ts'
import { readHead } from '../log/read.ts'
import { createLogger } from '../observability/logger.ts'
import { createRecorders, type Recorders } from '../observability/metrics.ts'
import type { Replay } from '../history/replays.ts'
import { startLiveTopics } from '../live/live-topics.ts'
import { revealedVersion } from '../live/revealed-version.ts'
import type { MailPace, WebhookPace } from './channels.ts'
import { ReadBarrier } from '../pool/read-barrier.ts'
import { createDependencies, type ServerDependencies } from './dependencies.ts'
import { type FirstAdmin, firstAdminOf } from './first-admin.ts'
import { cardReader, createHandlers, feedRequestOptions } from './routes.ts'

/** How long requests in progress may take during shutdown, in milliseconds. */
export const GRACE_MS = 10_000
/** While the database is unreachable, requests end within 3.5 s. */
const GRACE_WITHOUT_DATABASE_MS = 4_000

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
  /** Returns earlier states of the pool. */
  readonly replay?: Replay
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
  /** Returns the version of a live topic that this process has reached. */
  readonly topicVersion: (topic: Topic) => number
  /** Resolves with the reason for the operator once the server may not go on, since the database's log is not the one that it has read. */
  readonly diverged: Promise<Error>
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
  const recorders = createRecorders()
  const { onBatch } = recorders
  const { databaseClock, newNonce, mailPace, webhookPace, replay } = overrides
  const paces = { mailPace, webhookPace }
  const deps = await createDependencies({
    config,
    connectionString,
    clock,
    databaseClock,
    newNonce,
    replay,
    log,
    onBatch,
    ...paces,
  })
  try {
    return await serve(deps, clock, overrides, recorders)
  } catch (error) {
    await deps.close()
    throw error
  }
}

async function serve(
  deps: ServerDependencies,
  clock: Clock,
  overrides: ServerOverrides,
  recorders: Recorders,
): Promise<OutlastServer> {
  const { config, connectionString, running, log } = deps
  const state = {
    port: undefined as number | undefined,
    isStopping: false,
    connections: () => 0,
    sockets: () => 0,
    clockAheadSeconds: undefined as number | undefined,
    proxySigns: (): readonly string[] => [],
  }
  const check = serverChecks(deps, state)
  const metrics = metricsFor(deps, recorders, state)
  const isAllowedOrigin = originCheck({ ...config, port: () => state.port })
  const app = createApp({
    ...(await appOptions(deps, isAllowedOrigin, overrides, clock, check)),
    onRequest: recorders.onRequest,
    service: {
      readiness: () => readiness(deps, state.isStopping),
      metrics,
      metricsToken: config.metricsToken,
      checks: async () => ({ checks: await check(), settings: settingHashes(config, deps.secret) }),
      checksToken: checksToken(deps.secret),
    },
  })
  state.proxySigns = app.proxySigns
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
    authenticate: socketAuthenticator(deps),
    isAllowedOrigin,
    addressOf: (request: IncomingMessage) => proxyAddr(request, app.trust),
    limits: config.rateLimits,
    log,
  })
  state.connections = http.connections
  state.sockets = () => live.connections()
  running.start()
  deps.headSigner.start()
  const { db, follower } = running
  const now = () => running.clock.now()
  const onTime = (ms: number): void => void (state.clockAheadSeconds = (instantToMs(now()) - ms) / 1000)
  const feed = { ...feedRequestOptions(config), onTime }
  const jobs = startJobs({
    jobs: [
      reminderJob({ ...running, notifier: deps.channels.notifier, now }),
      ...(config.autoSync ? [poolSyncJob({ ...running, log, clock, feed, pace: overrides.feedPace })] : []),
      backupJob({ db, config, now, writer: deps.backups }),
      cleanUpJob(db),
      namesJob({ ...running, newNonce: deps.newNonce, log }),
      snapshotJob({ connectionString, db, follower, log }),
      relationsJob({ db, follower, reader: deps.reader, versions: running.versions }),
      deps.headSigner.job,
      deps.news,
    ],
    connectionString,
    follower,
    log,
  })
  const stop = async (): Promise<void> => {
    state.isStopping = true
    // Stop accepting first: a proxy then sends clients that are disconnected below to another process.
    http.stopAccepting()
    await jobs.stop()
    await live.close()
    await http.close(deps.outages.isDown ? GRACE_WITHOUT_DATABASE_MS : GRACE_MS)
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
      topicVersion: (topic) => running.versions.current(topic),
      diverged: running.follower.diverged,
      stop,
    }
  } catch (error) {
    await jobs.stop()
    await live.close()
    throw error
  }
}

async function appOptions(
  deps: ServerDependencies,
  isAllowedOrigin: (origin: string) => boolean,
  overrides: ServerOverrides,
  clock: Clock,
  check: ReturnType<typeof serverChecks>,
): Promise<Omit<AppOptions, 'service'>> {
  const { config, running, outages, heads } = deps
  const now = () => running.clock.now()
  const webFolder = overrides.webFolder ?? WEB_FOLDER
  await storeBuild(running.db, await hashedAssets(webFolder))
  const { db, follower } = running
  const barrier = new ReadBarrier({
    follower,
    readHead: async () => (await readHead(db)).position,
    catchUp: () => follower.catchUp(db),
    // Without them, the read of the heads itself fails.
    refresh: () => heads.all().catch(() => undefined),
  })
  const readBarrier = () => (outages.isDown ? undefined : passOrOutage(barrier.pass(), outages))
  const recordDueLocks = lockGuard({ pool: () => running.follower.pool, now, queue: running.queue })
  const answers = new PublicAnswers({
    logPosition: () => running.follower.position,
    revealedVersion: revealedVersion(running),
    headsVersion: () => heads.version,
    limits: config.rateLimits,
  })
  const pages = { cards: cardReader(deps), pool: () => running.follower.pool }
  return {
    handlers: await createHandlers(deps, { isAllowedOrigin, drawCard: overrides.drawCard, recordDueLocks, check }),
    queue: running.queue,
    authenticate: deps.authenticate,
    noteUse: (login, userAgent) => deps.deviceUse.note(login, userAgent),
    recordProgramUse: deps.recordProgramUse,
    readBarrier,
    recordDueLocks,
    responses: deps.responses,
    isLockDue: () => isLockDue(running.follower.pool, now()),
    writeLimit: config.rateLimits ? createWriteLimit() : () => undefined,
    programLimit: config.rateLimits ? createProgramLimit() : () => undefined,
    costlyReadLimit: config.rateLimits ? createCostlyReadLimit() : () => undefined,
    answers,
    gate: config.rateLimits ? new VisitorGate({ isSignedIn: signedIn(deps) }).middleware() : undefined,
    isAllowedOrigin,
    logPosition: () => running.follower.position,
    catchUp: () => running.follower.catchUp(running.db),
    now,
    secret: deps.secret,
    newNonce: deps.newNonce,
    log: deps.log,
    guard: (operation, timeoutMs) => outages.guard(operation, timeoutMs),
    isDiskFull: () => outages.isDiskFull,
    noteFailure: deps.disk.noteFailure,
    onBreach: overrides.onBreach,
    security: { publicUrl: config.publicUrl },
    trustProxy: config.trustProxy,
    production: config.production,
    web: await webFiles(webFolder, {
      club: () => {
        const { name, crest } = running.follower.pool.club
        return { name: name ?? config.clubName, crest }
      },
      answers,
      contentKey: (path) => pageContentKey(pages, path),
      readBarrier,
      content: async (path) => {
        await recordDueLocks()
        return readPageContent(pages, path)
      },
      publicUrl: config.publicUrl,
      findAsset: storedAssets(running.db, () => clock.nowMs()),
    }),
  }
}

/** While the database is unreachable, what this process knows is the newest that it can know, so a read does not wait any longer. */
async function passOrOutage(passing: Promise<void>, outages: ServerDependencies['outages']): Promise<void> {
  try {
    await outages.guard(passing, 0)
  } catch (error) {
    if (!outages.isDown) throw error
  }
}

/** Returns a function that tells whether a request carries the token of a login. Other processes' newest logins count as valid. */
function signedIn({ authenticate }: ServerDependencies): VisitorGateOptions['isSignedIn'] {
  return ({ headers }) => {
    const authentication = authenticate(/^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '')
    return authentication instanceof Promise || authentication.ok
  }
}

function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
