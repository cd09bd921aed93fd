import { openApiDocument } from '@outlast/contract/openapi'
import { seasonTopic, type Topic, userTopic } from '@outlast/contract/live/topics'
import { currentWeek, currentSiteTime, type UserId, isWeekOneClosed } from '@outlast/domain'
import { feedUserAgent } from '../feed/espn.ts'
import { readFeedStatus } from '../feed/feed-status.ts'
import { DOCS_CSS, docsPage } from '../http/docs/page.ts'
import { type EncodedBody, encodeBody } from '../lib/encoded-body.ts'
import { type Handlers, handlers } from '../http/handler.ts'
import { accountLinkRoutes } from '../http/routes/account-links.ts'
import { accountRoutes } from '../http/routes/account.ts'
import { adminClubRoutes } from '../http/routes/admin-club.ts'
import { adminJoiningRoutes } from '../http/routes/admin-joining.ts'
import { hallOfFameRoutes } from '../http/routes/hall-of-fame.ts'
import { importRoutes } from '../http/routes/import-members.ts'
import { importPicksRoutes } from '../http/routes/import-picks.ts'
import { adminPeopleRoutes } from '../http/routes/admin-people.ts'
import { adminWeekRoutes } from '../http/routes/admin-weeks.ts'
import { SeasonCalendar } from '../calendar/season-calendar.ts'
import { auditRoutes } from '../http/routes/audit.ts'
import { authRoutes } from '../http/routes/auth.ts'
import { CardReader } from '../cards/read-cards.ts'
import { readCrest } from '../crest/crest-images.ts'
import { CardImages, type DrawCard } from '../images/card-images.ts'
import { cardRoutes } from '../http/routes/cards.ts'
import { buybackRoutes } from '../http/routes/buybacks.ts'
import { calendarRoutes } from '../http/routes/calendar.ts'
import { entryRoutes, type WithOwner } from '../http/routes/entries.ts'
import { readBackupStatus } from '../backup/status.ts'
import { backupRoutes } from '../http/routes/backups.ts'
import { feedRoutes } from '../http/routes/feed.ts'
import { moneyRoutes } from '../http/routes/money.ts'
import { liveRoutes } from '../http/routes/live.ts'
import { memberReads, readOwner } from '../http/routes/member-reads.ts'
import { passkeyRoutes } from '../http/routes/passkeys.ts'
import { notificationRoutes } from '../http/routes/notifications.ts'
import { reminderRoutes } from '../http/routes/reminders.ts'
import { passwordResetRoutes } from '../http/routes/password-reset.ts'
import { pickRoutes } from '../http/routes/picks.ts'
import { previewRoutes } from '../http/routes/preview.ts'
import { publicReads } from '../http/routes/public-reads.ts'
import { lockGuard } from '../http/lock-guard.ts'
import type { ReadDependencies } from '../http/routes/read-dependencies.ts'
import { summaryRoutes } from '../http/routes/summaries.ts'
import { undoRoutes } from '../http/routes/undo.ts'
import { webhookRoutes } from '../http/routes/webhooks.ts'
import { sessionRoutes } from '../http/routes/sessions.ts'
import { signInLinkRoutes } from '../http/routes/sign-in-links.ts'
import { Challenges } from '../accounts/challenges.ts'
import { WebAuthn } from '../accounts/web-authn.ts'
import { seasonRoutes } from '../http/routes/seasons.ts'
import type { Config } from '../config/config.ts'
import { VERSION } from '../lib/paths.ts'
import type { ServerDependencies } from './dependencies.ts'

/** The address of the feed, and the User-Agent that its host asks for (docs/operations.md). */
export function feedRequestOptions(config: Config) {
  return { baseUrl: config.espnBaseUrl, userAgent: feedUserAgent(VERSION, config.publicUrl) }
}

interface HandlerOptions {
  readonly isAllowedOrigin: (origin: string) => boolean
  readonly drawCard: DrawCard | undefined
}

/** Creates a handler for every route of the contract. */
export async function createHandlers(deps: ServerDependencies, options: HandlerOptions): Promise<Handlers> {
  const { config, running, tokens, passwords, limits, mail } = deps
  const { db, follower } = running
  const reads = readDependencies(deps)
  const session = { db, tokens, follower, catchUp: reads.catchUp, passwords, limits }
  const links = { publicUrl: config.publicUrl, clubName: () => follower.pool.club.name ?? config.clubName }
  const withOwner: WithOwner = async (row) => ({ ...row, ...(await readOwner(db, row.id)) })
  const wakeMail = () => mail.wake()
  const challenges = new Challenges({ secret: deps.secret, now: () => running.clock.now() })
  const webAuthn = new WebAuthn({ links, challenges, isAllowedOrigin: options.isAllowedOrigin })
  const calls = {
    ...authRoutes({ ...session, admin: config, secret: deps.secret, links, onMail: wakeMail }),
    ...accountRoutes(session),
    ...sessionRoutes({ ...session, deviceUse: deps.deviceUse }),
    ...signInLinkRoutes({ ...session, links, adminEmail: config.adminEmail, onMail: wakeMail }),
    ...passkeyRoutes({ ...session, links, webAuthn, onMail: wakeMail }),
    ...accountLinkRoutes({ limits, adminEmail: config.adminEmail }),
    ...passwordResetRoutes({ ...links, adminEmail: config.adminEmail, db, passwords, limits, wakeMail }),
    ...publicReads({ ...reads, configuredName: config.clubName }),
    ...hallOfFameRoutes({
      ...reads,
      seasonRecord: async (year, isOver) => {
        const key = `record ${year} ${isOver}`
        const found = await deps.topicViews.query(key, seasonTopic(year), (queries) => queries.seasonRecord(year, isOver))
        return found?.view ?? { season: null, longestRuns: [], worstLuck: [] }
      },
    }),
    ...cardRoutes({
      cards: cardReader(deps),
      images: new CardImages({ readCrest: (crest) => readCrest(db, crest, 512), draw: options.drawCard }),
    }),
    ...summaryRoutes({ ...reads, ...links, onMail: wakeMail }),
    ...memberReads(reads),
    ...auditRoutes({ db, replays: deps.replays, heads: deps.heads, logPosition: () => follower.position }),
    ...buybackRoutes,
    ...entryRoutes(withOwner),
    ...seasonRoutes(withOwner),
    ...moneyRoutes(reads),
    ...pickRoutes({ isLimited: config.rateLimits }),
    ...adminPeopleRoutes({ ...reads, passwords, limits, links, onMail: wakeMail }),
    ...adminJoiningRoutes({ ...reads, links, onMail: wakeMail }),
    ...importRoutes({ db, links, onMail: wakeMail }),
    ...importPicksRoutes(reads),
    ...adminWeekRoutes,
    ...undoRoutes(reads),
    ...adminClubRoutes({ ...reads, configuredName: config.clubName }),
    ...calendarRoutes({
      db,
      secret: deps.secret,
      publicUrl: config.publicUrl,
      calendar: new SeasonCalendar({ ...reads, ...links }),
    }),
    ...webhookRoutes({
      db,
      ...links,
      targets: config,
      worker: deps.webhooks,
      queue: running.queue,
      now: () => running.clock.now(),
    }),
    ...notificationRoutes({
      db,
      pool: reads.pool,
      notifier: deps.push.notifier,
      limits,
      pushKey: deps.push.key,
      secret: deps.secret,
      targets: config,
    }),
    ...reminderRoutes({ db, pool: reads.pool, notifier: deps.push.notifier, now: () => running.clock.now() }),
    ...backupRoutes({ schedule: config.backups, readStatus: () => readBackupStatus(db), now: () => running.clock.now() }),
    ...feedRoutes({
      ...reads,
      feed: feedRequestOptions(config),
      autoSync: config.autoSync,
      readStatus: () => readFeedStatus(db),
    }),
    ...liveRoutes({ ...reads, views: deps.topicViews }),
    ...(await docsRoutes()),
  }
  const recordDueLocks = lockGuard({ pool: reads.pool, now: () => running.clock.now(), queue: running.queue })
  return { ...calls, ...previewRoutes({ ...reads, calls, notifier: deps.push.notifier, recordDueLocks }) }
}

/** Creates the reader of cards to share, for their pictures and for the tags of pages. */
export function cardReader({ topicViews, running, config }: ServerDependencies): CardReader {
  const pool = () => running.follower.pool
  return new CardReader({ views: topicViews, pool, configuredName: config.clubName, publicUrl: config.publicUrl })
}

function readDependencies({ running, topicViews, responses }: ServerDependencies): ReadDependencies {
  const { db, follower, versions, clock } = running
  const current = (topic: Topic): number => versions.current(topic)
  const seasons = () => [...new Set([...follower.pool.weeks.values()].map((week) => seasonTopic(week.seasonYear)))]
  const highest = (own: Topic) => Math.max(current(own), current('pool'), ...seasons().map(current))
  const currentSeason = () => currentWeek(follower.pool)?.seasonYear
  return {
    db,
    pool: () => follower.pool,
    catchUp: () => follower.catchUp(db),
    versions: {
      current,
      ofMember: (id: UserId) => ({ version: highest(userTopic(id)), topicVersion: current(userTopic(id)) }),
      ofAdmins: () => ({ version: highest('admin'), topicVersion: current('admin') }),
    },
    responses,
    currentSeason,
    canRenameAndDelete: (id) => {
      const siteNow = currentSiteTime(follower.pool, clock.now())
      return follower.pool.users.get(id)?.isAdmin === true || !isWeekOneClosed(follower.pool, siteNow)
    },
    champions: async () => {
      const year = currentSeason()
      if (year === undefined) return []
      const topic = seasonTopic(year)
      const found = await topicViews.query(`champions ${year}`, topic, (queries) => queries.champions(year))
      return [...(found?.view ?? [])]
    },
  }
}

/** The OpenAPI document and its page, encoded once per process because they are the same for every client. */
let encodedDocs: ReturnType<typeof encodeDocs> | undefined

async function encodeDocs() {
  const document = openApiDocument()
  const page = docsPage(document, { css: '/api/docs/style.css', json: '/api/openapi.json' })
  return {
    json: await encodeBody(JSON.stringify(document)),
    html: await encodeBody(page, { contentType: 'text/html; charset=utf-8' }),
    css: await encodeBody(DOCS_CSS, { contentType: 'text/css; charset=utf-8' }),
  }
}

async function docsRoutes() {
  const { json, html, css } = await (encodedDocs ??= encodeDocs())
  const reply = (encoded: EncodedBody) => ({ status: 200 as const, encoded, cacheControl: 'public, max-age=300' })
  return handlers({ openapi: () => reply(json), docs: () => reply(html), docsStyle: () => reply(css) })
}
