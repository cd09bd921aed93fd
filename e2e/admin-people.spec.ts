import type { Page } from '@playwright/test'
import { expectToast, recordToasts } from './support/toasts.ts'
import type { BrowserPool } from '@outlast/testing'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expect, test } from './support/test.ts'

const SITE_TIME = '2031-09-03T12:00:00.000Z'
const PHRASE = 'DELETE ALL USERS AND ENTRIES'

const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('alertdialog')
const person = (page: Page, name: string) =>
  main(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader').getByRole('button', { name }) })
const opener = (page: Page, name: string) => main(page).getByRole('rowheader').getByRole('button', { name })
/** What a user is and has, beside the name. */
const tags = (page: Page, name: string) => person(page, name).getByRole('cell').nth(1)
const names = (page: Page) => main(page).getByRole('rowheader')
const entryForm = (page: Page, name: string) => main(page).getByRole('form', { name: `Entry ${name}`, exact: true })

async function openPeople(page: Page, pool: BrowserPool) {
  await recordToasts(page)
  await signIn(page, pool.admin)
  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { name: 'Admin Users & Entries', level: 1 })).toBeVisible()
  await expect(opener(page, 'Ada Admin')).toBeVisible()
}

async function createEntries(pool: BrowserPool, name: string, entries: readonly string[]) {
  const { user, api } = await pool.member(name)
  const created = []
  for (const entry of entries) created.push(await api.call('createEntry', { body: { user_id: user.id, name: entry } }))
  return created
}

test('an admin creates a user with an invitation, edits and deletes the account', async ({ page, openPage, pool, problems }) => {
  problems.allow(/status of 409/, /status of 400/)
  await openPeople(page, pool)
  const form = main(page).getByRole('form', { name: 'Create user' })
  await form.getByRole('button', { name: 'Create User' }).click()
  await expect(form.getByRole('alert')).toHaveText(['First name required', 'Last name required', 'Email required'])
  await form.getByLabel('First name').fill('Nora')
  await form.getByLabel('Last name').fill('New')
  await form.getByLabel('Email').fill('ADA.admin@club.example')
  await form.getByLabel('Mobile').fill('tel. +1 (555) 010-0199 ext.')
  await expect(form.getByLabel('Mobile')).toHaveValue('+15550100199')
  await form.getByRole('button', { name: 'Create User' }).click()
  await expect(form.getByRole('alert')).toHaveText('An account with this email already exists')
  await form.getByLabel('Email').fill('nora@club.example')
  await form.getByRole('button', { name: 'Create User' }).click()
  await expectToast(page, 'User created')
  await expect(person(page, 'Nora New')).toContainText('nora@club.example · +15550100199')
  const invitation = await pool.mail.waitFor('nora@club.example')
  const invited = await openPage()
  await invited.goto(invitation.links[0] ?? '')
  await expect(invited.getByLabel('Password', { exact: true })).toBeVisible()

  // A save sends only edited fields, so it does not overwrite another admin's change.
  await opener(page, 'Nora New').click()
  const nora = person(page, 'New')
  await nora.getByLabel('First name').fill('Norah')
  const { id } = (await pool.admin.api.call('adminListUsers')).find(({ email }) => email === 'nora@club.example')!
  await pool.admin.api.call('adminUpdateUser', { params: { id }, body: { last_name: 'Newest' } })
  await expect(nora.getByRole('status')).toContainText('Someone else changed this.')
  await expect(nora.getByRole('status')).toContainText('New: last name Newest.')
  await expect(nora.getByLabel('Last name')).toHaveValue('Newest')
  await nora.getByLabel('Mobile').fill('(0)30 / 1234-56 home')
  await expect(nora.getByLabel('Mobile')).toHaveValue('030123456')
  await nora.getByRole('button', { name: 'Save User' }).click()
  await expectToast(page, 'User updated')
  await nora.getByRole('button', { name: 'Make treasurer' }).click()
  await expect(dialog(page)).toContainText('Norah can then record payments and payouts')
  await expect(dialog(page)).toContainText('the audit trail tells everyone')
  await dialog(page).getByRole('button', { name: 'Make treasurer' }).click()
  await expect(tags(page, 'Norah Newest')).toContainText('Treasurer')
  await nora.getByRole('button', { name: 'Take treasurer' }).click()
  await dialog(page).getByRole('button', { name: 'Take treasurer' }).click()
  await expect(tags(page, 'Norah Newest')).not.toContainText('Treasurer')
  await nora.getByRole('button', { name: 'Make admin' }).click()
  await expect(dialog(page)).toContainText('1 member becomes admin')
  await dialog(page).getByRole('button', { name: 'Make admin' }).click()
  await expect(tags(page, 'Norah Newest')).toContainText('Admin')
  await nora.getByLabel('Email').fill('nowhere')
  await nora.getByRole('button', { name: 'Save User' }).click()
  await expect(dialog(page)).toContainText('The audit trail tells everyone that you changed it.')
  await dialog(page).getByRole('button', { name: 'Change Email' }).click()
  await expect(nora.getByLabel('Email')).toHaveAccessibleDescription('Enter a valid email address')

  await nora.getByRole('button', { name: 'Delete User' }).click()
  await expect(dialog(page)).toContainText('Delete this user and all their entries and picks? This cannot be undone.')
  await dialog(page).getByRole('button', { name: 'Delete User' }).click()
  await expectToast(page, 'User deleted')
  await expect(opener(page, 'Norah Newest')).toBeHidden()

  await opener(page, 'Ada Admin').click()
  const ada = person(page, 'Ada Admin')
  await expect(ada.getByLabel('Email')).toHaveAttribute('readonly')
  await ada.getByRole('button', { name: 'Give up admin' }).click()
  await expect(ada.getByRole('alert')).toHaveText('The last admin cannot be demoted or deleted')
  await expect(ada.getByText('No entries', { exact: true }).last()).toBeVisible()
  await expect(ada.getByRole('button', { name: 'Activate All' })).toBeHidden()
})

test('an admin creates, renames, eliminates and deletes entries of a user', async ({ page, pool, problems }) => {
  problems.allow(/status of 409/)
  await pool.setSiteTime(SITE_TIME)
  await pool.admin.api.call('createWeek', { body: { season_year: 2031, week_number: 1 } })
  await createEntries(pool, 'Mia Member', ['Anchors'])
  await openPeople(page, pool)
  await expect(tags(page, 'Mia Member')).toContainText('1 alive')
  await opener(page, 'Mia Member').click()
  const mia = person(page, 'Mia Member')
  const fresh = mia.getByRole('form', { name: 'New entry' })
  await fresh.getByRole('button', { name: 'Create Entry' }).click()
  await expect(fresh.getByRole('alert')).toHaveText('Enter a name for the new entry')
  await fresh.getByLabel('New entry name').fill(' anchors ')
  await fresh.getByRole('button', { name: 'Create Entry' }).click()
  await expect(fresh.getByRole('alert')).toHaveText('You already have an entry with this name')
  await fresh.getByLabel('New entry name').fill('Badgers')
  await fresh.getByRole('button', { name: 'Create Entry' }).click()
  await expectToast(page, 'Entry created')
  await expect(fresh.getByLabel('New entry name')).toHaveValue('')

  const badgers = entryForm(page, 'Badgers')
  await expect(badgers).toContainText(/ID \d+/)
  await badgers.getByLabel('New name').fill('Bears')
  await badgers.getByLabel('Eliminated').check()
  await badgers.getByRole('button', { name: 'Save Entry' }).click()
  await dialog(page).getByRole('button', { name: 'Save Entry' }).click()
  await expectToast(page, 'Entry updated')
  await expect(entryForm(page, 'Bears')).toContainText('Out in week 1')
  await expect(tags(page, 'Mia Member')).toContainText('1 alive1 out')
  await page.getByLabel('Sort entries').selectOption('eliminated')
  await expect(mia.getByRole('form', { name: /^Entry / }).locator('strong')).toHaveText(['Bears', 'Anchors'])
  await page.getByLabel('Sort entries').selectOption('active')
  await expect(mia.getByRole('form', { name: /^Entry / }).locator('strong')).toHaveText(['Anchors', 'Bears'])

  await entryForm(page, 'Anchors').getByRole('button', { name: 'Delete Entry' }).click()
  await expect(dialog(page)).toContainText('Delete this entry?')
  await dialog(page).getByRole('button', { name: 'Delete Entry' }).click()
  await expectToast(page, 'Entry deleted')
  await expect(entryForm(page, 'Anchors')).toBeHidden()

  // Her only entry is out, so the filter hides her, but never while she has unsaved edits.
  await main(page).getByLabel('Show only users with an active entry').check()
  await expect(main(page).getByText('No user with an active entry matches.')).toBeVisible()
  await main(page).getByRole('button', { name: 'Show all users' }).click()
  await page.getByLabel('Search').fill('bears')
  await expect(names(page)).toHaveCount(1)
  await entryForm(page, 'Bears').getByLabel('New name').fill('Bees')
  await page.getByLabel('Search').fill('ada')
  await expect(names(page)).toContainText(['Ada Admin', 'Mia Member'])
})

test('bulk actions eliminate and activate all entries and count failures', async ({ page, openPage, pool, problems }) => {
  problems.allow(/status of 500/)
  await pool.setSiteTime(SITE_TIME)
  await pool.admin.api.call('createWeek', { body: { season_year: 2031, week_number: 1 } })
  const entries = await createEntries(
    pool,
    'Mia Member',
    Array.from({ length: 12 }, (_, index) => `Entry ${index + 1}`),
  )
  await openPeople(page, pool)
  const other = await openPage({ as: pool.admin })
  await other.goto('/admin/users')
  await expect(tags(other, 'Mia Member')).toContainText('12 alive')

  const failing = new Set(entries.slice(3, 6).map(({ id }) => `/api/admin/entries/${id}`))
  await page.route('**/api/admin/entries/*', (route) =>
    failing.has(new URL(route.request().url()).pathname)
      ? route.fulfill({ status: 500, contentType: 'application/json', body: '{}' })
      : route.continue(),
  )
  const userTools = main(page).getByRole('complementary', { name: 'User tools' })
  await userTools.getByRole('button', { name: 'Eliminate all' }).click()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await userTools.getByRole('button', { name: 'Eliminate all' }).click()
  await dialog(page).getByRole('button', { name: 'Eliminate all' }).click()
  await expect(userTools.getByText('Bulk action complete: 9 updated, 3 failed')).toBeVisible()
  await expect(tags(page, 'Mia Member')).toContainText('3 alive9 out')
  await expect(tags(other, 'Mia Member')).toContainText('3 alive9 out')

  await page.route('**/api/admin/entries/*', (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
  )
  await userTools.getByRole('button', { name: 'Activate all' }).click()
  await dialog(page).getByRole('button', { name: 'Activate all' }).click()
  await expect(userTools.getByRole('alert')).toHaveText('Bulk action failed')
  await page.unrouteAll()

  await opener(page, 'Mia Member').click()
  const mia = person(page, 'Mia Member')
  await mia.getByRole('button', { name: 'Activate All' }).click()
  await dialog(page).getByRole('button', { name: 'Activate All' }).click()
  await expect(mia.getByText('Bulk action complete: 12 updated, 0 failed')).toBeVisible()
  await expect(tags(other, 'Mia Member')).toContainText('12 alive')
})

test('purging all users needs the typed phrase and keeps admins', async ({ page, pool }) => {
  await createEntries(pool, 'Mia Member', ['Anchors', 'Badgers'])
  await createEntries(pool, 'Otto Other', ['Comets'])
  await openPeople(page, pool)
  await page.goto('/admin/danger')
  const purge = main(page).getByRole('region', { name: 'Purge users and entries' })
  await purge.getByRole('button', { name: 'Purge all users and entries' }).click()
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  const phrase = dialog(page).getByLabel(`Type ${PHRASE}`)
  await phrase.fill(PHRASE.toLowerCase())
  await expect(dialog(page).getByRole('button', { name: 'Purge' })).toBeDisabled()
  await phrase.fill(PHRASE)
  await dialog(page).getByRole('button', { name: 'Purge' }).click()
  await expect(purge.getByText('Purged 2 users, 3 entries and 0 picks')).toBeVisible()
  await page.goto('/admin/users')
  await expect(names(page)).toHaveText([/Ada Admin/])
  await expect(main(page).getByText('0 entries')).toBeVisible()
})

test('the user list loads without a live view, and each part shows its own error', async ({ page, pool, problems }) => {
  problems.allow(/status of 500/)
  await createEntries(pool, 'Mia Member', ['Anchors'])
  const fail = { status: 500, contentType: 'application/json', body: '{}' }
  for (const path of ['**/api/live/admin', '**/api/admin/users', '**/api/admin/entries'])
    await page.route(path, (route) => route.fulfill(fail))
  await signIn(page, pool.admin)
  await page.goto('/admin/users')
  await expect(main(page).getByRole('alert')).toContainText(['Failed to load entries', 'Failed to load users'])
  await page.unroute('**/api/admin/users')
  await main(page).getByRole('alert').filter({ hasText: 'users' }).getByRole('button', { name: 'Retry' }).click()
  await opener(page, 'Mia Member').click()
  await expect(entryForm(page, 'Anchors')).toBeVisible()
  await page.unroute('**/api/live/admin')
  await expect(tags(page, 'Mia Member')).toContainText('1 alive')
  await expect(main(page).getByRole('alert')).toHaveCount(0)
})

test('long user lists render only visible rows, and edits survive scrolling', async ({ page, pool }) => {
  const { api } = pool.admin
  const numbers = Array.from({ length: 205 }, (_, index) => String(index).padStart(3, '0'))
  for (const number of numbers) {
    const body = { first_name: 'Member', last_name: number, email: `m${number}@club.example`, password: 'kickoff on a thursday' }
    const { id } = await api.call('adminCreateUser', { body })
    await api.call('createEntry', { body: { user_id: id, name: `Entry ${number}` } })
  }
  await openPeople(page, pool)
  await opener(page, 'Member 000').click()
  const first = person(page, 'Member 000').getByLabel('First name')
  await first.fill('Remember')
  expect(await names(page).count()).toBeLessThan(60)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(opener(page, 'Member 204')).toBeInViewport()
  await expect(first).toBeHidden()
  await page.evaluate(() => scrollTo(0, 0))
  await expect(first).toHaveValue('Remember')

  await page.getByRole('banner').getByRole('link', { name: 'Admin Payments' }).click()
  const table = main(page).getByRole('table', { name: 'Payments' })
  await expect(table).toHaveAttribute('aria-rowcount', '206')
  const type = table.getByLabel('Payment type: Entry 000 of Member 000')
  await type.selectOption('cash')
  expect(await table.getByRole('row').count()).toBeLessThan(60)
  const region = main(page).getByRole('region', { name: 'Payments' })
  await region.focus()
  // One press may not reach the end, because rows are measured while the browser scrolls.
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(table.getByRole('row').filter({ hasText: 'Entry 204' })).toBeInViewport({ timeout: 2_000 })
  }).toPass()
  await expect(type).toBeHidden()
  await expect(table.getByRole('columnheader', { name: 'Payment type' })).toBeInViewport()
  await region.evaluate((element) => element.scrollTo(0, 0))
  await expect(type).toHaveValue('cash')
})
