import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { expectToast, recordToasts } from './support/toasts.ts'
import { forEachConcurrently, type Person, type BrowserPool, range } from '@outlast/testing'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expect, test } from './support/test.ts'

const SITE_TIME = '2031-09-04T02:30:00.000Z'
/** In New York it is still the previous day. */
const TODAY = '2031-09-03'

const main = (page: Page) => page.getByRole('main')
const table = (page: Page) => main(page).getByRole('table', { name: 'Payments' })
const rowOf = (page: Page, entry: string) => table(page).getByRole('row').filter({ hasText: entry })
const action = (row: Locator) => row.getByRole('button', { name: /^Mark (paid|unpaid)/ })
const type = (row: Locator) => row.getByLabel(/^Payment type/)
const date = (row: Locator) => row.getByLabel(/^Paid date/)
const expectSaved = (page: Page) => expectToast(page, 'Payment status updated')
const show = (page: Page, filter: string) => main(page).getByText(filter, { exact: true }).click()

async function createEntry(owner: Person, name: string) {
  return owner.api.call('createEntry', { body: { user_id: owner.user.id, name } })
}

async function createThreeEntries(pool: BrowserPool) {
  await pool.setSiteTime(SITE_TIME)
  const [zoe, bob] = [await pool.member('Zoe Able'), await pool.member('Bob Zulu')]
  return [await createEntry(zoe, 'Anchors'), await createEntry(bob, 'Badgers'), await createEntry(bob, 'Comets')] as const
}

async function openPayments(page: Page) {
  await recordToasts(page)
  await page.goto('/admin/payments')
  await expect(page.getByRole('heading', { name: 'Admin Payments', level: 1 })).toBeVisible()
}

test('marking an entry paid and unpaid updates other admins’ pages live', async ({ page, openPage, pool }) => {
  await createThreeEntries(pool)
  await signIn(page, pool.admin)
  const ben = await pool.member('Ben Second')
  await pool.admin.api.call('adminUpdateUser', { params: { id: ben.user.id }, body: { is_admin: true } })
  const other = await openPage({ as: ben })
  await Promise.all([openPayments(page), openPayments(other)])

  const row = rowOf(page, 'Anchors')
  await expect(row.getByRole('cell')).toContainText(['Zoe Able', 'zoe.able@club.example', 'Anchors', '–', 'Alive', 'Unpaid'])
  await action(row).click()
  await expect(row.getByRole('alert')).toHaveText('Choose a payment type: venmo, paypal, square or cash')
  await expect(type(row)).toBeFocused()
  await expect(type(row).getByRole('option')).toHaveText(['Choose…', 'Venmo', 'PayPal', 'Square', 'Cash'])
  await expect(date(row)).toHaveValue(TODAY)
  await type(row).selectOption('paypal')
  await expect(row.getByRole('alert')).toBeHidden()
  await date(row).fill('2031-09-01')
  await action(row).click()
  await expectSaved(page)

  // The default filter shows unpaid entries: the paid row disappears and the focus moves to the next row.
  await expect(row).toBeHidden()
  await expect(action(rowOf(page, 'Badgers'))).toBeFocused()
  await expect(rowOf(other, 'Anchors')).toBeHidden()
  await expect(main(other).getByText('2 unpaid')).toBeVisible()
  await expect(main(other).getByText('1 by PayPal')).toBeVisible()
  await show(other, 'Paid')
  const paid = rowOf(other, 'Anchors')
  await expect(paid.getByRole('cell')).toContainText(['Zoe Able', '', 'Anchors', '–', 'Alive', 'Paid', 'PayPal', '2031-09-01'])
  await expect(date(paid)).toBeHidden()
  await action(paid).click()
  await expectSaved(other)
  await expect(main(other).getByText('No one has paid yet')).toBeVisible()
  await expect(type(rowOf(page, 'Anchors'))).toHaveValue('')
  await expect(date(rowOf(page, 'Anchors'))).toHaveValue(TODAY)
})

test('an edited payment row keeps its edits when another admin changes it', async ({ page, pool, problems }) => {
  const [anchors, badgers] = await createThreeEntries(pool)
  await signIn(page, pool.admin)
  await openPayments(page)
  const row = rowOf(page, 'Anchors')
  await type(row).selectOption('venmo')
  const pay = { is_paid: true, payment_type: 'cash', paid_date: '2031-08-30' } as const
  await pool.admin.api.call('setPayment', { params: { id: anchors.id }, body: pay })
  await pool.admin.api.call('setPayment', { params: { id: badgers.id }, body: pay })
  await expect(rowOf(page, 'Badgers')).toBeHidden()
  await expect(row.getByRole('status')).toContainText('Someone else changed this.')
  await expect(row.getByRole('status')).toContainText('It is now paid: Cash, 2031-08-30.')
  await expect(type(row)).toHaveValue('venmo')
  await expect(action(row)).toHaveText('Mark unpaid')
  await row.getByRole('button', { name: /^Discard my edits/ }).click()
  await expect(row).toBeHidden()

  // Each row has its own save state and error, and a failed save keeps the edits.
  problems.allow(/net::ERR_/, /status of 5/)
  await page.route('**/payment', (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }))
  const comets = rowOf(page, 'Comets')
  await type(comets).selectOption('square')
  await action(comets).click()
  await expect(comets.getByRole('alert')).toHaveText('Failed to update payment')
  await expect(type(comets)).toHaveValue('square')
  await page.unroute('**/payment')
  await action(comets).click()
  await expectSaved(page)
  await expect(main(page).getByText('Everyone has paid')).toBeVisible()
})

test('the payments table remembers filter and sort, and its search covers all columns', async ({ page, pool }) => {
  await createThreeEntries(pool)
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, pool.admin)
  await openPayments(page)
  const entries = () => table(page).getByRole('row').getByRole('link')
  const [anchors, badgers, comets] = ['Zoe Able · Anchors', 'Bob Zulu · Badgers', 'Bob Zulu · Comets'] as const
  await expect(page.getByLabel('Unpaid', { exact: true })).toBeChecked()
  await expect(entries()).toHaveText([anchors, badgers, comets])
  await show(page, 'All')
  await page.getByLabel('Sort').selectOption('user')
  await expect(entries()).toHaveText([badgers, comets, anchors])
  await page.reload()
  await expect(page.getByLabel('All', { exact: true })).toBeChecked()
  await expect(page.getByLabel('Sort')).toHaveValue('user')
  await expect(entries()).toHaveText([badgers, comets, anchors])
  await page.getByLabel('Sort').selectOption('email')
  await page.getByLabel('Search').fill('able anch')
  await expect(entries()).toHaveText([anchors])
  await page.getByLabel('Search').fill('nobody')
  await page.getByRole('button', { name: 'Show all entries' }).click()
  await expect(entries()).toHaveText([badgers, comets, anchors])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('the payments table loads without a live view, and a failure can be retried', async ({ page, pool, problems }) => {
  problems.allow(/status of 5/)
  await createThreeEntries(pool)
  await signIn(page, pool.admin)
  const fail = { status: 500, contentType: 'application/json', body: '{}' }
  await page.route('**/api/live/admin', (route) => route.fulfill(fail))
  await page.route('**/api/admin/entries', (route) => route.fulfill(fail))
  await openPayments(page)
  await expect(main(page).getByRole('alert')).toContainText('Failed to load entries')
  await page.unroute('**/api/admin/entries')
  await main(page).getByRole('button', { name: 'Retry' }).click()
  const row = rowOf(page, 'Badgers')
  await type(row).selectOption('cash')
  await action(row).click()
  await expectSaved(page)
  await expect(row).toBeHidden()
})

test('the payments table has rows of 34 px and a visible height of 480 px, and renders 4 rows beyond it', async ({
  page,
  pool,
}) => {
  const mia = await pool.member('Mia With-A-Name-That-Does-Not-Fit-Into-Its-Column Member')
  await forEachConcurrently(range(230), (i) => createEntry(mia, `Entry ${String(i).padStart(3, '0')} with a very long name`))
  await signIn(page, pool.admin)
  await openPayments(page)
  await expect(table(page)).toHaveAttribute('aria-rowcount', '231')
  const rows = table(page).getByRole('rowgroup').nth(1).getByRole('row')
  const heights = () => rows.evaluateAll((all) => [...new Set(all.map((one) => one.getBoundingClientRect().height))])
  await expect(rows.first()).toBeVisible()
  expect(await heights()).toEqual([34])
  expect((await page.getByRole('region', { name: 'Payments', exact: true }).boundingBox())?.height).toBe(480)
  // 36 px of the visible height are the header. A row may be visible in part at either end.
  const visible = (480 - 36) / 34
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(visible + 4)
  expect(await rows.count()).toBeLessThanOrEqual(visible + 4 + 4 + 2)
  await type(rowOf(page, 'Entry 001')).selectOption('cash')
  expect(await heights()).toEqual([34])
})

test('names are shown whole at 1280 px, also with the columns about money', async ({ page, pool }) => {
  await pool.admin.api.call('updateRules', { body: { entry_fee_cents: 2500, currency: 'USD' } })
  const names = ['Walt Maximilian Brandenburg', 'Bartholomew Fitzgerald', 'Priya Venkataraman']
  for (const name of names) await createEntry(await pool.member(name), `${name.split(' ')[0]}’s Crew`)
  await signIn(page, pool.admin)
  await page.setViewportSize({ width: 1280, height: 800 })
  await openPayments(page)
  await expect(table(page).getByRole('columnheader', { name: 'Balance' })).toBeVisible()
  for (const text of names.flatMap((name) => [name, `${name.split(' ')[0]}’s Crew`])) {
    const shown = table(page).getByText(text, { exact: true })
    const isWhole = (box: Element) => box.scrollHeight <= box.clientHeight && box.scrollWidth <= box.clientWidth
    expect(await shown.evaluate(isWhole), text).toBe(true)
  }
  await expectNoSidewaysScroll(page, '/admin/payments')
})

test.describe('with a finger', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  test('on a phone 48 entries are 48 lines, and what members say they paid is answered in its line', async ({ page, pool }) => {
    await pool.setSiteTime(SITE_TIME)
    await pool.admin.api.call('updateRules', { body: { entry_fee_cents: 2500, currency: 'USD' } })
    const people = await Promise.all(range(6).map((i) => pool.member(`Member ${i}`)))
    await forEachConcurrently(range(48), (i) => createEntry(people[i % 6]!, `Entry ${i}`))
    const own = await people[3]!.api.call('userEntries', { params: { id: people[3]!.user.id } })
    for (const { id } of own.slice(0, 2)) await people[3]!.api.call('claimPayment', { params: { id } })
    await signIn(page, pool.admin)
    await openPayments(page)
    const rows = table(page).getByRole('row')
    await expect(rows).toHaveCount(48)
    await expect(rows.first()).toContainText('Says paid · $25.00 left')
    const height = async () => (await table(page).boundingBox())?.height ?? NaN
    expect(await height()).toBeLessThanOrEqual(48 * 52)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(6000)
    await expectNoSidewaysScroll(page, '/admin/payments')
    await expectAccessible(page)
    await page.screenshot({ path: test.info().outputPath('payments.png') })

    // Both answers are in reach of one thumb.
    for (const name of [/^Confirm: /, /^Decline: /]) {
      const box = await rows.first().getByRole('button', { name }).boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(44)
      expect((box?.x ?? 0) + (box?.width ?? 0) / 2).toBeGreaterThanOrEqual(390 / 2)
    }
    await rows
      .first()
      .getByRole('button', { name: /^Decline: / })
      .click()
    await expectToast(page, 'Declined: the entry is still unpaid')
    await rows
      .first()
      .getByRole('button', { name: /^Confirm: / })
      .click()
    await expectToast(page, '1 payment recorded')
    await expect(rows).toHaveCount(47)

    // A line opens for what is rare.
    const first = rows.first()
    await expect(first.getByLabel(/^Payment type/)).toHaveCount(0)
    await first.getByRole('button', { name: /^Details: / }).click()
    await first.getByLabel(/^Payment type/).selectOption('venmo')
    await first.getByRole('button', { name: /^Mark paid/ }).click()
    await expectSaved(page)
    await expect(rows).toHaveCount(46)
  })
})
