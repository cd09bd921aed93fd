import { TEAMS } from '@outlast/domain'
import {
  forEachConcurrently,
  type LocalSmtp,
  type Member,
  readLog,
  registerMembersIn,
  type ServerProcess,
  startLocalSmtp,
  startServer,
  teamAt,
  testEnvironment,
  waitUntil,
  withClient,
} from '@outlast/testing'
import { type Check, info, isAtLeast, isEmpty, isEqual, type Scenario } from '../support/scenario.ts'
import { type ReminderRecord, remindersInLog } from './reminders-in-log.ts'

const HOUR_MS = 3_600_000
const SEASON = 2031
const ANY_TEAM = new RegExp(`\\b(?:${TEAMS.map(({ abbr, name }) => `${abbr}|${name}`).join('|')})\\b`)
const DELIVERY_TIMEOUT_MS = 900_000

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
    const { admin, members } = await registerMembersIn(database, count, 1)
    await withClient(database.connectionString, async (client) => {
      await client.query(
        'INSERT INTO notification_preferences (user_id, time_zone) SELECT user_id, $1 FROM accounts ON CONFLICT DO NOTHING',
        [zoneAtNoon()],
      )
    })
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
      await untilDelivered(smtp, reminded.length)
      return {
        title: `${weeks} weeks of reminders to ${count} members, with ${season.kills} × kill -9`,
        checks: checksOf(records, reminded, smtp, weeks, season),
        notes: [
          'The locks move in real time; every member lives in a zone in which it is noon. Who had no pick is computed from the log, independently of the server.',
          'Messages with the same Message-ID are one: a process that dies after the mail server took a mail repeats it.',
        ],
      }
    } finally {
      await Promise.all(servers.map((server) => server.stop()))
      await smtp.stop()
      await database.drop()
    }
  },
}

/** Returns a zone in which it is about noon, so that no quiet hours depend on when the scenario runs. */
function zoneAtNoon(): string {
  const offset = 12 - new Date().getUTCHours()
  return `Etc/GMT${offset > 0 ? `-${offset}` : `+${-offset}`}`
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

  async call<T>(method: string, path: string, body: object, token = this.#options.admin.token): Promise<T> {
    let result: T | undefined
    await waitUntil(
      `${method} ${path} succeeds`,
      async () => {
        try {
          const response = await fetch(`${this.#url()}${path}`, {
            method,
            headers: {
              authorization: `Bearer ${token}`,
              'content-type': 'application/json',
              'idempotency-key': crypto.randomUUID(),
            },
            body: JSON.stringify(body),
          })
          const text = await response.text()
          if (response.status === 409 && path === '/api/weeks') return true
          if (!response.ok) return false
          result = text === '' ? undefined : (JSON.parse(text) as T)
          return true
        } catch {
          return false
        }
      },
      { everyMs: 50, timeoutMs: 60_000 },
    )
    return result as T
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

interface Reminded {
  readonly position: number
  readonly userId: number
  readonly email: string
}

function readReminded(connectionString: string): Promise<readonly Reminded[]> {
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query<Reminded>(
      'SELECT r.position::int AS position, r.user_id::int AS "userId", a.email FROM reminded_members r JOIN accounts a USING (user_id)',
    )
    return rows
  })
}

const idsOf = (smtp: LocalSmtp): ReadonlySet<string> =>
  new Set(smtp.received.filter(({ subject }) => subject.includes('is missing')).map(({ messageId }) => messageId))

/** Waits until every mail has arrived. One that never does is reported by the checks. */
async function untilDelivered(smtp: LocalSmtp, count: number): Promise<void> {
  const options = { everyMs: 200, timeoutMs: DELIVERY_TIMEOUT_MS }
  await waitUntil('every reminder has arrived', () => idsOf(smtp).size >= count, options).catch(() => {})
}

function checksOf(
  records: readonly ReminderRecord[],
  reminded: readonly Reminded[],
  smtp: LocalSmtp,
  weeks: number,
  { kills }: Season,
): readonly Check[] {
  const byPosition = Map.groupBy(reminded, ({ position }) => position)
  const wrong = records.filter(({ position, withoutPick }) => {
    const found = new Set((byPosition.get(position) ?? []).map(({ userId }) => userId))
    return found.size !== withoutPick.size || [...withoutPick].some((id) => !found.has(id))
  })
  const expectedMails = countBy(reminded.map(({ email }) => email))
  const mails = new Map(
    smtp.received.filter(({ subject }) => subject.includes('is missing')).map((mail) => [mail.messageId, mail]),
  )
  const arrived = countBy([...mails.values()].flatMap(({ to }) => to))
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
    isAtLeast('members reminded', weeks, reminded.length),
    isEmpty(
      'members who did not get exactly their reminders by mail',
      [...new Set([...expectedMails.keys(), ...arrived.keys()])].filter(
        (email) => expectedMails.get(email) !== arrived.get(email),
      ),
    ),
    isEmpty(
      'mails that name a team',
      [...mails.values()]
        .filter(({ text }) => ANY_TEAM.test(text.replace(/^(?:Log head|No more mails).*$/gm, '')))
        .map(({ messageId }) => messageId),
    ),
    isAtLeast('processes killed', 2 * weeks, kills),
    info('mails that arrived', mails.size),
    info('of these more than once, because a process died before it recorded the delivery', smtp.received.length - mails.size),
  ]
}

function countBy(items: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}
