import { openApiDocument } from '@outlast/contract/openapi'
import { seasonTopic, type Topic, userTopic, weekTopic } from '@outlast/contract/live/topics'
import { combine, currentRound, currentSiteTime, mayRenameAndDelete, type UserId } from '@outlast/domain'
import { feedUserAgent } from '../feed/espn.ts'
import { readFeedStatus } from '../feed/feed-status.ts'
import { DOCS_CSS, docsPage } from '../pages/docs/page.ts'
import { type EncodedBody, encodeBody } from '../lib/encoded-body.ts'
import { type Handlers, handlers } from '../http/handler.ts'
import { accountLinkRoutes } from '../api/account-links.ts'
import { accountRoutes } from '../api/account.ts'
import { adminClubRoutes } from '../api/admin-club.ts'
import { adminJoiningRoutes } from '../api/admin-joining.ts'
import { fourEyesRoutes } from '../api/four-eyes.ts'
import { hallOfFameRoutes } from '../api/hall-of-fame.ts'
import { importRoutes } from '../api/import-members.ts'
import { importPicksRoutes } from '../api/import-picks.ts'
import { adminPeopleRoutes } from '../api/admin-people.ts'
import { adminWeekRoutes } from '../api/admin-weeks.ts'
import { changeRulesRoutes } from '../api/change-rules.ts'
import { SeasonCalendar } from '../calendar/season-calendar.ts'
import { auditRoutes } from '../api/audit.ts'
import { authRoutes } from '../api/auth.ts'
import { CardReader } from '../pictures/read-cards.ts'
import { readCrest } from '../pictures/crest-images.ts'
import { CardImages, type DrawCard } from '../pictures/card-images.ts'
import { cardRoutes } from '../api/cards.ts'
import { broadcastRoutes } from '../api/broadcasts.ts'
import { buybackRoutes } from '../api/buybacks.ts'
import { calendarRoutes } from '../api/calendar.ts'
import { entryRoutes, type WithOwner } from '../api/entries.ts'
import { deliveryRoutes } from '../api/deliveries.ts'
import { backupRoutes } from '../api/backups.ts'
import { type ServerStatusDependencies, serverStatusRoutes } from '../api/server-status.ts'
import { feedRoutes } from '../api/feed.ts'
import { moneyRoutes } from '../api/money.ts'
import { liveRoutes } from '../api/live.ts'
import { memberReads } from '../api/member-reads.ts'
import { programTokenRoutes } from '../api/program-tokens.ts'
import { passkeyRoutes } from '../api/passkeys.ts'
import { notificationRoutes } from '../api/notifications.ts'
import { reminderRoutes } from '../api/reminders.ts'
import { pastChampionsRoutes } from '../api/past-champions.ts'
import { passwordResetRoutes } from '../api/password-reset.ts'
import { pickRoutes } from '../api/picks.ts'
import { previewRoutes } from '../api/preview.ts'
import { proxyRoutes } from '../api/proxies.ts'
import { publicReads } from '../api/public-reads.ts'
import type { ReadDependencies } from '../api/read-dependencies.ts'
import { summaryRoutes } from '../api/summaries.ts'
import { undoRoutes } from '../api/undo.ts'
import { webhookRoutes } from '../api/webhooks.ts'
import { sessionRoutes } from '../api/sessions.ts'
import { signInLinkRoutes } from '../api/sign-in-links.ts'
import { NewcomerRecorder } from '../accounts/newcomers.ts'
import { Challenges } from '../accounts/challenges.ts'
import { WebAuthn } from '../accounts/web-authn.ts'
import { seasonRoutes } from '../api/seasons.ts'
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
  /** Records the locks that are due (http/lock-guard.ts). */
  readonly recordDueLocks: () => Promise<void> | undefined
  readonly check: ServerStatusDependencies['check']
}

/** Creates a handler for every route of the contract. */
export async function createHandlers(deps: ServerDependencies, options: HandlerOptions): Promise<Handlers> {
  const { config, running, tokens, passwords, limits, channels } = deps
  const { db, follower } = running
  const reads = readDependencies(deps)
  const session = { db, tokens, follower, catchUp: () => follower.catchUp(db), passwords, limits }
  const links = { publicUrl: config.publicUrl, clubName: () => follower.pool.club.name ?? config.clubName }
  const withOwner: WithOwner = (row) =>
    deps.reader.read((queries) => {
      const { user_name = '', user_email = '', user_mobile = null } = queries.adminEntries([row.id])[0] ?? {}
      return { ...row, user_name, user_email, user_mobile }
    })
  const wakeMail = () => channels.mail.wake()
  const challenges = new Challenges({ secret: deps.secret, now: () => running.clock.now() })
  const webAuthn = new WebAuthn({ links, challenges, isAllowedOrigin: options.isAllowedOrigin })
  const newcomers = new NewcomerRecorder(deps.secret)
  const calls = combine([
    authRoutes({ ...session, newcomers, admin: config, secret: deps.secret, links, onMail: wakeMail }),
    accountRoutes(session),
    sessionRoutes({ ...session, deviceUse: deps.deviceUse }),
    signInLinkRoutes({ ...session, links, adminEmail: config.adminEmail, onMail: wakeMail }),
    programTokenRoutes(session),
    passkeyRoutes({ ...session, links, webAuthn, onMail: wakeMail }),
    accountLinkRoutes({ limits, adminEmail: config.adminEmail }),
    passwordResetRoutes({ ...session, ...links, adminEmail: config.adminEmail, wakeMail }),
    publicReads({ ...reads, configuredName: config.clubName, follower }),
    hallOfFameRoutes({
      ...reads,
      seasonRecord: async (year, isOver, version) => {
        const key = `record ${year} ${isOver} ${version}`
        const found = await deps.topicViews.query(key, seasonTopic(year), (queries) => queries.seasonRecord(year, isOver))
        return found?.view ?? { season: null, longestRuns: [], worstLuck: [] }
      },
    }),
    cardRoutes({
      cards: cardReader(deps),
      images: new CardImages({ readCrest: (crest) => readCrest(db, crest, 512), draw: options.drawCard }),
    }),
    summaryRoutes({ ...reads, ...links, onMail: wakeMail }),
    memberReads(reads),
    auditRoutes({ db, pool: reads.pool, replays: deps.replays, heads: deps.heads, logPosition: () => follower.position }),
    buybackRoutes,
    entryRoutes({ db, limits, newcomers, withOwner }),
    seasonRoutes(withOwner),
    pastChampionsRoutes,
    moneyRoutes(reads),
    pickRoutes({ isLimited: config.rateLimits, reader: deps.reader, notifier: channels.notifier }),
    proxyRoutes({ reader: deps.reader, notifier: channels.notifier }),
    adminPeopleRoutes({ ...reads, passwords, limits, links, onMail: wakeMail }),
    broadcastRoutes({ ...reads, limits, from: config.mail.from, onMail: wakeMail }),
    adminJoiningRoutes({ ...reads, links, onMail: wakeMail }),
    importRoutes({ db, pool: reads.pool, links, onMail: wakeMail }),
    importPicksRoutes({ ...reads, feed: feedRequestOptions(config), now: () => running.clock.now() }),
    adminWeekRoutes,
    changeRulesRoutes(),
    undoRoutes(reads),
    fourEyesRoutes({ ...reads, onMail: wakeMail }),
    adminClubRoutes({ ...reads, configuredName: config.clubName }),
    calendarRoutes({
      db,
      secret: deps.secret,
      publicUrl: config.publicUrl,
      calendar: new SeasonCalendar({ ...reads, ...links }),
    }),
    webhookRoutes({
      db,
      ...links,
      targets: config,
      limits,
      worker: channels.webhook,
      queue: running.queue,
      now: () => running.clock.now(),
    }),
    notificationRoutes({
      db,
      pool: reads.pool,
      readNewEvents: (tx) => follower.readNewEvents(tx),
      notifier: channels.notifier,
      limits,
      pushKey: channels.pushKey,
      secret: deps.secret,
      targets: config,
    }),
    reminderRoutes({ db, pool: reads.pool, notifier: channels.notifier, now: () => running.clock.now() }),
    deliveryRoutes({ db }),
    serverStatusRoutes({ ...deps, check: options.check }),
    backupRoutes({ db, config, writer: deps.backups, now: () => running.clock.now() }),
    feedRoutes({
      ...reads,
      feed: feedRequestOptions(config),
      autoSync: config.autoSync,
      readStatus: () => readFeedStatus(db),
    }),
    liveRoutes({ ...reads, views: deps.topicViews }),
    await docsRoutes(),
  ])
  return combine([calls, previewRoutes({ ...reads, calls, notifier: channels.notifier, recordDueLocks: options.recordDueLocks })])
}

/** Creates the reader of cards to share, for their pictures and for the tags of pages. */
export function cardReader({ topicViews, running, config }: ServerDependencies): CardReader {
  const pool = () => running.follower.pool
  return new CardReader({ views: topicViews, pool, configuredName: config.clubName, publicUrl: config.publicUrl })
}

function readDependencies({ running, topicViews, responses, reader }: ServerDependencies): ReadDependencies {
  const { db, follower, versions, clock } = running
  const current = (topic: Topic): number => versions.current(topic)
  const seasons = () => [...new Set([...follower.pool.rounds.values()].map((week) => seasonTopic(week.seasonYear)))]
  const weeks = () => [...follower.pool.rounds.values()].map(({ id }) => weekTopic(id))
  const highest = (own: Topic) => Math.max(current(own), current('pool'), ...seasons().map(current))
  const currentSeason = () => currentRound(follower.pool)?.seasonYear
  return {
    db,
    pool: () => follower.pool,
    reader,
    versions: {
      current,
      ofMember: (id: UserId) => ({
        version: Math.max(highest(userTopic(id)), ...weeks().map(current)),
        topicVersion: current(userTopic(id)),
      }),
      ofAdmins: () => ({ version: highest('admin'), topicVersion: current('admin') }),
    },
    responses,
    currentSeason,
    canRenameAndDelete: (id) => {
      const { pool } = follower
      return mayRenameAndDelete(pool, pool.users.get(id), currentSiteTime(pool, clock.now()))
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
