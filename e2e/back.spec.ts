import type { Page } from '@playwright/test'
import type { BrowserPool, Person } from '@outlast/testing'
import { signIn } from '@outlast/testing/browser/sign-in'
import { lockWeek, openWeek } from './support/locked-week.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: { width: 390, height: 844 } })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const picker = (page: Page) => page.getByRole('dialog', { name: 'Week 1: pick for Ace' })
const openPicker = (page: Page) => page.getByRole('button', { name: 'Team for Ace' }).click()
const more = (page: Page) => page.getByRole('button', { name: 'More options for Ace' })
const placeOnScreen = (page: Page) =>
  page
    .getByRole('button', { name: 'Team for Ace', includeHidden: true })
    .evaluate((button) => Math.round(button.getBoundingClientRect().y))
const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name, exact: true })

/** An open week in a pool with automatic picks, whose member has one entry. */
async function startWeek(pool: BrowserPool): Promise<Person> {
  await pool.admin.api.call('updateRules', { body: { missed_pick: 'auto', auto_pick: ['my_list', 'alphabetical'] } })
  const { people } = await openWeek(
    pool,
    [
      ['DAL', 'GB'],
      ['KC', 'LV'],
    ],
    { Mia: { Ace: null } },
  )
  return people.Mia!
}

/** Opens the account, and then the dashboard, so that Back leads from the dashboard to the account. */
async function openDashboard(page: Page, member: Person): Promise<void> {
  await signIn(page, member)
  await page.goto('/account')
  await tab(page, 'Home').click()
  await expect(page.getByRole('button', { name: 'Team for Ace' })).toBeVisible()
}

test('Back closes the picker and leaves the page where it was, and only then leaves it', async ({ page, pool }) => {
  await openDashboard(page, await startWeek(pool))
  await page.setViewportSize({ width: 390, height: 400 })
  // Parts of the page that load later move it.
  await expect(page.getByText('Every pick of the season')).toBeAttached()
  await expect.poll(() => page.evaluate(() => (scrollTo(0, 200), scrollY))).toBe(200)
  await openPicker(page)
  await expect(picker(page)).toBeVisible()
  // A part above that loads late moves the numbers, and not what the member looks at.
  const place = await placeOnScreen(page)
  await page.goBack()
  await expect(picker(page)).toHaveCount(0)
  await expect(heading(page)).toHaveText('Dashboard')
  await expect.poll(() => placeOnScreen(page)).toBe(place)

  // Closed in another way, it leaves nothing that Back or Forward would stop at.
  await openPicker(page)
  await page.keyboard.press('Escape')
  await expect(picker(page)).toHaveCount(0)
  await page.goForward()
  await expect(heading(page)).toHaveText('Dashboard')
  await expect(picker(page)).toHaveCount(0)
  await tab(page, 'Grid').click()
  await expect(heading(page)).toHaveText('History')
  await page.goBack()
  await expect(heading(page)).toHaveText('Dashboard')
  await expect.poll(() => placeOnScreen(page)).toBe(place)
  await page.goBack()
  await expect(heading(page)).toHaveText('Account')
})

test('Back closes the menu of an entry, and the question that the menu asked', async ({ page, pool }) => {
  await openDashboard(page, await startWeek(pool))
  await more(page).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(more(page)).toBeFocused()
  await more(page).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete “Ace”?' })
  await expect(question).toBeVisible()
  await page.goBack()
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('article', { name: 'Ace' })).toBeVisible()
  await page.goBack()
  await expect(heading(page)).toHaveText('Account')
})

test('a link in the picker or in the menu of the site takes the place of what it closes', async ({ page, pool }) => {
  await openDashboard(page, await startWeek(pool))
  await openPicker(page)
  await picker(page).getByRole('link', { name: 'My ranking for automatic picks' }).click()
  await expect(page).toHaveURL(/\/ranking$/)
  await page.goBack()
  await expect(heading(page)).toHaveText('Dashboard')
  await expect(picker(page)).toHaveCount(0)
  await page.goForward()
  await expect(page).toHaveURL(/\/ranking$/)

  const main = page.getByRole('navigation', { name: 'Main' })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(main.getByRole('link', { name: 'Audit' })).toBeVisible()
  await page.goBack()
  await expect(main.getByRole('link', { name: 'Audit' })).toHaveCount(0)
  await expect(page).toHaveURL(/\/ranking$/)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await main.getByRole('link', { name: 'Audit' }).click()
  await expect(heading(page)).toHaveText('Audit')
  await page.goBack()
  await expect(page).toHaveURL(/\/ranking$/)
  await page.goBack()
  await expect(heading(page)).toHaveText('Dashboard')
  await page.goBack()
  await expect(heading(page)).toHaveText('Account')
})

test('a page that opens while the entry of a dialog is being left is the next one in the history', async ({ page, pool }) => {
  await openDashboard(page, await startWeek(pool))
  await openPicker(page)
  await expect(picker(page)).toBeVisible()
  await page.evaluate(() => {
    const go = history.go.bind(history)
    history.go = (steps) => {
      go(steps)
      document.querySelector<HTMLElement>('nav a[href="/history"]')?.click()
    }
  })
  await page.keyboard.press('Escape')
  await expect(heading(page)).toHaveText('History')
  await page.goBack()
  await expect(heading(page)).toHaveText('Dashboard')
  await page.goBack()
  await expect(heading(page)).toHaveText('Account')
})

test('a reload while the picker is open leaves an ordinary page', async ({ page, pool }) => {
  await openDashboard(page, await startWeek(pool))
  await openPicker(page)
  await expect(picker(page)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Team for Ace' })).toBeVisible()
  await expect(picker(page)).toHaveCount(0)
  await openPicker(page)
  await expect(picker(page)).toBeVisible()
  await page.goBack()
  await expect(picker(page)).toHaveCount(0)
  await page.goBack()
  await expect(heading(page)).toHaveText('Account')
})

test('Back closes a question above a dialog, then the dialog, and keeps what was typed until then', async ({ page, pool }) => {
  await lockWeek(pool, [['DAL', 'GB']], { Mia: { Anchors: 'DAL' } })
  await signIn(page, pool.admin)
  await page.goto('/account')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Weeks & Locks' }).click()
  await page.getByRole('button', { name: 'Set DAL at GB' }).click()
  const game = page.getByRole('dialog', { name: 'Set DAL at GB by hand' })
  await game.getByLabel('DAL score').fill('10')
  await game.getByLabel('GB score').fill('20')
  await game.getByLabel('Reason').fill('The scoreboard is down')
  await game.getByRole('button', { name: 'Set game' }).click()
  const question = page.getByRole('alertdialog', { name: 'Set DAL at GB by hand?' })
  await expect(question).toContainText('1 entry goes out: Mia Member · Anchors')
  await page.goBack()
  await expect(question).toHaveCount(0)
  await expect(game.getByLabel('Reason')).toHaveValue('The scoreboard is down')
  await page.goBack()
  await expect(game).toHaveCount(0)
  await expect(heading(page)).toHaveText('Admin Weeks & Locks')
  await page.goBack()
  await expect(heading(page)).toHaveText('Account')
})
