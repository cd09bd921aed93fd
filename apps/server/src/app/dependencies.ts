import type { Logger } from 'pino'
import { authenticator } from '../accounts/authenticate.ts'
import { DeviceUse } from '../accounts/devices.ts'
import { Passwords } from '../accounts/passwords.ts'
import { RateLimits } from '../accounts/rate-limits.ts'
import { tokenSecret } from '../accounts/token-secret.ts'
import { type Authentication, Tokens } from '../accounts/tokens.ts'
import type { Config } from '../config/config.ts'
import { withoutConsequencesOfOutages } from '../database/outage-log.ts'
import { CHECK_TIMEOUT_MS, OutageMonitor } from '../database/outage-monitor.ts'
import { newNonce } from '../commands/nonce.ts'
import type { FollowingClock } from '../database/database-clock.ts'
import { type Database, openDatabase } from '../database/pool.ts'
import type { Tables } from '../database/tables.ts'
import { ResponseCache } from '../http/response-cache.ts'
import { HeadSigner } from '../jobs/head-signer.ts'
import type { Clock } from '../lib/clock.ts'
import { type SignedHead, SignedHeads } from '../log/signed-heads.ts'
import { fileTransport } from '../mail/file-transport.ts'
import { smtpTransport } from '../mail/smtp-transport.ts'
import { type MailWorker, startMailWorker } from '../mail/worker.ts'
import { NewsJob } from '../news/job.ts'
import { switchOffWebhook } from '../news/switch-webhook.ts'
import { Replays } from '../replay/replays.ts'
import { postgresViewReader, type ViewReader } from '../topics/view-reader.ts'
import { TopicViewCache } from '../topics/topic-view-cache.ts'
import { startWebhookWorker, type WebhookWorker } from '../webhooks/worker.ts'
import { openLog, type RunningLog } from './open-log.ts'
import { type Push, startPush } from './push.ts'

/** Rate limits have their own connections, so that a flood of sign-ins does not use up the connections of reads. */
const RATE_LIMIT_CONNECTIONS = 2
/** After this, each process counts attempts for itself. */
const RATE_LIMIT_STATEMENT_MS = 3_000

/** Events after which an earlier state of the pool may no longer be shown as it was. */
const HIDING_EVENTS: ReadonlySet<string> = new Set([
  'WeekReopened',
  'EventsRedacted',
  'UserProfileChanged',
  'SiteTimeCleared',
  'SiteTimeSet',
])

/** The dependencies of the routes and of the live connection. */
export interface ServerDependencies {
  readonly config: Config
  readonly connectionString: string
  /** Omits errors that an unreachable database causes, because {@link outages} logs the outage itself. */
  readonly log: Logger
  readonly outages: OutageMonitor
  readonly secret: string
  readonly running: RunningLog
  readonly heads: SignedHeads
  readonly headSigner: HeadSigner
  readonly reader: ViewReader
  readonly topicViews: TopicViewCache
  readonly responses: ResponseCache
  readonly tokens: Tokens
  readonly authenticate: (token: string) => Authentication | Promise<Authentication>
  readonly deviceUse: DeviceUse
  readonly passwords: Passwords
  readonly limits: RateLimits
  readonly mail: MailWorker
  readonly webhooks: WebhookWorker
  readonly news: NewsJob
  readonly push: Push
  readonly replays: Replays
  /** Returns 32 secret random bytes in hex. */
  readonly newNonce: () => string
  readonly close: () => Promise<void>
}

/** The timeout for one reply of the mail server, and the delay until the next attempt, in milliseconds. */
export interface MailPace {
  readonly timeoutMs: number
  readonly retryMs: number
}

/** The delays of webhooks, in milliseconds: until the next attempt, and until a webhook that fails is switched off. */
export interface WebhookPace {
  readonly retryMs: number
  readonly switchOffMs: number
}

interface DependencyOptions {
  readonly config: Config
  readonly connectionString: string
  readonly clock: Clock
  readonly log: Logger
  readonly onBatch: (size: number) => void
  readonly mailPace?: MailPace | undefined
  readonly webhookPace?: WebhookPace | undefined
  readonly databaseClock?: FollowingClock | undefined
  readonly newNonce?: (() => string) | undefined
}

/** Opens everything that the routes and the live connection need. Closes it again if a part of it fails to start. */
export async function createDependencies(options: DependencyOptions): Promise<ServerDependencies> {
  const outages = watchDatabase(options)
  try {
    const log = withoutConsequencesOfOutages(options.log, outages.monitor)
    return await createWatched({ ...options, log }, outages)
  } catch (error) {
    await outages.stop()
    throw error
  }
}

async function createWatched(options: DependencyOptions, outages: ReturnType<typeof watchDatabase>): Promise<ServerDependencies> {
  const { config, connectionString, clock, databaseClock, log, onBatch, mailPace } = options
  const secret = await tokenSecret(config)
  const heads = await SignedHeads.open(config.dataDir)
  const running = await openLog({ connectionString, clock, databaseClock, log, onBatch })
  const { follower, versions, db } = running
  const headSigner = new HeadSigner({ heads, db, follower, now: () => running.clock.now(), log })
  const tokens = new Tokens({ secret, now: () => running.clock.now() })
  const deviceUse = new DeviceUse(db, log)
  const passwords = new Passwords({ cost: config.passwordCost, rejectCommon: config.production })
  const rateLimitDatabase = openRateLimitDatabase(connectionString, log)
  const reader = postgresViewReader({ db, clubName: config.clubName })
  const topicViews = new TopicViewCache({ reader, follower, versions })
  const replays = new Replays(connectionString)
  follower.onEvent(({ type }) => {
    if (HIDING_EVENTS.has(type)) replays.clear()
  })
  const mail = startMailWorker({
    db,
    transport: mailTransport(config, log, mailPace ?? {}),
    log,
    footer: async () => describeHead(await heads.newest()),
    ...mailPace,
  })
  const now = () => running.clock.now()
  const clubName = () => follower.pool.club.name ?? config.clubName
  const webhooks = startWebhookWorker({
    db,
    now,
    isRealTime: () => follower.pool.siteClock.mode === 'real',
    switchOff: async (id) => {
      await switchOffWebhook(running.queue, id, { clubName: clubName(), publicUrl: config.publicUrl })
      mail.wake()
    },
    send: { production: config.production },
    log,
    ...options.webhookPace,
  })
  const push = await startPush({ config, secret, db, clubName, log, pace: mailPace, wakeMail: () => mail.wake() })
  const news = new NewsJob({
    db,
    follower,
    now,
    clubName,
    publicUrl: config.publicUrl,
    notifier: push.notifier,
    onQueued: () => {
      webhooks.wake()
      push.notifier.wake()
    },
    log,
  })
  return {
    config,
    connectionString,
    log,
    outages: outages.monitor,
    secret,
    running,
    heads,
    headSigner,
    reader,
    topicViews,
    responses: new ResponseCache(topicViews),
    tokens,
    authenticate: authenticator({ tokens, follower, catchUp: () => follower.catchUp(db) }),
    deviceUse,
    passwords,
    limits: new RateLimits({ pool: rateLimitDatabase.pool, secret, enabled: config.rateLimits }),
    mail,
    webhooks,
    news,
    push,
    replays,
    newNonce: options.newNonce ?? newNonce,
    async close() {
      await news.stop()
      await webhooks.stop()
      await Promise.all([mail.stop(), push.stop()])
      await headSigner.stop()
      await Promise.all([passwords.close(), replays.close(), deviceUse.flush()])
      await running.stop()
      await rateLimitDatabase.close()
      await outages.stop()
    },
  }
}

/** Starts the monitor of outages. It has a connection of its own, so that waiting reads cannot delay it. */
function watchDatabase({ config, connectionString, log }: DependencyOptions) {
  const database = openDatabase<Tables>({
    connectionString,
    max: 1,
    connectTimeoutMs: CHECK_TIMEOUT_MS,
    statementTimeoutMs: CHECK_TIMEOUT_MS,
    applicationName: 'outlast-check',
    onError: () => {},
  })
  const monitor = new OutageMonitor({
    address: { connectionString, isEmbedded: config.databaseUrl === undefined },
    check: () => database.db.selectFrom('log_head').select('position').execute(),
    log,
  })
  monitor.start()
  return {
    monitor,
    stop: async () => {
      await monitor.stop()
      await database.close()
    },
  }
}

/** Returns the last line of every mail: a head that its reader can compare with the log later (docs/proofs.md). */
function describeHead(head: SignedHead | undefined): string | undefined {
  return head === undefined ? undefined : `Log head: ${head.position} ${head.hash} ${head.signature}`
}

function openRateLimitDatabase(connectionString: string, log: Logger): Database<Tables> {
  return openDatabase<Tables>({
    connectionString,
    max: RATE_LIMIT_CONNECTIONS,
    statementTimeoutMs: RATE_LIMIT_STATEMENT_MS,
    applicationName: 'outlast-limits',
    onError: (error) => log.warn({ err: error }, 'Rate-limit database connection failed'),
  })
}

function mailTransport({ mail }: Config, log: Logger, pace: Partial<MailPace>) {
  return mail.kind === 'smtp' ? smtpTransport({ ...mail, ...pace }) : fileTransport({ ...mail, log })
}
