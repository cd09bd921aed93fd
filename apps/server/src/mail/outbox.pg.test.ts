import { createTestDatabase, type TestDatabase } from '@outlast/testing/postgres/database'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, type Database } from '../database/index.ts'
import type { Tables } from '../database/tables.ts'
import { claimMails, deleteExpiredMails, markFailed, markGivenUp, markSent, untilNextDue } from './claims.ts'
import { deleteUnsentMail, enqueueMail, outboxStatus, type MailDraft } from './outbox.ts'

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
const claim = (holder = ANN, limit = 10, leaseMs = 60_000) => claimMails(database.db, holder, limit, leaseMs)
const rows = async () => (await sql<Record<string, unknown>>`SELECT * FROM mail_outbox ORDER BY id`.execute(database.db)).rows

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
    expect((await rows()).map((row) => [row['to_address'], row['kind']])).toEqual([
      ['Ann@x.example', 'broadcast'],
      ['bob@x.example', 'broadcast'],
      ['Ann@x.example', 'password_reset'],
    ])
    await deleteUnsentMail(database.db, 'ann@x.example')
    expect((await rows()).map((row) => row['to_address'])).toEqual(['bob@x.example'])
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
    await markFailed(database.db, first!.id, ANN, 'late', 0)
    await markGivenUp(database.db, first!.id, ANN, 'late')
    expect(await claim()).toEqual([])
    expect(await rows()).toMatchObject([{ last_error: null, given_up_at: null, claimed_by: BOB }])
    await markSent(database.db, first!.id)
    await markFailed(database.db, first!.id, BOB, 'later still', 0)
    expect(await claim()).toEqual([])
  })

  it('skips expired mails', async () => {
    const past = (await sql<{ at: string }>`SELECT clock_timestamp() - interval '1 second' AS at`.execute(database.db)).rows[0]
      ?.at
    await enqueueMail(database.db, [
      draft({ expiresAt: past as NonNullable<MailDraft['expiresAt']> }),
      draft({ to: ['b@x.example'] }),
    ])
    expect((await claim()).map((mail) => mail.to)).toEqual(['b@x.example'])
    expect(await deleteExpiredMails(database.db)).toBe(1)
    expect(await rows()).toHaveLength(1)
  })
})

describe('outbox', () => {
  it('erases the personal data of a sent mail', async () => {
    await enqueueMail(database.db, [draft({ to: ['ann@x.example'], subject: 'For Ann', text: 'Secret link' })])
    const [mail] = await claim()
    await markFailed(database.db, mail!.id, ANN, 'ann@x.example is busy', 0)
    await markSent(database.db, mail!.id)
    const [row] = await rows()
    expect(JSON.stringify(row)).not.toMatch(/ann@|For Ann|secret/i)
    expect(row).toMatchObject({ kind: 'broadcast', attempts: 1, sent_at: expect.stringMatching(/Z$/) })
    expect(await outboxStatus(database.db)).toEqual({ waiting: 0, givenUp: 0, oldestWaitingSeconds: 0 })
    expect(await untilNextDue(database.db)).toBeUndefined()
  })

  it('schedules a failed mail for later, and keeps and reports one that was given up', async () => {
    await enqueueMail(database.db, [draft({ to: ['a@x.example', 'b@x.example'] })])
    const [first, second] = await claim()
    await markFailed(database.db, first!.id, ANN, 'busy', 3_600_000)
    await markGivenUp(database.db, second!.id, ANN, 'no such address')
    expect(await claim()).toEqual([])
    expect(await rows()).toMatchObject([
      { last_error: 'busy' },
      { last_error: 'no such address', to_address: 'b@x.example', text: 'Text' },
    ])
    expect(await outboxStatus(database.db)).toMatchObject({ waiting: 1, givenUp: 1 })
    expect(await untilNextDue(database.db)).toBeGreaterThan(3_500_000)
  })
})
