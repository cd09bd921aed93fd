import type { Page } from '@playwright/test'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/test.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Reminders and news' })
const HOUR_MS = 3_600_000

test('a member chooses what arrives by mail, and gets a test', async ({ page, pool }) => {
  const mia = await pool.member('Mia Member')
  await signIn(page, mia)
  await page.goto('/account')
  await card(page).getByRole('checkbox', { name: 'The reveal is open' }).check()
  await expect(card(page).getByRole('checkbox', { name: 'The reveal is open' })).toBeChecked()
  await card(page).getByRole('button', { name: 'Send me a test' }).click()
  expect((await pool.mail.waitFor(mia.email)).subject).toContain('It works')
})

test('switching reminders on asks first whom it would remind at once', async ({ page, pool }) => {
  const mia = await pool.member('Mia Member')
  const { id: week } = await pool.admin.api.call('createWeek', { body: { season_year: 2031, week_number: 1 } })
  const lock_time = new Date(Date.now() + 2 * HOUR_MS).toISOString()
  await pool.admin.api.call('updateWeek', { params: { id: week }, body: { lock_time } })
  await mia.api.call('createEntry', { body: { user_id: mia.id, name: 'Lucky Mia' } })
  await signIn(page, pool.admin)
  await page.goto('/admin/reminders')
  const box = page.getByRole('checkbox', { name: 'Send reminders and news' })
  await box.click()
  const question = page.getByRole('alertdialog', { name: 'Remind 1 member now?' })
  await expect(question).toContainText('Mia Member')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(box).not.toBeChecked()
  expect((await pool.admin.api.call('getReminders')).enabled).toBe(false)
  await box.click()
  await question.getByRole('button', { name: 'Switch on and remind' }).click()
  await expect(box).toBeChecked()
  await expect.poll(async () => (await pool.admin.api.call('getReminders')).enabled).toBe(true)
})

test('an admin switches reminders on, sets their times, reminds members now, and sees who they were', async ({
  page,
  pool,
  openPage,
}) => {
  const mia = await pool.member('Mia Member')
  const { id: week } = await pool.admin.api.call('createWeek', { body: { season_year: 2031, week_number: 1 } })
  const lock_time = new Date(Date.now() + 160 * HOUR_MS).toISOString()
  await pool.admin.api.call('updateWeek', { params: { id: week }, body: { lock_time } })
  await mia.api.call('createEntry', { body: { user_id: mia.id, name: 'Lucky Mia' } })
  await signIn(page, pool.admin)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Switch reminders on' }).click()
  await page.getByRole('checkbox', { name: 'Send reminders and news' }).check()
  await page.getByRole('button', { name: 'Add a time' }).click()
  await expect(page.getByLabel('Reminder 2', { exact: true })).toHaveValue('24')
  await page.getByRole('button', { name: 'Remove the reminder 3 hours before the lock' }).click()
  await expect(page.getByLabel('Reminder 3', { exact: true })).toHaveCount(0)
  await expect.poll(async () => (await pool.admin.api.call('getReminders')).hours_before).toEqual([48, 24])
  await page.reload()
  const watching = await openPage({ as: pool.admin })
  await watching.goto('/admin/reminders')
  await expect(watching.getByRole('button', { name: 'Remind now' })).toBeEnabled()
  await page.getByRole('button', { name: 'Remind now' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remind now' }).click()
  for (const screen of [page, watching]) await expect(screen.getByText('1 member, by hand')).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Remind now' })).toBeDisabled()
  await page.getByText('Who they are').click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Mia Member' })).toContainText('Mail')
  await expectAccessible(page)
  const mail = await pool.mail.waitFor(mia.email)
  const link = /^No more mails like this: (\S+)$/m.exec(mail.text)?.[1] ?? ''
  const visitor = await page.context().browser()?.newPage()
  await visitor?.goto(link)
  await visitor?.getByRole('button', { name: 'Stop these messages' }).click()
  await expect(visitor?.getByText('You get no more messages of this kind') ?? page.locator('nothing')).toBeVisible()
  expect((await mia.api.call('getNotifications')).news.reminder).toBe(false)
  await visitor?.close()
})
