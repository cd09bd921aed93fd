import {
  type LocalPush,
  type Member,
  registerMembersIn,
  sendJson,
  startLocalPush,
  startLocalSmtp,
  startLocalWebhook,
  startServer,
  testEnvironment,
  waitUntil,
  withClient,
} from '@outlast/testing'
import { ZONE_AT_NOON } from '@outlast/testing/zone-at-noon'
import { type Check, info, isAtLeast, isEmpty, isEqual, isWithin, type Scenario } from '../support/scenario.ts'

const HOUR_MS = 3_600_000
const SEASON = 2031
/** As many browsers as an account can have. */
const BROWSERS_EACH = 20
const TESTS = 10
const TESTS_PER_MINUTE = 3
const LIMIT_MS = 5_000
const ARRIVAL_TIMEOUT_MS = 600_000

interface SilentSizes {
  readonly silent: number
  readonly [size: string]: number
}

/** Push services and a webhook that accept connections and never answer. Half of the browsers are at the host of one that answers. */
export const silentEndpoints: Scenario<SilentSizes> = {
  name: 'silent-endpoints',
  about: 'push endpoints that accept and never answer, test messages to twenty of them, a silent webhook: others get theirs',
  sizes: { silent: 1000 },
  short: { silent: 60 },
  async run(context, { silent }) {
    const database = await context.createDatabase()
    const smtp = await startLocalSmtp()
    const push = await startLocalPush()
    const elsewhere = await startLocalPush()
    const chat = await startLocalWebhook()
    const silentChat = await startLocalWebhook()
    silentChat.failWith('mute')
    const { admin, members } = await registerMembersIn(database, Math.ceil(silent / BROWSERS_EACH) + 1, 1)
    const good = members.at(-1)
    if (good === undefined) throw new Error('the pool has no members')
    const browsers = Array.from({ length: silent }, (_, n) => {
      const service = n % 2 === 0 ? push : elsewhere
      const { subscription } = service.subscribe()
      service.answerWith(subscription.endpoint, 'mute')
      return { ...subscription, owner: members[Math.floor(n / BROWSERS_EACH)]?.id ?? 0 }
    })
    const goodBrowser = push.subscribe().subscription
    await store(database.connectionString, [...browsers, { ...goodBrowser, owner: good.id }])
    const env = { SMTP_URL: smtp.url, MAIL_FROM: 'Club <pool@club.example>', RATE_LIMITS: 'on', LOG_LEVEL: 'silent' }
    const server = await startServer({ env: testEnvironment(database.connectionString, env) })
    const call = <T>(method: 'PATCH' | 'POST', path: string, body: object, { token }: Member = admin) =>
      sendJson<T>(method, `${server.url}${path}`, token, body)
    const remindersAt = (service: LocalPush, endpoint: string) =>
      service.received.filter(
        (one) => one.endpoint === endpoint && (JSON.parse(one.payload) as { readonly kind: string }).kind === 'reminder',
      ).length
    /** Returns how long a reminder to the browser that answers takes. */
    const timeReminder = async (send: () => Promise<unknown>): Promise<number> => {
      const before = remindersAt(push, goodBrowser.endpoint)
      await send()
      const start = performance.now()
      const options = { everyMs: 5, timeoutMs: ARRIVAL_TIMEOUT_MS }
      await waitUntil('the reminder arrived', () => remindersAt(push, goodBrowser.endpoint) > before, options).catch(() => {})
      return performance.now() - start
    }
    try {
      for (const { url } of [silentChat, chat]) await call('POST', '/api/admin/webhooks', { url, events: ['lock'] })
      const { id: week } = (await call<{ id: number }>('POST', '/api/weeks', { season_year: SEASON, week_number: 1 })).body
      await call('PATCH', `/api/weeks/${week}`, { lock_time: new Date(Date.now() + 2 * HOUR_MS).toISOString() })
      await call('POST', '/api/admin/set-current-week', { week_id: week })
      const first = await timeReminder(() => call('PATCH', '/api/admin/reminders', { enabled: true, hours_before: [3] }))
      context.progress('the first reminder has arrived')
      const [tester = admin] = members
      const tests = []
      for (let n = 0; n < TESTS; n += 1) tests.push(await call('POST', '/api/account/notifications/test', {}, tester))
      const second = await timeReminder(() => call('POST', '/api/admin/reminders/send', {}))
      context.progress('the second reminder has arrived')
      await call('PATCH', `/api/weeks/${week}`, { lock_time: new Date(Date.now() - HOUR_MS).toISOString() })
      await waitUntil('the chat that answers got its message', () => chat.received.length > 0, { timeoutMs: ARRIVAL_TIMEOUT_MS })
      const mails = () => smtp.received.filter(({ to }) => to.includes(good.email)).length
      await waitUntil('the mails have arrived', () => mails() >= 2, { timeoutMs: ARRIVAL_TIMEOUT_MS })
      const limited = tests.filter(({ status }) => status === 429)
      const checks: Check[] = [
        isWithin('a reminder to a browser that answers, behind all the silent ones', LIMIT_MS, [first]),
        isWithin('another one, after the test messages', LIMIT_MS, [second]),
        isEqual('reminders that arrived at it', 2, remindersAt(push, goodBrowser.endpoint)),
        isEqual('test messages accepted, of ten in a row', TESTS_PER_MINUTE, tests.length - limited.length),
        isEmpty(
          'refusals of further ones without Retry-After',
          limited.filter(({ headers }) => headers.get('retry-after') === null),
        ),
        isEqual('messages at the chat that answers, beside a silent one', 1, chat.received.length),
        isAtLeast('attempts at silent browsers', silent, attempts(browsers, push) + attempts(browsers, elsewhere)),
        info('attempts at the silent chat', silentChat.requests()),
        isEmpty('pushes that the push service rejected', [...push.problems, ...elsewhere.problems]),
      ]
      return {
        title: `${silent} silent push endpoints, ten test messages to twenty of them, and a silent webhook`,
        checks,
        notes: ['Half of the silent browsers are at the host of the one that answers. All of them get both reminders.'],
      }
    } finally {
      await server.stop()
      await Promise.all([smtp, push, elsewhere, chat, silentChat].map((fake) => fake.stop()))
      await database.drop()
    }
  },
}

interface Browser {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
  readonly owner: number
}

const attempts = (browsers: readonly Browser[], service: LocalPush): number =>
  browsers.reduce((sum, { endpoint }) => sum + service.attempts(endpoint), 0)

/** Subscribes browsers; every member gets messages by mail and push, in a zone in which it is noon. */
async function store(connectionString: string, browsers: readonly Browser[]): Promise<void> {
  const rows = browsers.map(({ endpoint, keys, owner }) => ({ endpoint, user_id: owner, ...keys }))
  await withClient(connectionString, async (client) => {
    await client.query(
      `INSERT INTO notification_preferences (user_id, channel, time_zone) SELECT user_id, 'both', $1 FROM accounts`,
      [ZONE_AT_NOON],
    )
    await client.query(
      `INSERT INTO push_subscriptions (endpoint, user_id, p256dh, auth)
       SELECT * FROM json_to_recordset($1) AS b (endpoint text, user_id bigint, p256dh text, auth text)`,
      [JSON.stringify(rows)],
    )
  })
}
