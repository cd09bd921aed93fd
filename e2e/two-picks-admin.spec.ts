import type { Locator, Page } from '@playwright/test'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { openWeek } from './support/locked-week.ts'
import { expect, onEachScreen, test } from './support/test.ts'

const GAMES = [
  ['CHI', 'NE'],
  ['NYJ', 'BUF'],
  ['LV', 'KC'],
  ['DAL', 'PHI'],
] as const

const dialog = (page: Page): Locator => page.getByRole('dialog')
const row = (page: Page, entry: string): Locator => page.getByRole('row').filter({ hasText: entry })
const saved = (page: Page): Locator => page.getByRole('form', { name: 'Number of picks' })

onEachScreen(() => {
  test('an admin lets a week take two picks, sees who lacks one, and sets and deletes one of them', async ({
    page,
    pool,
    problems,
  }) => {
    problems.allow(/status of 409.*(preview|weeks)/)
    const week = await openWeek(pool, GAMES, { Mia: { Lucky: null }, Otto: { Comets: null } })
    const { api } = pool.admin
    await signIn(page, pool.admin)
    await page.goto('/admin/config')
    await expect(saved(page).getByLabel('Picks of each entry')).toHaveValue('rules')
    await saved(page).getByLabel('Picks of each entry').selectOption({ label: '2 picks' })
    await saved(page).getByRole('button', { name: 'Save Number of Picks' }).click()
    await expect.poll(async () => (await api.call('listWeeks')).find(({ id }) => id === week.id)?.picks).toBe(2)
    await expect(saved(page).getByLabel('Picks of each entry')).toHaveValue('2')

    const [mia, otto] = ['Mia', 'Otto'].map((name) => week.people[name]!)
    const pick = async (person: typeof mia, slot: number, team_abbr: string) => {
      const [entry] = await person!.api.call('userEntries', { params: { id: person!.user.id } })
      await person!.api.call('submitPick', { body: { entry_id: entry!.id, week_id: week.id as never, slot, team_abbr } })
    }
    await pick(mia, 1, 'KC')
    await pick(otto, 1, 'BUF')
    await pick(otto, 2, 'PHI')
    await expect(page.getByText('3 of 4 picks')).toBeVisible()
    await expect(page.getByText('Picks missing: Mia Member · Lucky (1 of 2)')).toBeVisible()
    await expect(row(page, 'Lucky')).toContainText('1 of 2 · hidden')
    await expect(page.getByText('1 of 2 picked')).toBeVisible()

    // Somebody has picked, so the number stays, which the server says.
    await saved(page).getByLabel('Picks of each entry').selectOption({ label: '3 picks' })
    await saved(page).getByRole('button', { name: 'Save Number of Picks' }).click()
    await expect(saved(page)).toContainText('Somebody has picked in this week, so its number of picks stays')
    await expectNoSidewaysScroll(page)

    await page.getByRole('button', { name: 'Change pick of Lucky' }).click()
    await expect(dialog(page).getByLabel('Which pick')).toHaveValue('2')
    await expect(dialog(page).getByLabel('Which pick').locator('option')).toHaveText(['Pick 1: hidden', 'Pick 2: none yet'])
    await expectAccessible(page)
    await dialog(page).getByLabel('Team').selectOption('NE')
    await dialog(page).getByRole('button', { name: 'Save pick' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(row(page, 'Lucky')).toContainText('2 of 2 · hidden')
    await page.goto('/admin')
    await expect(page.getByRole('heading', { name: 'Everybody has picked' })).toBeVisible()
    await expect(page.getByText('All 2 entries have their picks. Nothing is to do until the lock.')).toBeVisible()

    await week.lock()
    await page.goto('/admin/config')
    await expect(row(page, 'Lucky')).toContainText('KC')
    await expect(row(page, 'Lucky')).toContainText('NE')
    await page.getByRole('button', { name: 'Delete pick of Lucky' }).click()
    await dialog(page).getByLabel('Which pick').selectOption({ label: 'Pick 2: NE' })
    await dialog(page).getByRole('button', { name: 'Delete pick' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('NE is deleted, and there is 1 pick left.')
    await question.getByRole('button', { name: 'Delete Pick' }).click()
    await expect(question).toHaveCount(0)
    await expect(row(page, 'Lucky')).toContainText('1 of 2')
    await expect(row(page, 'Lucky')).not.toContainText('NE')
  })

  test('the desk says how many picks an entry that lacks one has', async ({ page, pool }) => {
    await pool.admin.api.call('updateRules', { body: { picks_per_week: { picks: 2, from_week: 1 } } })
    await openWeek(pool, GAMES, { Mia: { Lucky: 'KC' } })
    await signIn(page, pool.admin)
    await page.goto('/admin')
    await expect(page.getByRole('heading', { name: 'Who lacks a pick (1)' })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Who has not picked' })).toContainText('Lucky: 1 of 2')
    await page.getByRole('button', { name: 'Enter a pick' }).click()
    await expect(dialog(page).getByLabel('Which pick')).toHaveValue('2')
    await dialog(page).getByLabel('Team').selectOption('BUF')
    await dialog(page).getByRole('button', { name: 'Save pick' }).click()
    await expect(page.getByRole('heading', { name: 'Everybody has picked' })).toBeVisible()
  })
})
