import type { Page } from '@playwright/test'
import type { BrowserPool, Person } from '@outlast/testing'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expect, test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

const card = (page: Page) => page.getByRole('article', { name: 'Ace', exact: true })

/** An open week, and a member whose entry has a pick. */
async function createMember(pool: BrowserPool): Promise<Person> {
  await pool.setSiteTime('2026-09-10T16:00:00.000Z', { running: true })
  const week = await pool.admin.api.call('createWeek', { body: { season_year: 2026, week_number: 1 } })
  const mia = await pool.member('Mia Member')
  const { id } = await mia.api.call('createEntry', { body: { user_id: mia.user.id, name: 'Ace' } })
  await mia.api.call('submitPick', { body: { entry_id: id, week_id: week.id, team_abbr: 'KC' } })
  return mia
}

/** Waits until the device has saved the app and the dashboard. */
async function waitUntilSaved(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('app')).match('/')) !== undefined), { timeout: 60_000 })
    .toBe(true)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('outlast.views') !== null), { timeout: 60_000 }).toBe(true)
}

test('the dashboard opens without a connection, says how old it is, and follows the pool again afterwards', async ({
  page,
  pool,
  context,
  problems,
}) => {
  problems.allow(/net::ERR_/, /WebSocket/)
  const mia = await createMember(pool)
  await signIn(page, mia)
  await page.goto('/')
  await expect(card(page)).toContainText('Kansas City Chiefs')
  await waitUntilSaved(page)

  await context.setOffline(true)
  await page.goto('/')
  await expect(card(page)).toContainText('Kansas City Chiefs')
  await expect(page.getByText(/^Offline\. This is from .*\d:\d\d/)).toBeVisible()
  // A team can be chosen, and waits.
  await card(page).getByRole('button', { name: 'Team for Ace' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Buffalo Bills' }).click()
  await card(page).getByRole('button', { name: 'Submit Pick' }).click()
  await expect(card(page)).toContainText('Will be sent when you are online')

  await context.setOffline(false)
  await expect(page.getByText(/^Offline/)).toHaveCount(0)
  await expect(card(page).getByRole('button', { name: /Buffalo Bills \(saved\)/ })).toBeVisible()
})

test('after signing out, the device shows and stores nothing of the account', async ({ page, pool, context, problems }) => {
  problems.allow(/net::ERR_/, /WebSocket/)
  const mia = await createMember(pool)
  await signIn(page, mia)
  await page.goto('/')
  await expect(card(page)).toBeVisible()
  await waitUntilSaved(page)
  const left = await page.evaluate(() => localStorage.getItem('outlast.views'))
  await page.goto('/account')
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/auth/)

  const stored = () =>
    page.evaluate(async () => {
      const cache = await caches.open('app')
      const bodies = await Promise.all((await cache.keys()).map(async (request) => (await cache.match(request))?.text()))
      return [JSON.stringify(localStorage), ...bodies].join('\n')
    })
  expect(await stored()).not.toMatch(/\bAce\b|Mia Member/)
  await context.setOffline(true)
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(page.getByText('Ace', { exact: true })).toHaveCount(0)

  // What another account left behind is neither shown nor kept, also by the same version of the app.
  await context.setOffline(false)
  const rob = await pool.member('Rob Member')
  await page.goto('/')
  await page.evaluate(
    ([token, views]) => {
      localStorage.setItem('outlast.views', views ?? '')
      localStorage.setItem('token', token ?? '')
    },
    [rob.token, left],
  )
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText(/^Offline/).first()).toBeVisible()
  await expect(page.getByText('Ace', { exact: true })).toHaveCount(0)
  await context.setOffline(false)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your Entries' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('outlast.views') ?? '')).not.toMatch(/\bAce\b|Mia Member/)
})

test('a session that ended elsewhere takes the saved dashboard with it', async ({ page, pool, problems }) => {
  problems.allow(/401 \(Unauthorized\)/)
  const mia = await createMember(pool)
  await signIn(page, mia)
  await page.goto('/')
  await expect(card(page)).toBeVisible()
  await waitUntilSaved(page)
  await mia.api.call('signOutEverywhere')
  await expect(page).toHaveURL(/\/auth/)
  expect(await page.evaluate(() => localStorage.getItem('outlast.views'))).toBeNull()
})
