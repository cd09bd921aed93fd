import type { Page } from '@playwright/test'
import { signIn } from '@outlast/testing/browser/sign-in'
import { PASSWORD } from '@outlast/testing/server/people'
import { addAuthenticator } from './support/authenticator.ts'
import { expectAccessible } from './support/axe.ts'
import { readQrCode } from './support/qr-code.ts'
import { expect, test } from './support/test.ts'
import { expectToast, recordToasts } from './support/toasts.ts'

const PHONE = { width: 390, height: 844 }

/** Opens the people page's sections, which start closed on a phone. */
/** Opens the users, and one of the sections beside the list. */
async function openUsers(page: Page, section: 'Joining' | 'Import members'): Promise<void> {
  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { name: 'Admin Users & Entries', level: 1 })).toBeVisible()
  await page.getByRole('heading', { name: section, level: 2 }).first().click()
}

async function fillRegistration(page: Page, first: string): Promise<void> {
  await page.getByLabel('First name').fill(first)
  await page.getByLabel('Last name').fill('Joiner')
  await page.getByLabel('Email').fill(`${first.toLowerCase()}@club.example`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Register' }).last().click()
}

test('a member joins by the QR code of an invitation link', async ({ page, context, openPage, pool, problems }) => {
  problems.allow(/status of 403/)
  await recordToasts(page)
  await signIn(page, pool.admin)
  await openUsers(page, 'Joining')
  await page.getByRole('radio', { name: 'With an invitation' }).check()
  await expectToast(page, 'Saved')
  const form = page.getByRole('form', { name: 'New invitation' })
  await form.getByLabel('For whom?').fill('Monday league')
  await form.getByLabel('Accounts').fill('1')
  await form.getByRole('button', { name: 'Create Invitation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Monday league' })
  await expect(dialog.getByRole('img')).toBeVisible()
  await expectAccessible(page)
  const [invitation] = await pool.admin.api.call('listInvitations')
  const blank = await context.newPage()
  expect(await readQrCode(dialog.getByRole('img'), blank)).toBe(invitation!.url)
  await dialog.getByRole('link', { name: 'Print' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Join ')
  expect(await readQrCode(page.getByRole('main').getByRole('img'), blank)).toBe(invitation!.url)
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await page.emulateMedia({ media: null })

  const visitor = await openPage()
  await visitor.setViewportSize(PHONE)
  await visitor.goto(new URL(invitation!.url).pathname)
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('Join ')
  await expect(visitor.getByLabel('First name')).toBeVisible()
  await expect(visitor.getByLabel('Invitation code')).toHaveCount(0)
  await expectAccessible(visitor)
  await fillRegistration(visitor, 'Quinn')
  await expect(visitor).toHaveURL(/\/$/)
  expect(await pool.admin.api.call('listInvitations')).toMatchObject([{ uses: 1 }])
  await visitor.goto(new URL(invitation!.url).pathname)
  await expect(visitor.getByText('You are already in')).toBeVisible()
  await openUsers(page, 'Joining')
  const links = page.getByRole('region', { name: 'Invitations' })
  await expect(links.getByRole('listitem').filter({ hasText: 'Monday league' })).toContainText('Used up')
  await page.getByRole('button', { name: 'Show the link of Monday league' }).click()
  await expect(page.getByRole('dialog').getByText('This link is used up')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('img')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await pool.admin.api.call('createInvitation', { body: { label: 'Old poster', expires_at: '2020-01-01T00:00:00Z' } })
  await openUsers(page, 'Joining')
  await expect(links.getByRole('listitem').filter({ hasText: 'Old poster' })).toContainText('Expired')

  // The invitation is used up, so the next visitor gets the server's sentence and keeps what was typed.
  const late = await openPage()
  await late.goto(new URL(invitation!.url).pathname)
  await fillRegistration(late, 'Late')
  await expect(late.getByRole('alert')).toHaveText('Ask your commissioner for an invitation')
  await expect(late.getByLabel('Invitation code')).toHaveValue(invitation!.code)
  await expect(late.getByLabel('First name')).toHaveValue('Late')
})

test('joining names its price, to whom it is paid and how, and a free pool says nothing of money', async ({ page, pool }) => {
  const { url } = await pool.admin.api.call('createInvitation', { body: { label: 'Monday league' } })
  await page.goto(new URL(url).pathname)
  await expect(page.getByLabel('First name')).toBeVisible()
  await expect(page.getByText(/\$|paid|pay /i)).toHaveCount(0)
  await pool.admin.api.call('updateTreasurer', {
    body: { venmo: 'lakeside', zelle: 'ann@club.example', holder: 'Ann Treasurer' },
  })
  await pool.admin.api.call('updateRules', { body: { entry_fee_cents: 2_500, currency: 'USD', unpaid_after_week: 3 } })
  await page.reload()
  await expect(page.getByText('$25.00 for each entry')).toBeVisible()
  await expect(page.getByText('Paid to Ann Treasurer by Venmo or Zelle.')).toBeVisible()
  await expect(page.getByText('After week 3, an unpaid entry can’t pick.')).toBeVisible()
  await expect(page.getByText('ann@club.example')).toHaveCount(0)
  await expectAccessible(page)
})

test.describe('at a host name, to which passkeys belong', () => {
  test.use({ poolOptions: { host: 'localhost' } })

  test('a member joins by the QR code with a passkey, and signs in with it on the next visit', async ({
    page,
    openPage,
    pool,
  }) => {
    await pool.admin.api.call('changeJoining', { body: { mode: 'code' } })
    const { id, url } = await pool.admin.api.call('createInvitation', { body: { label: 'Monday league' } })
    await signIn(page, pool.admin)
    await page.goto(`/admin/invitations/${id}`)
    const scanned = await readQrCode(page.getByRole('main').getByRole('img'), await openPage())
    expect(scanned).toBe(url)

    const phone = await openPage()
    await phone.setViewportSize(PHONE)
    await addAuthenticator(phone)
    await phone.goto(new URL(scanned!).pathname)
    await expect(phone.getByRole('heading', { level: 1 })).toContainText('Join ')
    await fillRegistration(phone, 'Quinn')
    const offer = phone.getByRole('complementary', { name: 'Sign in faster next time' })
    await offer.getByRole('button', { name: 'Create a passkey' }).click()
    await expect(offer).toBeHidden()
    // No page of the app is open there, whose requests would then fail.
    await phone.goto('/healthz')
    await phone.evaluate(() => localStorage.clear())
    await phone.goto('/auth')
    await phone.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await phone.waitForURL((address) => address.pathname === '/')
    await phone.goto('/account')
    await expect(phone.getByText('Signed in as quinn@club.example')).toBeVisible()
  })
})

test('a member waits for approval, and the screen changes when an admin approves', async ({ page, openPage, pool }) => {
  await pool.admin.api.call('changeJoining', { body: { mode: 'approval' } })
  const visitor = await openPage()
  await visitor.setViewportSize(PHONE)
  await visitor.goto('/auth')
  await visitor.getByRole('button', { name: 'Register' }).click()
  await expect(visitor.getByText('An admin approves new members')).toBeVisible()
  await recordToasts(page)
  await signIn(page, pool.admin)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Desk', level: 1 })).toBeVisible()
  await fillRegistration(visitor, 'Wanda')
  await expect(visitor.getByText('Waiting for approval')).toBeVisible()
  await expectAccessible(visitor)

  // The queue appears on the admin's desk without a reload.
  await expect(page.getByRole('heading', { name: 'Waiting for approval (1)' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Approve Wanda Joiner' }).click()
  await expectToast(page, 'Wanda Joiner can play now')
  await expect(page.getByRole('heading', { name: /Waiting for approval/ })).toBeHidden()
  await expect(visitor.getByText('Waiting for approval')).toBeHidden()
  const mail = await pool.mail.waitFor('wanda@club.example')
  expect(mail.subject).toContain('you are in')
})

test('registration is closed while nobody may join', async ({ page, pool }) => {
  await pool.admin.api.call('changeJoining', { body: { mode: 'closed' } })
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Registration is closed')).toBeVisible()
  await expect(page.getByLabel('First name')).toBeHidden()
  await expectAccessible(page)
})

test('an admin imports members after a dry run, and an invited one is signed in with the first password', async ({
  page,
  openPage,
  pool,
}) => {
  await recordToasts(page)
  await signIn(page, pool.admin)
  await openUsers(page, 'Import members')
  const section = page.getByRole('region', { name: 'Import members' })
  const list = section.getByLabel('List of members')
  await list.fill('name\temail\tmobile\tentries\nIvy Import\tivy@club.example\t+1 555 0199\t2\nNobody\tnobody@club.example\t\t')
  await section.getByRole('button', { name: 'Check List' }).click()
  await expect(page.getByText('Would import 1 new member with 2 entries. 0 already here, 1 invalid.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'The list' }).getByText('Give a first and a last name')).toBeVisible()
  await expectAccessible(page)
  expect((await pool.admin.api.call('adminListUsers')).map(({ email }) => email)).not.toContain('ivy@club.example')
  await page.getByRole('button', { name: 'Import 1 Member' }).click()
  await expectToast(page, 'Members imported')
  await expect(page.getByText('Imported 1 new member with 2 entries. 0 already here, 1 invalid.')).toBeVisible()
  await expect(page.getByRole('rowheader').getByRole('button', { name: 'Ivy Import' })).toBeVisible()
  const mail = await pool.mail.waitFor('ivy@club.example')
  expect(mail.text).toContain('Ada Admin invites you')
  expect(mail.text).toContain('Your entries: “Ivy”, “Ivy 2”.')
  const ivy = await openPage()
  await recordToasts(ivy)
  await ivy.goto(mail.links[0] ?? '')
  await ivy.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await expect(ivy.getByLabel('Create my first entry')).toHaveCount(0)
  await ivy.getByRole('button', { name: 'Set Password' }).click()
  await expectToast(ivy, 'Password updated. You are signed in')
  await expect(ivy.getByRole('link', { name: 'Account', exact: true }).first()).toBeVisible()
  await expect(ivy).toHaveURL(`${pool.url}/`)
  await section.getByRole('button', { name: 'Check List' }).click()
  await expect(page.getByText('Would import 0 new members with 0 entries. 1 already here, 1 invalid.')).toBeVisible()
})
