import type { Locator, Page } from '@playwright/test'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { lockWeek } from './support/locked-week.ts'
import { expect, onEachScreen, test } from './support/test.ts'
import { expectToast, recordToasts } from './support/toasts.ts'

const GAMES = [
  ['DAL', 'GB'],
  ['NYJ', 'BUF'],
] as const
const PICKS = { Mia: { Anchors: 'DAL' }, Bob: { Buoys: 'BUF' } }

const picks = (page: Page): Locator => page.getByRole('region', { name: 'Picks', exact: true })
const waiting = (page: Page): Locator => page.getByRole('region', { name: 'A second admin is needed' })
const question = (page: Page, name: string): Locator => page.getByRole('alertdialog', { name })

onEachScreen(() => {
  test('an override after the lock waits on the desk of the other admin, who confirms it', async ({
    page,
    openPage,
    pool,
    problems,
  }) => {
    problems.allow(/status of 409/)
    const { people, id: weekId } = await lockWeek(pool, GAMES, PICKS)
    await pool.admin.api.call('adminUpdateUser', { params: { id: people.Bob!.user.id }, body: { is_admin: true } })
    await signIn(page, pool.admin)
    await recordToasts(page)
    await page.goto('/admin/club')
    await page.getByRole('checkbox', { name: 'Ask for a second admin' }).click()
    await expectToast(page, 'Saved')

    // The question says beforehand that nothing happens yet, and the form that it waits.
    await page.goto('/admin/config')
    const anchors = (await pool.admin.api.call('adminListEntries')).find(({ name }) => name === 'Anchors')!
    await picks(page).getByLabel('Entry ID').fill(String(anchors.id))
    await picks(page).getByLabel('Team abbr').fill('GB')
    await picks(page).getByLabel('Reason').fill('Phoned in at 12:20')
    await picks(page).getByRole('button', { name: 'Override/Add Pick' }).click()
    await expect(question(page, 'Override this pick?')).toContainText('a second admin has to confirm it within 30 minutes')
    await question(page, 'Override this pick?').getByRole('button', { name: 'Override Pick' }).click()
    await expect(picks(page)).toContainText('This needs a second admin. It waits on the desk of the others for 30 minutes')

    await page.goto('/admin')
    await expect(waiting(page)).toContainText('You ask to set the pick of “Anchors”')
    await expect(waiting(page).getByRole('button', { name: 'Confirm' })).toHaveCount(0)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await waiting(page).getByRole('button', { name: 'Emergency…' }).click()
    await expect(waiting(page).getByRole('button', { name: 'Do It Alone' })).toBeDisabled()

    const bob = await openPage({ as: people.Bob! })
    await bob.goto('/admin')
    await expect(waiting(bob)).toContainText('Ada Admin asks to set the pick of “Anchors”')
    await expectAccessible(bob)
    await waiting(bob).getByRole('button', { name: 'Confirm' }).click()
    await expect(question(bob, 'Confirm it?')).toContainText('Mia Member · Anchors')
    await question(bob, 'Confirm it?').getByRole('button', { name: 'Confirm' }).click()
    for (const desk of [page, bob]) await expect(waiting(desk)).toHaveCount(0)
    const reveal = await pool.admin.api.call('weekReveal', { params: { id: weekId } })
    expect(reveal.picks.find(({ entry_name }) => entry_name === 'Anchors')?.team_abbr).toBe('GB')
  })
})
