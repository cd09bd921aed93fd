import type { Logger } from 'pino'
import type { Authentication } from '../accounts/tokens.ts'
import { authenticator } from '../accounts/authenticate.ts'
import { Limits } from '../accounts/rate-limits.ts'
import { Passwords } from '../accounts/passwords.ts'
import { tokenSecret } from '../accounts/token-secret.ts'
import { Tokens } from '../accounts/tokens.ts'
import type { Clock } from '../lib/clock.ts'
import type { Config } from '../config/config.ts'
import { type Database, openDatabase } from '../database/pool.ts'
import type { Tables } from '../database/tables.ts'
import { ResponseCache } from '../http/response-cache.ts'
import { postgresReader } from '../topics/postgres-reader.ts'
import type { LiveReader } from '../topics/reader.ts'
import { TopicViewCache } from '../topics/topic-view-cache.ts'
import { TopicVersions } from '../topics/topic-versions.ts'
import { Replays } from '../replay/replays.ts'
import { openLog, type RunningLog } from './open-log.ts'
import { fileTransport } from '../mail/file-transport.ts'
import { smtpTransport } from '../mail/smtp-transport.ts'
import { type MailWorker, startMailWorker } from '../mail/worker.ts'

/** Connections for attempts' counters alone: a flood of sign-ins must not take those that pages are read with. */
const LIMIT_CONNECTIONS = 2
/** Then each process counts for itself. */
const LIMIT_STATEMENT_MS = 3_000

/** After these, an old state may no longer be shown as it was. */
const HIDES: ReadonlySet<string> = new Set([
  'WeekReopened',
  'EventsRedacted',
  'UserProfileChanged',
  'SiteTimeCleared',
  'SiteTimeSet',
])

/** What a server is made of, before anybody can reach it. */
export interface ServerParts {
  readonly config: Config
  readonly connectionString: string
  readonly log: Logger
  readonly secret: string
  readonly running: RunningLog<TopicVersions>
  readonly reader: LiveReader
  readonly topicViews: TopicViewCache
  readonly responses: ResponseCache
  readonly tokens: Tokens
  readonly authenticate: (token: string) => Authentication | Promise<Authentication>
  readonly passwords: Passwords
  readonly limits: Limits
  readonly mail: MailWorker
  readonly replays: Replays
  readonly close: () => Promise<void>
}

/** How patient mails are: for one answer of the mail server, and until the next attempt. In milliseconds. */
export interface MailPace {
  readonly timeoutMs: number
  readonly retryMs: number
}

export interface OpenOptions {
  readonly config: Config
  readonly connectionString: string
  readonly clock: Clock
  readonly log: Logger
  readonly onBatch: (size: number) => void
  readonly mailPace?: MailPace | undefined
}

/** Opens everything that stands behind the routes and the sockets. */
export async function openParts(options: OpenOptions): Promise<ServerParts> {
  const { config, connectionString, clock, log, onBatch, mailPace = {} } = options
  const secret = await tokenSecret(config)
  const makeCompanion = (extra: unknown): TopicVersions => TopicVersions.fromJSON(extra)
  const running = await openLog({ connectionString, clock, log, makeCompanion, onBatch })
  const { follower, companion: versions, db } = running
  const tokens = new Tokens({ secret, now: () => running.clock.now() })
  const passwords = new Passwords({ cost: config.passwordCost, refuseCommon: config.production })
  const counters = openCounters(connectionString, log)
  const reader = postgresReader({ db, clubName: config.clubName })
  const topicViews = new TopicViewCache({ reader, follower, versions })
  const replays = new Replays(connectionString)
  follower.onEvent(({ type }) => {
    if (HIDES.has(type)) replays.forget()
  })
  const mail = startMailWorker({ db, transport: mailTransport(config, log, mailPace), log, ...mailPace })
  return {
    config,
    connectionString,
    log,
    secret,
    running,
    reader,
    topicViews,
    responses: new ResponseCache(topicViews),
    tokens,
    authenticate: authenticator({ tokens, follower, catchUp: () => follower.catchUp(db) }),
    passwords,
    limits: new Limits({ pool: counters.pool, secret, enabled: config.rateLimits }),
    mail,
    replays,
    async close() {
      await mail.stop()
      await Promise.all([passwords.close(), replays.close()])
      await running.stop()
      await counters.close()
    },
  }
}

function openCounters(connectionString: string, log: Logger): Database<Tables> {
  return openDatabase<Tables>({
    connectionString,
    max: LIMIT_CONNECTIONS,
    statementTimeoutMs: LIMIT_STATEMENT_MS,
    applicationName: 'outlast-limits',
    onError: (error) => log.warn({ err: error }, 'a connection for limits broke'),
  })
}

function mailTransport({ mail }: Config, log: Logger, pace: Partial<MailPace>) {
  return mail.kind === 'smtp' ? smtpTransport({ ...mail, ...pace }) : fileTransport({ ...mail, log })
}
