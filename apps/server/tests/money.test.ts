import type { CallInput } from '@outlast/contract'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

let pool: TestPool
type Person = Awaited<ReturnType<TestPool['register']>>
let admin: Person
let member: Person
let entry: number

beforeEach(async () => {
  pool = await startTestPool()
  admin = await pool.register('Ada')
  member = await pool.register('Max')
  await admin.api.call('updateRules', { body: { entry_fee_cents: 2500, currency: 'EUR', club_share_percent: 10 } })
  entry = (await member.api.call('createEntry', { body: { user_id: member.id, name: 'Alpha' } })).id
})
afterEach(() => pool.stop())

const claim = () => member.api.call('claimPayment', { params: { id: entry }, body: { payment_type: 'venmo' } })
const dues = async () => (await member.api.call('getDues')).entries[0]!
const events = async () => (await admin.api.call('auditHead')).position
const importCsv = (csv: string, dryRun: boolean) => admin.api.call('importPayments', { body: { csv, dry_run: dryRun } })

describe('a fee', () => {
  const change = (body: CallInput<'updateRules'>['body']) => admin.api.call('updateRules', { body })

  test('needs a currency, also when the currency is removed', async () => {
    const needs = (fee: string) => {
      const message = `${fee} needs a currency: name it by its three letters, like USD`
      return { status: 400, code: 'rules_conflict', message, fields: { currency: message } }
    }
    await expect(change({ currency: null })).rejects.toMatchObject(needs('An entry fee'))
    await change({ currency: null, entry_fee_cents: 0 })
    await expect(change({ entry_fee_cents: 100 })).rejects.toMatchObject(needs('An entry fee'))
    const buyback = (fee_cents: number) => ({ until_week: 4, max_per_entry: 1, fee_cents })
    await expect(change({ buyback: buyback(500) })).rejects.toMatchObject(needs('A buyback fee'))
    await change({ buyback: buyback(0) })
    expect(await change({ buyback: buyback(500), currency: 'USD' })).toMatchObject({ buyback: buyback(500), currency: 'USD' })
    await expect(change({ currency: null })).rejects.toMatchObject(needs('A buyback fee'))
    await change({ currency: null, preset: 'classic' })
    expect(await change({ entry_fee_cents: 100, currency: 'USD' })).toMatchObject({ entry_fee_cents: 100, currency: 'USD' })
  })
})

describe('money', () => {
  test('a member sees what is due with links and a QR code, and a claim said twice is one event', async () => {
    await admin.api.call('updateTreasurer', {
      body: { paypal: 'ourclub', iban: 'de89 3704 0044 0532 0130 00', holder: 'Our Club' },
    })
    const { reference, ...first } = await dues()
    expect(first).toMatchObject({ due_cents: 2500, is_paid: false, claim: null })
    expect(first.links).toEqual([{ type: 'paypal', url: 'https://paypal.me/ourclub/25.00EUR' }])
    expect(first.epc).toContain(`DE89370400440532013000\nEUR25.00\n\n\n${reference}`)
    await claim()
    const before = await events()
    await claim()
    expect(await events()).toBe(before)
    expect((await admin.api.call('adminListEntries'))[0]?.payment_claimed_at).not.toBeNull()
    await member.api.call('withdrawPaymentClaim', { params: { id: entry } })
    expect((await dues()).claim).toBeNull()
  })

  test('an admin confirms claims in bulk, and the repetition records nothing', async () => {
    await claim()
    const body = { entry_ids: [entry] }
    expect(await admin.api.call('confirmPayments', { body })).toEqual({ recorded: 1 })
    expect(await admin.api.call('confirmPayments', { body })).toEqual({ recorded: 0 })
    expect((await admin.api.call('adminListEntries'))[0]).toMatchObject({
      is_paid: true,
      payment_type: 'venmo',
      payment_claimed_at: null,
    })
    const ledger = await admin.api.call('getLedger', { query: {} })
    expect(ledger.balances).toEqual({ members: 0, cash: 2500, fees: -2500, buybacks: 0, waivers: 0, payouts: 0 })
    expect(await admin.api.call('getLedgerCsv', { query: {} })).toContain('payment,cash,members,25.00,EUR,venmo')
  })

  test('the bank’s file is matched by reference, first as a dry run, and never twice', async () => {
    const { reference } = await dues()
    const csv = [
      'Buchungstag;Verwendungszweck;Betrag',
      `01.09.2025;Survivor ${reference.toLowerCase()} Max;25,00`,
      `02.09.2025;${reference};25,00`,
      '03.09.2025;Rent;-1.250,00',
      `04.09.2025;Refund ${reference};-25,00`,
    ].join('\n')
    const dry = await importCsv(csv, true)
    expect(dry.rows.map(({ status, reason }) => `${status}: ${reason}`)).toEqual([
      'skipped: Above the payments',
      'match: null',
      'problem: Another row pays this entry already',
      'skipped: Money that went out',
      'problem: Money went out: take back the payment yourself if you refunded it',
    ])
    expect((await dues()).is_paid).toBe(false)
    expect(await importCsv(csv, false)).toMatchObject({ recorded: 1, matches: 1 })
    const again = await importCsv(csv, false)
    expect(again).toMatchObject({ recorded: 0, matches: 0 })
    expect(again.rows[1]).toMatchObject({ status: 'skipped', reason: 'This row was recorded before' })
    expect((await admin.api.call('adminListEntries'))[0]).toMatchObject({ payment_type: 'bank', paid_date: '2025-09-01' })
  })

  test('a partial and an excessive payment are listed and not recorded', async () => {
    const { reference } = await dues()
    const { rows } = await importCsv(`date,amount,text\n2025-09-01,10.00,${reference}\n2025-09-02,30.00,${reference}`, false)
    expect(rows.map(({ reason }) => reason)).toEqual([
      'Above the payments',
      'Too little: €10.00 of €25.00',
      'Too much: €30.00 for €25.00',
    ])
    expect((await dues()).is_paid).toBe(false)
  })

  test('a line without a reference is proposed by the payer’s name, recorded when it is taken, and never twice', async () => {
    const { name: owner, id: user_id } = member
    const second = (await member.api.call('createEntry', { body: { user_id, name: 'Beta' } })).id
    const csv = [
      'Account Statement - (@lakeside-pool) ,,,,,',
      ',ID,Datetime,Type,Status,Note,From,To,Amount (total),Statement Period Venmo Fees',
      `,1,2026-09-02T18:03:11,Payment,Complete,pool,${owner},Ada,+ €40.00`,
      `,2,2026-09-03T18:03:11,Payment,Complete,rest,${owner},Ada,+ €10.00`,
      ',3,2026-09-03T18:03:11,Payment,Complete,pizza,Ada,Somebody Else,- €10.00',
      ',4,2026-09-03T18:03:11,Payment,Complete,hello,Unknown Person,Ada,+ €10.00',
    ].join('\n')
    const take = (line: number, ...paid: readonly (readonly [number, number])[]) =>
      admin.api.call('importPayments', {
        body: { csv, dry_run: false, take: [{ line, entries: paid.map(([entry_id, cents]) => ({ entry_id, cents })) }] },
      })
    const dry = await importCsv(csv, true)
    expect(dry).toMatchObject({ currency: 'EUR', matches: 0, proposed: 2, problems: 0, skipped: 4, recorded: 0 })
    expect(dry.rows[2]).toMatchObject({
      line: 3,
      status: 'proposed',
      reason: 'By the payer’s name, a part: €40.00 of €50.00',
      payer: owner,
      proposals: [
        [
          { entry_id: entry, entry_name: 'Alpha', user_name: owner, cents: 2500 },
          { entry_id: second, entry_name: 'Beta', user_name: owner, cents: 1500 },
        ],
      ],
    })
    expect(await importCsv(csv, false)).toMatchObject({ recorded: 0, proposed: 2 })
    await expect(take(3, [entry, 2500], [second, 1600])).rejects.toMatchObject({
      status: 400,
      message: 'Line 3 has €40.00, but its entries would get €41.00',
    })
    await expect(take(5, [entry, 1000])).rejects.toMatchObject({ status: 400, code: 'invalid_input' })
    await expect(take(9, [entry, 1000])).rejects.toMatchObject({ status: 400, message: 'The file has no line 9' })
    await expect(take(3, [entry, 2600])).rejects.toMatchObject({ status: 409, code: 'more_than_due' })
    await expect(take(3, [entry, 1000], [entry, 1000])).rejects.toMatchObject({ status: 400, code: 'invalid_input' })
    const taken = await take(3, [entry, 2500], [second, 1500])
    expect(taken).toMatchObject({ recorded: 2, proposed: 1 })
    expect(taken.rows[2]).toMatchObject({ status: 'skipped', reason: 'This row was recorded before' })
    await expect(take(3, [second, 1000])).rejects.toMatchObject({
      status: 400,
      message: 'Line 3 was recorded before',
    })
    expect(await take(4, [second, 1000])).toMatchObject({ recorded: 1, proposed: 0 })
    const paid = await admin.api.call('adminListEntries')
    expect(paid.map(({ is_paid, payment_type }) => [is_paid, payment_type])).toEqual([
      [true, 'venmo'],
      [true, 'venmo'],
    ])
    expect((await admin.api.call('getLedger', { query: {} })).balances.cash).toBe(5000)
  })

  test('an entry that owes in another currency than the statement’s is not paid by it', async () => {
    const addWeek = (season_year: number) => admin.api.call('createWeek', { body: { season_year, week_number: 1 } })
    const first = await addWeek(2030)
    await admin.api.call('setCurrentWeek', { body: { week_id: first.id } })
    await admin.api.call('updateWeek', { params: { id: first.id }, body: { lock_time: '2020-01-01T00:00:00.000Z' } })
    const second = await addWeek(2031)
    await admin.api.call('startSeason', { body: { season_year: 2031 } })
    await admin.api.call('setCurrentWeek', { body: { week_id: second.id } })
    await admin.api.call('updateRules', { body: { currency: 'USD' } })
    const { reference } = await dues()
    const csv = `Date,Amount,From,Text\n2031-09-01,25.00,${member.name},\n2031-09-01,25.00,,${reference}`
    const { rows } = await importCsv(csv, false)
    expect(rows.slice(1).map(({ reason, proposals }) => [reason, proposals])).toEqual([
      [`What is due for ${member.name} is in another currency: EUR`, []],
      ['What is due for this entry is in another currency: EUR', []],
    ])
    const take = [{ line: 2, entries: [{ entry_id: entry, cents: 2500 }] }]
    await expect(admin.api.call('importPayments', { body: { csv, dry_run: false, take } })).rejects.toMatchObject({
      status: 400,
      message: 'Line 2 is in USD, but “Alpha” pays in EUR',
    })
    expect(await dues()).toMatchObject({ due_cents: 2500, paid_cents: 0 })
  })

  test('visitors read what joining costs and how it is paid, but no address of an account', async () => {
    await admin.api.call('updateTreasurer', {
      body: {
        venmo: 'lakeside',
        paypal: 'lakeside',
        zelle: 'ann@club.example',
        iban: 'DE89370400440532013000',
        holder: 'Ann Treasurer',
      },
    })
    await admin.api.call('updateRules', { body: { unpaid_after_week: 3 } })
    expect(await pool.visitor.call('getPrice')).toEqual({
      fee_cents: 2500,
      currency: 'EUR',
      payee: 'Ann Treasurer',
      ways: ['paypal', 'bank'],
      unpaid_after_week: 3,
    })
    await admin.api.call('updateRules', { body: { currency: 'USD' } })
    expect(await pool.visitor.call('getPrice')).toMatchObject({ ways: ['venmo', 'paypal', 'zelle', 'bank'] })
    await admin.api.call('updateRules', { body: { entry_fee_cents: null } })
    const free = { fee_cents: 0, currency: null, payee: null, ways: [], unpaid_after_week: null }
    expect(await pool.visitor.call('getPrice')).toEqual(free)
  })

  test('the pot is for admins until the rule makes it public', async () => {
    await admin.api.call('confirmPayments', { body: { entry_ids: [entry] } })
    await expect(pool.visitor.call('getPot')).rejects.toMatchObject({ code: 'pot_hidden' })
    expect(await admin.api.call('getPot')).toMatchObject({ pot_cents: 2250, sharers: 1, share_cents: 2250 })
    await admin.api.call('updateRules', { body: { pot_public: true } })
    expect(await pool.visitor.call('getPot')).toMatchObject({ fees_cents: 2500, club_share_cents: 250, is_public: true })
  })

  test('prizes show what each place gets, and need percents that add up to 100', async () => {
    const change = (shares: readonly number[], weekly_cents = 0) =>
      admin.api.call('updateRules', { body: { prizes: { shares: [...shares], weekly_cents } } })
    await admin.api.call('confirmPayments', { body: { entry_ids: [entry] } })
    await admin.api.call('createWeek', { body: { season_year: 2030, week_number: 1 } })
    expect(await admin.api.call('getPot')).not.toHaveProperty('prizes')
    const refused = { status: 400, code: 'invalid_input' }
    await expect(change([60, 30])).rejects.toMatchObject({ ...refused, message: 'Prizes need percents that add up to 100' })
    await expect(change([100, 0])).rejects.toMatchObject(refused)
    await expect(change(Array.from({ length: 20 }, () => 5))).rejects.toMatchObject({
      ...refused,
      message: 'Prizes are for 10 places at most',
    })
    expect(await change([60, 40], 500)).toMatchObject({ prizes: { shares: [60, 40], weekly_cents: 500 } })
    // There is one entry, and so one place.
    expect(await admin.api.call('getPot')).toMatchObject({
      share_cents: 2250,
      prizes: { place_cents: [2250], weekly_cents: 500, weeks: [], places: [] },
    })
  })

  test('an entry pays in parts: the desk shows the balance, and Mark unpaid takes the parts back', async () => {
    const { reference } = await dues()
    const pay = (amount_cents: number) =>
      admin.api.call('recordPartPayment', { params: { id: entry }, body: { amount_cents, payment_type: 'cash' } })
    const row = { entry_id: entry, reference, owed_cents: 2500, credit_cents: 0, earlier_cents: 0 }
    expect(await pay(1000)).toMatchObject({ ...row, paid_cents: 1000, due_cents: 1500 })
    await expect(pay(1501)).rejects.toMatchObject({ status: 409, code: 'more_than_due' })
    expect(await dues()).toMatchObject({ is_paid: false, paid_cents: 1000, due_cents: 1500 })
    expect(await admin.api.call('listBalances')).toMatchObject({ currency: 'EUR', entries: [{ ...row, due_cents: 1500 }] })
    await pay(1500)
    expect((await admin.api.call('adminListEntries'))[0]).toMatchObject({ is_paid: true, payment_type: 'cash' })
    await expect(pay(1)).rejects.toMatchObject({ status: 409, code: 'nothing_due' })
    await admin.api.call('setPayment', { params: { id: entry }, body: { is_paid: false } })
    expect(await dues()).toMatchObject({ is_paid: false, paid_cents: 0, due_cents: 2500 })
  })

  test('members see the Zelle address in a pool that plays for dollars', async () => {
    await admin.api.call('updateTreasurer', { body: { zelle: ' pay@club.example ' } })
    expect((await member.api.call('getDues')).zelle).toBeNull()
    await admin.api.call('updateRules', { body: { currency: 'USD' } })
    expect((await member.api.call('getDues')).zelle).toBe('pay@club.example')
    await expect(admin.api.call('updateTreasurer', { body: { zelle: 'nobody' } })).rejects.toMatchObject({ status: 400 })
  })

  test('nothing is paid out before the season is decided', async () => {
    await admin.api.call('confirmPayments', { body: { entry_ids: [entry] } })
    expect(await admin.api.call('recordPayouts', { body: { entry_ids: [entry], payment_type: 'cash' } })).toEqual({ recorded: 0 })
    expect(await admin.api.call('listPayouts', { query: {} })).toMatchObject({ pot_cents: 2250, payouts: [] })
  })

  test('no handle, account number or text of a bank is in the log', async () => {
    await admin.api.call('updateTreasurer', { body: { iban: 'DE89370400440532013000', holder: 'Canary Holder' } })
    await importCsv(`date,amount,text\n2025-09-01,25.00,Canary Payer ${(await dues()).reference}`, false)
    const text = JSON.stringify(await admin.api.call('listAudit', { query: { limit: '200' } }))
    expect(text).toContain('TreasurerChanged')
    expect(text).not.toMatch(/Canary|DE8937/)
  })
})
