import type { Page } from '@playwright/test'
import { expectToast, recordToasts } from './support/toasts.ts'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expect, test } from './support/test.ts'

const main = (page: Page) => page.getByRole('main')
const subject = (page: Page) => main(page).getByLabel('Subject')
const body = (page: Page) => main(page).getByLabel('Message body')
/** Confirms how many mails are written: this pool has no mail server. */
const confirmWriting = async (page: Page, mails: string) => {
  await expect(page.getByRole('alertdialog')).toContainText(`${mails} are written to files, nobody is mailed.`)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Write to files' }).click()
}
const send = (page: Page) => main(page).getByRole('button', { name: 'Send Broadcast' })

test('a broadcast during a rehearsal goes to the admins first, and can be seen and tried before', async ({ page, pool }) => {
  await recordToasts(page)
  await signIn(page, pool.admin)
  const mia = await pool.member('Mia Member')
  await pool.admin.api.call('setSiteTime', { body: { now_iso: '2030-09-01T12:00:00Z' } })
  await page.goto('/admin/broadcast')
  await expect(main(page).getByText('This is a rehearsal')).toBeVisible()
  await expect(main(page).getByLabel('Goes to')).toHaveValue('admins')
  await subject(page).fill('Rehearsal')
  await body(page).fill('Only a test.')
  await main(page).getByRole('button', { name: 'Preview' }).click()
  await expect(main(page).getByRole('region', { name: 'Preview' })).toContainText('Admins only: 1 recipient')
  await main(page).getByRole('button', { name: 'Send me a test' }).click()
  await expectToast(page, `A test is on its way to ${pool.admin.email}`)
  expect((await pool.mail.waitFor(pool.admin.email)).subject).toBe('Rehearsal')
  await send(page).click()
  await expect(page.getByRole('alertdialog')).toContainText('This is a rehearsal, and only admins get the mail.')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await main(page).getByLabel('Goes to').selectOption('all')
  await expect(main(page).getByRole('region', { name: 'Preview' })).toBeHidden()
  await send(page).click()
  await expect(page.getByRole('alertdialog')).toContainText('This is a rehearsal, but the mail reaches real people.')
  await confirmWriting(page, '2 mails')
  await expectToast(page, 'Written to files, nobody was mailed')
  expect((await pool.mail.waitFor(mia.email)).text.trim()).toMatch(/^Only a test\./)

  // The page of reminders and the desk say whom they reach meanwhile, and so does the question.
  await pool.admin.api.call('createWeek', { body: { season_year: 2030, week_number: 1 } })
  await pool.admin.api.call('updateReminders', { body: { enabled: true } })
  await mia.api.call('createEntry', { body: { user_id: mia.user.id, name: 'Anchors' } })
  await page.goto('/admin/reminders')
  await expect(main(page).getByRole('note')).toContainText('Reminders go to admins only, until it is cleared.')
  for (const [path, button] of [
    ['/admin/reminders', 'Remind now'],
    ['/admin', 'Remind all'],
  ] as const) {
    await page.goto(path)
    await main(page).getByRole('button', { name: button }).click()
    const question = page.getByRole('alertdialog', { name: 'Remind only admins now?' })
    await expect(question).toContainText('Admins without a pick get the message at once, other members get nothing.')
    await question.getByRole('button', { name: path === '/admin' ? 'Remind admins' : 'Cancel' }).click()
  }
  await expectToast(page, 'No admin is without a pick, so nobody was reminded')
})

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
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(subject(page)).toHaveValue('  The season starts  ')
  await send(page).click()
  await confirmWriting(page, '3 mails')
  await expect(main(page).getByRole('alert')).toHaveText('Failed to send')
  await page.getByRole('banner').getByRole('link', { name: 'Admin', exact: true }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Broadcast', exact: true }).click()
  await expect(subject(page)).toHaveValue('  The season starts  ')
  await expect(body(page)).toHaveValue('\n Kickoff is on Thursday.\n\nPick early. \n')
  expect(await pool.mail.count()).toBe(0)

  await page.unroute('**/api/admin/broadcast')
  await send(page).click()
  await confirmWriting(page, '3 mails')
  await expectToast(page, 'Written to files, nobody was mailed')
  await expect(main(page).getByText('Written to files, nobody was mailed.')).toBeVisible()
  await expect(subject(page)).toHaveValue('')
  await expect(send(page)).toBeDisabled()
  for (const { email } of [pool.admin, mia, otto]) {
    const mail = await pool.mail.waitFor(email)
    expect(mail.subject).toBe('The season starts')
    expect(mail.text.trim()).toMatch(/^Kickoff is on Thursday\.\r?\n\r?\nPick early\./)
  }
  await expect.poll(() => pool.mail.count()).toBe(3)
})
