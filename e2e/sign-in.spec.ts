import type { Page } from '@playwright/test'
import { signIn } from '@outlast/testing/browser/sign-in'
import { addAuthenticator } from './support/authenticator.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, onEachScreen, test } from './support/test.ts'

// Passkeys belong to a host name, so that they do not exist at 127.0.0.1.
test.use({ poolOptions: { host: 'localhost' } })

const main = (page: Page) => page.getByRole('main')
const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true })
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const card = (page: Page, name: string) => main(page).getByRole('region', { name, exact: true })
const dashboard = (page: Page) => page.waitForURL((url) => url.pathname === '/')

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto('/account')
  await button(page, 'Add a passkey').click()
  await field(page, 'Name').fill(name)
  await button(page, 'Create passkey').click()
  await expect(button(page, `Remove ${name}`)).toBeVisible()
}

test('a member who registers is offered a passkey, signs out, and signs in with it', async ({ page, pool }) => {
  await addAuthenticator(page)
  await page.goto('/auth')
  await button(page, 'Register').click()
  await field(page, 'First name').fill('Nora')
  await field(page, 'Last name').fill('Nimble')
  await field(page, 'Email').fill('nora@club.example')
  await field(page, 'Password').fill('a long walk to the goal line')
  await button(page, 'Register').click()
  const offer = page.getByRole('complementary', { name: 'Sign in faster next time' })
  await offer.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(offer).toBeHidden()
  expect((await pool.mail.waitFor('nora@club.example')).subject).toContain('a passkey was added')
  await page.goto('/account')
  await expect(card(page, 'Passkeys').getByText('not used yet')).toBeVisible()
  await button(page, 'Sign out').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await button(page, 'Sign in with a passkey').click()
  await dashboard(page)
  await page.goto('/account')
  await expect(main(page).getByText('Signed in as nora@club.example')).toBeVisible()
  await expect(card(page, 'Signed-in devices').getByText(/^Signed in with a passkey/)).toBeVisible()
})

test('the email field suggests the passkeys of the device', async ({ page, pool }) => {
  const mia = await pool.member('Mia Member')
  await addAuthenticator(page, { suggests: true })
  await signIn(page, mia)
  await addPasskey(page, 'My phone')
  await button(page, 'Sign out').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await dashboard(page)
  await page.goto('/account')
  await expect(main(page).getByText(`Signed in as ${mia.email}`)).toBeVisible()
})

test('the offer of a passkey does not come back after it was declined', async ({ page }) => {
  await page.goto('/auth')
  await button(page, 'Register').click()
  for (const [label, text] of [
    ['First name', 'Nora'],
    ['Last name', 'Nimble'],
    ['Email', 'nora@club.example'],
    ['Password', 'a long walk to the goal line'],
  ] as const)
    await field(page, label).fill(text)
  await button(page, 'Register').click()
  const offer = page.getByRole('complementary', { name: 'Sign in faster next time' })
  await offer.getByRole('button', { name: 'Not now' }).click()
  await expect(offer).toBeHidden()
  await page.reload()
  await expect(main(page).getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(offer).toBeHidden()
})

test('a passkey can be removed, and then no longer signs in', async ({ page, pool, problems }) => {
  problems.allow(/status of 401.*\/api\/auth\/passkey\/submit/)
  const mia = await pool.member('Mia Member')
  await addAuthenticator(page)
  await signIn(page, mia)
  await addPasskey(page, 'My phone')
  await button(page, 'Remove My phone').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove passkey' }).click()
  await expect(button(page, 'Remove My phone')).toBeHidden()
  await button(page, 'Sign out').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await button(page, 'Sign in with a passkey').click()
  await expect(main(page).getByRole('alert')).toHaveText('This passkey was not accepted. Sign in another way')
})

test('a mailed link signs in at once in the browser that asked for it, and only once', async ({ page, pool, problems }) => {
  problems.allow(/status of 400.*\/api\/auth\/link\/submit/)
  const mia = await pool.member('Mia Member')
  await page.goto('/auth')
  await button(page, 'Mail me a link').click()
  await expect(main(page).getByText('Email required')).toBeVisible()
  await field(page, 'Email').fill(mia.email)
  await button(page, 'Mail me a link').click()
  await expect(main(page).getByRole('status')).toContainText('Check your mail')
  const [link = ''] = (await pool.mail.waitFor(mia.email)).links
  await page.goto(link)
  await dashboard(page)
  await page.goto('/account')
  await expect(main(page).getByText(`Signed in as ${mia.email}`)).toBeVisible()
  await page.goto(link)
  await expect(main(page).getByRole('alert')).toHaveText('This link is not valid any more. Request a new one')
  await expect(page).toHaveURL(/\/sign-in$/)
})

test('a mailed link asks before it signs in another browser, and a program that only opens it does not use it up', async ({
  page,
  openPage,
  pool,
  problems,
}) => {
  problems.allow(/status of 409.*\/api\/auth\/link\/submit/)
  const mia = await pool.member('Mia Member')
  await page.goto('/auth')
  await field(page, 'Email').fill(mia.email)
  await button(page, 'Mail me a link').click()
  const [link = ''] = (await pool.mail.waitFor(mia.email)).links
  const scanner = await openPage()
  await scanner.goto(link)
  await expect(main(scanner).getByRole('heading', { name: 'Sign in here?' })).toBeVisible()
  const phone = await openPage()
  await phone.goto(link)
  await expect(main(phone).getByText('This link was requested in another browser')).toBeVisible()
  await button(phone, 'Yes, sign me in').click()
  await dashboard(phone)
})

test('a device that is signed out from another one leaves its screen at once', async ({ page, openPage, pool, problems }) => {
  problems.allow(/status of 401/)
  const mia = await pool.member('Mia Member')
  const signInAgain = async () => pool.api().call('login', { body: { email: mia.email, password: mia.password } })
  const phone = await openPage({ as: { ...mia, token: (await signInAgain()).token } })
  await phone.goto('/')
  await signIn(page, mia)
  await page.goto('/account')
  const devices = card(page, 'Signed-in devices')
  await expect(devices.getByText('This device')).toHaveCount(1)
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await devices.getByRole('button', { name: /^Sign out (Chrome|Unknown)/ }).click()
  await expect(phone).toHaveURL(/\/auth$/)
  await expect(devices.getByRole('listitem')).toHaveCount(1)

  const laptop = await openPage({ as: { ...mia, token: (await signInAgain()).token } })
  await laptop.goto('/')
  await page.reload()
  await devices.getByRole('button', { name: 'Sign out all others' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out the others' }).click()
  await expect(laptop).toHaveURL(/\/auth$/)
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await expect(main(page).getByText(`Signed in as ${mia.email}`)).toBeVisible()
})

onEachScreen((mode) => {
  test('the sign-in and account screens are accessible', async ({ page, openPage, pool }) => {
    const mia = await pool.member('Mia Member')
    await addAuthenticator(page)
    await signIn(page, mia)
    await addPasskey(page, 'My phone')
    await pool.mail.waitFor(mia.email)
    await button(page, 'Add a passkey').click()
    await expect(card(page, 'Signed-in devices').getByText('This device')).toBeVisible()
    for (const name of ['Passkeys', 'Signed-in devices']) {
      const heading = await card(page, name).getAttribute('aria-labelledby')
      await expectAccessible(page, { within: `[aria-labelledby="${heading}"]` })
    }

    const visitor = await openPage({ mode })
    await visitor.goto('/auth')
    await field(visitor, 'Email').fill(mia.email)
    await button(visitor, 'Mail me a link').click()
    await expect(main(visitor).getByText('Check your mail')).toBeVisible()
    await expectAccessible(visitor)

    const [link = ''] = (await pool.mail.waitFor(mia.email)).links
    const other = await openPage({ mode })
    await other.goto(link)
    await expect(main(other).getByRole('heading', { name: 'Sign in here?' })).toBeVisible()
    await expectAccessible(other)
  })
})
