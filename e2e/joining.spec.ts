import type { Page } from '@playwright/test'
import { signIn } from '@outlast/testing/browser/sign-in'
import { PASSWORD } from '@outlast/testing/server/people'
import { addAuthenticator } from './support/authenticator.ts'
import { expectAccessible } from './support/axe.ts'
import { readQrCode } from './support/qr-code.ts'
import { expect, test } from './support/test.ts'
import { expectToast, recordToasts } from './support/toasts.ts'

// Several browsers and a server per test need time on a busy machine.
test.describe.configure({ timeout: 180_000 })

const PAGE_LOAD = { timeout: 60_000 }
const PHONE = { width: 390, height: 844 }

/** Opens the people page's sections, which start closed on a phone. */
async function openUsers(page: Page): Promise<void> {
  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { name: 'Admin Users & Entries', level: 1 })).toBeVisible(PAGE_LOAD)
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
  await openUsers(page)
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

  const visitor = await openPage()
  await visitor.setViewportSize(PHONE)
  await visitor.goto(new URL(invitation!.url).pathname)
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('Join ', PAGE_LOAD)
  await expect(visitor.getByLabel('Invitation code')).toHaveValue(invitation!.code)
  await expectAccessible(visitor)
  await fillRegistration(visitor, 'Quinn')
  await expect(visitor).toHaveURL(/\/$/)
  expect(await pool.admin.api.call('listInvitations')).toMatchObject([{ uses: 1 }])
  await visitor.goto(new URL(invitation!.url).pathname)
  await expect(visitor.getByText('You are already in')).toBeVisible(PAGE_LOAD)
  await openUsers(page)
  const links = page.getByRole('region', { name: 'Invitations' })
  await expect(links.getByRole('listitem').filter({ hasText: 'Monday league' })).toContainText('Used up', PAGE_LOAD)
  await page.getByRole('button', { name: 'Show the link of Monday league' }).click()
  await expect(page.getByRole('dialog').getByText('This link is used up')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('img')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await pool.admin.api.call('createInvitation', { body: { label: 'Old poster', expires_at: '2020-01-01T00:00:00Z' } })
  await page.reload()
  await expect(links.getByRole('listitem').filter({ hasText: 'Old poster' })).toContainText('Expired', PAGE_LOAD)

  // The invitation is used up, so the next visitor gets the server's sentence and keeps what was typed.
  const late = await openPage()
  await late.goto(new URL(invitation!.url).pathname)
  await expect(late.getByLabel('Invitation code')).toHaveValue(invitation!.code, PAGE_LOAD)
  await fillRegistration(late, 'Late')
  await expect(late.getByRole('alert')).toHaveText('Ask your commissioner for an invitation')
  await expect(late.getByLabel('First name')).toHaveValue('Late')
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
    await expect(phone.getByRole('heading', { level: 1 })).toContainText('Join ', PAGE_LOAD)
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
    await expect(phone.getByText('Signed in as quinn@club.example')).toBeVisible(PAGE_LOAD)
  })
})

test('a member waits for approval, and the screen changes when an admin approves', async ({ page, openPage, pool }) => {
  await pool.admin.api.call('changeJoining', { body: { mode: 'approval' } })
  const visitor = await openPage()
  await visitor.setViewportSize(PHONE)
  await visitor.goto('/auth')
  await visitor.getByRole('button', { name: 'Register' }).click(PAGE_LOAD)
  await expect(visitor.getByText('An admin approves new members')).toBeVisible()
  await recordToasts(page)
  await signIn(page, pool.admin)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Desk', level: 1 })).toBeVisible(PAGE_LOAD)
  await fillRegistration(visitor, 'Wanda')
  await expect(visitor.getByText('Waiting for approval')).toBeVisible(PAGE_LOAD)
  await expectAccessible(visitor)

  // The queue appears on the admin's desk without a reload.
  await expect(page.getByRole('heading', { name: 'Waiting for approval (1)' })).toBeVisible(PAGE_LOAD)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Approve Wanda Joiner' }).click()
  await expectToast(page, 'Wanda Joiner can play now')
  await expect(page.getByRole('heading', { name: /Waiting for approval/ })).toBeHidden()
  await expect(visitor.getByText('Waiting for approval')).toBeHidden(PAGE_LOAD)
  const mail = await pool.mail.waitFor('wanda@club.example')
  expect(mail.subject).toContain('you are in')
})

test('registration is closed while nobody may join', async ({ page, pool }) => {
  await pool.admin.api.call('changeJoining', { body: { mode: 'closed' } })
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Register' }).click(PAGE_LOAD)
  await expect(page.getByText('Registration is closed')).toBeVisible()
  await expect(page.getByLabel('First name')).toBeHidden()
  await expectAccessible(page)
})

test('an admin imports members after a dry run', async ({ page, pool }) => {
  await recordToasts(page)
  await signIn(page, pool.admin)
  await openUsers(page)
  const section = page.getByRole('region', { name: 'Import members' })
  const list = section.getByLabel('List of members')
  await list.fill('name\temail\tmobile\tentries\nIvy Import\tivy@club.example\t+1 555 0199\t2\nNobody\tnobody@club.example\t\t')
  await section.getByRole('button', { name: 'Check List' }).click()
  await expect(page.getByText('Would import 1 new member with 2 entries. 0 already here, 1 invalid.')).toBeVisible(PAGE_LOAD)
  await expect(page.getByText('Give a first and a last name')).toBeVisible()
  await expectAccessible(page)
  expect((await pool.admin.api.call('adminListUsers')).map(({ email }) => email)).not.toContain('ivy@club.example')
  await page.getByRole('button', { name: 'Import 1 Member' }).click()
  await expectToast(page, 'Members imported')
  await expect(page.getByText('Imported 1 new member with 2 entries. 0 already here, 1 invalid.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 3 }).getByRole('button', { name: 'Ivy Import' })).toBeVisible(PAGE_LOAD)
  const mail = await pool.mail.waitFor('ivy@club.example')
  expect(mail.links[0]).toContain('/reset-password?token=')
  await section.getByRole('button', { name: 'Check List' }).click()
  await expect(page.getByText('Would import 0 new members with 0 entries. 1 already here, 1 invalid.')).toBeVisible()
})

test('an admin imports the picks of past weeks after a dry run', async ({ page, pool }) => {
  const { api, id } = pool.admin
  await api.call('setSiteTime', { body: { now_iso: '2030-09-17T12:00:00Z' } })
  await api.call('createEntry', { body: { user_id: id, name: 'Before' } })
  for (const week_number of [1, 2, 3]) await api.call('createWeek', { body: { season_year: 2030, week_number } })
  await recordToasts(page)
  await signIn(page, pool.admin)
  await openUsers(page)
  const section = page.getByRole('region', { name: 'Import past picks' })
  await section.getByLabel('List of picks').fill('entry\tWeek 1\tWeek 2\tWeek 3\nBefore\tKC\tBils\tSF\nNobody\tKC\t\t')
  await section.getByRole('button', { name: 'Check List' }).click()
  await expect(section.getByText('W2 Bils: There is no team Bils')).toBeVisible(PAGE_LOAD)
  await section.getByRole('button', { name: 'Use Bills' }).click()
  await expect(section.getByText('Would import 2 picks of 2030. 0 already here, 2 invalid.')).toBeVisible()
  await expect(section.getByText('W3 SF: Week 3 has not locked')).toBeVisible()
  await expect(section.getByText('There is no entry Nobody')).toBeVisible()
  await expectAccessible(page)
  await section.getByRole('button', { name: 'Import 2 Picks' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Before, week 1: no pick → KC')
  await expect(question).toContainText('Before, week 2: no pick → BUF')
  await question.getByRole('button', { name: 'Import' }).click()
  await expectToast(page, 'Picks imported')
  await expect(section.getByText('Imported 2 picks of 2030. 0 already here, 2 invalid.')).toBeVisible()
  const { entries } = await api.call('getMatrix', { query: { season: 2030 } })
  expect(entries.map(({ picks }) => [picks['1']?.team_abbr, picks['2']?.team_abbr])).toEqual([['KC', 'BUF']])
})
