import { signIn } from '@outlast/testing/browser/sign-in'
import { expectAccessibleOnEachScreen } from './support/axe.ts'
import { expect, test } from './support/test.ts'

test.describe.configure({ timeout: 180_000 })

test('a member pays, says so, and the admin sees it live and confirms it', async ({ page, openPage, pool }) => {
  const max = await pool.member('Max Payer')
  await pool.admin.api.call('updateRules', { body: { entry_fee_cents: 2500, currency: 'EUR' } })
  await pool.admin.api.call('updateTreasurer', {
    body: { paypal: 'ourclub', iban: 'DE89370400440532013000', holder: 'Our Club' },
  })
  await max.api.call('createEntry', { body: { user_id: max.user.id, name: 'Anchors' } })
  const admin = await openPage({ as: pool.admin })
  await admin.goto('/admin/payments')
  await expect(admin.getByRole('heading', { name: 'Where members pay' })).toBeVisible({ timeout: 60_000 })
  await expect(admin.getByLabel('IBAN')).toHaveValue('DE89370400440532013000')

  await signIn(page, max)
  await page.goto('/account')
  const entry = page.getByRole('article', { name: 'Anchors', exact: true }).first()
  await expect(entry.getByText('€25.00').first()).toBeVisible()
  await expect(entry.getByRole('link', { name: 'Pay with PayPal' })).toHaveAttribute('href', 'https://paypal.me/ourclub/25.00EUR')
  await entry.getByText('Bank transfer').click()
  await expect(entry.getByRole('img', { name: /^QR code to pay Anchors/ })).toBeVisible()
  await expectAccessibleOnEachScreen(page, 'money-member')
  await entry.getByRole('button', { name: 'I have paid: Anchors' }).click()
  await expect(entry.getByText('Waiting for the treasurer')).toBeVisible()

  await expect(admin.getByRole('heading', { name: '1 member says “I have paid”' })).toBeVisible()
  await expectAccessibleOnEachScreen(admin, 'money-admin')
  await admin.getByRole('button', { name: 'Confirm 1 payment' }).click()
  await expect(admin.getByRole('heading', { name: '1 member says “I have paid”' })).toBeHidden()
  // The member's page follows without a reload.
  await expect(
    page.getByRole('article', { name: 'Anchors', exact: true }).first().getByText('Paid', { exact: true }),
  ).toBeVisible()

  // The pot is shown to everybody as soon as the rules say so.
  await pool.admin.api.call('createWeek', { body: { season_year: 2031, week_number: 1 } })
  const visitor = await openPage()
  for (const path of ['/auth', '/history', '/reveal']) {
    await pool.admin.api.call('updateRules', { body: { pot_public: false } })
    await visitor.goto(path)
    await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(visitor.getByText('in the pot')).toHaveCount(0)
    await pool.admin.api.call('updateRules', { body: { pot_public: true } })
    await expect(visitor.getByText('€25.00 in the pot')).toBeVisible()
  }
})

test('a bank’s file is shown row by row before one click records it', async ({ page, pool }) => {
  const max = await pool.member('Max Payer')
  await pool.admin.api.call('updateRules', { body: { entry_fee_cents: 2500, currency: 'EUR' } })
  await max.api.call('createEntry', { body: { user_id: max.user.id, name: 'Anchors' } })
  const [owed] = (await max.api.call('getDues')).entries
  await signIn(page, pool.admin)
  await page.goto('/admin/payments')
  const buffer = Buffer.from(`Datum;Text;Betrag\n01.09.2031;Fee ${owed?.reference};25,00\n02.09.2031;Rent;-900,00`)
  await page.getByLabel('CSV file of your bank').setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByRole('list', { name: 'Rows of the file' }).getByRole('listitem')).toHaveCount(2)
  await expectAccessibleOnEachScreen(page, 'money-import')
  await page.getByRole('button', { name: 'Record 1 payment' }).click()
  await expect(page.getByText('1 payment recorded.')).toBeVisible()
})
