import { WEBHOOK_MESSAGES } from '@outlast/contract/rest/webhook-messages'
import { eventually } from '@outlast/testing'
import { openMailbox } from '@outlast/testing/fakes/mailbox'
import { type LocalWebhook, startLocalWebhook } from '@outlast/testing/fakes/local-webhook'
import { PASSWORD } from '@outlast/testing/server/people'
import { startTestPool } from '@outlast/testing/server/test-pool'
import { withClient } from '@outlast/testing/postgres/database'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type NewsPool, type NewsPoolOptions, startNewsPool, startSecond } from './support/news-pool.ts'

let news: NewsPool
let chat: LocalWebhook
const PACE = { retryMs: 20, switchOffMs: 86_400_000 }

beforeEach(async () => {
  chat = await startLocalWebhook()
})
afterEach(async () => {
  checkMessages()
  await news.stop()
  await chat.stop()
})

async function start(options: NewsPoolOptions = {}): Promise<void> {
  news = await startNewsPool({ overrides: { webhookPace: PACE }, ...options })
}

const add = (body: Record<string, unknown> = {}) =>
  news.admin.call('createWebhook', { body: { url: chat.url, ...body } as never })
const list = () => news.admin.call('listWebhooks')
const told = () => chat.received.map(({ body }) => (JSON.parse(body) as { data: { text: string } }).data.text)
const events = () => chat.received.map(({ body }) => (JSON.parse(body) as { type: string }).type)
/** The kinds of the messages, without tests. */
const newsTold = () => events().filter((event) => event !== 'test')
/** Each message must be as `/api/openapi.json` describes it. */
function checkMessages(): void {
  for (const { body } of chat.received) {
    const message = JSON.parse(body) as { readonly type: keyof typeof WEBHOOK_MESSAGES }
    if ('type' in message) expect(WEBHOOK_MESSAGES[message.type].safeParse(message).error).toBeUndefined()
  }
}
const hasTold = (count: number) => eventually(() => expect(chat.received.length).toBe(count))

/** Waits until the news of everything so far are queued and sent: a later fact has arrived. */
async function nothingMoreThan(count: number): Promise<void> {
  const { id } = (await list())[0]!
  await eventually(async () => {
    const { rows } = await withClient(news.pool.database.connectionString, (client) =>
      client.query('SELECT position >= (SELECT max(position) FROM events) AS done FROM news_cursor'),
    )
    expect(rows).toEqual([{ done: true }])
  })
  // Messages are sent in the order in which they are queued, and the test is sent at once.
  await news.admin.call('testWebhook', { params: { id }, body: {} })
  await eventually(async () => {
    const { rows } = await withClient(news.pool.database.connectionString, (client) =>
      client.query("SELECT count(*)::int AS waiting FROM deliveries WHERE channel = 'webhook' AND delivered_at IS NULL"),
    )
    expect(rows).toEqual([{ waiting: 0 }])
  })
  expect(newsTold()).toHaveLength(count)
}

describe('webhooks', () => {
  test('send a signed head of the log after each lock to the services that asked for it, as mails have it, and to nobody else', async () => {
    await start()
    await add()
    const { secret } = await add({ events: ['head'], label: 'Notary' })
    await news.pick('Alpha', 1, 'BUF')
    await news.lock(1)
    await eventually(() => expect(events().filter((event) => event === 'head')).toHaveLength(1))
    const sent = chat.received.find(({ body }) => body.includes('"head"'))!
    const { data } = new Webhook(secret).verify(sent.body, sent.headers as Record<string, string>) as {
      data: Record<string, string>
    }
    const { public_key, heads } = await news.pool.visitor.call('auditHeads')
    const signed = heads.find(({ position }) => position === Number(data['position']))!
    expect(data).toMatchObject({ hash: signed.hash, signature: signed.signature, public_key })
    expect(data['text']).toContain(`Log head: ${signed.position} ${signed.hash} ${signed.signature}`)
  })

  test('count the entries that picked at a lock, and apart from them those that got an automatic pick', async () => {
    await start()
    await news.admin.call('updateRules', { body: { missed_pick: 'auto', auto_pick: ['alphabetical'] } })
    await add()
    await news.pick('Alpha', 1, 'BUF')
    await news.lock(1)
    await hasTold(2)
    const lock = chat.received.find(({ body }) => body.includes('"lock"'))!
    expect(JSON.parse(lock.body)).toMatchObject({
      data: {
        entries: 3,
        picks: 1,
        automatic_picks: 2,
        text: expect.stringContaining('1 of 3 entries picked. 2 got an automatic pick.'),
      },
    })
  })

  test('tell lock, reveal, entries out, the end of the week and the champion once each, signed by Standard Webhooks', async () => {
    await start()
    const { secret } = await add()
    await news.pick('Alpha', 1, 'BUF')
    await news.pick('Beta', 1, 'MIA')
    await news.lock(1)
    await hasTold(2)
    expect(told()).toEqual([
      `Week 1 is locked: 2 of 3 entries picked. See the picks: ${news.pool.config.publicUrl}/reveal/1`,
      `The picks of week 1 are open. Most picked: Bills 1, Dolphins 1. All of them: ${news.pool.config.publicUrl}/reveal/1`,
    ])
    await news.finals(1, 'BUF 7-3 MIA')
    await hasTold(4)
    expect(told().slice(2)).toEqual([
      expect.stringMatching(/^Out in week 1: Owner Beta · Beta\. 2 entries are still in\. The standings: /),
      expect.stringMatching(/^Week 1 is complete: 1 entry went out, and 2 entries are still in\. The standings: /),
    ])
    await news.pick('Alpha', 2, 'KC')
    await news.pick('Gamma', 2, 'LAC')
    await news.lock(2)
    await news.finals(2, 'KC 20-10 LAC')
    await hasTold(9)
    expect(events().slice(4)).toEqual(['lock', 'reveal', 'entries_out', 'week_complete', 'champion'])
    expect(told().at(-1)).toContain('We have a champion! Owner Alpha · Alpha outlasted everyone, decided in week 2.')
    const library = new Webhook(secret)
    for (const { body, headers } of chat.received)
      expect(library.verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body))
    expect(new Set(chat.received.map(({ headers }) => headers['webhook-id'])).size).toBe(9)
    expect(news.pool.breaches).toEqual([])
  })

  test('announce a correction once, and the same news again only after its end was announced', async () => {
    await start()
    await add({ events: ['entries_out'] })
    await news.pick('Alpha', 1, 'BUF')
    await news.pick('Beta', 1, 'MIA')
    await news.lock(1)
    await news.finals(1, 'BUF 7-3 MIA')
    await hasTold(1)
    await news.finals(1, 'BUF 7-3 MIA')
    await news.finals(1, 'BUF 10-3 MIA')
    await nothingMoreThan(1)
    await news.finals(1, 'BUF 3-10 MIA')
    await eventually(() => expect(newsTold()).toHaveLength(3))
    const texts = told().filter((text) => !text.startsWith('This is a test'))
    expect(texts[0]).toContain('Out in week 1: Owner Beta · Beta.')
    expect(texts[1]).toContain('Out in week 1: Owner Alpha · Alpha.')
    expect(texts[2]).toContain('Owner Beta · Beta is back in after week 1.')
  })

  test('are sent once by several processes, also when the receiver fails and a process takes over', async () => {
    await start()
    await add({ events: ['lock', 'reveal'] })
    chat.failWith(503, 4)
    const others = await Promise.all(
      [1, 2].map(() =>
        startSecond(news.pool.database, { config: { espnBaseUrl: news.feed.url }, overrides: { webhookPace: PACE } }),
      ),
    )
    await news.pick('Alpha', 1, 'BUF')
    await news.lock(1)
    await hasTold(2)
    expect(chat.requests()).toBe(6)
    await others[0]?.stop()
    await news.lock(2)
    await hasTold(4)
    await others[1]?.stop()
    const { rows } = await withClient(news.pool.database.connectionString, (client) =>
      client.query(
        "SELECT purpose AS event, count(*)::int AS n FROM deliveries WHERE channel = 'webhook' GROUP BY event ORDER BY event",
      ),
    )
    expect(rows).toEqual([
      { event: 'lock', n: 2 },
      { event: 'reveal', n: 2 },
    ])
  })

  test('send a message whose acknowledgement was lost again with the same id', async () => {
    await start()
    await add({ events: ['lock'] })
    chat.failWith('forget', 1)
    await news.lock(1)
    await hasTold(2)
    expect(chat.received[0]?.headers['webhook-id']).toBe(chat.received[1]?.headers['webhook-id'])
    expect(chat.received[0]?.body).toBe(chat.received[1]?.body)
  })

  test('tell nothing that happened before they were added', async () => {
    await start()
    await news.pick('Beta', 1, 'MIA')
    await news.lock(1)
    await news.finals(1, 'BUF 7-3 MIA')
    await add()
    await nothingMoreThan(0)
    await news.lock(2)
    await eventually(() => expect(events()).toEqual(['test', 'lock', 'reveal']))
  })

  test('send nothing under a site-time override, and nothing about it afterwards', async () => {
    await start()
    await add()
    await news.pick('Beta', 1, 'MIA')
    await news.admin.call('setSiteTime', { body: { now_iso: '2030-09-10T12:00:00Z' } })
    await news.finals(1, 'BUF 7-3 MIA')
    expect((await news.pool.visitor.call('weekReveal', { params: { id: 1 } })).week.is_locked).toBe(true)
    await nothingMoreThan(0)
    await news.admin.call('setSiteTime', { body: {} })
    await nothingMoreThan(0)
    await news.lock(2)
    await eventually(() => expect(newsTold()).toEqual(['lock', 'reveal']))
  })

  test('that fail for 24 hours are switched off with a mail to the admins, and a test switches them on again', async () => {
    await start({ overrides: { webhookPace: { retryMs: 10, switchOffMs: 100 } } })
    const { id } = await add({ events: ['lock'], label: 'Our chat' })
    chat.failWith(500)
    await news.lock(1)
    const mailbox = openMailbox((news.pool.config.mail as { folder: string }).folder)
    const mail = await mailbox.waitFor('ada@club.example')
    expect(mail.text).toContain('reached “Our chat”, so it was switched off')
    expect(await list()).toMatchObject([
      { is_on: false, deliveries: [{ event: 'lock', status: 'failed', response_status: 500 }] },
    ])
    const before = chat.requests()
    await news.lock(2)
    const failed = await news.admin.call('testWebhook', { params: { id }, body: {} })
    expect(failed).toMatchObject({ event: 'test', status: 'failed', attempts: 1, error: 'It answered with status 500' })
    expect(chat.requests()).toBe(before + 1)
    expect((await list())[0]?.is_on).toBe(false)
    chat.failWith(undefined)
    expect(await news.admin.call('testWebhook', { params: { id }, body: {} })).toMatchObject({ status: 'delivered' })
    expect(await list()).toMatchObject([{ is_on: true, failing_since: null }])
    const audit = (await news.pool.visitor.call('listAudit', { query: { kind: 'pool' } })).lines.map(({ sentence }) => sentence)
    expect(audit).toEqual(
      expect.arrayContaining([
        'Ada Test (admin) connected a service to the pool’s public news: the lock.',
        'The pool switched off a service for its public news, which could not be reached for 24 hours.',
        'Ada Test (admin) switched a service for the pool’s public news on again after a test.',
      ]),
    )
    expect(await mailbox.count()).toBe(1)
    expect(news.pool.breaches).toEqual([])
  })

  test('have their secret only in the response that adds them, and their address nowhere', async () => {
    await start()
    const options = { body: { url: `${chat.url}/T0P-SECRET` } }
    const key = 'one-key'
    const first = await news.admin.call('createWebhook', { ...options, idempotencyKey: key } as never)
    const again = await news.admin.call('createWebhook', { ...options, idempotencyKey: key } as never)
    expect(again).toEqual(first)
    const shown = await list()
    expect(shown).toHaveLength(1)
    expect(JSON.stringify(shown)).not.toMatch(/whsec_|T0P-SECRET/)
    expect(shown[0]?.address).toBe(`${new URL(chat.url).origin}/…`)
    const { rows } = await withClient(news.pool.database.connectionString, (client) =>
      client.query(
        'SELECT data::text || metadata::text AS text FROM events UNION ALL SELECT outcome::text FROM command_receipts',
      ),
    )
    expect(JSON.stringify(rows)).not.toMatch(/whsec_|T0P-SECRET|127\.0\.0\.1/)
  })

  test('are limited to ten, and can be deleted', async () => {
    await start()
    for (let count = 0; count < 10; count += 1) await add()
    await expect(add()).rejects.toMatchObject({ status: 409, code: 'too_many_webhooks' })
    const { id } = (await list())[0]!
    await news.admin.call('deleteWebhook', { params: { id } })
    await expect(news.admin.call('deleteWebhook', { params: { id } })).rejects.toMatchObject({ code: 'webhook_not_found' })
    await expect(news.admin.call('testWebhook', { params: { id }, body: {} })).rejects.toMatchObject({
      code: 'webhook_not_found',
    })
    expect((await add({ label: 'Eleventh' })).label).toBe('Eleventh')
  })

  test.each([
    ['http://chat.example/hook', 'The address must start with https://, unless it leads to this machine'],
    ['not an address', 'Enter an address that starts with https://'],
    ['https://user:pass@chat.example/', 'The address must not contain a user name or password'],
  ])('reject the address %s with a sentence', async (url, message) => {
    await start()
    await expect(add({ url })).rejects.toMatchObject({ status: 400, code: 'invalid_input', message })
  })

  test('refuse private networks in production', async () => {
    const pool = await startTestPool({ config: { production: true } })
    const setup_token = await pool.server.setupToken()
    const body = { email: 'ada@club.example', password: PASSWORD, first_name: 'Ada', last_name: 'Test', setup_token }
    const { token } = await pool.visitor.call('register', { body })
    const rejection = (url: string) =>
      pool
        .as(token)
        .call('createWebhook', { body: { url } })
        .catch((error: unknown) => error)
    const fields = { url: expect.stringContaining('private network') as string }
    expect(await rejection('https://10.1.2.3/hook')).toMatchObject({ status: 400, code: 'invalid_input', fields })
    expect(await rejection('https://localhost/hook')).toMatchObject({ status: 400, code: 'invalid_input', fields })
    expect(await rejection('http://127.0.0.1/hook')).toMatchObject({ message: 'The address must start with https://' })
    await pool.stop()
    await start()
  })
})
