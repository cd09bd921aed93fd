import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { root } from '@outlast/testing'
import { signIn } from '@outlast/testing/browser/sign-in'
import sharp from 'sharp'
import { lockWeek, openWeek } from '../support/locked-week.ts'
import { waitUntilStill } from '../support/still.ts'
import { expect, test } from '../support/test.ts'

/** The pictures of docs/season.md: `npm run screenshots -- season-pictures`. */
const FOLDER = join(root, 'docs', 'images', 'season')

const LAPTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 780 }

const WEEK_1 = [
  ['DAL', 'PHI'],
  ['KC', 'LAC'],
  ['GB', 'CHI'],
  ['BUF', 'NYJ'],
] as const

const PICKS = {
  Priya: { 'Priya 1': 'KC', 'Priya 2': 'PHI' },
  Walt: { Anchors: 'GB' },
  Nora: { 'Long Shot': 'NYJ' },
  Sam: { Comets: null },
  Ines: { 'Second Wind': 'BUF' },
}

test.use({ viewport: LAPTOP, contextOptions: { reducedMotion: 'reduce' } })
test.setTimeout(300_000)

/** Saves what the window shows, down to what the test's server lacks. */
async function take(page: Page, name: string): Promise<void> {
  await waitUntilStill(page)
  const { width, height } = page.viewportSize() ?? LAPTOP
  const notices = page.getByRole('complementary', { name: /on the server$/ })
  const end = (await notices.isVisible()) ? await notices.boundingBox() : null
  const clip = { x: 0, y: 0, width, height: Math.min(height, Math.floor(end?.y ?? height)) }
  const picture = await page.screenshot({ animations: 'disabled', clip })
  await sharp(picture)
    .jpeg({ quality: 80, mozjpeg: true })
    .toFile(join(FOLDER, `${name}.jpg`))
}

/** Lets a card begin below the bar at the top. */
const begin = (card: Locator): Promise<void> => card.evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - 80))

const button = (scope: Page | Locator, name: string | RegExp): Locator =>
  scope.getByRole('button', { name, exact: typeof name === 'string' })

test.describe('an empty pool', () => {
  test.use({ poolOptions: { empty: true } })

  test('sets up the club', async ({ page }) => {
    await page.goto('/auth')
    await button(page, 'Register').click()
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Admin')
    await page.getByLabel('Email').fill('ada@club.example')
    await page.getByLabel('Password', { exact: true }).fill('a long walk to the goal line')
    await button(page, 'Register').click()
    const setup = page.getByRole('region', { name: /(Set up|Finish setting up) your pool/ })
    await setup.getByLabel('Club name').fill('Kickers United')
    await button(setup, 'Continue').click()
    await expect(setup.getByText(/Its next week is week/)).toBeVisible()
    await button(setup, 'Continue').click()
    await expect(setup.getByRole('radio', { name: /^Club classic/ })).toBeChecked()
    await expect(page.getByText('Club updated')).toHaveCount(0)
    await take(page, 'set-up')
  })
})

test('plays a week', async ({ page, pool }) => {
  await pool.admin.api.call('updateRules', { body: { preset: 'classic', entry_fee_cents: 2500, currency: 'USD' } })
  const week = await openWeek(pool, WEEK_1, PICKS)
  await signIn(page, pool.admin)
  const desk = async (name: string): Promise<void> => {
    await page.goto('/admin')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await take(page, name)
  }
  await desk('open')

  await pool.setSiteTime('2026-09-13T14:10:00.000Z', { running: true })
  await page.setViewportSize(PHONE)
  await desk('last-hours')
  await page.setViewportSize(LAPTOP)

  await week.lock()
  await week.finish('DAL', 17, 24)
  await week.play('KC', 13, 10, 'Q3 4:12')
  await page.goto('/admin')
  await page.getByText('1 entry on it').first().click()
  await begin(page.getByRole('region', { name: '1 game on, 2 to come' }))
  await take(page, 'games')

  await week.finish('KC', 27, 20)
  await week.finish('BUF', 31, 13)
  await pool.setSiteTime('2026-09-14T06:00:00.000Z', { running: true })
  await desk('no-score')
  await button(page, 'Set game GB at CHI').click()
  const dialog = page.getByRole('dialog', { name: /by hand/ })
  await dialog.getByLabel('The game is').selectOption('postponed')
  await dialog.getByLabel('Reason').fill('Moved to Tuesday: fog at Soldier Field')
  await take(page, 'by-hand')
  await button(dialog, 'Set game').click()
  await expect(dialog).toHaveCount(0)
  await desk('waits')
  await button(page, 'Close week 1').click()
  const closing = page.getByRole('dialog', { name: /^Close week 1/ })
  await closing.getByLabel('Reason').fill('No new date')
  await button(closing, 'Close week').click()
  await button(page.getByRole('alertdialog'), 'Close Week').click()
  await expect(page.getByRole('region', { name: /^Week 1 is over/ })).toBeVisible()
  await desk('complete')

  await page.goto('/admin/payments')
  await take(page, 'payments')
  await page.getByRole('link', { name: 'Long Shot' }).click()
  await expect(page.getByRole('button', { name: 'Change pick' })).toBeVisible()
  await take(page, 'answer')
})

test('turns the year', async ({ page, pool }) => {
  const { api } = pool.admin
  await api.call('updateRules', { body: { preset: 'classic', entry_fee_cents: 2500, currency: 'USD' } })
  const week = await lockWeek(pool, WEEK_1.slice(0, 2), {
    Priya: { 'Priya 1': 'KC' },
    Walt: { Anchors: 'LAC' },
    Nora: { 'Long Shot': 'DAL' },
  })
  for (const { id, name } of await api.call('adminListEntries', {})) {
    if (name !== 'Anchors') await api.call('setPayment', { params: { id }, body: { is_paid: true, payment_type: 'cash' } })
  }
  await week.finishAll([
    ['DAL', 17, 24],
    ['KC', 27, 20],
  ])
  await api.call('startSeason', { body: { season_year: 2027 } })
  await signIn(page, pool.admin)
  await page.goto('/admin')
  await expect(page.getByRole('button', { name: 'Open week 1' })).toBeVisible()
  await begin(page.getByRole('region', { name: 'The 2027 season is open' }))
  await take(page, 'year')
})
