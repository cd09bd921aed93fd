import {
  forEachConcurrently,
  type LocalPush,
  type Member,
  readLog,
  registerMembersIn,
  type ServerProcess,
  startLocalPush,
  startLocalSmtp,
  startServer,
  teamAt,
  testEnvironment,
  waitUntil,
  withClient,
} from '@outlast/testing'
import { ZONE_AT_NOON } from '@outlast/testing/zone-at-noon'
import { callUntilDone } from '../support/persistent-call.ts'
import { type Check, isAtLeast, isEmpty, isEqual, type Scenario } from '../support/scenario.ts'
import { countBy, deliveryChecks, readReminded, type Reminded, untilDelivered } from './deliveries.ts'
import { type ReminderRecord, remindersInLog } from './reminders-in-log.ts'

const HOUR_MS = 3_600_000
const SEASON = 2031

interface ReminderSizes {
  readonly weeks: number
  readonly members: number
  readonly [size: string]: number
}

/** A season of reminders with two processes that are killed, and locks that move. */
export const reminders: Scenario<ReminderSizes> = {
  name: 'reminders',
  about: 'a season of reminders: two processes, kill -9 while they send, locks that move, a site-time override',
  sizes: { weeks: 18, members: 3000 },
  short: { weeks: 2, members: 30 },
  async run(context, { weeks, members: count }) {
    const database = await context.createDatabase()
    const smtp = await startLocalSmtp()
    const push = await startLocalPush()
    const { admin, members } = await registerMembersIn(database, count, 1)
    await chooseChannels(database.connectionString, members, push)
    const env = testEnvironment(database.connectionString, { SMTP_URL: smtp.url, MAIL_FROM: 'Club <pool@club.example>' })
    const servers = [await startServer({ env }), await startServer({ env })]
    const season = new Season({ database: database.connectionString, servers, admin, members })
    try {
      await season.call('PATCH', '/api/admin/reminders', { enabled: true })
      for (let week = 1; week <= weeks; week += 1) {
        await season.play(week, { override: week === 2 })
        context.progress(`week ${week} of ${weeks}`)
      }
      const log = await readLog(database.connectionString)
      const records = remindersInLog(log.events)
      const reminded = await readReminded(database.connectionString)
      await untilDelivered({ smtp, push }, reminded)
      return {
        title: `${weeks} weeks of reminders to ${count} members, with ${season.kills} × kill -9`,
        checks: [...checksOf(records, reminded, weeks, season), ...deliveryChecks(reminded, { smtp, push })],
        notes: [
          'The locks move in real time; every member lives in a zone in which it is noon. Who had no pick is computed from the log, independently of the server.',
          'A third of the members gets mails, a third pushes, and a third both. The push service checks the sender’s signature (RFC 8292), and decrypts each push (RFC 8291).',
          'Messages with the same id are one: a process that dies after the mail server or the push service took a message repeats it.',
        ],
      }
    } finally {
      await Promise.all(servers.map((server) => server.stop()))
      await smtp.stop()
      await push.stop()
      await database.drop()
    }
  },
}

const CHANNELS = ['mail', 'push', 'both'] as const

/** Spreads the members over the channels, with a browser for each who gets pushes. The admin gets mails. */
async function chooseChannels(connectionString: string, members: readonly Member[], push: LocalPush): Promise<void> {
  const choices = members.map(({ id }, n) => ({ id, channel: CHANNELS[n % CHANNELS.length] }))
  const browsers = choices
    .filter(({ channel }) => channel !== 'mail')
    .map(({ id }) => {
      const { endpoint, keys } = push.subscribe().subscription
      return { endpoint, user_id: id, ...keys }
    })
  await withClient(connectionString, async (client) => {
    await client.query(
      `INSERT INTO notification_preferences (user_id, channel, time_zone)
       SELECT user_id, c.channel, $1 FROM accounts LEFT JOIN json_to_recordset($2) AS c(id bigint, channel text) ON c.id = user_id`,
      [ZONE_AT_NOON, JSON.stringify(choices)],
    )
    await client.query(
      `INSERT INTO push_subscriptions (endpoint, user_id, p256dh, auth)
       SELECT * FROM json_to_recordset($1) AS b(endpoint text, user_id bigint, p256dh text, auth text)`,
      [JSON.stringify(browsers)],
    )
  })
}

interface SeasonOptions {
  readonly database: string
  readonly servers: readonly ServerProcess[]
  readonly admin: Member
  readonly members: readonly Member[]
}

class Season {
  kills = 0
  readonly #options: SeasonOptions
  #turn = 0

  constructor(options: SeasonOptions) {
    this.#options = options
  }

  /** Plays one week: some members pick early, some between the reminders, and others never. */
  async play(number: number, { override }: { readonly override: boolean }): Promise<void> {
    const { id } = await this.call<{ id: number }>('POST', '/api/weeks', { season_year: SEASON, week_number: number })
    await this.#lockIn(id, 100)
    await this.call('POST', '/api/admin/set-current-week', { week_id: id })
    await this.#pick(number, id, (n) => (n + number) % 10 < 3)
    if (override) {
      await this.call('POST', '/api/admin/site-time', { now_iso: new Date(Date.now() + 60 * HOUR_MS).toISOString() })
      await this.#untilSent(id, 48)
      await this.call('POST', '/api/admin/site-time', {})
    }
    await this.#lockIn(id, 47)
    await this.#killOne()
    await this.#untilSent(id, 48)
    await this.#pick(number, id, (n) => (n + number) % 10 >= 3 && (n + number) % 10 < 7)
    await this.#lockIn(id, 60)
    await this.#lockIn(id, 46)
    await this.#lockIn(id, 2)
    await this.#killOne()
    await this.#untilSent(id, 3)
    await this.#lockIn(id, -1)
  }

  call<T>(method: 'POST' | 'PATCH', path: string, body: object, token = this.#options.admin.token): Promise<T> {
    return callUntilDone({ url: () => this.#url(), method, path, token, body })
  }

  #url(): string {
    const { servers } = this.#options
    this.#turn += 1
    return servers[this.#turn % servers.length]?.url ?? ''
  }

  async #lockIn(id: number, hours: number): Promise<void> {
    await this.call('PATCH', `/api/weeks/${id}`, { lock_time: new Date(Date.now() + hours * HOUR_MS).toISOString() })
  }

  async #pick(number: number, weekId: number, isPicking: (n: number) => boolean): Promise<void> {
    const picking = this.#options.members.filter((_, n) => isPicking(n))
    await forEachConcurrently(picking, ({ token, entryIds }) =>
      this.call('POST', '/api/picks', { entry_id: entryIds[0], week_id: weekId, team_abbr: teamAt(number) }, token),
    )
  }

  /** Kills one process, each in turn, at a moment when a reminder may be in progress, and starts it again. */
  async #killOne(): Promise<void> {
    const { servers } = this.#options
    const victim = servers[this.kills % servers.length]
    this.kills += 1
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 150))
    await victim?.kill()
    await victim?.start()
  }

  async #untilSent(weekId: number, offset: number): Promise<void> {
    const isSent = async () => {
      const { rows } = await withClient(this.#options.database, (client) =>
        client.query("SELECT 1 FROM events WHERE type = 'ReminderSent' AND data ->> 'weekId' = $1 AND data ->> 'offset' = $2", [
          String(weekId),
          String(offset),
        ]),
      )
      return rows.length > 0
    }
    await waitUntil(`the reminder ${offset} hours before the lock was sent`, isSent, { everyMs: 100, timeoutMs: 120_000 })
  }
}

function checksOf(
  records: readonly ReminderRecord[],
  reminded: readonly Reminded[],
  weeks: number,
  { kills }: Season,
): readonly Check[] {
  const byPosition = Map.groupBy(reminded, ({ position }) => position)
  const wrong = records.filter(({ position, withoutPick }) => {
    const found = new Set((byPosition.get(position) ?? []).map(({ userId }) => userId))
    return found.size !== withoutPick.size || [...withoutPick].some((id) => !found.has(id))
  })
  const repeated = countBy(records.map(({ weekId, offset }) => `week ${weekId}, ${offset} hours`))
  return [
    isEqual('reminders recorded, two for each week', 2 * weeks, records.length),
    isEmpty(
      'reminders that were recorded twice',
      [...repeated].filter(([, times]) => times > 1),
    ),
    isEmpty(
      'reminders whose members are not exactly those without a pick at that moment',
      wrong.map(({ weekId, offset }) => `week ${weekId}, ${offset}`),
    ),
    isEmpty(
      'reminders that went to members under a site-time override',
      records.filter((one) => one.underOverride && byPosition.has(one.position)),
    ),
    isEmpty(
      'members reminded by other channels than they chose',
      reminded.filter(
        ({ mail, push, channel }) => mail !== (channel !== 'push') || push !== (channel === 'push' || channel === 'both'),
      ),
    ),
    isAtLeast('members reminded', weeks, reminded.length),
    isAtLeast('processes killed', 2 * weeks, kills),
  ]
}
