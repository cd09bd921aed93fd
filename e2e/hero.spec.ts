import type { Locator, Page } from '@playwright/test'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { SCREENS } from './support/display-mode.ts'
import { liveBoard, lockWeek, openWeek } from './support/locked-week.ts'
import { expect, onEachScreen, test } from './support/test.ts'

const GAMES = [
  ['CHI', 'NE'],
  ['NYJ', 'BUF'],
  ['LV', 'KC'],
] as const

const PICKS = {
  Mia: { Anchors: null },
  Otto: { Comets: 'NE', Dodos: 'KC', Eagles: 'KC' },
  Zoe: { Zebras: 'BUF' },
}

const hero = (page: Page): Locator => page.getByRole('region', { name: /Week \d/ })
const card = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true })

/** The height of the largest text in an element, in pixels. */
const largestText = (element: Locator): Promise<number> =>
  element.evaluate((root) =>
    Math.max(...[...root.querySelectorAll('*')].map((node) => parseFloat(getComputedStyle(node).fontSize))),
  )

test('the hero goes from “Pick now” to “Saved”, “Locked”, “Live” and “Through”, and says what happened', async ({
  page,
  pool,
}) => {
  const week = await openWeek(pool, GAMES, PICKS)
  const mia = week.people.Mia!
  await signIn(page, mia)
  await page.goto('/')
  await expect(hero(page)).toContainText('Pick now')
  await expect(hero(page)).toContainText('You are in. Pick a team for week 1.')
  const timer = hero(page).getByRole('timer')
  expect(await largestText(timer)).toBe(await largestText(hero(page)))
  expect(await largestText(hero(page).getByTestId('hero'))).toBeLessThan(await largestText(timer))

  const [entry] = await mia.api.call('userEntries', { params: { id: mia.user.id } })
  await mia.api.call('submitPick', { body: { entry_id: entry!.id, week_id: week.id, team_abbr: 'BUF' } })
  await expect(hero(page)).toContainText('Saved')
  await expect(hero(page)).toContainText('Your pick for week 1 is saved: BUF.')

  await week.lock()
  await expect(hero(page)).toContainText('Locked')
  await expect(hero(page)).toContainText('You are still in. BUF plays vs NYJ, Sun, Sep 13, 1:00 PM ET.')
  await week.play('NYJ', 10, 17, '2:00 - 4th')
  await expect(hero(page)).toContainText('Live')
  await expect(hero(page)).toContainText('You are still in. BUF leads 17–10.')
  await week.play('NYJ', 17, 17, '1:00 - 4th')
  await expect(hero(page)).toContainText('BUF is level at 17–17, and a tie is a loss.')
  await week.finish('NYJ', 17, 20)
  await expect(hero(page)).toContainText('Anchors is through. BUF won 20–17.')
  await week.finish('CHI', 28, 24)
  await week.finish('LV', 3, 10)
  await expect(hero(page)).toContainText('You survived week 1 with 3 others.')
})

test('the hero answers for several entries, and a correction takes a loss back', async ({ page, pool }) => {
  const week = await lockWeek(pool, GAMES, PICKS)
  await signIn(page, week.people.Otto!)
  await page.goto('/')
  await expect(hero(page)).toContainText('All 3 of your entries are still in. 3 picks have yet to kick off.')
  await week.finish('CHI', 28, 24)
  await week.play('LV', 10, 17, '8:00 - 3rd')
  await expect(hero(page)).toContainText('Comets is out. NE lost 24–28.2 of your 3 entries are still in. KC leads 17–10.')
  await expect(hero(page)).toHaveAttribute('data-state', 'out')
  await week.finish('CHI', 21, 24)
  await expect(hero(page)).toContainText('All 3 of your entries are still in. KC leads 17–10.')
  await expect(hero(page)).toContainText('Comets is back in. The score was corrected: NE won 24–21.')
  await expect(hero(page)).not.toContainText('Comets is out')
})

test('what is less grave than the headline is counted, and one tap opens it', async ({ page, pool }) => {
  await pool.admin.api.call('updateRules', { body: { missed_pick: 'eliminated' } })
  const week = await lockWeek(pool, GAMES, { Mia: { Anchors: null, Comets: 'NE', Dodos: 'KC' } })
  await signIn(page, week.people.Mia!)
  await page.goto('/')
  await week.finishAll([
    ['CHI', 28, 24],
    ['LV', 10, 17],
  ])
  await expect(hero(page)).toContainText('Comets is out. NE lost 24–28.Anchors has no pick and goes out tonight.and 2 more')
  const least = page.getByText('KC won 17–10: Dodos is through.')
  await expect(least).toBeHidden()
  await page.getByText('and 2 more').click()
  await expect(least).toBeVisible()
})

test('a member without an entry reads so in the hero', async ({ page, pool }) => {
  await lockWeek(pool, GAMES, PICKS)
  await signIn(page, await pool.member('Vera Visitor'))
  await page.goto('/')
  await expect(hero(page)).toContainText('You have no entry in the 2026 season.')
  await expect(hero(page)).toContainText('5 entries are still in.')
})

test('an entry that is out says why from its owner’s side, shows its run, and can be shared', async ({ page, pool, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const week = await lockWeek(pool, GAMES, PICKS)
  const otto = week.people.Otto!
  await signIn(page, otto)
  await page.goto('/')
  const comets = card(page, 'Comets')
  await expect(comets).toContainText('vs CHI')
  await week.finish('CHI', 28, 24)
  // The row of an entry that goes out while its owner watches keeps its place and its height.
  await expect(comets).toContainText('Out in week 1. You picked the Patriots; they lost 24–28.')
  await expect(page.getByRole('region', { name: 'Your Entries' }).getByRole('article')).toHaveText([/Comets/, /Dodos/, /Eagles/])
  await comets.getByRole('button', { name: 'Open Comets' }).click()
  await expect(comets.getByRole('list', { name: 'The run of Comets' }).getByRole('img', { name: 'NE, loss' })).toBeVisible()
  await week.finish('CHI', 28, 28)
  await expect(comets).toContainText('Out in week 1. You picked the Patriots; they tied 28–28: a tie is a loss.')
  // On the next visit, entries that are alive come first.
  await page.reload()
  await expect(page.getByRole('region', { name: 'Your Entries' }).getByRole('article')).toHaveText([/Dodos/, /Eagles/, /Comets/])

  await comets.getByRole('button', { name: 'Open Comets' }).click()
  await comets.getByRole('button', { name: 'Share Comets' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const entries = await otto.api.call('userEntries', { params: { id: otto.user.id } })
  const id = entries.find(({ name }) => name === 'Comets')!.id
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${pool.url}/entry/${id}`)
  await comets.getByRole('link', { name: 'Weekly Reveal' }).click()
  await expect(page).toHaveURL(/\/reveal/)
})

test('a phone shares an entry with its own sheet', async ({ pool, openPage }) => {
  const week = await lockWeek(pool, GAMES, PICKS)
  await week.finish('CHI', 28, 24)
  const page = await openPage({
    as: week.people.Otto!,
    mode: SCREENS.find(({ screen }) => screen === 'phone')!,
  })
  await page.addInitScript(() => {
    Object.assign(window, { shared: [] })
    Object.defineProperty(navigator, 'share', {
      value: (data: ShareData) => Promise.resolve((window as typeof window & { shared: ShareData[] }).shared.push(data)),
    })
  })
  await page.goto('/')
  await hero(page).getByRole('button', { name: 'Share Comets' }).click()
  const shared = () => page.evaluate(() => (window as typeof window & { shared: ShareData[] }).shared)
  await expect.poll(shared).toMatchObject([{ title: 'Comets is out.' }])
  expect((await shared())[0]!.url).toMatch(/\/entry\/\d+$/)
})

onEachScreen(() => {
  test('the hero, the live board and an entry that is out are accessible and no wider than the page', async ({ page, pool }) => {
    const week = await openWeek(pool, GAMES, PICKS)
    await signIn(page, week.people.Otto!)
    await page.goto('/')
    await expect(hero(page)).toContainText('All 3 picks for week 1 are saved.')
    await page.screenshot({ path: test.info().outputPath('open.png') })
    await week.lock()
    await week.finish('CHI', 28, 24)
    await week.play('LV', 10, 17, '8:00 - 3rd')
    await expect(hero(page)).toContainText('KC leads 17–10.')
    await card(page, 'Comets').getByRole('button', { name: 'Open Comets' }).click()
    await expect(card(page, 'Comets').getByRole('link', { name: 'Weekly Reveal' })).toBeVisible()
    await expect(liveBoard(page)).toContainText('4 of 5 still alive')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.screenshot({ path: test.info().outputPath('live.png'), fullPage: true })
  })
})
