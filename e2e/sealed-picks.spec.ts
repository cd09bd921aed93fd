import type { Page } from '@playwright/test'
import { signInByForm } from '@outlast/testing/browser/sign-in'
import { PASSWORD } from '@outlast/testing'
import { onEachScreen, expect, test } from './support/test.ts'

const OLD = 'mia.member@club.example'
const NEW = 'mia.new@club.example'
const card = (page: Page, name: string) => page.getByRole('main').getByRole('article', { name })

onEachScreen(() => {
  test('a sealed pick is hidden on the dashboard until the link in the mail to the old address is confirmed', async ({
    page,
    openPage,
    pool,
    problems,
  }) => {
    problems.allow(/status of 403.*reveal/, /status of 404/, /status of 401/)
    const { id: weekId } = await pool.admin.api.call('createWeek', { body: { season_year: 2031, week_number: 1 } })
    const mia = await pool.member('Mia Member')
    for (const name of ['Alpha', 'Beta']) await mia.api.call('createEntry', { body: { user_id: mia.user.id, name } })
    const entries = await mia.api.call('userEntries', { params: { id: mia.user.id } })
    const alpha = entries.find(({ name }) => name === 'Alpha')?.id ?? 0
    await mia.api.call('submitPick', { body: { entry_id: alpha, week_id: weekId, team_abbr: 'KC' } })

    const admin = await openPage({ as: pool.admin })
    await admin.goto('/admin/users')
    await admin.getByRole('rowheader').getByRole('button', { name: 'Mia Member' }).click()
    const form = admin.getByRole('form', { name: 'User Mia Member' })
    await form.getByLabel('Email').fill(NEW)
    await form.getByRole('button', { name: 'Save User' }).click()
    const warning = admin.getByRole('alertdialog')
    await expect(warning).toContainText('All their logins end')
    await warning.getByRole('button', { name: 'Change Email' }).click()
    await expect(admin.getByRole('row', { name: 'Mia Member' })).toContainText(NEW)

    await signInByForm(page, { ...mia, email: NEW })
    await expect(page.getByRole('complementary', { name: 'Your earlier picks are sealed' })).toContainText('old address')
    await expect(card(page, 'Alpha')).toContainText('Sealed pick')
    await expect(card(page, 'Alpha').getByRole('button', { name: 'Submit Pick' })).toHaveCount(0)
    await expect(card(page, 'Beta').getByRole('button', { name: 'Submit Pick' })).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText('Chiefs')

    const mail = await pool.mail.waitFor(OLD)
    const confirmation = await openPage()
    await confirmation.goto(mail.links[0] ?? '')
    await expect(confirmation.getByRole('heading', { level: 1 })).toHaveText('Confirm your new email')
    await confirmation.getByRole('button', { name: 'I agree to the change' }).click()
    await expect(confirmation.getByRole('main')).toContainText('The picks are not sealed any more.')
    await expect(card(page, 'Alpha')).toContainText('Chiefs')
    await expect(page.getByRole('complementary', { name: 'Your earlier picks are sealed' })).toHaveCount(0)
  })
})

test('a member whose password an admin chose is asked to replace it, and the request ends with that', async ({
  page,
  pool,
  problems,
}) => {
  problems.allow(/status of 403.*reveal/, /status of 404/)
  const body = { first_name: 'Nora', last_name: 'New', email: 'nora@club.example', password: PASSWORD }
  await pool.admin.api.call('adminCreateUser', { body })
  await signInByForm(page, body)
  const request = page.getByRole('complementary', { name: 'An admin chose your password' })
  await request.getByRole('link', { name: 'Change password' }).click()
  await page.getByLabel('Current password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('New password', { exact: true }).fill('a password of my own')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed.')).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Your Entries' })).toBeVisible()
  await expect(request).toHaveCount(0)
})
