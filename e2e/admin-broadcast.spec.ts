import type { Page } from '@playwright/test'
import { expectToast, recordToasts } from './support/toasts.ts'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expect, test } from './support/test.ts'

const main = (page: Page) => page.getByRole('main')
const subject = (page: Page) => main(page).getByLabel('Subject')
const body = (page: Page) => main(page).getByLabel('Message body')
const send = (page: Page) => main(page).getByRole('button', { name: 'Send Broadcast' })

test('a broadcast reaches every account, and a failed one keeps its draft', async ({ page, pool, problems }) => {
  await recordToasts(page)
  await signIn(page, pool.admin)
  const [mia, otto] = await Promise.all([pool.member('Mia Member'), pool.member('Otto Other')])
  await page.goto('/admin')
  await page.getByRole('link', { name: /Broadcast Coming soon/ }).click()
  await expect(page.getByRole('heading', { name: 'Admin Broadcast', level: 1 })).toBeVisible()
  await expect(main(page).getByText('Goes to 3 recipients immediately.')).toBeVisible()

  await expect(send(page)).toBeDisabled()
  await subject(page).fill('   ')
  await body(page).fill('Kickoff is on Thursday.')
  await expect(send(page)).toBeDisabled()
  await subject(page).fill('x'.repeat(201))
  await expect(subject(page)).toHaveAccessibleDescription('1 character too many')
  await expect(send(page)).toBeDisabled()
  await subject(page).fill('x'.repeat(199))
  await expect(subject(page)).toHaveAccessibleDescription('1 character left')
  await subject(page).fill('  The season starts  ')
  await body(page).fill('\n Kickoff is on Thursday.\n\nPick early. \n')
  await expect(subject(page)).toHaveAccessibleDescription('')

  problems.allow(/status of 500/)
  await page.route('**/api/admin/broadcast', (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
  )
  await send(page).click()
  await expect(main(page).getByRole('alert')).toHaveText('Failed to send')
  await page.getByRole('banner').getByRole('link', { name: 'Admin', exact: true }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Broadcast', exact: true }).click()
  await expect(subject(page)).toHaveValue('  The season starts  ')
  await expect(body(page)).toHaveValue('\n Kickoff is on Thursday.\n\nPick early. \n')
  expect(await pool.mail.count()).toBe(0)

  await page.unroute('**/api/admin/broadcast')
  await send(page).click()
  await expectToast(page, 'Sent to 3 recipients')
  await expect(main(page).getByText('Sent to 3 people.')).toBeVisible()
  await expect(subject(page)).toHaveValue('')
  await expect(send(page)).toBeDisabled()
  for (const { email } of [pool.admin, mia, otto]) {
    const mail = await pool.mail.waitFor(email)
    expect(mail.subject).toBe('The season starts')
    expect(mail.text.trim()).toMatch(/^Kickoff is on Thursday\.\r?\n\r?\nPick early\./)
  }
  await expect.poll(() => pool.mail.count()).toBe(3)
})
