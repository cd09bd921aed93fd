import { type UserId, userId } from '@outlast/domain'
import { createTestDatabase, type TestDatabase } from '@outlast/testing/postgres/database'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, type Database } from '../database/index.ts'
import type { Tables } from '../database/tables.ts'
import { claim as claimDue, type ClaimFilter, type Delivery, giveUpExpired, untilNextDue } from './claims.ts'
import { FAILURES_BEFORE_REST, type Outcome, recordOutcomes } from './outcomes.ts'
import { deleteUnsentMail, enqueueMail, enqueueNotices, type MailDraft } from './outbox.ts'
import { outboxStatus, readMailHistory } from './status.ts'

const ANN = '00000000-0000-4000-8000-000000000001'
const BOB = '00000000-0000-4000-8000-000000000002'

let testDatabase: TestDatabase
let database: Database<Tables>
beforeEach(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase({ connectionString: testDatabase.connectionString, max: 5, onError: () => undefined })
})
afterEach(async () => {
  await database.close()
  await testDatabase.drop()
})

const draft = (over: Partial<MailDraft> = {}): MailDraft => ({
  kind: 'broadcast',
  to: ['a@x.example'],
  subject: 'Subject',
  text: 'Text',
  ...over,
})
const MAIL: ClaimFilter = { channel: 'mail', perEndpoint: 100_000 }
const claim = (holder = ANN, limit = 10, leaseMs = 60_000) => claimDue(database.db, MAIL, holder, limit, leaseMs)
const record = (holder: string, ...outcomes: Outcome[]) =>
  recordOutcomes(database.db, holder, outcomes, { retryMs: 60_000, maxRestMs: 3_600_000 })
const delivered = (delivery: Delivery): Outcome => ({ delivery, result: 'delivered', status: null })
const failed = (delivery: Delivery, error: string, retryMs: number | null = 0, isSlow = false) => ({
  delivery,
  result: 'failed' as const,
  status: null,
  error,
  retryMs,
  isSlow,
})
const rows = async () => (await sql<Record<string, unknown>>`SELECT * FROM deliveries ORDER BY id`.execute(database.db)).rows

describe('enqueueMail', () => {
  it('queues nothing when the transaction rolls back', async () => {
    const queue = database.db.transaction().execute(async (tx) => {
      await enqueueMail(tx, [draft()])
      throw new Error('no')
    })
    await expect(queue).rejects.toThrow('no')
    expect(await claim()).toEqual([])
  })

  it('uses one statement for ten thousand recipients', async () => {
    let statements = 0
    const counted = openDatabase<Tables>({ connectionString: testDatabase.connectionString, max: 1, onError: () => undefined })
    counted.pool.on('connect', (client) => {
      const query = client.query.bind(client) as (...given: unknown[]) => unknown
      Object.assign(client, { query: (...given: unknown[]) => ((statements += 1), query(...given)) })
    })
    const to = Array.from({ length: 10_000 }, (_, index) => `m${index}@x.example`)
    expect(await enqueueMail(counted.db, [draft({ to, subject: 'It\'s \\ "quoted"' }), draft({ to: [] })])).toBe(10_000)
    await counted.close()
    expect(statements).toBe(1)
    const mails = await claim(ANN, 20_000)
    expect(new Set(mails.map((mail) => mail.to))).toEqual(new Set(to))
    expect(new Set(mails.map((mail) => mail.messageId)).size).toBe(10_000)
    expect(mails[0]).toMatchObject({ subject: 'It\'s \\ "quoted"', text: 'Text', attempts: 1, kind: 'broadcast' })
    expect(await outboxStatus(database.db)).toMatchObject({ waiting: 10_000, givenUp: 0 })
  })

  it('deleteUnsentMail: deletes mails to an address in any case, optionally only some kinds', async () => {
    const to = ['Ann@x.example', 'bob@x.example']
    await enqueueMail(database.db, [draft({ to }), draft({ to, kind: 'password_reset' })])
    await deleteUnsentMail(database.db, 'bob@X.example', ['password_reset'])
    expect((await rows()).map((row) => [row['recipient'], row['purpose']])).toEqual([
      ['Ann@x.example', 'broadcast'],
      ['bob@x.example', 'broadcast'],
      ['Ann@x.example', 'password_reset'],
    ])
    await deleteUnsentMail(database.db, 'ann@x.example')
    expect((await rows()).map((row) => row['recipient'])).toEqual(['bob@x.example'])
  })
})

describe('claimMails', () => {
  it('gives each mail to one worker', async () => {
    await enqueueMail(database.db, [draft({ to: Array.from({ length: 100 }, (_, index) => `m${index}@x.example`) })])
    const claims = await Promise.all([ANN, BOB, ANN, BOB].map((holder) => claim(holder, 25)))
    expect(new Set(claims.flat().map((mail) => mail.id)).size).toBe(claims.flat().length)
    expect(claims.flat().length + (await claim(ANN, 100)).length).toBe(100)
    expect(await claim()).toEqual([])
  })

  it('returns password resets and invitations before broadcasts', async () => {
    await enqueueMail(database.db, [draft()])
    await enqueueMail(database.db, [draft({ kind: 'invitation' })])
    await enqueueMail(database.db, [draft({ kind: 'password_reset' })])
    const kinds = [await claim(ANN, 1), await claim(ANN, 1), await claim(ANN, 1)].flat().map((mail) => mail.kind)
    expect(kinds).toEqual(['password_reset', 'invitation', 'broadcast'])
  })

  it('returns a mail again when the lease of its worker expires, with the same message id, and ignores late reports', async () => {
    await enqueueMail(database.db, [draft()])
    const [first] = await claim(ANN, 1, 0)
    const [second] = await claim(BOB, 1)
    expect(second).toMatchObject({ id: first?.id, messageId: first?.messageId, attempts: 2 })
    await record(ANN, failed(first!, 'late'))
    await record(ANN, failed(first!, 'late', null))
    expect(await claim()).toEqual([])
    expect(await rows()).toMatchObject([{ last_error: null, given_up_at: null, claimed_by: BOB }])
    await record(ANN, delivered(first!))
    await record(BOB, failed(second!, 'later still'))
    expect(await claim()).toEqual([])
  })

  it('skips expired mails, and keeps them as not delivered without their text', async () => {
    const past = (await sql<{ at: string }>`SELECT clock_timestamp() - interval '1 second' AS at`.execute(database.db)).rows[0]
      ?.at
    await enqueueMail(database.db, [
      draft({ expiresAt: past as NonNullable<MailDraft['expiresAt']> }),
      draft({ to: ['b@x.example'] }),
    ])
    expect((await claim()).map((mail) => mail.to)).toEqual(['b@x.example'])
    await giveUpExpired(database.db)
    expect(await rows()).toMatchObject([
      { recipient: 'a@x.example', text: '', given_up_at: expect.any(String), last_error: 'It expired before it could be sent' },
      { recipient: 'b@x.example', text: 'Text', given_up_at: null },
    ])
  })
})

describe('endpoints', () => {
  const PUSH: ClaimFilter = { channel: 'push', perEndpoint: 1 }
  const claimPushes = (filter: Partial<ClaimFilter> = {}, limit = 10) =>
    claimDue(database.db, { ...PUSH, ...filter }, ANN, limit, 60_000)
  let ann: UserId
  beforeEach(async () => {
    ann = userId(1)
    await sql`INSERT INTO accounts (user_id, email, email_key, first_name, last_name, created_at)
      VALUES (1, 'ann@x.example', 'ann@x.example', 'Ann', 'Test', now())`.execute(database.db)
  })
  const push = (to: string, kind: MailDraft['kind'] = 'reminder') =>
    enqueueNotices(database.db, [{ channel: 'push', userId: ann, to, kind, subject: 'Title', text: 'Text', options: {} }])
  const addresses = (deliveries: readonly Delivery[]) => deliveries.map(({ to }) => to)

  it('gives a browser one attempt at a time, so that a silent one holds one slot however much waits for it', async () => {
    for (let count = 0; count < 5; count += 1) await push('https://a.example/1')
    await push('https://b.example/1')
    expect(addresses(await claimPushes())).toEqual(['https://a.example/1', 'https://b.example/1'])
    expect(await claimPushes()).toEqual([])
  })

  it('gives a host a part of the slots', async () => {
    for (let browser = 0; browser < 5; browser += 1) await push(`https://a.example/${browser}`)
    await push('https://b.example/1')
    const claimed = addresses(await claimPushes({ perHost: 2 }))
    expect(claimed).toEqual(['https://a.example/0', 'https://a.example/1', 'https://b.example/1'])
    expect(await claimPushes({ perHost: 2, busyHosts: ['a.example'] })).toEqual([])
  })

  it('sends tests after everything else', async () => {
    const kinds = ['test', 'broadcast', 'reveal', 'reminder', 'password_reset'] as const
    for (const kind of kinds) await push(`https://a.example/${kind}`, kind)
    const claimed = []
    for (let count = 0; count < kinds.length; count += 1) claimed.push(...(await claimPushes({}, 1)))
    expect(claimed.map(({ kind }) => kind)).toEqual(kinds.toReversed())
  })

  it('moves a browser that did not answer in time to the slow lane, until it answers', async () => {
    await push('https://a.example/1')
    const [silent] = await claimPushes({ slow: false })
    await record(ANN, failed(silent!, 'no answer', 0, true))
    expect(await claimPushes({ slow: false })).toEqual([])
    const [again] = await claimPushes({ slow: true })
    expect(again).toMatchObject({ failures: 1, attempts: 2 })
    await record(ANN, delivered(again!))
    await push('https://a.example/1')
    expect(await claimPushes({ slow: false })).toMatchObject([{ failures: 0 }])
  })

  it('lets a browser rest after five failures in a row, and gives it one attempt afterwards', async () => {
    await push('https://a.example/1')
    for (let failures = 1; failures <= FAILURES_BEFORE_REST; failures += 1) {
      const [delivery] = await claimPushes()
      expect(delivery?.failures).toBe(failures - 1)
      await record(ANN, failed(delivery!, 'busy'))
    }
    expect(await claimPushes()).toEqual([])
    expect(await outboxStatus(database.db)).toMatchObject({ waiting: 1, resting: 1 })
    expect(await untilNextDue(database.db, 'push')).toBeGreaterThan(900_000)
    await sql`UPDATE delivery_endpoints SET rests_until = now()`.execute(database.db)
    const [delivery] = await claimPushes()
    await record(ANN, failed(delivery!, 'busy'))
    expect(await claimPushes()).toEqual([])
    expect(await outboxStatus(database.db)).toMatchObject({ resting: 1 })
  })

  it('learns nothing about the mail server from recipients that it refuses for now', async () => {
    await enqueueMail(database.db, [draft({ to: ['full@x.example'] })])
    for (let failures = 1; failures <= FAILURES_BEFORE_REST; failures += 1) {
      const [delivery] = await claim()
      await record(ANN, { ...failed(delivery!, 'mailbox full'), isDeferred: true })
    }
    expect(await outboxStatus(database.db)).toMatchObject({ waiting: 1, resting: 0 })
    await enqueueMail(database.db, [draft({ to: ['ann@x.example'] })])
    expect((await claim()).map(({ to, failures }) => [to, failures])).toEqual([
      ['full@x.example', 0],
      ['ann@x.example', 0],
    ])
  })

  it('learns nothing about a browser from a notice that a plan cannot stand, so that no count tells that its owner got one', async () => {
    await push('https://a.example/1')
    for (let failures = 1; failures < FAILURES_BEFORE_REST; failures += 1) {
      await record(ANN, failed((await claimPushes())[0]!, 'busy'))
    }
    const { resting } = await outboxStatus(database.db)
    await push('https://a.example/1', 'plan_void')
    const notice = (await claimPushes({ perEndpoint: 2 })).find(({ kind }) => kind === 'plan_void')
    await record(ANN, failed(notice!, 'busy'))
    expect(await outboxStatus(database.db)).toMatchObject({ waiting: 1, resting })
    await record(ANN, delivered(notice!))
    const { rows: endpoints } = await sql`SELECT failures FROM delivery_endpoints`.execute(database.db)
    expect(endpoints).toEqual([{ failures: FAILURES_BEFORE_REST - 1 }])
  })

  it('keeps no address of a browser with its failures', async () => {
    await push('https://a.example/secret')
    const [delivery] = await claimPushes()
    await record(ANN, failed(delivery!, 'busy'))
    const { rows: endpoints } = await sql`SELECT * FROM delivery_endpoints`.execute(database.db)
    expect(JSON.stringify(endpoints)).not.toMatch(/a\.example|secret/)
  })
})

describe('outbox', () => {
  it('readMailHistory: knows the last success and a failure after it, and nothing of the notice that a plan cannot stand', async () => {
    const history = async () => {
      const { lastDeliveredAt, lastFailedAt } = await readMailHistory(database.db)
      return [lastDeliveredAt !== null, lastFailedAt !== null]
    }
    const send = async (kind: MailDraft['kind'], outcome: (mail: Delivery) => Outcome) => {
      await enqueueMail(database.db, [draft({ kind })])
      for (const mail of await claim()) await record(ANN, outcome(mail))
    }
    await send('plan_void', delivered)
    await send('plan_void', (mail) => failed(mail, 'ECONNREFUSED', null))
    expect(await history()).toEqual([false, false])
    await send('broadcast', delivered)
    expect(await history()).toEqual([true, false])
    await send('broadcast', (mail) => failed(mail, 'ECONNREFUSED', null))
    expect(await history()).toEqual([true, true])
    // A failure is over with the next success.
    await send('broadcast', delivered)
    expect(await history()).toEqual([true, false])
  })

  it('erases the personal data of a sent mail', async () => {
    await enqueueMail(database.db, [draft({ to: ['ann@x.example'], subject: 'For Ann', text: 'Secret link' })])
    const [mail] = await claim()
    await record(ANN, failed(mail!, 'ann@x.example is busy'))
    await record(ANN, delivered(mail!))
    const [row] = await rows()
    expect(JSON.stringify(row)).not.toMatch(/ann@|For Ann|secret/i)
    expect(row).toMatchObject({ purpose: 'broadcast', attempts: 1, delivered_at: expect.stringMatching(/Z$/) })
    expect(await outboxStatus(database.db)).toEqual({ waiting: 0, givenUp: 0, oldestWaitingSeconds: 0, resting: 0 })
    expect(await untilNextDue(database.db, 'mail')).toBeUndefined()
  })

  it('schedules a failed mail for later, and keeps and reports one that was given up', async () => {
    await enqueueMail(database.db, [draft({ to: ['a@x.example', 'b@x.example'] })])
    const [first, second] = await claim()
    await record(ANN, failed(first!, 'busy', 3_600_000), failed(second!, 'no such address', null))
    expect(await claim()).toEqual([])
    expect(await rows()).toMatchObject([
      { last_error: 'busy' },
      { last_error: 'no such address', recipient: 'b@x.example', text: 'Text' },
    ])
    expect(await outboxStatus(database.db)).toMatchObject({ waiting: 1, givenUp: 1 })
    expect(await untilNextDue(database.db, 'mail')).toBeGreaterThan(3_500_000)
  })
})
