import type { Locator, Page } from '@playwright/test'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { openWeek } from './support/locked-week.ts'
import { expect, onEachScreen, test } from './support/test.ts'

const GAMES = [
  ['CHI', 'NE'],
  ['NYJ', 'BUF'],
  ['LV', 'KC'],
] as const

/** Entries "Long Entry 1" to the given number, of which every second one has picked. */
const entriesUpTo = (count: number): Record<string, string | null> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`Long Entry ${i + 1}`, i % 2 === 0 ? (i < 4 ? 'NE' : 'KC') : null]))

const list = (page: Page): Locator => page.getByRole('region', { name: 'Your Entries' })
const rows = (page: Page): Locator => list(page).getByRole('article')
const button = (within: Locator, name: string): Locator => within.getByRole('button', { name, exact: true })
const namesOf = (page: Page): Promise<string[]> => rows(page).getByRole('heading').allTextContents()

test('ten entries are rows, those without a pick first, and a filter leaves those that still need a pick', async ({
  page,
  pool,
}) => {
  const week = await openWeek(pool, GAMES, { Mia: entriesUpTo(10) })
  await signIn(page, week.people.Mia!)
  await page.goto('/')
  await expect(rows(page)).toHaveCount(10)
  expect(await namesOf(page)).toEqual([2, 4, 6, 8, 10, 1, 3, 5, 7, 9].map((number) => `Long Entry ${number}`))
  await expect(rows(page).nth(5)).toContainText('NE')
  await expect(rows(page).nth(5)).toContainText('Saved')
  await expect(rows(page).nth(1)).toContainText('No pick yet')
  expect((await rows(page).nth(1).boundingBox())!.height).toBeLessThan(80)

  const filter = list(page).getByRole('button', { name: /still need|Every entry/ })
  await expect(filter).toHaveText('5 still need a pick')
  await expect(filter).toHaveAttribute('aria-pressed', 'false')
  await filter.click()
  await expect(filter).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => namesOf(page)).toEqual([2, 4, 6, 8, 10].map((number) => `Long Entry ${number}`))

  // A row opens, and stays in its place when its pick is saved.
  const second = page.getByRole('article', { name: 'Long Entry 2', exact: true })
  await button(second, 'Pick for Long Entry 2').click()
  await second.getByRole('button', { name: /^Team for / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Buffalo Bills', exact: true }).click()
  await button(second, 'Close Long Entry 2').click()
  await expect(second).toContainText('Not submitted')
  await button(second, 'Pick for Long Entry 2').click()
  await button(second, 'Submit Pick').click()
  await expect(filter).toHaveText('4 still need a pick')
  await expect(second).toBeVisible()
  await filter.click()
  await expect(rows(page)).toHaveCount(10)
})

test('entries that are out come last, after those that are alive, and open to say why', async ({ page, pool }) => {
  const week = await openWeek(pool, GAMES, { Mia: entriesUpTo(10) })
  await signIn(page, week.people.Mia!)
  await week.lock()
  await week.finish('CHI', 28, 24)
  await week.play('LV', 3, 10, '2:00 - 2nd')
  // A page that is open keeps its order, so that nothing moves under a thumb.
  await page.goto('/')
  await expect.poll(() => namesOf(page)).toEqual([2, 4, 6, 8, 10, 5, 7, 9, 1, 3].map((number) => `Long Entry ${number}`))
  await expect(rows(page).nth(5)).toContainText('leading 10–3')
  const first = page.getByRole('article', { name: 'Long Entry 1', exact: true })
  await expect(first).toContainText('Out in week 1')
  await button(first, 'Open Long Entry 1').click()
  await expect(first).toContainText('You picked the Patriots; they lost 24–28.')
  await expect(list(page).getByRole('button', { name: /still need/ })).toHaveCount(0)
})

test('five entries are cards', async ({ page, pool }) => {
  const week = await openWeek(pool, GAMES, { Mia: entriesUpTo(5) })
  await signIn(page, week.people.Mia!)
  await page.goto('/')
  await expect(rows(page)).toHaveCount(5)
  await expect(rows(page).getByRole('button', { name: 'Submit Pick' })).toHaveCount(5)
  await expect(list(page).getByRole('button', { name: /still need/ })).toHaveCount(0)
})

onEachScreen(() => {
  test('forty entries fit in rows, accessible and no wider than the page', async ({ page, pool }) => {
    const week = await openWeek(pool, GAMES, { Mia: entriesUpTo(40) })
    await signIn(page, week.people.Mia!)
    await page.goto('/')
    await expect(rows(page)).toHaveCount(40)
    await expect(page.getByRole('region', { name: /Week \d/ })).toContainText('20 still need a pick.')
    await button(rows(page).nth(0), 'Pick for Long Entry 2').click()
    await expectAccessible(page, { within: 'main' })
    await expectNoSidewaysScroll(page)
    await page.screenshot({ path: test.info().outputPath('forty.png') })
  })
})
