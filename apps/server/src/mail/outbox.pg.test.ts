import { createTestDatabase, type TestDatabase } from '@outlast/testing'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, type Database } from '../database/index.ts'
import { claimMails, dropExpired, markFailed, markGivenUp, markSent, untilNextDue } from './claims.ts'
import { dropMailTo, enqueueMail, outboxStatus, type MailDraft } from './outbox.ts'

const ANN = '00000000-0000-4000-8000-000000000001'
const BOB = '00000000-0000-4000-8000-000000000002'

let made: TestDatabase
let database: Database<unknown>
beforeEach(async () => {
  made = await createTestDatabase()
  database = openDatabase({ connectionString: made.connectionString, max: 5, onError: () => undefined })
})
afterEach(async () => {
  await database.close()
  await made.drop()
})

const letter = (over: Partial<MailDraft> = {}): MailDraft => ({
  kind: 'broadcast',
  to: ['a@x.example'],
  subject: 'Subject',
  text: 'Text',
  ...over,
})
const claim = (holder = ANN, limit = 10, leaseMs = 60_000) => claimMails(database.db, holder, limit, leaseMs)
const rows = async () => (await sql<Record<string, unknown>>`SELECT * FROM mail_outbox ORDER BY id`.execute(database.db)).rows

describe('queueing', () => {
  it('is part of the transaction', async () => {
    const queue = database.db.transaction().execute(async (tx) => {
      await enqueueMail(tx, [letter()])
      throw new Error('no')
    })
    await expect(queue).rejects.toThrow('no')
    expect(await claim()).toEqual([])
  })

  it('takes one statement for ten thousand recipients', async () => {
    let statements = 0
    const counted = openDatabase<unknown>({ connectionString: made.connectionString, max: 1, onError: () => undefined })
    counted.pool.on('connect', (client) => {
      const query = client.query.bind(client) as (...given: unknown[]) => unknown
      Object.assign(client, { query: (...given: unknown[]) => ((statements += 1), query(...given)) })
    })
    const to = Array.from({ length: 10_000 }, (_, index) => `m${index}@x.example`)
    expect(await enqueueMail(counted.db, [letter({ to, subject: 'It\'s \\ "quoted"' }), letter({ to: [] })])).toBe(10_000)
    await counted.close()
    expect(statements).toBe(1)
    const mails = await claim(ANN, 20_000)
    expect(new Set(mails.map((mail) => mail.to))).toEqual(new Set(to))
    expect(new Set(mails.map((mail) => mail.messageId)).size).toBe(10_000)
    expect(mails[0]).toMatchObject({ subject: 'It\'s \\ "quoted"', text: 'Text', attempts: 1, kind: 'broadcast' })
    expect(await outboxStatus(database.db)).toMatchObject({ waiting: 10_000, givenUp: 0 })
  })

  it('can be taken back for an address, in any case, and for some kinds alone', async () => {
    const to = ['Ann@x.example', 'bob@x.example']
    await enqueueMail(database.db, [letter({ to }), letter({ to, kind: 'password_reset' })])
    await dropMailTo(database.db, 'bob@X.example', ['password_reset'])
    expect((await rows()).map((row) => [row['to_address'], row['kind']])).toEqual([
      ['Ann@x.example', 'broadcast'],
      ['bob@x.example', 'broadcast'],
      ['Ann@x.example', 'password_reset'],
    ])
    await dropMailTo(database.db, 'ann@x.example')
    expect((await rows()).map((row) => row['to_address'])).toEqual(['bob@x.example'])
  })
})

describe('claiming', () => {
  it('gives each mail to one holder', async () => {
    await enqueueMail(database.db, [letter({ to: Array.from({ length: 100 }, (_, index) => `m${index}@x.example`) })])
    const claims = await Promise.all([ANN, BOB, ANN, BOB].map((holder) => claim(holder, 25)))
    expect(new Set(claims.flat().map((mail) => mail.id)).size).toBe(claims.flat().length)
    expect(claims.flat().length + (await claim(ANN, 100)).length).toBe(100)
    expect(await claim()).toEqual([])
  })

  it('prefers what somebody waits for', async () => {
    await enqueueMail(database.db, [letter()])
    await enqueueMail(database.db, [letter({ kind: 'invitation' })])
    await enqueueMail(database.db, [letter({ kind: 'password_reset' })])
    const kinds = [await claim(ANN, 1), await claim(ANN, 1), await claim(ANN, 1)].flat().map((mail) => mail.kind)
    expect(kinds).toEqual(['password_reset', 'invitation', 'broadcast'])
  })

  it('ends with the lease of a holder that died, keeps the message id, and bears its late word', async () => {
    await enqueueMail(database.db, [letter()])
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

  it('leaves out what has run out', async () => {
    const past = (await sql<{ at: string }>`SELECT clock_timestamp() - interval '1 second' AS at`.execute(database.db)).rows[0]
      ?.at
    await enqueueMail(database.db, [
      letter({ expiresAt: past as NonNullable<MailDraft['expiresAt']> }),
      letter({ to: ['b@x.example'] }),
    ])
    expect((await claim()).map((mail) => mail.to)).toEqual(['b@x.example'])
    expect(await dropExpired(database.db)).toBe(1)
    expect(await rows()).toHaveLength(1)
  })
})

describe('afterwards', () => {
  it('a sent mail keeps nothing of a person', async () => {
    await enqueueMail(database.db, [letter({ to: ['ann@x.example'], subject: 'For Ann', text: 'Secret link' })])
    const [mail] = await claim()
    await markFailed(database.db, mail!.id, ANN, 'ann@x.example is busy', 0)
    await markSent(database.db, mail!.id)
    const [row] = await rows()
    expect(JSON.stringify(row)).not.toMatch(/ann|secret/i)
    expect(row).toMatchObject({ kind: 'broadcast', attempts: 1, sent_at: expect.stringMatching(/Z$/) })
    expect(await outboxStatus(database.db)).toEqual({ waiting: 0, givenUp: 0, oldestWaitingSeconds: 0 })
    expect(await untilNextDue(database.db)).toBeUndefined()
  })

  it('a failed one is due later, a given-up one is kept and reported', async () => {
    await enqueueMail(database.db, [letter({ to: ['a@x.example', 'b@x.example'] })])
    const [one, other] = await claim()
    await markFailed(database.db, one!.id, ANN, 'busy', 3_600_000)
    await markGivenUp(database.db, other!.id, ANN, 'no such address')
    expect(await claim()).toEqual([])
    expect(await rows()).toMatchObject([
      { last_error: 'busy' },
      { last_error: 'no such address', to_address: 'b@x.example', text: 'Text' },
    ])
    expect(await outboxStatus(database.db)).toMatchObject({ waiting: 1, givenUp: 1 })
    expect(await untilNextDue(database.db)).toBeGreaterThan(3_500_000)
  })
})
