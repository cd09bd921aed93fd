import type { Page } from '@playwright/test'
import type { BrowserPool } from '@outlast/testing'
import { signIn } from '@outlast/testing/browser/sign-in'
import { pagesOfApp } from './screens/screens.ts'
import { expect, test } from './support/test.ts'

/** An open week, and a member with an entry. */
async function createMember(pool: BrowserPool) {
  await pool.setSiteTime('2026-09-10T16:00:00.000Z')
  const week = await pool.admin.api.call('createWeek', { body: { season_year: 2026, week_number: 1 } })
  const mia = await pool.member('Mia Member')
  const ace = await mia.api.call('createEntry', { body: { user_id: mia.user.id, name: 'Ace' } })
  await mia.api.call('submitPick', { body: { entry_id: ace.id, week_id: week.id, team_abbr: 'KC' } })
  return mia
}

test('the page asks for the viewer’s entries and the dashboard’s code before the app’s code has arrived, and once', async ({
  page,
  pool,
}) => {
  await signIn(page, await createMember(pool))
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/index-*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  const isAsked = (pattern: RegExp) => expect.poll(() => asked.filter((path) => pattern.test(path)).length).toBe(1)
  const EARLY = [/^\/api\/auth\/me$/, /^\/api\/live\/pool$/, /^\/api\/live\/user/, /^\/assets\/dashboard-/]
  for (const pattern of EARLY) await isAsked(pattern)
  // On a fast connection the fonts do not wait for the app either.
  await isAsked(/figtree-latin-wght/)
  // Before the app has arrived, the page has the own entries with their picks.
  await expect(page.getByRole('article', { name: 'Ace' })).toHaveText('AceKC')
  release()
  await expect(page.getByRole('article', { name: 'Ace' })).toContainText('Submit Pick')
  await expect(page.getByRole('article', { name: 'Ace' })).toBeVisible()
  for (const pattern of EARLY) await isAsked(pattern)
})

test('on a slow connection the fonts come after the entries', async ({ page, pool }) => {
  await signIn(page, await createMember(pool))
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g', saveData: false } }),
  )
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/')
  await expect(page.getByRole('article', { name: 'Ace' })).toBeVisible()
  await expect.poll(() => asked.some((path) => path.includes('figtree'))).toBe(true)
  const firstFont = asked.findIndex((path) => path.endsWith('.woff2'))
  expect(firstFont).toBeGreaterThan(asked.findIndex((path) => path.startsWith('/assets/dashboard-')))
  await expect.poll(() => page.evaluate(() => document.fonts.check('16px Figtree'))).toBe(true)
})

/** Whether the page shows grey shapes or *Loading…* and says nowhere why. */
const isGreyWithoutReason = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true }) && element.clientHeight > 0
    const isGrey = [...document.querySelectorAll('[data-skeleton], [data-page-loading]')].some(isShown)
    const says = [...document.querySelectorAll('[role="status"], [role="alert"]')].map(({ textContent }) => textContent).join(' ')
    return isGrey && !/Still loading|Connecting|Offline|does not answer|Retry/.test(says)
  })

for (const [what, held] of [
  ['any answer', /\/api\/|\/socket\.io\//],
  ['an answer to a request, with the live connection open', /\/api\//],
] as const) {
  test(`every page says why something is missing after three seconds without ${what}`, async ({ pool, openPage }) => {
    await createMember(pool)
    for (const { path, as } of pagesOfApp()) {
      // Addresses of one entry or week show the same parts.
      if (typeof path !== 'string') continue
      const page = await openPage(as === 'visitor' ? {} : { as: pool.admin })
      await page.clock.install()
      // The page's files arrive, and no data.
      await page.route(held, () => {})
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      await expect(page.locator('main > *').first()).toBeAttached()
      // The page's clock moves only here, so that nothing else ends the waiting, such as the time limit of a request.
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500)
      await page.clock.runFor(3_500)
      await expect.poll(() => isGreyWithoutReason(page), { message: `${as} ${path}` }).toBe(false)
      await page.close()
    }
  })
}
