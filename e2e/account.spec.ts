import type { Instant, TeamAbbr } from '@outlast/domain'
import type { Locator, Page } from '@playwright/test'
import type { Person, BrowserPool } from '@outlast/testing'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/test.ts'

const NEW_PASSWORD = 'a long walk to the goal line'

const form = (page: Page, name: string) => page.getByRole('form', { name, exact: true })
const field = (within: Locator, label: string) => within.getByLabel(label, { exact: true })
const button = (within: Locator, name: string) => within.getByRole('button', { name, exact: true })
const main = (page: Page) => page.getByRole('main')
const weekOf = (page: Page, number: number) => main(page).getByRole('region', { name: `Week ${number}, 2030`, exact: true })
const changesOf = (week: Locator) => week.getByRole('listitem')

/** Creates an open week and an entry of the member. */
async function createWeekWithEntry(pool: BrowserPool, { user, api }: Person) {
  const week = await pool.admin.api.call('createWeek', { body: { season_year: 2030, week_number: 1 } })
  const entry = await api.call('createEntry', { body: { user_id: user.id, name: 'Mia One' } })
  return { week, entry, pick: (team_abbr: string) => ({ body: { entry_id: entry.id, week_id: week.id, team_abbr } }) }
}

/** Syncs a final score: Seattle wins in that week. */
async function syncFinalScore(pool: BrowserPool): Promise<void> {
  const kickoff = '2030-09-08T17:00:00.000Z' as Instant
  const teams = { home: 'SEA' as TeamAbbr, away: 'DAL' as TeamAbbr }
  const game = { espnId: '1', ...teams, kickoff, kickoffKnown: true, status: 'final' } as const
  pool.feed.setGames({ seasonYear: 2030, week: 1 }, [{ ...game, homeScore: 20, awayScore: 10, detail: 'Final' }])
  await pool.admin.api.call('syncGames', { body: { season_year: 2030, week_number: 1 } })
}

test('the profile form saves changes and shows changes made on another device', async ({ page, openPage, pool, problems }) => {
  problems.allow(/status of 400.*\/api\/account/, /status of 409.*\/api\/account/)
  const mia = await pool.member('Mia Member')
  await signIn(page, mia)
  await page.goto('/account')
  const phone = await openPage({ as: mia })
  await phone.goto('/account')
  const here = form(page, 'Profile')
  const there = form(phone, 'Profile')

  await field(there, 'Last name').fill('Unsaved Edit')
  await field(here, 'First name').fill(' Maria ')
  await field(here, 'Last name').fill('Moved')
  await field(here, 'Mobile').fill('+1 (555) 010-0199')
  await button(here, 'Save profile').click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(field(here, 'First name')).toHaveValue('Maria')
  await expect(field(there, 'First name')).toHaveValue('Maria')
  await expect(field(there, 'Mobile')).toHaveValue('+15550100199')
  await expect(field(there, 'Last name')).toHaveValue('Unsaved Edit')
  await button(there, 'Undo').click()
  await expect(field(there, 'Last name')).toHaveValue('Moved')
  await expect(button(there, 'Undo')).toBeHidden()

  await expect(field(here, 'Current password')).toBeHidden()
  await field(here, 'Email').fill(pool.admin.email)
  await button(here, 'Save profile').click()
  await expect(here.getByText('Current password required')).toBeVisible()
  await expect(field(here, 'Current password')).toBeFocused()
  await field(here, 'Current password').fill('not her password')
  await button(here, 'Save profile').click()
  await expect(here.getByText('The current password is not right')).toBeVisible()
  await field(here, 'Current password').fill(mia.password)
  await button(here, 'Save profile').click()
  await expect(here.getByText('An account with this email already exists')).toBeVisible()
  await field(here, 'Email').fill('maria@club.example')
  await button(here, 'Save profile').click()
  await expect(main(page).getByText('Signed in as maria@club.example')).toBeVisible()
  await expect(field(here, 'Current password')).toBeHidden()
  await expect(field(there, 'Email')).toHaveValue('maria@club.example')

  // What is typed while the profile is being saved is kept.
  let respond = (): void => undefined
  const responding = new Promise<void>((resolve) => void (respond = resolve))
  await page.route('**/api/account', async (route) => {
    await responding
    await route.continue()
  })
  await expect(button(here, 'Save profile')).not.toHaveAttribute('aria-busy')
  await field(here, 'Last name').fill('Married')
  await button(here, 'Save profile').click()
  await field(here, 'First name').fill('')
  respond()
  await expect(field(there, 'Last name')).toHaveValue('Married')
  await expect(button(here, 'Save profile')).not.toHaveAttribute('aria-busy')
  await expect(field(here, 'First name')).toHaveValue('')
  await button(here, 'Save profile').click()
  await expect(here.getByText('First name required')).toBeVisible()
})

test('changing the password ends all other sessions and keeps this one', async ({ page, openPage, pool, problems }) => {
  problems.allow(/status of 400.*\/api\/account\/password/, /status of 401/)
  const mia = await pool.member('Mia Member')
  const phone = await openPage({ as: mia })
  await phone.goto('/account')
  await signIn(page, mia)
  await page.goto('/account')
  await expect(main(page).getByText('No entries yet')).toBeVisible()
  await expect(main(phone).getByText('No entries yet')).toBeVisible()

  const password = form(page, 'Password')
  await button(password, 'Change password').click()
  await expect(password.getByText('Current password required')).toBeVisible()
  await expect(password.getByText('New password required')).toBeVisible()
  await field(password, 'Current password').fill('not her password')
  await field(password, 'New password').fill(NEW_PASSWORD)
  await button(password, 'Change password').click()
  await expect(password.getByText('The current password is not right')).toBeVisible()
  await field(password, 'Current password').fill(mia.password)
  await button(password, 'Change password').click()
  await expect(password.getByRole('status')).toHaveText('Password changed. All your other sessions have ended.')
  await expect(field(password, 'New password')).toHaveValue('')
  await expect(phone).toHaveURL(/\/auth$/)

  const { token } = await pool.api().call('login', { body: { email: mia.email, password: NEW_PASSWORD } })
  await pool.api(token).call('createEntry', { body: { user_id: mia.user.id, name: 'Still live' } })
  await expect(main(page).getByRole('heading', { name: 'Still live' })).toBeVisible()
  await page.reload()
  await expect(main(page).getByRole('heading', { name: 'Still live' })).toBeVisible()
})

test('a member can sign out of this device alone, which ends its session, or of all devices after a confirmation', async ({
  page,
  openPage,
  pool,
  problems,
}) => {
  problems.allow(/status of 401/)
  const mia = await pool.member('Mia Member')
  const other = pool.api((await pool.api().call('login', { body: { email: mia.email, password: mia.password } })).token)
  await signIn(page, mia)
  await page.goto('/account')
  await button(main(page), 'Sign out').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/auth$/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  // The server ended the session of this device, and no other one.
  await expect.poll(() => mia.api.call('me').catch(({ code }: { code: string }) => code)).toBe('token_revoked')
  await other.call('me')

  const { token } = await pool.api().call('login', { body: { email: mia.email, password: mia.password } })
  const as = { ...mia, token }
  const [phone, laptop] = [await openPage({ as }), await openPage({ as })]
  await laptop.goto('/account')
  await expect(main(laptop).getByText('No entries yet')).toBeVisible()
  await phone.goto('/account')
  await button(main(phone), 'Sign out everywhere').click()
  const question = phone.getByRole('alertdialog', { name: 'Sign out everywhere?' })
  await button(question, 'Cancel').click()
  await expect(question).toBeHidden()
  await expect(main(phone).getByText('No entries yet')).toBeVisible()
  await button(main(phone), 'Sign out everywhere').click()
  await button(question, 'Sign out everywhere').click()
  await expect(phone).toHaveURL(/\/auth$/)
  await expect(laptop).toHaveURL(/\/auth$/)
  await expect(other.call('me')).rejects.toMatchObject({ status: 401 })
})

test('the account page shows every pick change live, with a receipt', async ({ page, pool }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const mia = await pool.member('Mia Member')
  const { week, entry, pick } = await createWeekWithEntry(pool, mia)
  await signIn(page, mia)
  await page.goto('/account')
  await expect(main(page).getByText('No picks yet.')).toBeVisible()

  const first = await mia.api.call('submitPick', pick('DAL'))
  const one = weekOf(page, 1)
  await expect(changesOf(one)).toHaveCount(1)
  await expect(one.getByText('You picked DAL', { exact: true })).toBeVisible()
  await expect(one.getByText('Only you can see this until the week locks')).toBeVisible()
  await mia.api.call('changePick', { params: { id: first.id }, body: { team_abbr: 'GB' } })
  await expect(changesOf(one).nth(1)).toContainText('You changed to GB')
  await mia.api.call('clearPick', { params: { id: first.id } })
  await expect(changesOf(one).nth(2)).toContainText('You cleared the pick')
  const override = pick('SEA').body
  await pool.admin.api.call('overridePick', { body: { ...override, reason: 'Phoned in at 11:40' } })
  const byAdmin = changesOf(one).nth(3)
  await expect(byAdmin).toContainText('Ada Admin set the pick to SEA')
  await expect(byAdmin.getByText('Admin', { exact: true })).toBeVisible()
  await expect(byAdmin).toContainText('“Phoned in at 11:40”')

  const history = await mia.api.call('entryHistory', { params: { id: entry.id } })
  const proof = history.weeks[0]!.changes[0]!
  expect(proof).toMatchObject({ commitment: first.receipt.commitment, nonce: first.receipt.nonce, hash: first.receipt.head_hash })
  const change = changesOf(one).first()
  await change.getByText(/^Receipt/).click()
  for (const value of [String(proof.position), proof.commitment, proof.nonce, proof.hash]) {
    await expect(change.getByText(String(value), { exact: true })).toBeVisible()
  }
  await button(change, 'Copy receipt').click()
  await expect(page.getByText('Receipt copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(
    `Team: DAL\nRecorded: ${proof.recorded_at}\nPosition: ${proof.position}\nCommitment: ${proof.commitment}`,
  )

  await pool.setSiteTime(week.lock_time)
  await expect(one.getByText('Only you can see this until the week locks')).toBeHidden()
  await syncFinalScore(pool)
  await expect(one.getByRole('img', { name: 'SEA, win' })).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'Check it in the audit trail' })).toHaveAttribute('href', '/audit')
})

test('a pick history that fails to load keeps its content and can be retried', async ({ page, pool }) => {
  const mia = await pool.member('Mia Member')
  const { entry, pick } = await createWeekWithEntry(pool, mia)
  await mia.api.call('submitPick', pick('DAL'))
  await mia.api.call('createEntry', { body: { user_id: mia.user.id, name: 'Mia Two' } })
  await signIn(page, mia)
  await page.goto('/account')
  await expect(changesOf(weekOf(page, 1))).toHaveCount(1)
  pool.cut()
  await main(page).getByText('Mia Two').click()
  const failure = main(page).getByRole('alert').filter({ hasText: 'Failed to load history' })
  await expect(failure).toBeVisible()
  await mia.api.call('submitPick', pick('GB'))
  pool.restore()
  await button(failure, 'Retry').click()
  await expect(main(page).getByText('No picks yet.')).toBeVisible()
  await expect(changesOf(weekOf(page, 1))).toHaveCount(2)
  await mia.api.call('renameEntry', { params: { id: entry.id }, body: { name: 'Mia Renamed' } })
  await expect(main(page).getByRole('heading', { name: 'Mia Renamed' })).toBeVisible()
})

test('a member makes a token for a program, copies it while it is shown, and revokes it', async ({ page, pool, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const mia = await pool.member('Mia Member')
  await signIn(page, mia)
  await page.goto('/account')
  await main(page).getByText('Tokens for programs').click()
  await button(main(page), 'New token').click()
  const asked = page.getByRole('dialog', { name: 'New token' })
  await expect(asked.getByLabel('Payments')).toHaveCount(0)
  await field(asked, 'Name').fill('Display at the bar')
  await expect(field(asked, 'Read')).toBeChecked()
  await expectAccessible(page)
  await button(asked, 'Create token').click()
  const shown = page.getByRole('dialog', { name: 'The token “Display at the bar”' })
  const token = await field(shown, 'Token').inputValue()
  await button(shown, 'Copy').click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)
  const program = () => page.request.get('/api/account', { headers: { authorization: `Bearer ${token}` } })
  expect(await (await program()).json()).toMatchObject({ email: mia.email })
  await button(shown, 'Close').click()
  await page.reload()
  await main(page).getByText('Tokens for programs').click()
  await expect(main(page).getByText(/^Until .*, last used on /)).toBeVisible()
  await expect(page.getByText(token)).toHaveCount(0)
  await button(main(page), 'Revoke Display at the bar').click()
  await button(page.getByRole('alertdialog'), 'Revoke token').click()
  await expect(button(main(page), 'Revoke Display at the bar')).toHaveCount(0)
  expect(await (await program()).json()).toMatchObject({ code: 'token_ended' })
})
