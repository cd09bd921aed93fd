import type { Locator, Page } from '@playwright/test'
import type { BrowserPool } from '@outlast/testing'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expectAccessible } from './support/axe.ts'
import { Effort } from './support/effort.ts'
import { lockWeek, openWeek } from './support/locked-week.ts'
import { contextOptions, type DisplayMode, SCREENS } from './support/display-mode.ts'
import { expect, test } from './support/test.ts'
import { expectToast, recordToasts } from './support/toasts.ts'

/*
 * What a commissioner does in a season, from the desk, with the clicks that it takes. A click on a list and on its option are two, and a
 * field that is typed into is one. Opening an empty pool and importing members are counted in setup.spec.ts,
 * and half a season from a spreadsheet in import.spec.ts.
 */

const GAMES = [
  ['DAL', 'GB'],
  ['NYJ', 'BUF'],
  ['KC', 'LV'],
] as const

const button = (scope: Page | Locator, name: string | RegExp): Locator =>
  scope.getByRole('button', { name, exact: typeof name === 'string' })
const question = (page: Page): Locator => page.getByRole('alertdialog')
const header = (page: Page, week: number): Locator => page.getByRole('region', { name: `Week ${week}`, exact: true })
const step = (page: Page, title: string | RegExp): Locator =>
  page.getByRole('region', { name: title, exact: typeof title === 'string' })
/** The row of a member who has not picked. */
const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: 'Who has not picked' }).getByRole('listitem').filter({ hasText: name })
const lastAction = (page: Page): Locator => page.getByRole('region', { name: 'Last action' })

async function openDesk(page: Page, pool: BrowserPool): Promise<void> {
  await recordToasts(page)
  await signIn(page, pool.admin)
  await page.goto('/admin')
}

/** The limits of a job: clicks, and pixels scrolled on each screen. */
type Most = Readonly<Record<'clicks' | DisplayMode['screen'], number>>

/** The limit of each job: what it takes today, with room for one more notice above it. */
const MOST = {
  'see who has not picked, with phone numbers': { clicks: 0, phone: 0, desktop: 0 },
  'enter a pick for somebody who calls': { clicks: 4, phone: 600, desktop: 0 },
  'watch the games': { clicks: 0, phone: 0, desktop: 0 },
  'close a week without a postponed game': { clicks: 4, phone: 850, desktop: 250 },
  'open the next week': { clicks: 1, phone: 0, desktop: 0 },
  'remind one member': { clicks: 1, phone: 50, desktop: 0 },
  'remind everybody who has not picked': { clicks: 2, phone: 50, desktop: 0 },
  'enter a score when the scoreboard is down': { clicks: 6, phone: 300, desktop: 100 },
  'settle a dispute after the lock, and take it back': { clicks: 9, phone: 1150, desktop: 150 },
  'record a payment in cash': { clicks: 2, phone: 1200, desktop: 600 },
  'hand the pool over to a second admin': { clicks: 4, phone: 1500, desktop: 500 },
  'see who won, and what the pot pays': { clicks: 0, phone: 750, desktop: 100 },
  'start the next season, and open its first week': { clicks: 5, phone: 950, desktop: 500 },
} as const satisfies Readonly<Record<string, Most>>

const photograph = (page: Page, name: string) => page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true })

for (const mode of SCREENS) {
  test.describe(mode.name, () => {
    test.use(contextOptions(mode))

    /** Plays a job, and checks how much it took. */
    async function job(name: keyof typeof MOST, play: (effort: Effort) => Promise<void>): Promise<void> {
      await test.step(name, async () => {
        const effort = new Effort()
        await play(effort)
        test.info().annotations.push({ type: name, description: `${effort.clicks} clicks, ${effort.pixels} px` })
        expect(effort.clicks, `clicks to ${name}`).toBeLessThanOrEqual(MOST[name].clicks)
        expect(effort.pixels, `pixels to ${name}`).toBeLessThanOrEqual(MOST[name][mode.screen])
      })
    }

    test('a week from Saturday night to the next one, on the desk', async ({ page, pool }) => {
      const week = await openWeek(pool, GAMES, {
        Mia: { Anchors: null },
        Otto: { Comets: null, Crows: 'KC' },
        Priya: { 'Entry 2': 'GB' },
        Zoe: { Dodos: 'BUF' },
      })
      const { Mia: mia, Otto: otto } = week.people
      for (const [person, mobile] of [
        [mia!, '+15550100'],
        [otto!, '+15550177'],
      ] as const) {
        await pool.admin.api.call('adminUpdateUser', { params: { id: person.user.id }, body: { mobile } })
      }
      await openDesk(page, pool)

      await job('see who has not picked, with phone numbers', async (effort) => {
        await expect(header(page, 1)).toContainText('Locks Sun, Sep 13, 9:00 AM your time · 12:00 PM ET')
        await expect(header(page, 1)).toContainText('5 alive')
        await expect(header(page, 1)).toContainText('3 picked')
        await expect(header(page, 1)).toContainText('2 not picked')
        await effort.see(step(page, 'Who has not picked (2)').getByRole('heading'))
        await expect(rowOf(page, 'Mia Member')).toContainText('Anchors')
        await expect(rowOf(page, 'Mia Member').getByRole('link', { name: '+15550100' })).toHaveAttribute('href', 'tel:+15550100')
        await expect(rowOf(page, 'Otto Member')).toContainText('Comets')
        await expect(rowOf(page, 'Otto Member')).not.toContainText('Crows')
        await expectAccessible(page)
        await photograph(page, 'open')
      })
      await pool.setSiteTime('2026-09-13T14:00:00.000Z')
      await expect(step(page, 'Call them (2)')).toBeVisible()
      await job('enter a pick for somebody who calls', async (effort) => {
        await effort.click(button(page, 'Enter a pick for Otto Member'))
        const dialog = page.getByRole('dialog', { name: 'Add pick of Otto Member · Comets' })
        await effort.choose(dialog.getByLabel('Team'), 'DAL')
        await effort.click(button(dialog, 'Save pick'))
        await expectToast(page, 'Pick overridden')
        await expect(step(page, 'Call them (1)')).toBeVisible()
        await photograph(page, 'last-hours')
      })
      const [anchors] = await mia!.api.call('userEntries', { params: { id: mia!.user.id } })
      await mia!.api.call('submitPick', { body: { entry_id: anchors!.id, week_id: week.id, team_abbr: 'LV' } })
      await expect(step(page, 'Everybody has picked')).toBeVisible()

      await week.lock()
      await job('watch the games', async (effort) => {
        await expect(header(page, 1)).toContainText('Locked Sun, Sep 13')
        await expect(step(page, '3 games not final')).toBeVisible()
        await week.play('DAL', 10, 7, '2:00 - 2nd')
        await expect(step(page, '1 game on, 2 to come')).toContainText('DAL 10–7 GB')
        await effort.see(step(page, '1 game on, 2 to come').getByText('DAL 10–7 GB'))
        const games = step(page, '1 game on, 2 to come')
        await games.getByText('2 entries on it').first().click()
        await expect(games.getByRole('link', { name: 'Otto Member · Comets' })).toHaveAttribute('href', /^\/entry\/\d+$/)
        await expect(games.getByRole('heading', { name: 'Just now' })).toBeVisible()
        await expect(header(page, 1).getByRole('group', { name: 'Scoreboard' })).toContainText('Scoreboard asked')
        await photograph(page, 'playing')
      })
      await week.postpone('KC')
      await week.finishAll([
        ['DAL', 20, 17],
        ['NYJ', 3, 24],
      ])
      await job('close a week without a postponed game', async (effort) => {
        const waits = step(page, 'Week 1 waits for KC at LV')
        await expect(waits).toContainText('KC at LV is postponed: 2 entries wait')
        await photograph(page, 'blocked')
        await effort.click(button(waits, 'Close week 1'))
        const dialog = page.getByRole('dialog', { name: 'Close week 1 without KC at LV' })
        await effort.type(dialog.getByLabel('Reason'), 'No new date')
        await effort.click(button(dialog, 'Close week'))
        await effort.click(button(question(page), 'Close Week'))
      })
      await job('open the next week', async (effort) => {
        const over = step(page, 'Week 1 is over: 4 of 5 alive')
        await expect(over.getByRole('list', { name: 'Who went out' })).toContainText('Priya Member · Entry 2')
        await expect(over).toContainText('Its picks lock Sun, Sep 20, 9:00 AM your time · 12:00 PM ET.')
        await expectAccessible(page)
        await photograph(page, 'complete')
        await effort.click(button(over, 'Open week 2'))
        await expect(header(page, 2)).toContainText('Locks Sun, Sep 20, 9:00 AM your time · 12:00 PM ET')
        await expect(step(page, 'Who has not picked (3)')).toBeVisible()
      })
      const { week_number: current } = await pool.admin.api.call('currentWeek')
      expect(current).toBe(2)
    })

    test('members who have not picked are reminded from the desk, one or all', async ({ page, pool }) => {
      const { api } = pool.admin
      const { id: week_id } = await api.call('createWeek', { body: { season_year: 2031, week_number: 1 } })
      await api.call('updateReminders', { body: { enabled: true } })
      const [mia, otto] = [await pool.member('Mia Member'), await pool.member('Otto Member')]
      for (const { api: own, user } of [mia, otto]) await own.call('createEntry', { body: { user_id: user.id, name: 'Anchors' } })
      await openDesk(page, pool)
      await job('remind one member', async (effort) => {
        await effort.click(button(page, 'Remind Mia Member'))
        await expectToast(page, 'Reminder for Mia Member: Written to files, nobody was mailed')
        await expect(rowOf(page, 'Mia Member')).toContainText(
          /Written to a file, nobody was mailed, at \d+:\d\d [AP]M · again at \d+:\d\d [AP]M/,
        )
        await expect(button(page, 'Remind Mia Member')).toBeDisabled()
        await expect(button(page, 'Remind Otto Member')).toBeEnabled()
      })
      await job('remind everybody who has not picked', async (effort) => {
        await effort.click(button(page, 'Remind all'))
        await effort.click(button(question(page), 'Remind now'))
        await expect(button(page, 'Remind all')).toBeDisabled()
        await expect(button(page, 'Remind Otto Member')).toBeDisabled()
      })
      await expect(lastAction(page)).toHaveCount(0)
      const [anchors] = await mia.api.call('userEntries', { params: { id: mia.user.id } })
      await mia.api.call('submitPick', { body: { entry_id: anchors!.id, week_id, team_abbr: 'KC' } })
      await expect(rowOf(page, 'Mia Member')).toHaveCount(0)
      await expect(rowOf(page, 'Otto Member')).toBeVisible()
    })

    test('a dead scoreboard, a dispute, money, a champion and the next season, from the desk', async ({ page, pool }) => {
      await pool.admin.api.call('updateRules', { body: { entry_fee_cents: 2000, currency: 'USD' } })
      const week = await lockWeek(pool, GAMES.slice(0, 2), {
        Mia: { Anchors: 'DAL' },
        Otto: { Comets: 'GB' },
        Zoe: { Dodos: 'BUF' },
      })
      pool.feed.failWith('error-500')
      await openDesk(page, pool)

      await job('enter a score when the scoreboard is down', async (effort) => {
        await pool.setSiteTime('2026-09-14T00:00:00.000Z')
        await effort.click(button(page, 'Set game DAL at GB'))
        const dialog = page.getByRole('dialog', { name: 'Set DAL at GB by hand' })
        await effort.type(dialog.getByLabel('DAL score'), '20')
        await effort.type(dialog.getByLabel('GB score'), '17')
        await effort.type(dialog.getByLabel('Reason'), 'The scoreboard is down')
        await effort.click(button(dialog, 'Set game'))
        await expect(question(page)).toContainText('1 entry goes out: Otto Member · Comets')
        await effort.click(button(question(page), 'Set Game'))
        await expectToast(page, 'DAL at GB set by hand')
        await expect(lastAction(page)).toContainText('DAL at GB of week 1 set by hand')
      })
      await job('settle a dispute after the lock, and take it back', async (effort) => {
        // The entry's page has what was recorded, and the way to change it.
        await effort.click(page.getByRole('link', { name: 'Otto Member · Comets' }).first())
        await expect(page.getByRole('region', { name: 'Every pick and change' })).toContainText('Otto Member picked GB')
        await effort.click(button(page, 'Change pick of Week 1'))
        const dialog = page.getByRole('dialog', { name: 'Change pick of Otto Member · Comets' })
        await effort.choose(dialog.getByLabel('Team'), 'BUF')
        await effort.type(dialog.getByLabel('Reason'), 'Phoned in before the lock')
        await effort.click(button(dialog, 'Save pick'))
        await expect(question(page)).toContainText('1 entry comes back: Otto Member · Comets')
        await effort.click(button(question(page), 'Override Pick'))
        await expectToast(page, 'Pick updated')
        await effort.click(button(lastAction(page), 'Undo'))
        await expect(question(page)).toContainText('1 entry goes out: Otto Member · Comets')
        await effort.click(button(question(page), 'Undo'))
        await expectToast(page, 'Undone')
      })
      await page.goto('/admin')
      await job('record a payment in cash', async (effort) => {
        await effort.click(page.getByRole('main').getByRole('link', { name: /^Payments/ }))
        const row = page.getByRole('table', { name: 'Payments' }).getByRole('row').filter({ hasText: 'Anchors' })
        await effort.click(row.getByRole('button', { name: /^Cash: / }))
        await expectToast(page, 'Payment status updated')
      })
      await page.goto('/admin')
      await job('hand the pool over to a second admin', async (effort) => {
        await effort.click(page.getByRole('main').getByRole('link', { name: /^Users & Entries/ }))
        await effort.click(page.getByRole('rowheader').getByRole('button', { name: /^Zoe/ }))
        await effort.click(button(page, 'Make admin'))
        await expect(question(page)).toContainText('1 member becomes admin')
        await effort.click(button(question(page), 'Make admin'))
        await expectToast(page, 'User updated')
      })
      pool.feed.failWith(undefined)
      await week.finish('NYJ', 24, 3)
      await page.goto('/admin')
      await job('see who won, and what the pot pays', async (effort) => {
        await expect(page.getByRole('region', { name: /^Champion/ })).toContainText('Anchors')
        const payouts = page.getByRole('list', { name: 'Payouts' })
        await expect(payouts).toContainText('Mia Member · Anchors gets $20.00')
        await effort.see(payouts)
        const pot = header(page, 1).getByText('$20.00', { exact: true })
        expect(await pot.evaluate((text) => text.scrollWidth <= text.clientWidth), 'the pot is shown whole').toBe(true)
        const topOf = async (one: Locator) => (await one.boundingBox())?.y ?? NaN
        const decided = await topOf(step(page, 'The 2026 season is decided'))
        expect(decided, 'the next step comes first').toBeLessThan(await topOf(page.getByRole('region', { name: /^Champion/ })))
        await expectAccessible(page)
        await photograph(page, 'decided')
      })
      await job('start the next season, and open its first week', async (effort) => {
        await effort.click(page.getByRole('link', { name: 'Start next season' }))
        await effort.click(button(page, 'Start the 2027 season'))
        await effort.click(button(question(page), 'Start 2027'))
        await expect(page.getByText('0 of 3 entries are in')).toBeVisible()
        await page.goto('/admin')
        const opened = step(page, 'The 2027 season is open')
        await expect(opened).toContainText('Its picks lock Sun, Sep 12')
        await effort.click(button(opened, 'Open week 1'))
        await expect(question(page)).toContainText('0 of 3 entries are in. 3 entries have not answered.')
        await effort.click(button(question(page), 'Open Week 1'))
        await expect(header(page, 1)).toContainText('Locks Sun, Sep 12')
      })
    })
  })
}
