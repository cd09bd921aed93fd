import { cp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { BrowserPool } from '@outlast/testing'
import { signIn } from '@outlast/testing/browser/sign-in'
import { webFolder } from '@outlast/testing/server/web-folder'
import { seedSeason } from './support/season.ts'
import { expect, test } from './support/test.ts'
import { assetsOf, renameAssets } from './support/upgrade.ts'

const FAILED = 'This part of the page could not be loaded'

/** A part of a screen whose code loads on demand. */
interface Part {
  readonly chunk: string
  readonly path: string
  /** Makes the page load the part. */
  readonly open?: (page: Page) => Promise<void>
  /** What the part shows. */
  readonly shown: (page: Page) => ReturnType<Page['getByRole']>
  /** Whether the failure appears in a notice above the page, instead of in the place of the part. */
  readonly isOverlay?: boolean
}

const entry = (page: Page) => page.getByRole('article', { name: 'Lucky Dip', exact: true })
const menuOf = (page: Page) => entry(page).getByRole('button', { name: 'More options for Lucky Dip' })

const PARTS: readonly Part[] = [
  { chunk: 'shown-week', path: '/', shown: (page) => page.getByText('Reveal not available yet') },
  { chunk: 'the-grid', path: '/', shown: (page) => page.getByRole('region', { name: 'The Grid', exact: true }) },
  { chunk: 'create-entry', path: '/', shown: (page) => page.getByRole('textbox', { name: 'New entry name' }) },
  {
    chunk: 'rules-list',
    path: '/',
    open: (page) => page.getByText('Pool rules').click(),
    shown: (page) => page.locator('details').filter({ hasText: 'Pool rules' }).getByRole('listitem').first(),
  },
  {
    chunk: 'receipt-details',
    path: '/',
    open: (page) =>
      entry(page)
        .getByText(/receipt #/)
        .click(),
    shown: (page) => entry(page).getByText(/^This receipt proves that you picked/),
  },
  {
    chunk: 'team-picker',
    path: '/',
    open: (page) =>
      entry(page)
        .getByRole('button', { name: /^Team for / })
        .click(),
    shown: (page) => page.getByRole('dialog'),
    isOverlay: true,
  },
  {
    chunk: 'dialog-window',
    path: '/',
    open: (page) =>
      entry(page)
        .getByRole('button', { name: /^Team for / })
        .click(),
    shown: (page) => page.getByRole('dialog'),
    isOverlay: true,
  },
  {
    chunk: 'menu-popup',
    path: '/',
    open: (page) => menuOf(page).click(),
    shown: (page) => page.getByRole('menu'),
    isOverlay: true,
  },
  {
    chunk: 'rename-entry',
    path: '/',
    open: async (page) => {
      await menuOf(page).click()
      await page.getByRole('menuitem', { name: 'Rename' }).click()
    },
    shown: (page) => entry(page).getByRole('textbox'),
  },
  {
    chunk: 'question-dialog',
    path: '/',
    open: async (page) => {
      await menuOf(page).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
    },
    shown: (page) => page.getByRole('alertdialog'),
    isOverlay: true,
  },
]

/** Creates an open week and a member whose entry has a pick. */
async function createMember(pool: BrowserPool) {
  await pool.setSiteTime('2031-09-03T12:00:00.000Z')
  const week = await pool.admin.api.call('createWeek', { body: { season_year: 2031, week_number: 1 } })
  const mia = await pool.member('Mia Member')
  const { id } = await mia.api.call('createEntry', { body: { user_id: mia.user.id, name: 'Lucky Dip' } })
  await mia.api.call('submitPick', { body: { entry_id: id, week_id: week.id, team_abbr: 'KC' } })
  return mia
}

/** Fails the requests for a chunk. Returns a function that ends this, and leaves the route, so that no request in flight is lost. */
async function failChunk(page: Page, name: string): Promise<() => Promise<void>> {
  const url = `**/assets/${name}-*.js`
  let fails = true
  await page.route(url, (route) => (fails ? route.abort() : route.continue()))
  return async () => void (fails = false)
}

test('a part that fails to load reports it in place, keeps the page, and loads with Retry', async ({ page, pool, problems }) => {
  test.setTimeout(240_000)
  problems.allow(/net::ERR_FAILED/)
  await signIn(page, await createMember(pool))
  for (const { chunk, path, open, shown, isOverlay = false } of PARTS) {
    await test.step(chunk, async () => {
      const restore = await failChunk(page, chunk)
      await page.goto(path)
      await expect(entry(page)).toBeVisible()
      await page.evaluate(() => (window.name = 'not reloaded'))
      await open?.(page)
      const alert = page.getByRole('alert').filter({ hasText: FAILED })
      await expect(alert).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
      await expect(entry(page)).toBeVisible()
      await expect(alert.getByRole('button', { name: 'Close' })).toHaveCount(isOverlay ? 1 : 0)
      await restore()
      // What the page also loads when it is idle may arrive before the click.
      await expect(async () => {
        if (!(await shown(page).isVisible())) await alert.getByRole('button', { name: 'Retry' }).click({ timeout: 1_000 })
        await expect(shown(page)).toBeVisible({ timeout: 1_000 })
      }).toPass()
      await expect(alert).toHaveCount(0)
      expect(await page.evaluate(() => window.name)).toBe('not reloaded')
      await page.evaluate(() => (window.name = ''))
    })
  }
})

test('a dialog that cannot open can be closed and opened again', async ({ page, pool, problems }) => {
  problems.allow(/net::ERR_FAILED/)
  await signIn(page, await createMember(pool))
  const restore = await failChunk(page, 'question-dialog')
  await page.goto('/')
  const ask = async () => {
    await menuOf(page).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
  }
  await ask()
  const alert = page.getByRole('alert').filter({ hasText: FAILED })
  await alert.getByRole('button', { name: 'Close' }).click()
  await expect(alert).toHaveCount(0)
  await restore()
  await ask()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(entry(page)).toBeVisible()
})

test('Retry reloads the page when the import fails again although the server answers', async ({ page, pool, problems }) => {
  problems.allow(/net::ERR_FAILED/)
  await signIn(page, await createMember(pool))
  // Like a browser that remembers the failed import until the page reloads.
  const restore = await failChunk(page, 'the-grid')
  await page.goto('/')
  const alert = page.getByRole('alert').filter({ hasText: FAILED })
  await expect(alert).toBeVisible()
  page.once('framenavigated', () => void restore())
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('region', { name: 'The Grid', exact: true })).toBeVisible()
})

test('without a connection Retry keeps the page and its message', async ({ page, pool }) => {
  await signIn(page, await createMember(pool))
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'The Grid', exact: true })).toBeVisible()
  await expect(page.getByText('Pool rules')).toBeVisible()
  pool.cut()
  await page.getByText('Pool rules').click()
  const alert = page.locator('details').filter({ hasText: 'Pool rules' }).getByRole('alert')
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(alert.getByRole('button', { name: 'Retry' })).toBeEnabled()
  await expect(entry(page)).toBeVisible()
  pool.restore()
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(page.locator('details').filter({ hasText: 'Pool rules' }).getByRole('listitem').first()).toBeVisible()
})

test('a part that does not load within 60 seconds reports it in place', async ({ page, pool }) => {
  const { weeks } = await seedSeason(pool, { members: 2, entriesPerMember: 1, weeks: 3 })
  await page.clock.install()
  await page.route('**/assets/live-board-*.js', () => new Promise(() => {}))
  const request = page.waitForRequest(/live-board-.*\.js/)
  await page.goto(`/reveal/${weeks[0]?.id}`)
  await request
  // The clock also runs on its own, for as long as a busy machine takes.
  await page.clock.fastForward(30_000)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.clock.fastForward(30_000)
  await expect(page.getByRole('alert')).toContainText(FAILED)
  await expect(page.getByRole('table', { name: 'Picks and results' })).toBeVisible()
})

test.describe('an upgrade', () => {
  const folder = join(tmpdir(), `outlast-upgrade-${process.pid}`)
  test.use({ poolOptions: { overrides: { webFolder: folder } } })
  test.skip(Number(process.env.OUTLAST_E2E_SERVERS ?? 0) > 0, 'replaces the build of a server in this process')

  test.beforeAll(() => cp(webFolder, folder, { recursive: true }))
  test.afterAll(() => rm(folder, { recursive: true }))

  test('under an open tab keeps the tab working, and a new tab gets the new build', async ({
    page,
    pool,
    openPage,
    problems,
  }) => {
    problems.allow(/net::ERR_/, /status of 50[23]/)
    const mia = await createMember(pool)
    await signIn(page, mia)
    await page.goto('/')
    await expect(entry(page)).toBeVisible()
    // What the page loads when it is idle has arrived.
    await expect(page.getByText('Pool rules')).toBeVisible()
    const old = await assetsOf(page)
    await pool.restart(() => renameAssets(folder))
    const requested: string[] = []
    page.on('response', (response) => void requested.push(`${response.status()} ${new URL(response.url()).pathname}`))
    await page.getByText('Pool rules').click()
    await expect(page.locator('details').filter({ hasText: 'Pool rules' }).getByRole('listitem').first()).toBeVisible()
    expect(requested.filter((line) => line.includes('/assets/rules-list-'))).toEqual([
      expect.stringMatching(/^200 \/assets\/rules-list-(?!new)/),
    ])
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Audit' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit')
    const fresh = await openPage({ as: mia })
    await fresh.goto('/')
    await expect(entry(fresh)).toBeVisible()
    const now = await assetsOf(fresh)
    expect(now.length).toBeGreaterThan(0)
    expect(now.filter((path) => old.includes(path))).toEqual([])
  })
})
