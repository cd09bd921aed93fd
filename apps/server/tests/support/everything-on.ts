import { writeFileSync } from 'node:fs'
import { join as joinPath } from 'node:path'
import { eventually, createTemporaryFolder } from '@outlast/testing'
import { startLocalFeed } from '@outlast/testing/fakes/local-feed'
import { startLocalPush } from '@outlast/testing/fakes/local-push'
import { mailSetting, startLocalSmtp } from '@outlast/testing/fakes/local-smtp'
import { startLocalWebhook } from '@outlast/testing/fakes/local-webhook'
import type { Person } from '@outlast/testing/server/people'
import { createTestDatabase } from '@outlast/testing/postgres/database'
import { setDatabaseClock } from '@outlast/testing/postgres/movable-clock'
import { startTestPool } from '@outlast/testing/server/test-pool'
import { Watcher } from '@outlast/testing/live/watcher'
import { ZONE_AT_NOON } from '@outlast/testing/zone-at-noon'
import type { Topic } from '@outlast/contract/live/topics'
import { eventsThat } from '@outlast/domain'
import pg from 'pg'

export const SEASON = 2030
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The same in all pools that a test compares. The wait until then is not close to a full hour plus a half. */
const NEXT_LOCK = new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS + 40 * HOUR_MS).toISOString()

/** A build of the web app with its page, into which the server writes tags and a first view. */
function pageFolder(): string {
  const folder = createTemporaryFolder('page')
  const page = '<!doctype html><html><head><title>Outlast</title></head><body><div id="root"></div></body></html>'
  writeFileSync(joinPath(folder, 'index.html'), page)
  writeFileSync(joinPath(folder, 'manifest.webmanifest'), '{"name":"Outlast"}')
  return folder
}

/** The events after which the server looks for news. */
const NEWS = eventsThat('wakes_news')
const ALL_NEWS = { reminder: true, reveal: true, pick_final: true, correction: true, week_results: true, rules: true }

/** Names that the messages contain. */
export interface Names {
  readonly clubName?: string
  /** Ends the names of all entries. */
  readonly suffix?: string
}

export type EverythingOn = Awaited<ReturnType<typeof startEverythingOn>>

/**
 * Starts a pool that uses all that leaves the server, and plays its first week: automatic picks, buybacks, fees, invitations and
 * approvals, reminders and news by mail and push, calendars and webhooks.
 *
 * Olga owns the entries 1 and 2, Otto 3 and 4; Ada is the admin with entry 5, and Wanda waits for approval.
 */
export async function startEverythingOn({ clubName = 'Sunday Club', suffix = '' }: Names = {}) {
  const [feed, smtp, push, chat, discord] = await Promise.all([
    startLocalFeed(),
    startLocalSmtp(),
    startLocalPush(),
    startLocalWebhook(),
    startLocalWebhook(),
  ])
  const log: Readonly<Record<string, unknown>>[] = []
  const database = await createTestDatabase()
  let minutesAhead = 0
  const setClock = () =>
    setDatabaseClock(database.connectionString, new Date(Date.now() + minutesAhead * MINUTE_MS).toISOString())
  await setClock()
  const pool = await startTestPool({
    database,
    config: { espnBaseUrl: feed.url, clubName, mail: mailSetting(smtp.url) },
    overrides: { mailPace: { timeoutMs: 5_000, retryMs: 20 }, webFolder: pageFolder() },
    onLogLine: (line) => void log.push(line),
  })
  const ada = await pool.register('Ada')
  // One connection for all questions, since a new one costs more than a question.
  const client = new pg.Client({ connectionString: pool.database.connectionString })
  await client.connect()
  const query = async <T extends object>(text: string): Promise<T[]> => (await client.query<T>(text)).rows
  const people: Record<string, Person> = { ada }
  const watchers: Record<string, Watcher> = {}
  const weekIds = [1, 2]
  const topics: Topic[] = ['pool', 'week:1', 'week:2', `season:${SEASON}`, 'user:1', 'user:2', 'user:3', 'user:4', 'admin']
  const browsers = new Map<string, string>()

  /** Waits until everything that follows from the log has been sent, and each watcher has heard of it. */
  const settle = async (): Promise<void> => {
    await eventually(async () => {
      const [left] = await query<{ news: boolean; messages: number; deliveries: number }>(`
        SELECT NOT EXISTS (SELECT FROM webhooks)
                 OR NOT EXISTS (SELECT FROM events WHERE position > (SELECT position FROM news_cursor)
                                AND type = ANY ('{${NEWS.join()}}')) AS news,
               (SELECT count(*)::int FROM deliveries WHERE channel <> 'webhook' AND delivered_at IS NULL) AS messages,
               (SELECT count(*)::int FROM deliveries WHERE channel = 'webhook' AND delivered_at IS NULL) AS deliveries`)
      if (left?.news !== true || left.messages + left.deliveries > 0) throw new Error(`left: ${JSON.stringify(left)}`)
    })
    const joined = Object.entries(watchers).flatMap(([name, { received }]) =>
      topics
        .filter((topic) => received.some((line) => line.startsWith(`joined ${topic} {"ok":true`)))
        .map((topic) => ({ name, topic, received }) as const),
    )
    await Promise.all(
      joined.map(({ name, topic, received }) => {
        const version = pool.server.topicVersion(topic)
        return eventually(() => {
          const heard = received.flatMap((line) =>
            line.startsWith(`joined ${topic} `) || line.includes(`"topic":"${topic}"`)
              ? Array.from(line.matchAll(/"(?:to|version)":(\d+)/g), ([, to]) => Number(to))
              : [],
          )
          if (Math.max(...heard) < version) throw new Error(`${name} has not heard of ${topic} ${version}`)
        })
      }),
    )
  }
  /** Runs one request and waits for its effects, so that the same requests cause the same messages in every pool. */
  const step = async <T>(request: Promise<T>): Promise<T> => {
    const answer = await request
    await settle()
    return answer
  }
  const join = async (name: string): Promise<Person> => {
    const person = await step(pool.register(name))
    people[name.toLowerCase()] = person
    await listen(person)
    return person
  }
  /** Lets somebody get every message on both channels, in the middle of the day. */
  const listen = async ({ api, name }: Person): Promise<void> => {
    const { subscription } = push.subscribe()
    browsers.set(subscription.endpoint, name)
    await api.call('addPushSubscription', { body: { ...subscription, device: 'Phone' } })
    await api.call('updateNotifications', { body: { channel: 'both', news: ALL_NEWS, time_zone: ZONE_AT_NOON } })
  }
  const reminders = (count: number) =>
    eventually(async () => {
      const rows = await query("SELECT 1 FROM events WHERE type = 'ReminderSent'")
      if (rows.length < count) throw new Error(`${rows.length} of ${count} reminders`)
    })
  /** Lets the pool's clock show another minute. A game has one moment in each, and two runs don't reach it equally fast. */
  const nextMinute = async (): Promise<void> => {
    minutesAhead += 1
    await setClock()
  }
  const finals = async (home: number, away: number) => {
    await nextMinute()
    const games = [['BUF', 'MIA', home, away] as const, ['KC', 'DAL', 20, 10] as const]
    feed.setGames(
      { seasonYear: SEASON, week: 1 },
      games.map(([homeTeam, awayTeam, homeScore, awayScore], i) => ({
        espnId: `10${i}`,
        home: homeTeam,
        away: awayTeam,
        homeScore,
        awayScore,
        kickoff: `${SEASON}-09-08T17:00:00.000Z`,
        kickoffKnown: true,
        status: 'final',
        detail: 'Final',
      })) as never,
    )
    return step(admin.call('syncGames', { body: { season_year: SEASON, week_number: 1 } }))
  }
  /** Syncs the games of a week that are to come, such as `SEA-DEN` or `SEA-DEN postponed` with the home team first. */
  const schedule = (week: number, ...matchups: readonly string[]) => {
    const games = matchups.map((text) => {
      const [matchup = '', ...more] = text.split(' ')
      const [home, away] = matchup.split('-')
      const time = more.find((word) => word.startsWith(`${SEASON}-`)) ?? `${SEASON}-09-15T17:00:00.000Z`
      const status = more.find((word) => word !== time) ?? 'scheduled'
      const kickoff = { kickoff: time, kickoffKnown: true }
      const espnId = Array.from(matchup, (letter) => letter.charCodeAt(0)).join('')
      return { espnId, home, away, homeScore: null, awayScore: null, status, detail: null, ...kickoff }
    })
    feed.setGames({ seasonYear: SEASON, week: Math.floor(week) }, games as never)
    return step(admin.call('syncGames', { body: { season_year: SEASON, week_number: week } }))
  }
  const lock = (id: number) => step(admin.call('updateWeek', { params: { id }, body: { lock_time: '2020-01-01T00:00:00Z' } }))
  const pick = ({ api }: Person, entry_id: number, week_id: number, team_abbr: string, slot?: number) =>
    step(api.call('submitPick', { body: { entry_id, week_id, slot, team_abbr } }))
  const watch = async (): Promise<void> => {
    for (const name of ['visitor', 'otto', 'wanda', 'ada']) {
      watchers[name] = new Watcher(pool.url, people[name]?.token)
      for (const topic of topics) await watchers[name].join(topic)
    }
  }
  /** Adds a week, which everybody watches from then on, and returns its id. */
  const addWeek = async (week_number: number): Promise<number> => {
    const { id } = await step(admin.call('createWeek', { body: { season_year: SEASON, week_number } }))
    weekIds.push(id)
    topics.push(`week:${id}`)
    for (const watcher of Object.values(watchers)) await watcher.join(`week:${id}`)
    return id
  }

  const admin = ada.api
  for (const week_number of [1, 2]) await step(admin.call('createWeek', { body: { season_year: SEASON, week_number } }))
  await step(
    admin.call('updateRules', {
      body: {
        missed_pick: 'auto',
        auto_pick: ['my_list', 'most_picked', 'alphabetical'],
        buyback: { until_week: 4, max_per_entry: 1, fee_cents: 2000 },
        entry_fee_cents: 2500,
        currency: 'EUR',
        club_share_percent: 10,
        unpaid_after_week: 18,
        pot_public: true,
        split: { at_most: 50, from_week: 1 },
      },
    }),
  )
  await step(
    admin.call('updateTreasurer', {
      body: { paypal: 'ourclub', zelle: 'pay@club.example', iban: 'DE89370400440532013000', holder: 'Our Club' },
    }),
  )
  await listen(ada)
  await step(admin.call('updateReminders', { body: { enabled: true, hours_before: [48, 3] } }))
  await step(admin.call('createWebhook', { body: { url: chat.url } }))
  await step(admin.call('createWebhook', { body: { url: discord.url, preset: 'discord' } }))
  const [olga, otto] = [await join('Olga'), await join('Otto')]
  await step(admin.call('changeJoining', { body: { mode: 'approval' } }))
  const wanda = await join('Wanda')
  await watch()
  const names = [
    [olga, 'Olive'],
    [olga, 'Oak'],
    [otto, 'Otter'],
    [otto, 'Osprey'],
    [ada, 'Ant'],
  ] as const
  for (const [i, [{ api, id }, name]] of names.entries()) {
    const entry = await step(api.call('createEntry', { body: { user_id: id, name: name + suffix } }))
    await pick(names[i]![0], entry.id, 1, ['BUF', 'KC', 'BUF', 'MIA', 'KC'][i]!)
  }

  return {
    pool,
    smtp,
    push,
    log,
    watchers,
    ada,
    olga,
    otto,
    wanda,
    people,
    topics,
    /** The weeks that everybody watches. */
    weekIds,
    addWeek,
    /** The messages of both webhooks. */
    chats: () => [...chat.received, ...discord.received],
    /** The name of the member to whose browser a push message went. */
    ownerOf: (endpoint: string) => browsers.get(endpoint),
    step,
    pick,
    nextMinute,
    lock,
    finals,
    schedule,
    /** Makes week 2 the current one, whose lock is near enough for a reminder. */
    openNextWeek: async () => {
      await step(admin.call('setCurrentWeek', { body: { week_id: 2 } }))
      await admin.call('updateWeek', { params: { id: 2 }, body: { lock_time: NEXT_LOCK } })
      await reminders(1)
      await settle()
    },
    stop: async () => {
      for (const watcher of Object.values(watchers)) watcher.close()
      await client.end()
      await pool.stop()
      await database.drop()
      await Promise.all([feed, smtp, push, chat, discord].map((fake) => fake.stop()))
    },
  }
}
