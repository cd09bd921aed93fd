import { cp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { BrowserPool, Person } from '@outlast/testing'
import { signIn } from '@outlast/testing/browser/sign-in'
import { webFolder } from '@outlast/testing/server/web-folder'
import { expect, test } from './support/test.ts'
import { assetsOf, renameAssets } from './support/upgrade.ts'

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

/** Signs in the member, who chooses another team without submitting it. */
async function chooseTeam(page: Page, pool: BrowserPool): Promise<Person> {
  const mia = await createMember(pool)
  await signIn(page, mia)
  await page.goto('/')
  await card(page).getByRole('button', { name: 'Team for Ace' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Buffalo Bills' }).click()
  await expect(card(page).getByText('Not submitted', { exact: true })).toBeVisible()
  return mia
}

/** Waits until the device has saved the app and the dashboard. */
async function waitUntilSaved(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(async () => (await (await caches.open('app')).match('/')) !== undefined)).toBe(true)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('outlast.views') !== null)).toBe(true)
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

test('a session that the server ended takes the choices that were not sent with it', async ({ page, pool, problems }) => {
  problems.allow(/401 \(Unauthorized\)/)
  const mia = await chooseTeam(page, pool)
  const stored = () => page.evaluate(() => JSON.stringify(localStorage))
  expect(await stored()).toContain('BUF')
  await mia.api.call('signOutEverywhere')
  await expect(page).toHaveURL(/\/auth/)
  expect(await stored()).not.toMatch(/BUF|\bAce\b/)
})

test('a choice outlasts a session that the pool could not look up, for its owner alone', async ({ page, pool, problems }) => {
  problems.allow(/status of 500/)
  const mia = await chooseTeam(page, pool)
  await page.route('**/api/auth/me', (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }))
  await page.reload()
  await expect(page.getByText('The pool did not answer. Sign in to continue where you were.')).toBeVisible()
  await page.unroute('**/api/auth/me')
  const bar = page.getByRole('region', { name: 'Picks that are not submitted' })
  const as = async ({ token }: Person): Promise<void> => {
    await page.evaluate((value) => localStorage.setItem('token', value), token)
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Your Entries' })).toBeVisible()
  }
  await as(await pool.member('Rob Member'))
  await expect(bar).toHaveCount(0)
  await as(mia)
  await expect(bar).toContainText('Ace')
  await expect(card(page).getByRole('button', { name: /Buffalo Bills \(not submitted\)/ })).toBeVisible()
})

test.describe('an upgrade', () => {
  const folder = join(tmpdir(), `outlast-upgrade-offline-${process.pid}`)
  test.use({ poolOptions: { overrides: { webFolder: folder } } })
  test.skip(Number(process.env.OUTLAST_E2E_SERVERS ?? 0) > 0, 'replaces the build of a server in this process')

  test.beforeAll(() => cp(webFolder, folder, { recursive: true }))
  test.afterAll(() => rm(folder, { recursive: true }))

  test('reaches a device that has kept the app before, at the next visit, and then it keeps the new one', async ({
    page,
    pool,
    context,
    problems,
  }) => {
    problems.allow(/net::ERR_/, /WebSocket/, /status of 50[23]/)
    await signIn(page, await createMember(pool))
    await page.goto('/')
    await expect(card(page)).toBeVisible()
    await waitUntilSaved(page)
    const old = await assetsOf(page)
    const kept = () =>
      page.evaluate(async () => (await (await caches.open('app')).keys()).map(({ url }) => new URL(url).pathname))
    expect((await kept()).filter((path) => old.includes(path)).length).toBeGreaterThan(0)

    await pool.restart(() => renameAssets(folder))
    await page.reload()
    await expect(card(page)).toContainText('Kansas City Chiefs')
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toHaveCount(0)
    const now = await assetsOf(page)
    expect(now.length).toBeGreaterThan(0)
    expect(now.filter((path) => old.includes(path))).toEqual([])

    // Without a connection the new app opens, and nothing of the one before is left on the device.
    await expect.poll(async () => (await kept()).filter((path) => old.includes(path))).toEqual([])
    await context.setOffline(true)
    await page.reload()
    await expect(card(page)).toContainText('Kansas City Chiefs')
    expect((await assetsOf(page)).filter((path) => old.includes(path))).toEqual([])
  })
})
