import { eventually } from '@outlast/testing'
import { createTestDatabase, type TestDatabase } from '@outlast/testing/postgres/database'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startLocalSmtp, type LocalSmtp } from '@outlast/testing/fakes/local-smtp'
import { openDatabase, type Database } from '../database/index.ts'
import type { Tables } from '../database/tables.ts'
import { claim } from './claims.ts'
import { enqueueMail, type MailDraft } from './outbox.ts'
import { outboxStatus } from './status.ts'
import { smtpTransport } from '../channels/mail/smtp-transport.ts'
import type { Transport } from './transport.ts'
import { type ChannelOptions, type ChannelWorker, retryDelayMs, startChannel } from './worker.ts'

let testDatabase: TestDatabase
let database: Database<Tables>
let smtp: LocalSmtp
let workers: ChannelWorker[]
let log: string[]
beforeEach(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase({ connectionString: testDatabase.connectionString, max: 10, onError: () => undefined })
  smtp = await startLocalSmtp()
  workers = []
  log = []
})
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  await smtp.stop()
  await database.close()
  await testDatabase.drop()
})

const addresses = (count: number) => Array.from({ length: count }, (_, index) => `m${index}@x.example`)
const enqueue = (over: Partial<MailDraft> = {}) =>
  enqueueMail(database.db, [{ kind: 'broadcast', to: ['a@x.example'], subject: 'Subject', text: 'Text', ...over }])
const status = () => outboxStatus(database.db)
const allSent = () => eventually(async () => expect(await status()).toMatchObject({ waiting: 0, givenUp: 0 }))
const received = () => smtp.received.flatMap((mail) => mail.to)

/** Starts a worker with a long attempt timeout but short delays. */
function start(over: Partial<ChannelOptions> = {}, timeoutMs = 20_000): ChannelWorker {
  const worker = startChannel({
    db: database.db,
    channel: 'mail',
    lanes: [{ slots: 5 }],
    perEndpoint: 5,
    maxAttempts: 24,
    maxRestMs: 20,
    transport: smtpTransport({ url: smtp.url, from: 'pool@club.example', timeoutMs }),
    log: pino({}, { write: (line) => void log.push(line) }),
    attemptMs: 30_000,
    retryMs: 10,
    pollMs: 50,
    ...over,
  })
  workers.push(worker)
  return worker
}

describe('startChannel', () => {
  it('ends a mail with the footer of its purpose, and sends mails without it when it fails', async () => {
    let footer: NonNullable<ChannelOptions['footer']> = async (purpose) => `Footer of a ${purpose}`
    start({ footer: (purpose) => footer(purpose) })
    await enqueue({ text: 'With a line break\n' })
    await allSent()
    footer = () => Promise.reject(new Error('the disk is gone'))
    await enqueue({ text: 'Nevertheless' })
    await allSent()
    footer = async () => undefined
    await enqueue({ text: 'Before the first event' })
    await allSent()
    expect(smtp.received.map(({ text }) => text.trimEnd())).toEqual([
      'With a line break\n\nFooter of a broadcast',
      'Nevertheless',
      'Before the first event',
    ])
    expect(log.join()).toContain('A mail is sent without the head of the log')
  })

  it('sends queued mails when it is woken', async () => {
    const worker = start({ pollMs: 3_600_000 })
    await eventually(async () => {
      const { rows } =
        await sql`SELECT 1 FROM pg_stat_activity WHERE query ILIKE '%from deliveries%' AND pid <> pg_backend_pid()`.execute(
          database.db,
        )
      expect(rows.length).toBeGreaterThan(0)
    })
    await enqueue({ to: addresses(12) })
    worker.wake()
    await allSent()
    expect(received().toSorted()).toEqual(addresses(12).toSorted())
    expect(smtp.received[0]?.messageId).toMatch(/^<[0-9a-f-]{36}@club\.example>$/)
  })

  it('shares the mails with other workers without sending any twice', async () => {
    await enqueue({ to: addresses(200) })
    for (let worker = 0; worker < 4; worker += 1) start()
    await allSent()
    expect(received().toSorted()).toEqual(addresses(200).toSorted())
  })

  it('retries until the server accepts the mail', async () => {
    smtp.failWith('busy', 7)
    await enqueue({ to: addresses(3) })
    start()
    await allSent()
    expect(received().toSorted()).toEqual(addresses(3).toSorted())
    expect(log.filter((line) => line.includes('will be retried'))).toHaveLength(7)
    expect(log.join('')).not.toContain('@x.example')
  })

  it('waits for an unreachable server', async () => {
    const port = Number(new URL(smtp.url).port)
    await smtp.stop()
    await enqueue({ to: addresses(20) })
    start()
    await eventually(() => expect(log.length).toBeGreaterThan(8))
    smtp = await startLocalSmtp(port)
    await allSent()
    expect(received().toSorted()).toEqual(addresses(20).toSorted())
  })

  it('does not use up the attempts of other mails while the server is unreachable', async () => {
    await smtp.stop()
    await enqueue({ to: addresses(100) })
    start({ retryMs: 3_600_000, maxRestMs: 3_600_000 })
    await eventually(async () => expect(await status()).toMatchObject({ resting: 1 }))
    const { rows } = await sql<{ count: number }>`SELECT count(*) FROM deliveries WHERE attempts > 0`.execute(database.db)
    // Five failures in a row let the server rest. A few more attempts may have begun until the fifth was recorded.
    expect(rows[0]?.count).toBeGreaterThanOrEqual(5)
    expect(rows[0]?.count).toBeLessThan(20)
    smtp = await startLocalSmtp()
  })

  it.each(['hang', 'mute'] as const)('times out and retries when the server misbehaves: %s', async (how) => {
    smtp.failWith(how, 2)
    await enqueue({ to: addresses(3) })
    start({}, 300)
    await allSent()
    expect(new Set(received())).toEqual(new Set(addresses(3)))
  })

  it('times out and retries when the transport never finishes', async () => {
    const attempts: string[] = []
    const transport: Transport = {
      domain: 'club.example',
      send: (mail) => (attempts.push(mail.messageId) === 1 ? new Promise(() => undefined) : Promise.resolve(undefined)),
      close: () => undefined,
    }
    await enqueue()
    start({ transport, attemptMs: 100 })
    await allSent()
    expect(attempts).toHaveLength(2)
    expect(log.join('')).toContain('will be retried')
  })

  it('sends a mail again with the same id when the acknowledgement was lost', async () => {
    smtp.failWith('forget', 1)
    await enqueue()
    start({ lanes: [{ slots: 1 }] })
    await allSent()
    expect(smtp.received).toHaveLength(2)
    expect(new Set(smtp.received.map((mail) => mail.messageId)).size).toBe(1)
  })

  it('takes over the mails of a dead worker when its lease expires', async () => {
    await enqueue({ to: addresses(2) })
    await claim(database.db, { channel: 'mail', perEndpoint: 2 }, '00000000-0000-4000-8000-000000000001', 2, 200)
    start()
    await allSent()
    expect(received().toSorted()).toEqual(addresses(2))
  })

  it('gives up a rejected address at once, and other mails after the last attempt', async () => {
    smtp.failWith('refuse', 1)
    await enqueue()
    start({ maxAttempts: 3 })
    await eventually(async () => expect(await status()).toMatchObject({ waiting: 0, givenUp: 1 }))
    smtp.failWith('busy')
    await enqueue({ to: ['b@x.example'] })
    await eventually(async () => expect(await status()).toMatchObject({ waiting: 0, givenUp: 2 }))
    const { rows } = await sql`SELECT recipient, attempts, text, last_error FROM deliveries ORDER BY id`.execute(database.db)
    expect(rows).toMatchObject([
      { recipient: 'a@x.example', attempts: 1, text: 'Text', last_error: expect.stringContaining('550') },
      { recipient: 'b@x.example', attempts: 3, text: 'Text', last_error: expect.stringContaining('451') },
    ])
  })

  it('finishes the mails in progress and claims no more when it stops', async () => {
    const sending = Promise.withResolvers<void>()
    const sent: string[] = []
    const transport: Transport = {
      domain: 'club.example',
      send: async (mail) => {
        await sending.promise
        sent.push(mail.to)
        return undefined
      },
      close: () => void sent.push('closed'),
    }
    await enqueue({ to: addresses(5) })
    const worker = start({ transport, lanes: [{ slots: 2 }], attemptMs: 60_000 })
    await eventually(async () => {
      const { rows } = await sql`SELECT 1 FROM deliveries WHERE claimed_by IS NOT NULL`.execute(database.db)
      expect(rows).toHaveLength(2)
    })
    const stopped = worker.stop()
    sending.resolve()
    await stopped
    expect(sent).toEqual(['m0@x.example', 'm1@x.example', 'closed'])
    expect(await status()).toMatchObject({ waiting: 3 })
    workers = []
  })

  it('survives database errors', async () => {
    await sql`ALTER TABLE deliveries RENAME TO gone`.execute(database.db)
    start()
    await eventually(() => expect(log.join('')).toContain('Reading the outbox failed'))
    await sql`ALTER TABLE gone RENAME TO deliveries`.execute(database.db)
    await enqueue()
    await allSent()
    expect(received()).toEqual(['a@x.example'])
  })
})

it('retryDelayMs: doubles up to an hour, with a jitter of a quarter', () => {
  expect([1, 2, 3, 7, 8, 24].map((attempts) => retryDelayMs(attempts, 30_000, 0.5))).toEqual([
    30_000, 60_000, 120_000, 1_920_000, 3_600_000, 3_600_000,
  ])
  expect([0, 1].map((random) => retryDelayMs(1, 1000, random))).toEqual([750, 1250])
  const hours =
    Array.from({ length: 23 }, (_, index) => retryDelayMs(index + 1, 30_000, 0.5)).reduce((sum, ms) => sum + ms) / 3_600_000
  expect(Math.round(hours)).toBe(17)
})
