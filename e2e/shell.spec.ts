import type { Locator, Page } from '@playwright/test'
import type { BrowserPool } from '@outlast/testing'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expect, test } from './support/test.ts'

/** Every path with its heading and the roles that may open it. */
const PATHS: readonly { path: string; title: string | RegExp; for: 'everyone' | 'visitors' | 'members' | 'admins' }[] = [
  { path: '/auth', title: 'Sign in', for: 'visitors' },
  { path: '/forgot-password', title: 'Forgot password', for: 'everyone' },
  { path: '/reset-password?token=none', title: 'Set your password', for: 'everyone' },
  { path: '/confirm-email-change?token=none', title: 'Confirm your new email', for: 'everyone' },
  { path: '/confirm-admin?token=none', title: 'Become the admin', for: 'everyone' },
  { path: '/unsubscribe?token=none', title: 'No more messages like this?', for: 'everyone' },
  { path: '/sign-in?token=none', title: 'Sign in here?', for: 'everyone' },
  { path: '/join/ABCDEFGHJK', title: /^(Join .+|You are already in)$/, for: 'everyone' },
  { path: '/reveal', title: /^(Weekly|Week 1) reveal$/i, for: 'everyone' },
  { path: '/history', title: 'History', for: 'everyone' },
  { path: '/hall-of-fame', title: 'Hall of fame', for: 'everyone' },
  { path: '/rules/constitution', title: 'Constitution', for: 'everyone' },
  { path: '/tv', title: 'Week 1 locks in', for: 'everyone' },
  { path: '/audit', title: 'Audit', for: 'everyone' },
  { path: '/entry/1', title: 'Entry', for: 'everyone' },
  { path: '/', title: 'Dashboard', for: 'members' },
  { path: '/account', title: 'Account', for: 'members' },
  { path: '/entries/1/ranking', title: 'Automatic picks', for: 'members' },
  { path: '/by-hand', title: 'Picks by hand', for: 'members' },
  { path: '/admin', title: 'Desk', for: 'admins' },
  { path: '/admin/payments', title: 'Admin Payments', for: 'admins' },
  { path: '/admin/users', title: 'Admin Users & Entries', for: 'admins' },
  { path: '/admin/invitations/1', title: 'Invitation', for: 'admins' },
  { path: '/admin/config', title: 'Admin Weeks & Locks', for: 'admins' },
  { path: '/admin/club', title: 'Club Settings', for: 'admins' },
  { path: '/admin/rules', title: 'Rule Book', for: 'admins' },
  { path: '/admin/danger', title: 'Rehearsal and danger', for: 'admins' },
  { path: '/admin/season', title: 'Next Season', for: 'admins' },
  { path: '/admin/reminders', title: 'Admin Reminders', for: 'admins' },
  { path: '/admin/broadcast', title: 'Admin Broadcast', for: 'admins' },
  { path: '/admin/summary', title: 'Week Summary', for: 'admins' },
  { path: '/admin/webhooks', title: 'Club Chat', for: 'admins' },
]

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function expectArrival(page: Page, path: string, expected: { path: string; title?: string | RegExp }): Promise<void> {
  await page.goto(path)
  await expect(page).toHaveURL((url) => url.pathname === expected.path)
  if (expected.title !== undefined) await expect(heading(page)).toHaveText(expected.title)
}

async function createWeek(pool: BrowserPool): Promise<void> {
  await pool.admin.api.call('createWeek', { body: { season_year: 2031, week_number: 1 } })
}

test.describe('a deep link', () => {
  test('opens public pages for a visitor and redirects all others to /auth', async ({ page, pool, problems }) => {
    problems.allow(/status of 403.*reveal/, /status of 404/)
    await createWeek(pool)
    for (const { path, title, for: role } of PATHS) {
      const isOpen = role === 'everyone' || role === 'visitors'
      await expectArrival(page, path, isOpen ? { path: path.split('?')[0] ?? path, title } : { path: '/auth', title: 'Sign in' })
    }
  })

  test('opens member pages for a member and redirects admin pages to the dashboard', async ({ page, pool, problems }) => {
    problems.allow(/status of 403.*reveal/, /status of 404/)
    await createWeek(pool)
    await signIn(page, await pool.member('Mia Member'))
    for (const { path, title, for: role } of PATHS) {
      const isOpen = role === 'everyone' || role === 'members'
      await expectArrival(page, path, isOpen ? { path: path.split('?')[0] ?? path, title } : { path: '/', title: 'Dashboard' })
    }
  })

  test('opens every page for an admin', async ({ page, pool, problems }) => {
    problems.allow(/status of 403.*reveal/, /status of 404/)
    await createWeek(pool)
    await signIn(page, pool.admin)
    for (const { path, title, for: role } of PATHS) {
      await expectArrival(page, path, role === 'visitors' ? { path: '/' } : { path: path.split('?')[0] ?? path, title })
    }
  })

  test('returns to the requested page after signing in', async ({ page, pool }) => {
    const mia = await pool.member('Mia Member')
    await expectArrival(page, '/account', { path: '/auth' })
    await page.getByLabel('Email').fill(mia.email)
    await page.getByLabel('Password', { exact: true }).fill(mia.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL(/\/account$/)
  })

  test('to an unknown path shows that the page was not found', async ({ page }) => {
    await page.goto('/nothing/here')
    await expect(heading(page)).toHaveText('Page not found')
    await page.getByRole('link', { name: 'Return to Dashboard' }).click()
    await expect(page).toHaveURL(/\/auth$/)
  })
})

/** The texts of the links in the top bar, while its menu is closed. */
async function links(page: Page): Promise<string[]> {
  return (await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents()).map((text) => text.trim())
}

/** Lists of links, by their heading. */
const groups = async (within: Locator): Promise<Record<string, string[]>> =>
  Object.fromEntries(
    await within
      .locator('ul')
      .evaluateAll((all) =>
        all.map((list) => [
          document.getElementById(list.getAttribute('aria-labelledby') ?? '')?.textContent ?? '',
          [...list.querySelectorAll('a')].map(({ textContent }) => textContent ?? ''),
        ]),
      ),
  )

/** The lists of links in the menu that a button opens, by their heading. */
async function menu(page: Page, name = 'More'): Promise<Record<string, string[]>> {
  const button = page.getByRole('button', { name, exact: true })
  await button.click()
  const opened = page.locator('[aria-expanded="true"] + div')
  await expect(opened.getByRole('link').first()).toBeVisible()
  const links = await groups(opened)
  await page.keyboard.press('Escape')
  return links
}

const PUBLIC = ['Dashboard', 'Weekly Reveal', 'History', 'Audit', 'Account']
const POOL = ['Weekly Reveal', 'History', 'Hall of Fame', 'Clubhouse Screen', 'Audit']
const DESK = {
  'This week': ['Admin Weeks & Locks', 'Week Summary'],
  People: ['Admin Users & Entries', 'Admin Reminders', 'Broadcast'],
  Money: ['Admin Payments'],
  Club: ['Rule Book', 'Club Settings', 'Next Season', 'Club Chat', 'Rehearsal and danger'],
}
const SPECIFIED = ['Dashboard', 'Account', 'Admin', 'Admin Payments', 'Admin Users & Entries', 'Admin Weeks & Locks', 'Broadcast']

test('the top bar shows the links that each role may open and follows role changes live', async ({ page, pool, openPage }) => {
  const mia = await pool.member('Mia Member')
  await page.goto('/auth')
  await expect.poll(() => links(page)).toEqual(PUBLIC.slice(0, -1))
  const memberPage = await openPage({ as: mia })
  await memberPage.goto('/account')
  await expect.poll(() => links(memberPage)).toEqual(PUBLIC)
  expect(await menu(memberPage)).toEqual({ Pool: ['Hall of Fame', 'Clubhouse Screen'] })
  await pool.admin.api.call('adminUpdateUser', { params: { id: mia.user.id }, body: { is_admin: true } })
  await expect.poll(() => links(memberPage)).toEqual(SPECIFIED)
  expect(await menu(memberPage)).toEqual({
    Pool: POOL,
    'This week': ['Week Summary'],
    People: ['Admin Reminders'],
    Club: DESK.Club,
  })
  await memberPage.setViewportSize({ width: 1279, height: 900 })
  await expect.poll(() => links(memberPage)).toEqual([...PUBLIC, 'Admin'])
  expect(await menu(memberPage)).toEqual({ Pool: ['Hall of Fame', 'Clubhouse Screen'], ...DESK })
  await memberPage.setViewportSize({ width: 959, height: 900 })
  await expect.poll(() => links(memberPage)).toEqual([])
  expect(await menu(memberPage, 'Open menu')).toEqual({ '': ['Dashboard', 'Account', 'Admin'], Pool: POOL, ...DESK })
  await memberPage.setViewportSize({ width: 1280, height: 900 })
  await pool.admin.api.call('adminUpdateUser', { params: { id: mia.user.id }, body: { is_admin: false } })
  await expect.poll(() => links(memberPage)).toEqual(PUBLIC)
})

test('the menu closes on Escape, which returns the focus, and on a click or focus elsewhere', async ({ page, pool }) => {
  await signIn(page, pool.admin)
  await page.goto('/account')
  const opener = page.getByRole('button', { name: 'More' })
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Club Settings' })
  await expect(opener).not.toHaveAttribute('aria-current')
  await opener.click()
  await expect(link).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(link).toHaveCount(0)
  await expect(opener).toBeFocused()
  await opener.press('Enter')
  await heading(page).click()
  await expect(link).toHaveCount(0)
  await opener.press('Enter')
  await expect(link).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'theme and sign-out' }).focus()
  await expect(link).toHaveCount(0)
  await opener.click()
  await link.click()
  await expect(heading(page)).toHaveText('Club Settings')
  await expect(link).toHaveCount(0)
  await expect(opener).toHaveAttribute('aria-current', 'true')
})

test('a page of the desk has the others beside it on a wide page, in four groups, and not on paper', async ({ page, pool }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, pool.admin)
  await page.goto('/admin/club')
  const desk = page.getByRole('navigation', { name: 'Desk' })
  await expect(desk.getByRole('link', { name: 'Club Settings' })).toHaveAttribute('aria-current', 'page')
  expect(await groups(desk)).toEqual({ '': ['Admin'], ...DESK })
  await desk.getByRole('link', { name: 'Rule Book' }).click()
  await expect(heading(page)).toHaveText('Rule Book')
  await expect(desk.getByRole('link', { name: 'Rule Book' })).toHaveAttribute('aria-current', 'page')
  await page.emulateMedia({ media: 'print' })
  await expect(desk).toBeHidden()
  await page.emulateMedia({ media: null })
  await page.setViewportSize({ width: 1439, height: 900 })
  await expect(desk).toHaveCount(0)
})

test.describe('a club with the longest name', () => {
  const clubName = 'Königlich Privilegierte Turn- und Sportgemeinschaft Niederoberweilershausen 1846'
  test.use({ poolOptions: { config: { clubName } } })
  test('has its whole name beside the links, and no page scrolls sideways', async ({ page, pool }) => {
    await createWeek(pool)
    await signIn(page, pool.admin)
    for (const width of [1440, 1280, 1279, 960, 390, 320]) {
      await page.setViewportSize({ width, height: 900 })
      for (const path of ['/', '/admin', '/admin/config']) {
        await page.goto(path)
        await expect(heading(page)).toBeVisible()
        if (width >= 1280) await expect.poll(() => links(page)).toEqual(SPECIFIED)
        else if (width >= 960) await expect.poll(() => links(page)).toEqual([...PUBLIC, 'Admin'])
        const name = page.getByRole('banner').getByText(clubName, { exact: true })
        expect(await hiddenPartOf(name), `px of the name that are hidden at ${width}`).toBe(0)
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `at ${width}`).toBeLessThanOrEqual(0)
      }
      await page.getByRole('button', { name: width < 960 ? 'Open menu' : 'More' }).click()
      await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Hall of Fame' })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `at ${width}`).toBeLessThanOrEqual(0)
    }
  })
})

/** How many pixels of a text its element and the top bar cut off or cover, in both directions. */
const hiddenPartOf = (text: Locator): Promise<number> =>
  text.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const box = range.getBoundingClientRect()
    const bar = element.closest('header')!.getBoundingClientRect()
    const neighbour = document.querySelector('nav[aria-label="Main"] > *')!.getBoundingClientRect()
    const cut = Math.max(element.scrollWidth - element.clientWidth, element.scrollHeight - element.clientHeight)
    return Math.max(
      0,
      cut,
      Math.ceil(bar.left - box.left),
      Math.ceil(box.right - neighbour.left),
      Math.ceil(box.bottom - bar.bottom),
    )
  })

test.describe('a club with its own name', () => {
  test.use({ poolOptions: { config: { clubName: 'Kickers United' } } })
  test('shows its name in the top bar and in the page title', async ({ page }) => {
    await page.goto('/audit')
    await expect(page.getByRole('banner').getByText('Kickers United')).toBeVisible()
    await expect(page).toHaveTitle('Audit · Kickers United')
  })
})

test('an invalid token is forgotten, and a revoked one redirects to /auth', async ({ page, pool, problems, openPage }) => {
  problems.allow(/status of 401/)
  await signIn(page, { token: 'not.a.token' })
  await page.goto('/account')
  await expect(page).toHaveURL(/\/auth$/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  const mia = await pool.member('Mia Member')
  const memberPage = await openPage({ as: mia })
  await memberPage.goto('/account')
  await expect(heading(memberPage)).toHaveText('Account')
  await mia.api.call('signOutEverywhere')
  await expect(memberPage).toHaveURL(/\/auth$/)
  await expect(memberPage.getByText('Your session expired, or it was ended on another device.')).toBeVisible()
})

test('a failed session check signs the member out, but a lost connection does not', async ({ page, pool, problems }) => {
  problems.allow(/status of 500/, /net::ERR/)
  await signIn(page, await pool.member('Mia Member'))
  const loadingSeen = Promise.withResolvers<void>()
  let calls = 0
  await page.route('**/api/auth/me', async (route) => {
    calls += 1
    await loadingSeen.promise
    await (calls === 1 ? route.abort() : route.continue())
  })
  await page.goto('/account')
  await expect(page.getByText('Loading…')).toBeVisible()
  loadingSeen.resolve()
  await expect(heading(page)).toHaveText('Account')
  await page.unroute('**/api/auth/me')
  await page.route('**/api/auth/me', (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }))
  await page.reload()
  await expect(page).toHaveURL(/\/auth$/)
})

test('signing out in one tab signs out the other tabs', async ({ page, pool, context, problems }) => {
  // A read of the other tab may be on its way.
  problems.allow(/status of 401/)
  await signIn(page, await pool.member('Mia Member'))
  await page.goto('/account')
  const other = await context.newPage()
  await other.goto('/account')
  await expect(heading(other)).toHaveText('Account')
  await page.getByRole('banner').getByRole('button', { name: 'Mia Member: theme and sign-out' }).click()
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/auth$/)
  await expect(other).toHaveURL(/\/auth$/)
  await expect(page.getByText('Your session expired')).toHaveCount(0)
  // The next person on this device starts on the dashboard, not on the last person's page.
  const next = await pool.member('Nora Next')
  await page.getByLabel('Email').fill(next.email)
  await page.getByLabel('Password', { exact: true }).fill(next.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(heading(page)).toHaveText('Dashboard')
})

test('every page shows a banner while the site time is overridden', async ({ page, pool }) => {
  await page.goto('/audit')
  const banner = page.getByRole('complementary', { name: 'Site time' })
  await expect(heading(page)).toHaveText('Audit')
  await expect(banner).toHaveCount(0)
  await pool.setSiteTime('2031-09-07T15:59:00.000Z')
  await expect(banner).toContainText('Sun, Sep 7, 11:59 AM ET')
  await expect(banner).toContainText('frozen')
  await pool.setSiteTime('2031-09-07T16:30:00.000Z', { running: true })
  await expect(banner).toContainText('12:30 PM ET')
  await pool.setSiteTime(null)
  await expect(banner).toHaveCount(0)
})

test('a page that asks for the time just before an admin moves it follows the move', async ({ page, pool }) => {
  await pool.setSiteTime('2031-09-07T15:59:00.000Z')
  const body = { now_iso: '2026-09-07T15:59:00.000Z', override: false, running: true }
  await page.route('**/api/site-time', (route) => route.fulfill({ json: body }), { times: 1 })
  await page.goto('/audit')
  await expect(page.getByRole('complementary', { name: 'Site time' })).toContainText('Sun, Sep 7, 11:59 AM ET')
})

test('a lost connection shows a notice and keeps the page, which catches up after reconnecting', async ({ page, pool }) => {
  await createWeek(pool)
  await signIn(page, await pool.member('Mia Member'))
  await page.goto('/audit')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  pool.cut()
  await expect(page.getByText('Offline. This may be out of date')).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await pool.setSiteTime('2031-09-07T15:59:00.000Z')
  pool.restore()
  await expect(page.getByRole('complementary', { name: 'Site time' })).toBeVisible()
  await expect(page.getByText('Offline.')).toHaveCount(0)
})

test('prefetched screens open without a connection and show the last known data', async ({ page, pool }) => {
  await createWeek(pool)
  const mia = await pool.member('Mia Member')
  await mia.api.call('createEntry', { body: { user_id: mia.user.id, name: 'Last One Standing' } })
  await signIn(page, mia)
  // The two files may arrive in either order.
  const fetched = ['history', 'account'].map((name) => page.waitForResponse(new RegExp(`assets/${name}-screen-.*js`)))
  await page.goto('/')
  await expect(
    page
      .getByRole('table', { name: 'The Grid' })
      .or(page.getByRole('region', { name: /Grid/ }))
      .first(),
  ).toBeVisible()
  for (const response of await Promise.all(fetched)) await response.finished()
  pool.cut()
  await expect(page.getByText('Offline.')).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'History' }).click()
  await expect(heading(page)).toHaveText('History')
  await expect(page.getByText('Last One Standing').first()).toBeVisible()
  pool.restore()
  await expect(page.getByText('Offline.')).toHaveCount(0)
})

test('a screen that fails to load keeps the shell and loads with Retry, and one that crashes shows the application error', async ({
  page,
  problems,
}) => {
  problems.allow(/./)
  await page.route('**/assets/history-screen-*.js', (route) => route.abort())
  await page.goto('/audit')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'History' }).click()
  await expect(heading(page)).toHaveText('This page could not be loaded')
  await page.unroute('**/assets/history-screen-*.js')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(heading(page)).toHaveText('History')
  await page.route('**/assets/history-screen-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'export function HistoryScreen() { throw new Error("seeded") }' }),
  )
  await page.reload()
  await expect(heading(page)).toHaveText('Unexpected Application Error!')
})

test('the theme switch cycles through system, light and dark and is remembered', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/audit')
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const light = await background()
  const button = page.getByRole('button', { name: /^Theme:/ })
  await button.click()
  await button.click()
  await expect(button).toHaveAccessibleName('Theme: dark. Change')
  expect(await background()).not.toBe(light)
  await page.reload()
  expect(await background()).not.toBe(light)
})

test('the phone menu opens and closes with the keyboard, and the skip link precedes it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/audit')
  await expect(heading(page)).toHaveText('Audit')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.getByRole('button', { name: 'Open menu' }).press('Enter')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'History' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveCount(0)
})

test('a new page starts at its top, and Back and Reload return to where the reader was', async ({ page, pool }) => {
  await createWeek(pool)
  await signIn(page, pool.admin)
  await page.setViewportSize({ width: 390, height: 500 })
  await page.goto('/admin/config')
  const scrollTop = () => page.evaluate(() => Math.round(scrollY))
  await expect(page.getByText('Weeks Management')).toBeVisible()
  await page.evaluate(() => scrollTo(0, 300))
  await expect.poll(scrollTop).toBe(300)
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/"]')?.click())
  await expect(heading(page)).toHaveText('Dashboard')
  expect(await scrollTop()).toBe(0)
  await page.goBack()
  await expect(heading(page)).toHaveText('Admin Weeks & Locks')
  await expect.poll(scrollTop).toBe(300)
  await page.reload()
  await expect(heading(page)).toHaveText('Admin Weeks & Locks')
  await expect.poll(scrollTop).toBe(300)
})

test('the web app manifest and its icons are served with the declared sizes', async ({ page, request }) => {
  await page.goto('/auth')
  const manifest = await (await request.get('/manifest.webmanifest')).json()
  expect(manifest).toMatchObject({ name: 'Outlast survivor pool', display: 'standalone', start_url: '/' })
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await request.get(src)
    expect([src, icon.status(), icon.headers()['content-type']]).toEqual([src, 200, type])
    if (sizes === 'any') continue
    const size = await page.evaluate(async (from) => {
      const bitmap = await createImageBitmap(await (await fetch(from)).blob())
      return `${bitmap.width}x${bitmap.height}`
    }, src)
    expect(size).toBe(sizes)
  }
})
