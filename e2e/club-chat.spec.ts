import { signIn } from '@outlast/testing/browser/sign-in'
import { startLocalWebhook } from '@outlast/testing/fakes/local-webhook'
import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { expectToast, recordToasts } from './support/toasts.ts'

const form = (page: Page) => page.getByRole('form', { name: 'Connect a chat' })
const chatCard = (page: Page) => page.getByRole('region', { name: 'Our chat', exact: true })

test('an admin connects a chat, tests it, sees the news arrive live, and disconnects it', async ({ page, pool, problems }) => {
  problems.allow(/status of 400/)
  const chat = await startLocalWebhook()
  await recordToasts(page)
  await pool.admin.api.call('createWeek', { body: { season_year: 2030, week_number: 1 } })
  await signIn(page, pool.admin)
  await page.goto('/admin/webhooks')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Club Chat')
  await expect(page.getByText('No chat is connected yet')).toBeVisible()

  await form(page).getByRole('button', { name: 'Connect' }).click()
  await expect(form(page).getByText('Address required')).toBeVisible()
  await form(page).getByLabel('Webhook address').fill('http://chat.example/hook')
  await form(page).getByRole('button', { name: 'Connect' }).click()
  await expect(form(page).getByText('unless it leads to this machine')).toBeVisible()
  await form(page).getByLabel('Webhook address').fill(chat.url)
  await form(page).getByLabel('Name (optional)').fill('Our chat')
  await form(page).getByLabel('Who is out').uncheck()
  await form(page).getByRole('button', { name: 'Connect' }).click()
  await expectToast(page, 'Our chat is connected')
  await expect(page.getByText(/^whsec_/)).toBeVisible()
  await expect(chatCard(page)).toContainText('Not used yet')
  await expect(chatCard(page)).toContainText('The week is locked, the picks are open, the week is complete, the champion')
  await expect(form(page).getByLabel('Webhook address')).toHaveValue('')

  await chatCard(page).getByRole('button', { name: 'Send a test' }).click()
  await expectToast(page, 'The test arrived at Our chat')
  await expect(chatCard(page)).toContainText('Working')
  expect(JSON.parse(chat.received[0]?.body ?? '')).toMatchObject({
    content: expect.stringContaining('This is a test message from'),
  })

  await pool.admin.api.call('updateWeek', { params: { id: 1 }, body: { lock_time: '2020-01-01T00:00:00Z' } })
  await expect(chatCard(page).getByRole('listitem')).toHaveCount(3)
  await expect(chatCard(page).getByRole('listitem').first()).toContainText('The picks of week 1 are open.')
  await expect(chatCard(page).getByText(/^Delivered/)).toHaveCount(3)

  await chat.stop()
  await chatCard(page).getByRole('button', { name: 'Send a test' }).click()
  await expectToast(page, 'The test did not arrive at Our chat')
  await expect(chatCard(page)).toContainText('Not delivered: Nothing answers at this address')

  await page.reload()
  await expect(chatCard(page)).toBeVisible()
  await expect(page.getByText(/whsec_/)).toBeHidden()
  await chatCard(page).getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('No chat is connected yet')).toBeVisible()
})

test('a member gets a calendar address, adds it to a calendar, and replaces it', async ({ page, pool, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await recordToasts(page)
  await pool.admin.api.call('createWeek', { body: { season_year: 2030, week_number: 1 } })
  const mia = await pool.member('Mia Member')
  await signIn(page, mia)
  await page.goto('/account')
  const card = page.getByRole('region', { name: 'Calendar', exact: true })
  await expect(card).toContainText('never contains picks')
  await card.getByRole('button', { name: 'Get my calendar' }).click()
  const field = card.getByLabel('Your calendar’s address')
  await expect(field).toHaveValue(/\/api\/calendar\/[\w-]{43}\.ics$/)
  const first = await field.inputValue()
  await expect(card.getByRole('link', { name: 'Add to calendar' })).toHaveAttribute('href', first.replace(/^http:/, 'webcal:'))
  await card.getByRole('button', { name: 'Copy address' }).click()
  await expectToast(page, 'Address copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first)
  const read = (address: string) => page.request.get(new URL(address).pathname)
  expect(await (await read(first)).text()).toContain('SUMMARY:Week 1: picks lock')

  await card.getByRole('button', { name: 'New address' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make a new address' }).click()
  await expect(field).not.toHaveValue(first)
  expect((await read(first)).status()).toBe(404)
  const second = await field.inputValue()
  await page.reload()
  await expect(field).toHaveValue(second)
})
