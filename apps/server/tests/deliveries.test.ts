import { eventually } from '@outlast/testing'
import { type LocalPush, startLocalPush } from '@outlast/testing/fakes/local-push'
import { type LocalSmtp, mailSetting, startLocalSmtp } from '@outlast/testing/fakes/local-smtp'
import { startLocalWebhook } from '@outlast/testing/fakes/local-webhook'
import { createTestDatabase, runStatement, withClient } from '@outlast/testing/postgres/database'
import type { Person } from '@outlast/testing/server/people'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrate } from '../src/database/migrate.ts'
import { ZONE_AT_NOON } from '@outlast/testing/zone-at-noon'

let smtp: LocalSmtp
let push: LocalPush
let pool: TestPool
let root: Person
let ann: Person

describe('messages that do not arrive', () => {
  beforeEach(async () => {
    smtp = await startLocalSmtp()
    push = await startLocalPush()
    pool = await startTestPool({
      config: { mail: mailSetting(smtp.url) },
      overrides: { mailPace: { timeoutMs: 2000, retryMs: 10 }, webhookPace: { retryMs: 10, switchOffMs: 86_400_000 } },
    })
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

  const shown = () => root.api.call('deliveries')
  const switchOnNews = async () => {
    await root.api.call('updateReminders', { body: { enabled: true } })
    await ann.api.call('updateNotifications', { body: { channel: 'push', news: { rules: true }, time_zone: ZONE_AT_NOON } })
  }
  const tellRules = () => root.api.call('updateRules', { body: { missed_pick: 'eliminated' } })

  test('are shown to admins with whom they should reach and why, until they arrive', async () => {
    expect(await shown()).toEqual({ waiting: 0, oldest_due_at: null, resting: 0, not_delivered: [], broadcasts: [] })
    const browser = push.subscribe()
    push.answerWith(browser.subscription.endpoint, 503, 4)
    await ann.api.call('addPushSubscription', { body: browser.subscription })
    await switchOnNews()
    await tellRules()
    await eventually(async () =>
      expect(await shown()).toMatchObject({
        waiting: 1,
        not_delivered: [
          {
            channel: 'push',
            purpose: 'news',
            to: 'Ann Test',
            user_id: ann.id,
            error: 'the push service answered 503',
            rests_until: null,
          },
        ],
      }),
    )
    await eventually(async () => expect(await shown()).toMatchObject({ waiting: 0, not_delivered: [] }))
    expect(push.received).toHaveLength(1)
  })

  test('of a browser that failed five times in a row wait until it has rested, and do not delay another browser', async () => {
    const silent = push.subscribe()
    push.answerWith(silent.subscription.endpoint, 500)
    await ann.api.call('addPushSubscription', { body: silent.subscription })
    await switchOnNews()
    await tellRules()
    await eventually(async () => expect(await shown()).toMatchObject({ resting: 1 }))
    const [row] = (await shown()).not_delivered
    expect(row?.rests_until).not.toBeNull()
    expect(Date.parse(row?.next_attempt_at ?? '')).toBeGreaterThanOrEqual(Date.parse(row?.rests_until ?? ''))
    expect(push.attempts(silent.subscription.endpoint)).toBeGreaterThanOrEqual(5)
    const good = push.subscribe()
    await root.api.call('addPushSubscription', { body: good.subscription })
    await root.api.call('updateNotifications', { body: { channel: 'push' } })
    await root.api.call('testNotifications', { body: {} })
    await eventually(() => expect(push.received.map(({ endpoint }) => endpoint)).toEqual([good.subscription.endpoint]))
  })

  test('name an address that the mail server refuses, and a webhook that fails by its label', async () => {
    const chat = await startLocalWebhook()
    chat.failWith(500)
    await root.api.call('createWebhook', { body: { url: chat.url, label: 'Our chat', events: ['lock'] } })
    smtp.failWith('refuse', 1)
    await root.api.call('adminCreateUser', { body: { email: 'typo@club.example', first_name: 'Ty', last_name: 'Po' } })
    await eventually(async () =>
      expect((await shown()).not_delivered).toMatchObject([
        {
          channel: 'mail',
          purpose: 'membership',
          to: 'Ty Po',
          next_attempt_at: null,
          error: expect.stringContaining('550') as string,
        },
      ]),
    )
    const { id } = await root.api.call('createWeek', { body: { season_year: 2030, week_number: 1 } })
    await root.api.call('updateWeek', { params: { id }, body: { lock_time: '2020-01-01T00:00:00Z' } })
    await eventually(async () =>
      expect((await shown()).not_delivered).toEqual(
        expect.arrayContaining([expect.objectContaining({ channel: 'webhook', to: 'Our chat', purpose: 'news' })]),
      ),
    )
    expect(JSON.stringify(await shown())).not.toContain(chat.url)
    await chat.stop()
  })
})

test('a migration moves every mail, push and webhook message that waits, with its id, attempts and due time', async () => {
  const database = await createTestDatabase({ empty: true })
  const { connectionString } = database
  try {
    await migrate({ connectionString, to: '0025-week-summaries' })
    await runStatement(
      connectionString,
      `INSERT INTO accounts (user_id, email, email_key, first_name, last_name, created_at) VALUES (1, 'a@x.example', 'a@x.example', 'A', 'X', now());
       INSERT INTO mail_outbox (kind, priority, to_address, subject, text, attempts, next_attempt_at, channel, user_id, options, message_id) VALUES
         ('password_reset', 2, 'a@x.example', 'S', 'T', 0, '2040-01-01Z', 'mail', NULL, NULL, '00000000-0000-4000-8000-000000000001'),
         ('reminder', 1, 'https://push.example/1', 'S', 'T', 3, '2040-01-02Z', 'push', 1, '{"p256dh":"k","auth":"a"}', '00000000-0000-4000-8000-000000000002');
       INSERT INTO mail_outbox (kind, priority, sent_at) VALUES ('broadcast', 0, now());
       INSERT INTO webhooks (id, label, preset, events, url, secret, failing_since) VALUES (7, 'Chat', 'slack', '{lock}', 'https://chat.example/', 'whsec_', '2030-01-01Z');
       INSERT INTO webhook_deliveries (webhook_id, news_key, event, text, body, attempts, next_attempt_at, message_id)
         VALUES (7, 'lock:5', 'lock', 'Week 1', '{"text":"Week 1"}', 2, '2040-01-03Z', '00000000-0000-4000-8000-000000000003')`,
    )
    await migrate({ connectionString })
    const rows = await withClient(connectionString, async (client) => ({
      waiting: (
        await client.query(`SELECT right(message_id::text, 1) AS message, channel, purpose, recipient, subject, text, options, attempts, user_id::int,
            webhook_id::int, once_key, endpoint, host, extract(day FROM next_attempt_at)::int AS day
          FROM deliveries WHERE delivered_at IS NULL ORDER BY id`)
      ).rows,
      sent: (await client.query('SELECT purpose, recipient FROM deliveries WHERE delivered_at IS NOT NULL')).rows,
      failing: (await client.query('SELECT endpoint FROM delivery_endpoints')).rows,
    }))
    const common = { subject: 'S', text: 'T', webhook_id: null, once_key: null }
    const keys = { p256dh: 'k', auth: 'a' }
    expect(rows).toMatchObject({
      waiting: [
        {
          ...common,
          message: '1',
          channel: 'mail',
          purpose: 'password_reset',
          recipient: 'a@x.example',
          endpoint: 'mail',
          attempts: 0,
          day: 1,
        },
        {
          ...common,
          message: '2',
          channel: 'push',
          user_id: 1,
          options: keys,
          host: 'push.example',
          endpoint: expect.stringMatching(/^push:\w{64}$/),
          attempts: 3,
          day: 2,
        },
        {
          message: '3',
          channel: 'webhook',
          recipient: '7',
          subject: 'Week 1',
          text: '{"text":"Week 1"}',
          webhook_id: 7,
          once_key: 'lock:5',
          endpoint: 'webhook:7',
          attempts: 2,
          day: 3,
        },
      ],
      sent: [{ purpose: 'broadcast', recipient: null }],
      failing: [{ endpoint: 'webhook:7' }],
    })
  } finally {
    await database.drop()
  }
})
