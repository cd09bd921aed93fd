import { afterEach, beforeEach, expect, test } from 'vitest'
import { type NewsPool, SEASON, startNewsPool } from './support/news-pool.ts'

// What waits for an admin's answer lapses with what it was asked for (docs/rules.md §17).

let news: NewsPool

beforeEach(async () => {
  news = await startNewsPool({ names: ['Alpha', 'Beta', 'Gamma', 'Delta'] })
  const buyback = { until_week: 4, max_per_entry: 1, fee_cents: 2000 }
  await news.admin.call('updateRules', { body: { entry_fee_cents: 2500, currency: 'EUR', pot_public: true, buyback } })
})
afterEach(() => news.stop())

const owner = (name: string) => news.entries.get(name)!
const ask = (name: string) => owner(name).api.call('requestBuyback', { params: { id: owner(name).id } })
const answer = (name: string, action: 'confirm' | 'decline') =>
  news.admin.call('answerBuyback', { params: { id: owner(name).id }, body: { action } })
const rowOf = async (name: string) => {
  const rows = await news.admin.call('adminListEntries')
  return rows.find(({ id }) => id === owner(name).id)!
}
const setPayment = (name: string, body: { is_paid: boolean; payment_type?: 'cash' | 'venmo' }) =>
  news.admin.call('setPayment', { params: { id: owner(name).id }, body })

/** Alpha loses week 1; nobody else does. */
async function loseWeekOne(): Promise<void> {
  await news.pick('Alpha', 1, 'BUF')
  await news.lock(1)
  await news.finals(1, 'BUF 3-7 MIA')
}

test('a member who asked to buy back in sees the price, and after the next lock that the request lapsed; no admin can confirm it', async () => {
  await loseWeekOne()
  expect(await ask('Alpha')).toMatchObject({ status: 'requested', fee_cents: 2000, lapsed: null })
  expect((await rowOf('Alpha')).buyback).toMatchObject({ status: 'requested', fee_cents: 2000 })
  await news.lock(2)
  const lapsed = { status: 'withdrawn', fee_cents: 0, lapsed: { because: 'next_lock', week_number: 2 } }
  expect((await rowOf('Alpha')).buyback).toMatchObject(lapsed)
  await expect(answer('Alpha', 'confirm')).rejects.toMatchObject({ status: 409, code: 'no_buyback_requested' })
  const { lines } = await news.pool.visitor.call('listAudit', { query: {} })
  expect(lines.map(({ sentence }) => sentence)).toContain(
    'The request to buy “Alpha” of Owner Alpha back in ended, because week 2 locked.',
  )
})

test('an admin who puts an entry out by hand ends its request: it is not charged, and its owner cannot ask again', async () => {
  await loseWeekOne()
  await ask('Alpha')
  await news.admin.call('adminUpdateEntry', { params: { id: owner('Alpha').id }, body: { is_eliminated: true } })
  await expect(answer('Alpha', 'confirm')).rejects.toMatchObject({ status: 409, code: 'no_buyback_requested' })
  await expect(ask('Alpha')).rejects.toMatchObject({ status: 409, code: 'entry_not_out' })
  const { balances } = await news.admin.call('getLedger', { query: {} })
  expect(balances.buybacks).toBe(0)
})

test('five champions keep their title: no forgotten request of theirs can be made or confirmed after the season is decided', async () => {
  for (const name of news.entries.keys()) await news.pick(name, 1, 'BUF')
  await news.lock(1)
  await news.finals(1, 'BUF 3-7 MIA')
  await expect(ask('Alpha')).rejects.toMatchObject({ status: 409, code: 'buyback_too_late' })
  await expect(answer('Alpha', 'confirm')).rejects.toMatchObject({ status: 409, code: 'no_buyback_requested' })
})

test('the preview of a confirmation names the entry that comes back, and its token guards the answer', async () => {
  await loseWeekOne()
  await ask('Alpha')
  const call = { params: { id: owner('Alpha').id }, body: { action: 'confirm' as const, season_year: SEASON } }
  const found = await news.admin.call('previewCalls', { body: { calls: [{ call: 'answerBuyback', ...call }] } })
  expect(found.returned).toEqual([{ id: owner('Alpha').id, name: 'Alpha' }])
  const other = { ...call, body: { ...call.body, season_year: SEASON - 1 } }
  await expect(news.admin.call('answerBuyback', other)).rejects.toMatchObject({ status: 409, code: 'no_buyback_requested' })
  const confirmed = await news.admin.call('answerBuyback', { ...call, expectedConsequences: found.token })
  expect(confirmed).toMatchObject({ status: 'confirmed', fee_cents: 2000 })
})

test('a treasurer who marks an entry paid sees every debt that this settled, and a corrected type moves the amount', async () => {
  await loseWeekOne()
  await ask('Alpha')
  await answer('Alpha', 'confirm')
  const paid = await setPayment('Alpha', { is_paid: true, payment_type: 'cash' })
  expect(paid.settled).toEqual([
    { season_year: SEASON, kind: 'fee', cents: 2500, currency: 'EUR' },
    { season_year: SEASON, kind: 'buyback', cents: 2000, currency: 'EUR' },
  ])
  expect((await setPayment('Alpha', { is_paid: true, payment_type: 'venmo' })).settled).toEqual([])
  const { lines, balances } = await news.admin.call('getLedger', { query: {} })
  const payments = lines.filter(({ kind }) => kind === 'payment')
  expect(payments.map(({ payment_type, amount_cents }) => [payment_type, amount_cents])).toEqual([['venmo', 4500]])
  expect(balances.cash).toBe(4500)
})

test('a member who renews an entry sees what it still owes for last season, and confirming this season’s payment settles only that', async () => {
  await loseWeekOne()
  await news.admin.call('startSeason', { body: { season_year: SEASON + 1 } })
  const { id, api } = owner('Beta')
  await api.call('renewEntry', { params: { id } })
  const earlier = [{ season_year: SEASON, kind: 'fee', cents: 2500, currency: 'EUR' }]
  const dues = async () => (await api.call('getDues')).entries[0]
  expect(await dues()).toMatchObject({ season_year: SEASON + 1, due_cents: 2500, earlier })
  await api.call('claimPayment', { params: { id }, body: { payment_type: 'venmo' } })
  await news.admin.call('confirmPayments', { body: { entry_ids: [id] } })
  expect(await dues()).toMatchObject({ due_cents: 0, earlier })
  expect((await setPayment('Beta', { is_paid: true, payment_type: 'cash' })).settled).toEqual(earlier)
  expect(await dues()).toMatchObject({ due_cents: 0, earlier: [] })
})

test('an entry that sits out the current season is charged nothing there when it is marked paid', async () => {
  await loseWeekOne()
  const next = SEASON + 1
  await news.admin.call('startSeason', { body: { season_year: next } })
  const { id } = await news.admin.call('createWeek', { body: { season_year: next, week_number: 1 } })
  await news.admin.call('setCurrentWeek', { body: { week_id: id } })
  const paid = await setPayment('Beta', { is_paid: true, payment_type: 'cash' })
  expect(paid.settled).toEqual([{ season_year: SEASON, kind: 'fee', cents: 2500, currency: 'EUR' }])
  expect((await news.admin.call('getLedger', { query: { season: String(next) } })).lines).toEqual([])
  const pots = await Promise.all(
    [undefined, SEASON].map((season) =>
      news.pool.visitor.call('getPot', { query: season === undefined ? {} : { season: String(season) } }),
    ),
  )
  expect(pots.map(({ season_year, pot_cents }) => [season_year, pot_cents])).toEqual([
    [next, 0],
    [SEASON, 2500],
  ])
})
