import { signIn } from '@outlast/testing/browser/sign-in'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { gameCards, liveBoard, lockWeek } from './support/locked-week.ts'
import { expect, onEachScreen, test } from './support/test.ts'

const GAMES = [
  ['DAL', 'GB'],
  ['NYJ', 'BUF'],
  ['KC', 'LV'],
  ['SEA', 'SF'],
] as const

const PICKS = {
  Mia: { Anchors: 'NYJ' },
  Otto: { Comets: 'DAL', Dodos: 'DAL', Eagles: 'GB' },
  Zoe: { 'Long Entry 2': 'KC', 'Long Entry 10': 'KC' },
}

test('the live board lies beside the entries, with own games on top and then the games on which most hangs', async ({
  page,
  pool,
}) => {
  const week = await lockWeek(pool, GAMES, PICKS)
  await signIn(page, week.people.Mia!)
  await page.goto('/')
  const board = liveBoard(page)
  await expect(gameCards(board)).toHaveText([/NYJ/, /DAL/, /KC/])
  const [boardBox, entriesBox] = [
    await board.boundingBox(),
    await page.getByRole('region', { name: 'Your Entries' }).boundingBox(),
  ]
  expect(boardBox!.x).toBeGreaterThan(entriesBox!.x + entriesBox!.width)
  await expect(gameCards(board).nth(0)).toContainText('Anchors on NYJ')
  await expect(gameCards(board).nth(1)).toContainText('3 entries hang on this game')
  await expect(board.getByText('1 game that nobody picked')).toBeVisible()
})

test('a game shows its score, its clock, the share of both teams, and what goes out at that score', async ({ page, pool }) => {
  const week = await lockWeek(pool, GAMES, PICKS)
  await signIn(page, week.people.Otto!)
  await page.goto('/')
  const card = gameCards(liveBoard(page)).filter({ hasText: 'DAL' })
  await week.play('DAL', 3, 10, '1:01 - 4th')
  await expect(card).toContainText('3–10')
  await expect(card).toContainText('1:01 - 4th')
  await expect(card).toContainText('2 entries go out if this stands')
  await expect(card.getByRole('listitem').filter({ hasText: 'Comets' })).toContainText('trailing 3–10')
  await expect(card.getByRole('listitem').filter({ hasText: 'Eagles' })).toContainText('leading 10–3')
  await expect(page.getByRole('article', { name: 'Comets' })).toContainText('trailing 3–10')

  // The full length of the bar is the game: 2 of 3 entries.
  const fill = card.locator('[class*="fill"]').first()
  const ratio = await fill.evaluate((bar) => bar.getBoundingClientRect().width / bar.parentElement!.getBoundingClientRect().width)
  expect(ratio).toBeCloseTo(2 / 3, 1)

  await week.play('DAL', 10, 10, '0:00 - 4th')
  await expect(card).toContainText('Level, and a tie is a loss: 3 entries go out if this stands')
  await expect(card.getByRole('listitem').filter({ hasText: 'Comets' })).toContainText('level 10–10 (a tie is a loss)')
  await week.finish('DAL', 10, 10)
  await expect(card).toContainText('A tie is a loss: 3 entries went out')
})

test('the number of entries alive falls by exactly those that went out, names them, and rises with a correction', async ({
  page,
  pool,
}) => {
  const week = await lockWeek(pool, GAMES, PICKS)
  await signIn(page, week.people.Mia!)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  const board = liveBoard(page)
  const number = board.getByTestId('falling-number')
  await expect(number).toHaveText('6')
  await number.evaluate((element) => {
    const shown: string[] = []
    Object.assign(window, { shown })
    new MutationObserver(() => shown.push(element.textContent)).observe(element, {
      childList: true,
      characterData: true,
      subtree: true,
    })
  })
  await week.finish('DAL', 3, 10)
  await expect(number).toHaveText('4')
  await expect(board).toContainText('−2')
  await expect(board).toContainText('4 of 6 still alive')
  await expect(board.getByRole('list', { name: 'Out in week 1' }).getByRole('listitem')).toHaveText([
    'Otto Member · Comets',
    'Otto Member · Dodos',
  ])
  const shown = await page.evaluate(() => (window as typeof window & { shown: string[] }).shown.map(Number))
  expect(shown.at(-1)).toBe(4)
  expect(shown).toEqual(shown.toSorted((a, b) => b - a))

  await week.finish('DAL', 17, 10)
  await expect(number).toHaveText('5')
  await expect(board.getByRole('list', { name: 'Returned: score corrected' }).getByRole('listitem')).toHaveText([
    'Otto Member · Comets',
    'Otto Member · Dodos',
  ])
  await expect(board.getByRole('list', { name: 'Out in week 1' }).getByRole('listitem')).toHaveText([/ · Eagles$/])
})

test('with reduced motion the number changes at once', async ({ page, pool }) => {
  const week = await lockWeek(pool, GAMES, PICKS)
  await signIn(page, week.people.Mia!)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const number = liveBoard(page).getByTestId('falling-number')
  await expect(number).toHaveText('6')
  await number.evaluate((element) => {
    const shown: string[] = []
    Object.assign(window, { shown })
    new MutationObserver(() => shown.push(element.textContent)).observe(element, {
      childList: true,
      characterData: true,
      subtree: true,
    })
  })
  await week.finish('DAL', 10, 10)
  await expect(number).toHaveText('3')
  expect(await page.evaluate(() => (window as typeof window & { shown: string[] }).shown)).toEqual(['3'])
})

test('a visitor sees the number on the reveal, with the names and in natural order', async ({ page, pool }) => {
  const week = await lockWeek(pool, GAMES, { ...PICKS, Ida: { Idle: null } })
  await page.goto('/reveal')
  const panel = page.getByRole('region', { name: 'Still alive', exact: true })
  await expect(panel.getByTestId('falling-number')).toHaveText('7')
  await week.finish('KC', 10, 20)
  await expect(panel.getByTestId('falling-number')).toHaveText('5')
  await expect(panel.getByRole('list', { name: 'Out in week 1' }).getByRole('listitem')).toHaveText([
    'Zoe Member · Long Entry 2',
    'Zoe Member · Long Entry 10',
  ])
  await expect(panel).toContainText('Of 5 alive, 4 are still undecided and 1 survived without a pick.')
  const names = page.getByRole('table', { name: 'Picks and results' }).locator('tbody tr')
  await expect(names.nth(5)).toContainText('Long Entry 2')
  await expect(names.nth(6)).toContainText('Long Entry 10')
  await page.goto('/history')
  await expect(page.getByText('5 of 7 entries alive so far in week 1.')).toBeVisible()
  await expect(page.getByTestId('falling-number')).toHaveText('5')
  await expect(page.getByText('Of 5 alive, 4 are still undecided and 1 survived without a pick.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Out in week 1' }).getByRole('listitem')).toHaveText([
    'Zoe Member · Long Entry 2',
    'Zoe Member · Long Entry 10',
  ])
})

test('a long list of entries that went out shows a few names, each a link, and the others on demand', async ({ page, pool }) => {
  const entries = Object.fromEntries(Array.from({ length: 19 }, (_, i) => [`Entry ${i + 1}`, 'KC']))
  const week = await lockWeek(pool, GAMES, { Mia: entries, Zoe: { Survivor: 'LV' } })
  await week.finish('KC', 10, 20)
  await page.goto('/reveal')
  const panel = page.getByRole('region', { name: 'Still alive', exact: true })
  const names = panel.getByRole('list', { name: 'Out in week 1' }).getByRole('listitem')
  await expect(names).toHaveText([1, 2, 3, 4, 5].map((n) => `Mia Member · Entry ${n}`))
  const more = panel.getByRole('button', { name: 'and 14 more' })
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  await more.click()
  await expect(names).toHaveCount(19)
  await expect(names.nth(9).getByRole('link', { name: 'Entry 10' })).toHaveAttribute('href', /^\/entry\/\d+$/)
  await panel.getByRole('button', { name: 'Show fewer' }).click()
  await expect(names).toHaveCount(5)
})

onEachScreen(() => {
  test('the live board with assumed results is accessible and no wider than the page', async ({ page, pool }) => {
    const week = await lockWeek(pool, GAMES, PICKS)
    await week.play('DAL', 3, 10, '1:01 - 4th')
    await week.finish('KC', 10, 20)
    await signIn(page, week.people.Otto!)
    await page.goto('/?if=NYJ')
    await expect(gameCards(liveBoard(page))).toHaveCount(3)
    await expect(liveBoard(page).getByRole('list', { name: 'Odds' })).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.screenshot({ path: test.info().outputPath('board.png'), fullPage: true })
  })
})
