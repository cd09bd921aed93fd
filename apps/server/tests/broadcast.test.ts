import { eventually } from '@outlast/testing'
import { type LocalSmtp, mailSetting, startLocalSmtp } from '@outlast/testing/fakes/local-smtp'
import type { Person } from '@outlast/testing/server/people'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

let smtp: LocalSmtp
let pool: TestPool
let admin: Person
let ann: Person
let bob: Person
let zoe: Person

/** Ann has picked for week 1 and paid; Bob has an entry and has done neither; Zoe has no entry. */
beforeEach(async () => {
  smtp = await startLocalSmtp()
  pool = await startTestPool({
    config: { mail: mailSetting(smtp.url) },
    overrides: { mailPace: { timeoutMs: 2000, retryMs: 20 } },
  })
  admin = await pool.register('Ada')
  ;[ann, bob, zoe] = [await pool.register('Ann'), await pool.register('Bob'), await pool.register('Zoe')]
  await admin.api.call('createWeek', { body: { season_year: 2030, week_number: 1 } })
  for (const { api, id } of [ann, bob]) await api.call('createEntry', { body: { user_id: id, name: 'One' } })
  await ann.api.call('submitPick', { body: { entry_id: 1, week_id: 1, team_abbr: 'KC' } })
  await admin.api.call('setPayment', { params: { id: 1 }, body: { is_paid: true, payment_type: 'cash' } })
})
afterEach(async () => {
  await pool.stop()
  await smtp.stop()
  const [breach] = pool.breaches
  if (breach !== undefined) throw breach
})

const MESSAGE = { subject: 'Week 1', text: 'Kickoff is on Thursday.' }
const received = (from = 0) =>
  smtp.received
    .slice(from)
    .flatMap(({ to }) => to)
    .toSorted()
const emails = (...people: readonly Person[]) => people.map(({ email }) => email).toSorted()

describe('POST /api/admin/broadcast', () => {
  test('reaches the audience that the admin chose, and without one every account', async () => {
    const audiences = [
      ['no_pick', [bob]],
      ['unpaid', [bob]],
      ['alive', [ann, bob]],
      ['admins', [admin]],
      ['all', [admin, ann, bob, zoe]],
      [undefined, [admin, ann, bob, zoe]],
    ] as const
    for (const [audience, people] of audiences) {
      const before = received().length
      const body = audience === undefined ? MESSAGE : { ...MESSAGE, audience }
      expect((await admin.api.call('previewBroadcast', { body })).recipients).toBe(people.length)
      expect(await admin.api.call('broadcast', { body })).toEqual({ sent: people.length })
      await eventually(() => expect(received(before)).toEqual(emails(...people)))
    }
    const { lines } = await pool.visitor.call('listAudit', { query: {} })
    expect(lines.filter(({ type }) => type === 'BroadcastQueued').map(({ sentence }) => sentence)).toEqual([
      'Ada Test (admin) wrote a mail to 4 recipients.',
      'Ada Test (admin) wrote a mail to 4 recipients.',
      'Ada Test (admin) wrote a mail to 1 recipient (admins).',
      'Ada Test (admin) wrote a mail to 2 recipients (still in).',
      'Ada Test (admin) wrote a mail to 1 recipient (not paid).',
      'Ada Test (admin) wrote a mail to 1 recipient (without a pick).',
    ])
  })

  test('leaves out a member who picked in the meantime, and answers a repeated request the same', async () => {
    const body = { ...MESSAGE, audience: 'no_pick' as const }
    expect(await admin.api.call('broadcast', { body, idempotencyKey: 'once' })).toEqual({ sent: 1 })
    await bob.api.call('submitPick', { body: { entry_id: 2, week_id: 1, team_abbr: 'SF' } })
    expect(await admin.api.call('broadcast', { body, idempotencyKey: 'once' })).toEqual({ sent: 1 })
    expect(await admin.api.call('broadcast', { body })).toEqual({ sent: 0 })
    await eventually(() => expect(received()).toEqual(emails(bob)))
  })

  test('keeps its meaning in a rehearsal, and the preview says that it is one', async () => {
    await admin.api.call('setSiteTime', { body: { now_iso: '2030-09-01T12:00:00Z' } })
    expect(await admin.api.call('previewBroadcast', { body: MESSAGE })).toMatchObject({ recipients: 4, is_rehearsal: true })
    expect(await admin.api.call('broadcast', { body: MESSAGE })).toEqual({ sent: 4 })
  })
})

describe('POST /api/admin/broadcast/preview', () => {
  test('shows the mail and mails it to the asking admin alone, once for a repeated request', async () => {
    const body = { subject: ' Week 1 ', text: '\n Pick early. \n', test: true }
    const shown = {
      audience: 'all',
      recipients: 4,
      mail: { from: 'Club <pool@club.example>', subject: 'Week 1', text: 'Pick early.' },
      is_rehearsal: false,
      test_sent_to: admin.email,
    }
    for (let time = 0; time < 2; time += 1) {
      expect(await admin.api.call('previewBroadcast', { body, idempotencyKey: 'try' })).toEqual(shown)
    }
    await expect(
      admin.api.call('previewBroadcast', { body: { ...body, text: 'Pick late.' }, idempotencyKey: 'try' }),
    ).rejects.toMatchObject({ status: 409, code: 'idempotency_mismatch' })
    await eventually(() => expect(received()).toEqual(emails(admin)))
    expect(smtp.received[0]?.subject).toBe('Week 1')
    const { lines } = await pool.visitor.call('listAudit', { query: {} })
    expect(lines.some(({ type }) => type === 'BroadcastQueued')).toBe(false)
  })
  test('sends nothing without `test`, and refuses an audience that does not exist with a sentence', async () => {
    expect(await admin.api.call('previewBroadcast', { body: MESSAGE })).toMatchObject({ test_sent_to: null })
    await expect(
      admin.api.call('previewBroadcast', { body: { ...MESSAGE, audience: 'everyone' as 'all' } }),
    ).rejects.toMatchObject({ status: 400, message: 'Audience must be all, alive, no_pick, unpaid, not_renewed or admins' })
    expect(smtp.received).toEqual([])
  })
})
