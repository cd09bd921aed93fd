import type { Locator, Page } from '@playwright/test'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { openWeek } from './support/locked-week.ts'
import { expect, onEachScreen, test } from './support/test.ts'
import { expectToast, recordToasts } from './support/toasts.ts'

const GAMES = [
  ['CHI', 'NE'],
  ['NYJ', 'BUF'],
  ['LV', 'KC'],
] as const

const card = (page: Page, entry: string): Locator => page.getByRole('article', { name: entry, exact: true })
const forOthers = (page: Page): Locator => page.getByRole('region', { name: 'You pick for others' })
const bar = (page: Page): Locator => page.getByRole('region', { name: 'Picks that are not submitted' })

async function choose(page: Page, entry: string, team: string): Promise<void> {
  await card(page, entry)
    .getByRole('button', { name: `Team for ${entry}` })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: team }).click()
}

/** Lets a member pick, on the owner's dashboard. */
async function nameProxy(page: Page, entry: string, member: string): Promise<void> {
  await card(page, entry)
    .getByRole('button', { name: `More options for ${entry}` })
    .click()
  await page.getByRole('menuitem', { name: 'Let somebody pick for you' }).click()
  const dialog = page.getByRole('dialog', { name: `Let somebody pick for “${entry}”` })
  await dialog.getByLabel('Find by name').fill(member.slice(0, 4).toLowerCase())
  await expect(dialog.getByLabel('Who').locator('option:checked')).toHaveText(member)
  await expect(dialog).toContainText(`${member} sees and makes the picks of “${entry}” until week 1 locks`)
  await expect(dialog).not.toContainText('@')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Let them pick' }).click()
  await expectToast(page, `${member} picks for you`)
}

onEachScreen(() => {
  test('a member picks for another, who reads it at once, and the lock says who made it', async ({ page, openPage, pool }) => {
    const week = await openWeek(pool, GAMES, { Mia: { Anchors: null }, Otto: { Boats: 'NE' } })
    const { Mia: mia, Otto: otto } = week.people
    await recordToasts(page)
    await signIn(page, mia!)
    await page.goto('/')
    const ottos = await openPage({ as: otto! })
    await recordToasts(ottos)
    await ottos.goto('/')
    await expect(card(ottos, 'Boats')).toBeVisible()
    await expect(forOthers(ottos)).toHaveCount(0)

    await nameProxy(page, 'Anchors', 'Otto Member')
    await expect(card(page, 'Anchors')).toContainText('Otto Member picks for you until week 1 locks.')
    await expect(forOthers(ottos)).toContainText('You pick for Mia Member until week 1 locks.')
    await expectNoSidewaysScroll(ottos)
    await expectAccessible(ottos)

    await choose(ottos, 'Anchors', 'Kansas City Chiefs')
    await card(ottos, 'Anchors').getByRole('button', { name: 'Submit Pick' }).click()
    await expectToast(ottos, 'Pick saved')
    await expect(card(page, 'Anchors')).toContainText(/Picked by Otto Member, .* receipt #/)
    await expect(card(page, 'Anchors')).toContainText('Kansas City Chiefs')
    await card(page, 'Anchors')
      .getByText(/receipt #/)
      .click()
    await expect(card(page, 'Anchors')).toContainText('This receipt proves that Otto Member picked KC')

    await week.lock()
    const visitor = await openPage()
    await visitor.goto('/reveal')
    await expect(visitor.getByRole('row').filter({ hasText: 'Anchors' })).toContainText('picked by Otto Member')
    await expect(visitor.getByRole('row').filter({ hasText: 'Boats' })).not.toContainText('picked by')
    await expectNoSidewaysScroll(visitor)
    await visitor.getByRole('link', { name: 'Anchors' }).click()
    await expect(visitor.getByText('Otto Member picked KC for Mia Member').first()).toBeVisible()
    await expect(forOthers(ottos)).toHaveCount(0)
  })

  test('the owner ends it with one tap, and what the other has chosen is refused and not lost', async ({
    page,
    openPage,
    pool,
    problems,
  }) => {
    problems.allow(/status of 404/)
    const week = await openWeek(pool, GAMES, { Mia: { Anchors: null }, Otto: { Boats: 'NE' } })
    const { Mia: mia, Otto: otto } = week.people
    await recordToasts(page)
    await signIn(page, mia!)
    await page.goto('/')
    await nameProxy(page, 'Anchors', 'Otto Member')
    const ottos = await openPage({ as: otto! })
    await ottos.goto('/')
    await choose(ottos, 'Anchors', 'Kansas City Chiefs')
    await expect(bar(ottos)).toContainText('Not submitted')

    // One request is under way while the owner ends it.
    const held = Promise.withResolvers<void>()
    await ottos.route('**/api/picks', async (route) => {
      await held.promise
      await route.continue()
    })
    await card(ottos, 'Anchors').getByRole('button', { name: 'Submit Pick' }).click()
    await card(page, 'Anchors').getByRole('button', { name: 'End' }).click()
    await expectToast(page, 'Otto Member no longer picks for you')
    await expect(card(page, 'Anchors')).not.toContainText('picks for you')
    await expect(card(ottos, 'Anchors')).toHaveCount(0)
    await expect(forOthers(ottos)).toHaveCount(0)
    held.resolve()
    await expect(bar(ottos)).toContainText('you no longer pick for this entry')
    await expect(bar(ottos)).toContainText('KC')
    await ottos.unroute('**/api/picks')
    await ottos.reload()
    await expect(bar(ottos)).toContainText('Not submitted: you no longer pick for this entry')
    await expectAccessible(ottos)
    await bar(ottos).getByRole('button', { name: 'Dismiss' }).click()
    await expect(bar(ottos)).toHaveCount(0)
    await expect(card(page, 'Anchors')).toContainText('Choose a team')
  })
})
