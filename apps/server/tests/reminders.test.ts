import { eventually } from '@outlast/testing'
import { randomBytes } from 'node:crypto'
import { type LocalSmtp, mailSetting, startLocalSmtp } from '@outlast/testing/fakes/local-smtp'
import type { Person } from '@outlast/testing/server/people'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type LocalPush, startLocalPush } from '@outlast/testing/fakes/local-push'
import { ZONE_AT_NOON } from '@outlast/testing/zone-at-noon'

// Reminders from the clock to the mail server and the push service, over HTTP.

let smtp: LocalSmtp
let push: LocalPush
let pool: TestPool
let root: Person
let ann: Person
let logged: string[]

const HOUR_MS = 3_600_000
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()

beforeEach(async () => {
  logged = []
  smtp = await startLocalSmtp()
  push = await startLocalPush()
  pool = await startPool()
  root = await pool.register('Root')
  ann = await pool.register('Ann')
})
afterEach(async () => {
  await pool.stop()
  await push.stop()
  await smtp.stop()
  const [breach] = pool.breaches
  if (breach !== undefined) throw breach
})

const startPool = (database?: TestPool['database']) =>
  startTestPool({
    config: { mail: mailSetting(smtp.url), clubName: 'Sunday Club' },
    overrides: { mailPace: { timeoutMs: 2000, retryMs: 20 } },
    onLogLine: (line) => logged.push(JSON.stringify(line)),
    ...(database === undefined ? {} : { database }),
  })

/** Opens a week whose lock is in some hours, with an entry of Ann that has no pick. */
async function openWeek(hours: number): Promise<{ week: number; entry: number }> {
  const { id: week } = await root.api.call('createWeek', { body: { season_year: 2030, week_number: 1 } })
  await root.api.call('updateWeek', { params: { id: week }, body: { lock_time: inHours(hours) } })
  const { id: entry } = await ann.api.call('createEntry', { body: { user_id: ann.id, name: 'Lucky Ann' } })
  // Quiet hours depend on the time of day at which the test runs. In this zone it is noon.
  for (const { api } of [root, ann]) await api.call('updateNotifications', { body: { time_zone: ZONE_AT_NOON } })
  return { week, entry }
}

const switchOn = (hours_before: number[] = [48, 3]) => root.api.call('updateReminders', { body: { enabled: true, hours_before } })
const mailsTo = (person: Person) => smtp.received.filter((mail) => mail.to.includes(person.email))
const sentEvents = async () => {
  const client = new pg.Client({ connectionString: pool.database.connectionString })
  await client.connect()
  const { rows } = await client.query<{ data: { offset: number | string; members: number } }>(
    "SELECT data FROM events WHERE type = 'ReminderSent' ORDER BY position",
  )
  await client.end()
  return rows.map((row) => row.data)
}
const untilSent = (events: number) => eventually(async () => expect(await sentEvents()).toHaveLength(events))
const untilMails = (person: Person, count: number) => eventually(() => expect(mailsTo(person)).toHaveLength(count))

/** Subscribes a browser of the local push service. */
async function subscribe(person: Person) {
  const browser = push.subscribe()
  await person.api.call('addPushSubscription', { body: { ...browser.subscription, device: 'Test browser' } })
  return browser
}

describe('reminders', () => {
  it('tells the owner of an entry without a pick, by mail, with the entry and without any team', async () => {
    const { week: id } = await openWeek(160)
    // The time of the first reminder is still to come.
    expect(await root.api.call('getReminders')).toMatchObject({ due_now: [] })
    await root.api.call('updateWeek', { params: { id }, body: { lock_time: inHours(40) } })
    await switchOn()
    expect(await root.api.call('getReminders')).toMatchObject({ due_now: [] })
    await untilMails(ann, 1)
    const [mail] = mailsTo(ann)
    expect(mail?.subject).toBe('Sunday Club: Your pick for week 1 is missing')
    expect(mail?.text).toContain('“Lucky Ann” has no pick for week 1 yet')
    expect(mail?.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    expect(mailsTo(root)).toEqual([])
    expect(await sentEvents()).toEqual([expect.objectContaining({ offset: 48, members: 1 })])
    const { sent, reminded } = await root.api.call('getReminders')
    expect(sent).toMatchObject([{ offset: 48, members: 1, mail: 1, push: 0 }])
    expect(reminded).toMatchObject([{ user_id: ann.id, name: 'Ann Test', mail: true, push: false }])
  })

  it('sends nothing while an admin has not switched reminders on', async () => {
    await openWeek(2)
    expect(await root.api.call('getReminders')).toMatchObject({ enabled: false, due_now: ['Ann Test'] })
    await root.api.call('broadcast', { body: { subject: 'Hello', text: 'All' } })
    await untilMails(ann, 1)
    expect(await sentEvents()).toEqual([])
    await expect(root.api.call('sendReminders', { body: {} })).rejects.toMatchObject({ code: 'reminders_off' })
  })

  it('sends nothing to a member who has picked, also when the pick is cleared later', async () => {
    const { week, entry } = await openWeek(40)
    const { id } = await ann.api.call('submitPick', { body: { entry_id: entry, week_id: week, team_abbr: 'KC' } })
    await switchOn()
    await untilSent(1)
    await ann.api.call('clearPick', { params: { id } })
    // A moved lock makes the planner look again.
    await root.api.call('updateWeek', { params: { id: week }, body: { lock_time: inHours(41) } })
    await root.api.call('updateWeek', { params: { id: week }, body: { lock_time: inHours(2) } })
    await untilMails(ann, 1)
    expect(await sentEvents()).toEqual([
      expect.objectContaining({ offset: 48, members: 0 }),
      expect.objectContaining({ offset: 3, members: 1 }),
    ])
  })

  it('is sent once by several processes, also when the lock moves there and back', async () => {
    const { week } = await openWeek(60)
    const others = [await startPool(pool.database), await startPool(pool.database)]
    try {
      await switchOn()
      for (const hours of [40, 60, 44, 40]) {
        await root.api.call('updateWeek', { params: { id: week }, body: { lock_time: inHours(hours) } })
        await untilSent(1)
      }
      await root.api.call('updateWeek', { params: { id: week }, body: { lock_time: inHours(2) } })
      await untilMails(ann, 2)
      expect((await sentEvents()).map(({ offset }) => offset)).toEqual([48, 3])
    } finally {
      for (const other of others) await other.stop()
    }
  })

  it('goes to admins only under a site-time override, and to everybody in real time afterwards', async () => {
    const { week } = await openWeek(100)
    await root.api.call('createEntry', { body: { user_id: root.id, name: 'Own' } })
    await switchOn()
    await root.api.call('setSiteTime', { body: { now_iso: inHours(98) } })
    await untilMails(root, 1)
    expect(await sentEvents()).toEqual([expect.objectContaining({ offset: 3, members: 1 })])
    expect(mailsTo(ann)).toEqual([])
    // Who has not picked is counted among everybody, whomever reminders reach.
    expect(await root.api.call('getReminders')).toMatchObject({ members_without_pick: 2, reminded: [{ user_id: root.id }] })
    await root.api.call('setSiteTime', { body: {} })
    expect(await root.api.call('getReminders')).toMatchObject({ reminded: [] })
    await root.api.call('updateWeek', { params: { id: week }, body: { lock_time: inHours(2) } })
    await untilMails(ann, 1)
    await untilMails(root, 2)
    expect((await sentEvents()).map(({ offset, members }) => [offset, members])).toEqual([
      [3, 1],
      [3, 2],
    ])
  })

  it('is sent by hand at most once an hour, and says to whom', async () => {
    await openWeek(100)
    await switchOn()
    expect(await root.api.call('sendReminders', { body: {} })).toEqual({ members: 1 })
    await untilMails(ann, 1)
    await expect(root.api.call('sendReminders', { body: {} })).rejects.toMatchObject({ code: 'reminded_recently', status: 429 })
    const { next_manual_at, sent, members_without_pick } = await root.api.call('getReminders')
    expect([next_manual_at, sent.map(({ offset }) => offset), members_without_pick]).toEqual([expect.any(String), ['manual'], 1])
    // The reminder to all counts for each of them.
    const one = { body: { user_id: ann.id } }
    await expect(root.api.call('sendReminders', one)).rejects.toMatchObject({ code: 'reminded_recently', status: 429 })
  })

  it('is sent by hand to one member, who is named among those reminded', async () => {
    await openWeek(100)
    await switchOn()
    expect(await root.api.call('sendReminders', { body: { user_id: ann.id } })).toEqual({ members: 1 })
    await untilMails(ann, 1)
    await expect(root.api.call('sendReminders', { body: { user_id: ann.id } })).rejects.toMatchObject({
      code: 'reminded_recently',
      status: 429,
    })
    const { next_manual_at, reminded } = await root.api.call('getReminders')
    expect(next_manual_at).toBeNull()
    expect(reminded).toEqual([expect.objectContaining({ user_id: ann.id, offset: 'member', mail: true })])
    expect(await root.api.call('sendReminders', { body: { user_id: root.id } })).toEqual({ members: 0 })
  })
})

describe('push messages', () => {
  it('are encrypted for the browser (RFC 8291), signed by the pool (RFC 8292), and name no team', async () => {
    const browser = await subscribe(ann)
    await openWeek(40)
    await switchOn()
    await eventually(() => expect(push.received).toHaveLength(1))
    const [message] = push.received
    const { push_key } = await ann.api.call('getNotifications')
    expect(message).toMatchObject({
      endpoint: browser.subscription.endpoint,
      vapid: { key: push_key, claims: { aud: new URL(browser.subscription.endpoint).origin, sub: 'mailto:pool@club.example' } },
      urgency: 'high',
    })
    expect(JSON.parse(message?.payload ?? '')).toMatchObject({
      kind: 'reminder',
      title: 'Your pick for week 1 is missing',
      path: '/',
    })
    // A browser that is subscribed makes both channels the default.
    await untilMails(ann, 1)
  })

  it('end when the push service says that the subscription has ended', async () => {
    const gone = await subscribe(ann)
    const kept = await subscribe(ann)
    push.answerWith(gone.subscription.endpoint, 410)
    expect(await ann.api.call('testNotifications', { body: {} })).toEqual({ mail: 1, push: 2, refused: 0 })
    await eventually(async () => expect((await ann.api.call('getNotifications')).devices).toBe(1))
    expect(push.received.map(({ endpoint }) => endpoint)).toEqual([kept.subscription.endpoint])
  })

  it('tell their owner which device’s push service refused the last one, until one is accepted', async () => {
    const phone = push.subscribe().subscription
    const laptop = push.subscribe().subscription
    await ann.api.call('addPushSubscription', { body: { ...phone, device: 'Ann’s phone' } })
    await ann.api.call('addPushSubscription', { body: laptop })
    push.answerWith(phone.endpoint, 403, 1)
    expect(await ann.api.call('testNotifications', { body: {} })).toEqual({ mail: 1, push: 2, refused: 0 })
    await eventually(async () =>
      expect((await ann.api.call('getNotifications')).refused_devices).toMatchObject([{ device: 'Ann’s phone', status: 403 }]),
    )
    expect((await root.api.call('getNotifications')).refused_devices).toEqual([])
    expect(await ann.api.call('testNotifications', { body: {} })).toEqual({ mail: 1, push: 2, refused: 1 })
    await eventually(async () => expect((await ann.api.call('getNotifications')).refused_devices).toEqual([]))
    expect(push.attempts(phone.endpoint)).toBe(2)
  })

  it('are repeated with the same topic until the push service accepts them', async () => {
    const browser = await subscribe(ann)
    push.answerWith(browser.subscription.endpoint, 503, 2)
    await ann.api.call('testNotifications', { body: {} })
    await eventually(() => expect(push.received).toHaveLength(1))
    expect(push.attempts(browser.subscription.endpoint)).toBe(3)
  })

  it('never go to a key that is not on the curve, nor to an address without https on another machine', async () => {
    const { subscription } = push.subscribe()
    const wrong = { ...subscription, keys: { ...subscription.keys, p256dh: randomBytes(65).toString('base64url') } }
    await expect(ann.api.call('addPushSubscription', { body: wrong })).rejects.toMatchObject({ code: 'push_address_invalid' })
    const body = { ...subscription, endpoint: 'http://push.example/x' }
    await expect(ann.api.call('addPushSubscription', { body })).rejects.toMatchObject({ code: 'push_address_invalid' })
  })

  it('belong to the account that used the browser last', async () => {
    const { subscription } = await subscribe(ann)
    await root.api.call('addPushSubscription', { body: subscription })
    expect((await ann.api.call('getNotifications')).devices).toBe(0)
    await ann.api.call('removePushSubscription', { body: { endpoint: subscription.endpoint } })
    expect((await root.api.call('getNotifications')).devices).toBe(1)
    await root.api.call('removePushSubscription', { body: { endpoint: subscription.endpoint } })
    expect((await root.api.call('getNotifications')).devices).toBe(0)
  })
})

describe('a hidden pick and a secret ranking', () => {
  it('are in no mail, no push message and no line of the log, whatever is sent before the lock', async () => {
    const { week, entry } = await openWeek(40)
    const browser = await subscribe(ann)
    await subscribe(root)
    const { id: other } = await ann.api.call('createEntry', { body: { user_id: ann.id, name: 'Second' } })
    await ann.api.call('submitPick', { body: { entry_id: entry, week_id: week, team_abbr: 'SEA' } })
    await ann.api.call('setRanking', { params: { id: other }, body: { teams: ['TEN', 'SEA'] } })
    push.answerWith(browser.subscription.endpoint, 503, 1)
    smtp.failWith('busy', 1)
    await switchOn()
    await root.api.call('sendReminders', { body: {} })
    await untilSent(2)
    await untilMails(ann, 2)
    await eventually(() => expect(push.received).toHaveLength(2))
    expect(await root.api.call('getReminders')).toMatchObject({ members_without_pick: 1 })
    const left = [
      ...smtp.received.map(({ subject, text }) => `${subject} ${text.replace(/^Log head:.*$/m, '')}`),
      ...push.received.map(({ payload }) => payload),
      ...logged,
      JSON.stringify(await root.api.call('getReminders')),
    ]
    // The test is effective: the messages are about the member's other entry, and failures were logged.
    expect(left.join()).toContain('“Second” has no pick')
    expect(logged.join()).toContain('will be retried')
    expect(left.filter((text) => /\b(?:SEA|TEN)\b|Seattle|Seahawks|Tennessee|Titans/.test(text))).toEqual([])
  })
})

describe('preferences', () => {
  it('have the defaults: reminders and results by mail, the rest by push only', async () => {
    expect(await ann.api.call('getNotifications')).toMatchObject({
      enabled: false,
      channel: 'mail',
      time_zone: 'America/New_York',
      news: { reminder: true, week_results: true, reveal: false, pick_final: false, correction: false, rules: false },
    })
    await subscribe(ann)
    expect(await ann.api.call('getNotifications')).toMatchObject({
      channel: 'both',
      news_by: { reminder: 'both', week_results: 'both', reveal: 'push', rules: 'push' },
    })
    await ann.api.call('updateNotifications', { body: { news: { reveal: true, reminder: false } } })
    await ann.api.call('updateNotifications', { body: { channel: 'mail' } })
    expect((await ann.api.call('getNotifications')).news_by).toMatchObject({ reveal: 'mail', reminder: 'none', rules: 'none' })
  })

  it('are obeyed: no reminder without a channel or with reminders switched off', async () => {
    await openWeek(40)
    await ann.api.call('updateNotifications', { body: { channel: 'none' } })
    await switchOn()
    await untilSent(1)
    expect((await sentEvents())[0]).toMatchObject({ members: 0 })
    expect(await ann.api.call('testNotifications', { body: {} })).toEqual({ mail: 0, push: 0, refused: 0 })
  })

  it.each([
    ['a zone that does not exist', { time_zone: 'Mars/Olympus' }],
    ['an offset', { time_zone: '+02:00' }],
    ['nothing', {}],
  ])('reject %s', async (_, body) => {
    await expect(ann.api.call('updateNotifications', { body })).rejects.toMatchObject({ status: 400 })
  })
})

describe('unsubscribing', () => {
  it('works with one click, signed out, and only with the link of a mail', async () => {
    await openWeek(40)
    await switchOn()
    await untilMails(ann, 1)
    const header = /^List-Unsubscribe: <([^>]+)>/m.exec(mailsTo(ann)[0]?.raw.replaceAll(/\r\n[ \t]/g, ' ') ?? '')?.[1] ?? ''
    const url = new URL(header)
    const post = (search: string) =>
      fetch(`${pool.url}${url.pathname}${search}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      })
    expect((await post(url.search.slice(0, -2))).status).toBe(400)
    expect((await ann.api.call('getNotifications')).news.reminder).toBe(true)
    expect((await post(url.search)).status).toBe(200)
    expect((await ann.api.call('getNotifications')).news.reminder).toBe(false)
    // The address is a page too, for mail programs that open it.
    expect((await fetch(`${pool.url}${url.pathname}${url.search}`)).headers.get('content-type')).toContain('text/html')
  })
})
