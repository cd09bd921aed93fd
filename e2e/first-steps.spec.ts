import type { Page } from '@playwright/test'
import { PASSWORD } from '@outlast/testing'
import { SCREENS } from './support/display-mode.ts'
import { expect, test } from './support/test.ts'

test('an invited member needs three taps from the link to a saved pick', async ({ pool, openPage }) => {
  await pool.setSiteTime('2026-09-10T16:00:00.000Z', { running: true })
  await pool.admin.api.call('createWeek', { body: { season_year: 2026, week_number: 1 } })
  const { url } = await pool.admin.api.call('createInvitation', { body: { label: 'Monday league' } })
  const page = await openPage({ mode: SCREENS.find(({ screen }) => screen === 'phone')! })
  const taps = await countTaps(page)
  await page.goto(new URL(url).pathname)
  await page.getByLabel('First name').fill('Mia')
  await page.getByLabel('Last name').fill('Member')
  await page.getByLabel('Email').fill('mia@club.example')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await expect(page.getByLabel('Create my first entry: Mia’s entry')).toBeChecked()
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await pickChiefs(page)
  expect(taps()).toBe(3)
  // Once only.
  await page.reload()
  await expect(page.getByRole('article', { name: 'Mia’s entry' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a member who is invited by mail needs three taps from the link to a saved pick', async ({ pool, openPage }) => {
  await pool.setSiteTime('2026-09-10T16:00:00.000Z', { running: true })
  await pool.admin.api.call('createWeek', { body: { season_year: 2026, week_number: 1 } })
  const mia = { first_name: 'Mia', last_name: 'Member', email: 'mia@club.example' }
  await pool.admin.api.call('adminCreateUser', { body: mia })
  const [link = ''] = (await pool.mail.waitFor(mia.email)).links
  const page = await openPage({ mode: SCREENS.find(({ screen }) => screen === 'phone')! })
  const taps = await countTaps(page)
  await page.goto(link)
  await expect(page.getByLabel('Create my first entry')).toBeChecked()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Set Password' }).click()
  await pickChiefs(page)
  expect(taps()).toBe(3)
})

test('an invited member can register without an entry, and others are not offered one', async ({ page, pool }) => {
  await pool.admin.api.call('createWeek', { body: { season_year: 2026, week_number: 1 } })
  const { url } = await pool.admin.api.call('createInvitation', { body: { label: 'Monday league' } })
  await page.goto(new URL(url).pathname)
  await page.getByLabel('First name').fill('Rob')
  await page.getByLabel('Last name').fill('Member')
  await page.getByLabel('Email').fill('rob@club.example')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel(/Create my first entry/).uncheck()
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Your Entries' }).getByText('No entries yet')).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByLabel('First name')).toBeVisible()
  await expect(page.getByLabel(/Create my first entry/)).toHaveCount(0)
})

/** Picks in the picker that opened automatically, for the first entry. */
async function pickChiefs(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Kansas City Chiefs' }).click()
  const entry = page.getByRole('article', { name: 'Mia’s entry' })
  await entry.getByRole('button', { name: 'Submit Pick' }).click()
  await expect(entry).toContainText(/Saved .* receipt #/)
}

/** Counts the clicks on buttons from now on, over all pages that the browser tab opens. */
async function countTaps(page: Page): Promise<() => number> {
  let taps = 0
  await page.exposeFunction('countTap', () => void (taps += 1))
  await page.addInitScript(() =>
    document.addEventListener('click', (event) => {
      if (event.isTrusted && (event.target as Element).closest('button') !== null) Reflect.get(window, 'countTap')()
    }),
  )
  return () => taps
}
