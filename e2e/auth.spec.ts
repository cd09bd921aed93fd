import type { Page } from '@playwright/test'
import { signIn, signInByForm } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const NEW_PASSWORD = 'a long walk to the goal line'

const main = (page: Page) => page.getByRole('main')
const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true })
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const alert = (page: Page) => main(page).getByRole('alert')
const path = (page: Page) => new URL(page.url()).pathname

test('somebody registers on the way to a page, and gets there', async ({ page, pool }) => {
  await page.goto('/account')
  await expect(page).toHaveURL(/\/auth$/)
  await field(page, 'Email').fill('nora@club.example')
  await button(page, 'Register').click()
  await expect(page.getByRole('heading', { name: 'Register', level: 1 })).toBeVisible()
  await expect(field(page, 'First name')).toBeFocused()
  await expect(field(page, 'Email')).toHaveValue('nora@club.example')

  await page.keyboard.press('Tab')
  await expect(main(page).getByText('First name required')).toBeVisible()
  await expect(main(page).getByText('Last name required')).toBeHidden()
  await button(page, 'Register').click()
  await expect(main(page).getByText('Last name required')).toBeVisible()
  await expect(main(page).getByText('Password required')).toBeVisible()
  await expect(field(page, 'First name')).toBeFocused()
  await expect(field(page, 'First name')).toHaveAccessibleDescription('First name required')

  await field(page, 'First name').fill(' Nora ')
  await field(page, 'Last name').fill('Nimble')
  await expect(main(page).getByText('First name required')).toBeHidden()
  const mobile = field(page, 'Mobile')
  await mobile.pressSequentially('+1 (555) 010-0199 and much too long 0123456789')
  await expect(mobile).toHaveValue('+155501001990123')
  await mobile.press('Home')
  await mobile.press('ArrowRight')
  await mobile.press('Delete')
  await mobile.pressSequentially('4x4')
  await expect(mobile).toHaveValue('+445550100199012')
  await field(page, 'Password').fill('short')
  await field(page, 'Password').blur()
  await expect(main(page).getByText('Password must have at least 8 characters')).toBeVisible()
  await field(page, 'Password').fill(NEW_PASSWORD)
  await button(page, 'Show password').click()
  await expect(field(page, 'Password')).toHaveAttribute('type', 'text')
  await button(page, 'Register').click()

  await expect(page).toHaveURL(/\/account$/)
  const { token } = await pool.api().call('login', { body: { email: 'nora@club.example', password: NEW_PASSWORD } })
  expect(await pool.api(token).call('me')).toMatchObject({ first_name: 'Nora', mobile: '+445550100199012' })
})

test('somebody signs in, after a wrong password and a lost connection', async ({ page, pool, problems }) => {
  problems.allow(/status of 401.*\/api\/auth\/login/, /status of 409.*\/api\/auth\/register/)
  const mia = await pool.member('Mia Member')
  await page.goto('/auth')
  await button(page, 'Sign in').click()
  await expect(main(page).getByText('Email required')).toBeVisible()
  await expect(main(page).getByText('Password required')).toBeVisible()
  await expect(field(page, 'Email')).toHaveAttribute('autocomplete', 'username')
  await expect(field(page, 'Password')).toHaveAttribute('autocomplete', 'current-password')

  await field(page, 'Email').fill(mia.email.toUpperCase())
  await field(page, 'Password').fill('not her password')
  await button(page, 'Sign in').click()
  await expect(alert(page)).toHaveText('Email or password is not right')
  pool.cut()
  await field(page, 'Password').fill(mia.password)
  await button(page, 'Sign in').click()
  await expect(alert(page)).toHaveText('Login failed')
  pool.restore()
  await button(page, 'Sign in').click()
  await page.waitForURL(`${pool.url}/`)
  await page.goto('/auth')
  await page.waitForURL(`${pool.url}/`)
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()

  await page.evaluate(() => localStorage.clear())
  await page.goto('/auth')
  await button(page, 'Register').click()
  await field(page, 'First name').fill('Mia')
  await field(page, 'Last name').fill('Again')
  await field(page, 'Email').fill(mia.email)
  await field(page, 'Password').fill(NEW_PASSWORD)
  await button(page, 'Register').click()
  await expect(alert(page)).toHaveText('An account with this email already exists')
  await button(page, 'Sign in').click()
  await expect(field(page, 'Email')).toHaveValue(mia.email)
  await expect(field(page, 'Password')).toBeFocused()
})

test('visitors find what is public', async ({ page }) => {
  await page.goto('/auth')
  const about = page.getByRole('complementary', { name: 'About the pool' })
  await about.getByRole('link', { name: 'Weekly Reveal' }).click()
  await expect(page).toHaveURL(/\/reveal$/)
  await page.goBack()
  await about.getByRole('link', { name: 'History' }).click()
  await expect(page).toHaveURL(/\/history$/)
})

test('a forgotten password is set anew, once, and ends what was signed in', async ({ page, openPage, pool, problems }) => {
  problems.allow(/status of 400.*\/api\/password-reset\/submit/, /status of 401/)
  const mia = await pool.member('Mia Member')
  const phone = await openPage({ as: mia })
  await phone.goto('/account')
  await expect(field(phone, 'First name')).toHaveValue('Mia')

  await page.goto('/auth')
  await field(page, 'Email').fill(mia.email)
  await main(page).getByRole('link', { name: 'Forgot password?' }).click()
  await expect(field(page, 'Email')).toHaveValue(mia.email)
  await field(page, 'Email').fill('  ')
  await expect(button(page, 'Request')).toBeDisabled()
  await field(page, 'Email').fill(mia.email)
  pool.cut()
  await button(page, 'Request').click()
  await expect(alert(page)).toHaveText('Failed to request reset')
  pool.restore()
  await button(page, 'Request').click()
  await expect(main(page).getByRole('status')).toContainText('If that email exists, a reset link has been sent.')
  await expect(alert(page)).toBeHidden()

  const [link = ''] = (await pool.mail.waitFor(mia.email)).links
  await page.goto(link)
  await button(page, 'Set Password').click()
  await expect(main(page).getByText('Password required')).toBeVisible()
  pool.cut()
  await field(page, 'Password').fill(NEW_PASSWORD)
  await button(page, 'Set Password').click()
  await expect(alert(page)).toHaveText('Failed to reset')
  pool.restore()
  await button(page, 'Set Password').click()
  await expect(main(page).getByRole('status')).toContainText('Password updated. You can now sign in.')
  await expect(phone).toHaveURL(/\/auth$/)

  await main(page).getByRole('link', { name: 'Sign in' }).click()
  await signInByForm(page, { email: mia.email, password: NEW_PASSWORD })
  expect(path(page)).toBe('/')

  await page.goto(link)
  await field(page, 'Password').fill(NEW_PASSWORD)
  await button(page, 'Set Password').click()
  await expect(alert(page)).toHaveText('This link is not valid any more. Request a new one')
  await main(page).getByRole('link', { name: 'request a new one' }).click()
  await expect(button(page, 'Request')).toBeDisabled()
})

test('without a token nothing is set; with one, on a device that is signed in, that login ends', async ({
  page,
  pool,
  problems,
}) => {
  problems.allow(/status of 401/)
  await page.goto('/reset-password')
  await expect(alert(page)).toHaveText('Missing token')
  await field(page, 'Password').fill(NEW_PASSWORD)
  await button(page, 'Set Password').click()
  await expect(alert(page)).toHaveText('Missing token')

  const mia = await pool.member('Mia Member')
  await pool.api().call('requestPasswordReset', { body: { email: mia.email } })
  const [link = ''] = (await pool.mail.waitFor(mia.email)).links
  await signIn(page, mia)
  await page.goto(link)
  await field(page, 'Password').fill(NEW_PASSWORD)
  await button(page, 'Set Password').click()
  await main(page).getByRole('link', { name: 'Sign in' }).click()
  await expect(field(page, 'Email')).toBeVisible()
})

test('whom an admin invites sets the first password', async ({ page, pool }) => {
  const ivo = { first_name: 'Ivo', last_name: 'Invited', email: 'ivo@club.example' }
  await pool.admin.api.call('adminCreateUser', { body: ivo })
  const [link = ''] = (await pool.mail.waitFor(ivo.email)).links
  await page.goto(link)
  await field(page, 'Password').fill(NEW_PASSWORD)
  await button(page, 'Set Password').click()
  await expect(main(page).getByRole('status')).toContainText('Password updated. You can now sign in.')
  await signInByForm(page, { email: ivo.email, password: NEW_PASSWORD })
})
