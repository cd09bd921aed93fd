import { does } from '@outlast/domain'
import type { Logger } from 'pino'
import { authenticator } from '../accounts/authenticate.ts'
import { programUses, type RecordProgramUse } from '../accounts/program-tokens.ts'
import { DeviceUse } from '../accounts/devices.ts'
import { Passwords } from '../accounts/passwords.ts'
import { RateLimits } from '../limits/rate-limits.ts'
import { tokenSecret } from '../accounts/token-secret.ts'
import { type Authentication, Tokens } from '../accounts/tokens.ts'
import { type BackupWriter, createBackupWriter } from '../backup/backup-writer.ts'
import type { Config } from '../config/config.ts'
import { serverConnectionName } from '../database/connected-servers.ts'
import { withoutConsequencesOfOutages } from '../database/outage-log.ts'
import { ServerFit } from '../database/server-fit.ts'
import { CHECK_TIMEOUT_MS, OutageMonitor } from '../database/outage-monitor.ts'
import { isOnThisMachine, StorageCheck } from '../database/storage-check.ts'
import { newNonce } from '../commands/nonce.ts'
import type { FollowingClock } from '../database/database-clock.ts'
import { type Database, openDatabase } from '../database/pool.ts'
import type { Tables } from '../database/tables.ts'
import { ResponseCache } from '../http/response-cache.ts'
import { HeadSigner } from '../jobs/head-signer.ts'
import type { Clock } from '../lib/clock.ts'
import { type SignedHead, SignedHeads } from '../log/signed-heads.ts'
import { hasHead } from '../outbox/purposes.ts'
import { announceHeads } from '../messages/announce-heads.ts'
import type { Job } from '../jobs/job.ts'
import { newsJob } from '../jobs/news-job.ts'
import { switchOffWebhook } from '../messages/switch-webhook.ts'
import { lockedWeeks } from '@outlast/projections'
import { type Replay, Replays } from '../history/replays.ts'
import { type ViewReader, viewReader } from '../live/view-reader.ts'
import { TopicViewCache } from '../live/topic-view-cache.ts'
import { People } from '../pool/people.ts'
import { type Channels, type MailPace, startChannels, type WebhookPace } from './channels.ts'
import { openLog, type RunningLog } from './open-log.ts'

/** Rate limits have their own connections, so that a flood of sign-ins does not use up the connections of reads. */
const RATE_LIMIT_CONNECTIONS = 2
/** After this, each process counts attempts for itself. */
const RATE_LIMIT_STATEMENT_MS = 3_000

/** The disk of the database. */
interface DatabaseDisk {
  /** Takes note of a failed write, whose reason may be a full disk. */
  readonly noteFailure: (error: unknown) => void
  /** Its folder, if it is on this machine and known. */
  readonly folder: () => string | undefined
}

/** The dependencies of the routes and of the live connection. */
export interface ServerDependencies {
  readonly config: Config
  readonly connectionString: string
  /** Omits errors that an unreachable database causes, because {@link outages} logs the outage itself. */
  readonly log: Logger
  readonly outages: OutageMonitor
  readonly disk: DatabaseDisk
  readonly secret: string
  readonly running: RunningLog
  readonly heads: SignedHeads
  readonly headSigner: HeadSigner
  readonly people: People
  readonly reader: ViewReader
  readonly topicViews: TopicViewCache
  readonly responses: ResponseCache
  readonly tokens: Tokens
  readonly authenticate: (token: string) => Authentication | Promise<Authentication>
  readonly recordProgramUse: RecordProgramUse
  readonly deviceUse: DeviceUse
  readonly passwords: Passwords
  readonly limits: RateLimits
  readonly channels: Channels
  readonly news: Job
  readonly backups: BackupWriter
  readonly replays: Replays
  /** Returns 32 secret random bytes in hex. */
  readonly newNonce: () => string
  readonly close: () => Promise<void>
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
  readonly replay?: Replay | undefined
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
  const { config, connectionString, clock, databaseClock, log, onBatch } = options
  const secret = await tokenSecret(config)
  const heads = await SignedHeads.open(config.dataDir)
  const { disk, fit } = outages
  const running = await openLog({
    connectionString,
    clock,
    databaseClock,
    log,
    onBatch,
    onFailure: disk.noteFailure,
    refusal: () => fit.problem,
  })
  fit.watchReadModels()
  const { follower, versions, db } = running
  const tokens = new Tokens({ secret, now: () => running.clock.now() })
  const deviceUse = new DeviceUse(db, log)
  const passwords = new Passwords({ cost: config.passwordCost, rejectCommon: config.production, threads: config.passwordThreads })
  const rateLimitDatabase = openRateLimitDatabase(connectionString, log)
  const people = new People(db, follower)
  const reader = viewReader({ follower, people, clubName: config.clubName })
  const topicViews = new TopicViewCache({ reader, follower, versions })
  const replays = new Replays(connectionString, () => lockedWeeks(follower.pool), options.replay)
  follower.onEvent((event) => {
    if (does(event, 'hides')) replays.clear()
  })
  const now = () => running.clock.now()
  const clubName = () => follower.pool.club.name ?? config.clubName
  const channels: Channels = await startChannels({
    config,
    secret,
    db,
    now,
    clubName,
    log,
    isRealTime: () => follower.pool.siteClock.mode === 'real',
    footer: async (purpose) => (hasHead(purpose) ? describeHead(await heads.newest(), config.publicUrl) : undefined),
    switchOff: async (id) => {
      await switchOffWebhook(running.queue, id, { clubName: clubName(), publicUrl: config.publicUrl })
      channels.mail.wake()
    },
    mailPace: options.mailPace,
    webhookPace: options.webhookPace,
  })
  const headSigner = new HeadSigner({
    heads,
    db,
    follower,
    now,
    log,
    announce: async (tx, positions) => {
      await announceHeads(tx, { heads, positions, clubName: clubName(), publicUrl: config.publicUrl, now: now() })
      channels.webhook.wake()
    },
  })
  const news = newsJob({
    db,
    follower,
    people,
    now,
    clubName,
    publicUrl: config.publicUrl,
    notifier: channels.notifier,
    onQueued: () => {
      channels.webhook.wake()
      channels.notifier.wake()
    },
  })
  const backups = createBackupWriter({ db, connectionString, config, now, log })
  return {
    config,
    connectionString,
    log,
    outages: outages.monitor,
    disk: outages.disk,
    secret,
    running,
    heads,
    headSigner,
    people,
    reader,
    topicViews,
    responses: new ResponseCache(topicViews),
    tokens,
    authenticate: authenticator({ tokens, follower, catchUp: () => follower.catchUp(db) }),
    recordProgramUse: programUses({ pool: () => follower.pool, now, queue: running.queue }),
    deviceUse,
    passwords,
    limits: new RateLimits({ pool: rateLimitDatabase.pool, secret, enabled: config.rateLimits }),
    channels,
    news,
    backups,
    replays,
    newNonce: options.newNonce ?? newNonce,
    async close() {
      await backups.stop()
      await channels.stop()
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
    applicationName: serverConnectionName('check'),
    onError: () => {},
  })
  const isEmbedded = config.databaseUrl === undefined
  const storage = new StorageCheck(database.pool, isOnThisMachine(connectionString), log)
  const fit = new ServerFit()
  const monitor = new OutageMonitor({
    address: { connectionString, isEmbedded, folder: () => storage.folder },
    check: async () => {
      await database.db.selectFrom('log_head').select('position').execute()
      await storage.check()
      await fit.check(database.db)
    },
    log,
  })
  monitor.start()
  return {
    monitor,
    fit,
    disk: {
      noteFailure: (error: unknown): void => {
        if (storage.noteFailure(error)) void monitor.checkNow()
      },
      folder: () => storage.folder,
    } satisfies DatabaseDisk,
    stop: async () => {
      await monitor.stop()
      await database.close()
    },
  }
}

/** Returns the end of a mail about picks or results: a head that its reader can compare with the log later (docs/proofs.md). */
function describeHead(head: SignedHead | undefined, publicUrl: string): string | undefined {
  if (head === undefined) return undefined
  return `Keep this mail: with its last line, anybody can check that no pick and no result was changed later. How: ${publicUrl}/audit\nLog head: ${head.position} ${head.hash} ${head.signature}`
}

function openRateLimitDatabase(connectionString: string, log: Logger): Database<Tables> {
  return openDatabase<Tables>({
    connectionString,
    max: RATE_LIMIT_CONNECTIONS,
    statementTimeoutMs: RATE_LIMIT_STATEMENT_MS,
    applicationName: serverConnectionName('limits'),
    onError: (error) => log.warn({ err: error }, 'Rate-limit database connection failed'),
  })
}
