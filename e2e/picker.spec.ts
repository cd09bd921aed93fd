import type { Page } from '@playwright/test'
import { signIn } from '@outlast/testing/browser/sign-in'
import type { BrowserPool, Person } from '@outlast/testing'
import type { LocalFeedGame } from '@outlast/server/feed/local/scoreboard-of'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const team = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name })
const card = (page: Page, entry: string) => page.getByRole('article', { name: entry })
const openPicker = (page: Page, entry: string) =>
  card(page, entry)
    .getByRole('button', { name: `Team for ${entry}` })
    .click()

const game = (id: string, away: string, home: string, kickoff: string, state: Partial<LocalFeedGame> = {}): LocalFeedGame =>
  ({
    espnId: id,
    away,
    home,
    kickoff,
    kickoffKnown: true,
    status: 'scheduled',
    homeScore: null,
    awayScore: null,
    detail: null,
    ...state,
  }) as LocalFeedGame

const final = (awayScore: number, homeScore: number): Partial<LocalFeedGame> =>
  ({ status: 'final', awayScore, homeScore, detail: 'Final' }) as Partial<LocalFeedGame>

/** Week 1 was played, with KC and DAL as winners. Week 2 is open, and its game of Thursday is over. */
async function secondWeek(pool: BrowserPool, entries: readonly string[]): Promise<Person> {
  const sync = (week: number, games: readonly LocalFeedGame[]) => {
    pool.feed.setGames({ seasonYear: 2026, week }, games)
    return pool.admin.api.call('syncGames', { body: { season_year: 2026, week_number: week } })
  }
  await pool.setSiteTime('2026-09-10T12:00:00.000Z')
  const one = await pool.admin.api.call('createWeek', { body: { season_year: 2026, week_number: 1 } })
  const first = [
    ['11', 'KC', 'LV'],
    ['12', 'DAL', 'GB'],
  ] as const
  await sync(
    1,
    first.map(([id, away, home]) => game(id, away, home, '2026-09-13T17:00:00.000Z')),
  )
  const mia = await pool.member('Mia Member')
  for (const [index, name] of entries.entries()) {
    const { id } = await mia.api.call('createEntry', { body: { user_id: mia.user.id, name } })
    const team_abbr = index === 0 ? 'KC' : 'DAL'
    await mia.api.call('submitPick', { body: { entry_id: id, week_id: one.id, team_abbr } })
  }
  await pool.setSiteTime('2026-09-15T12:00:00.000Z')
  await sync(
    1,
    first.map(([id, away, home]) => game(id, away, home, '2026-09-13T17:00:00.000Z', final(30, 3))),
  )
  const two = await pool.admin.api.call('createWeek', { body: { season_year: 2026, week_number: 2 } })
  await pool.admin.api.call('setCurrentWeek', { body: { week_id: two.id } })
  await pool.setSiteTime('2026-09-19T12:00:00.000Z')
  await sync(2, [
    game('21', 'BUF', 'MIA', '2026-09-18T00:15:00.000Z', final(20, 17)),
    game('22', 'KC', 'DAL', '2026-09-20T17:00:00.000Z'),
    game('23', 'NYJ', 'NE', '2026-09-20T20:05:00.000Z'),
  ])
  return mia
}

test('the picker shows games by day with form, marks what is over, and collapses used teams into one row', async ({
  page,
  pool,
}) => {
  await signIn(page, await secondWeek(pool, ['Ace']))
  await page.goto('/')
  await openPicker(page, 'Ace')
  await expect(dialog(page).getByRole('heading', { level: 3 })).toHaveText(['Sun, Sep 20', 'Thu, Sep 17', 'On bye'])
  await expect(dialog(page)).toContainText('Used: KC (W1)')
  await expect(team(page, 'Kansas City Chiefs')).toHaveAttribute('aria-disabled', 'true')
  await expect(team(page, 'Dallas Cowboys')).toHaveAttribute('title', /^Last results: win\n1–0 · \d\d %/)
  await expect(dialog(page)).toContainText('Final: BUF 20–17 MIA')
  await expect(team(page, /Buffalo Bills over: \d+–\d+; your commissioner’s rules still allow it/)).toBeVisible()
  await expectAccessible(page, { within: '[role=dialog]' })
})

test('the teams are one tab stop: arrows, Home, End and letters move, and the search narrows them down', async ({
  page,
  pool,
}) => {
  await signIn(page, await secondWeek(pool, ['Ace']))
  await page.goto('/')
  await openPicker(page, 'Ace')
  await expect(dialog(page).locator('[data-team][tabindex="0"]')).toHaveCount(1)
  await team(page, 'Dallas Cowboys').focus()
  await page.keyboard.press('ArrowDown')
  await expect(team(page, 'New England Patriots')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(team(page, 'New York Jets')).toBeFocused()
  await page.keyboard.press('b')
  await expect(team(page, 'Buffalo Bills')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(team(page, 'Kansas City Chiefs')).toBeFocused()
  await expect(dialog(page).locator('[data-team][tabindex="0"]')).toHaveCount(1)

  const search = dialog(page).getByRole('searchbox', { name: 'Search teams' })
  await search.fill('england')
  await expect(dialog(page).locator('[data-team]')).toHaveCount(2)
  await search.fill('xyz')
  await expect(dialog(page)).toContainText('No team matches “xyz”.')
  await search.fill('ne ')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(card(page, 'Ace')).toContainText('Not submitted')
})

for (const [width, names] of [
  [390, ['Ace']],
  [390, ['Ace', 'Bolt']],
  [1280, ['Ace']],
  [1280, ['Ace', 'Bolt']],
] as const)
  test(`at ${width} px with ${names.join(' and ')}, a quick pick takes one tap, and nothing moves until it is saved and cleared`, async ({
    page,
    pool,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await signIn(page, await secondWeek(pool, names))
    await page.goto('/')
    const quick = page.getByRole('group', { name: 'Quick picks for Ace' })
    await expect(quick.getByRole('button')).toHaveCount(3)
    await expect(quick).not.toContainText('Kansas City Chiefs')
    const places = async () => {
      const scrolled = await page.evaluate(() => scrollY)
      const boxes = await Promise.all(names.map((name) => card(page, name).boundingBox()))
      return boxes.map((box) => box && { ...box, y: box.y + scrolled })
    }
    const first = quick.getByRole('button').first()
    await first.scrollIntoViewIfNeeded()
    const before = await places()
    await expect(first).toHaveText(/\d+ % chance to win$/)
    await first.click()
    const selector = card(page, 'Ace').getByRole('button', { name: /^Team for Ace: .*\(not submitted\)/ })
    await expect(selector).toBeFocused()
    expect(await places()).toEqual(before)
    await page.getByRole('button', { name: 'Submit Pick from the bar' }).click()
    await expect(card(page, 'Ace')).toContainText(/Saved .* receipt #/)
    expect(await places()).toEqual(before)
    // Nothing is left to do, with one entry as with several.
    await expect(card(page, 'Ace').getByRole('button', { name: 'Submit Pick' })).toHaveAttribute('data-variant', 'secondary')
    await card(page, 'Ace').getByRole('button', { name: 'Clear' }).click()
    await expect(card(page, 'Ace')).toContainText('Pick cleared')
    expect(await places()).toEqual(before)
    await expectAccessible(page)
  })

test('a laptop shows the sixteen games of a week in one view, in rows of 48 px, and arrows move as the eye does', async ({
  page,
  pool,
}) => {
  await pool.setSiteTime('2026-09-08T12:00:00.000Z')
  const week = await pool.admin.api.call('createWeek', { body: { season_year: 2026, week_number: 1 } })
  await pool.admin.api.call('setCurrentWeek', { body: { week_id: week.id } })
  const kickoffs = [
    '11T00:20',
    ...Array<string>(9).fill('13T17:00'),
    '13T20:05',
    '13T20:05',
    '13T20:25',
    '13T20:25',
    '14T00:20',
    '15T00:15',
  ]
  const pairs =
    'KC LV,DAL GB,BUF MIA,NYJ NE,BAL PIT,CIN CLE,HOU IND,JAX TEN,DEN LAC,PHI WSH,NYG CHI,DET MIN,ATL NO,TB CAR,SEA SF,LAR ARI'
  pool.feed.setGames(
    { seasonYear: 2026, week: 1 },
    pairs.split(',').map((pair, index) => {
      const [away = '', home = ''] = pair.split(' ')
      return game(String(index), away, home, `2026-09-${kickoffs[index]}:00.000Z`)
    }),
  )
  await pool.admin.api.call('syncGames', { body: { season_year: 2026, week_number: 1 } })
  const mia = await pool.member('Mia Member')
  await mia.api.call('createEntry', { body: { user_id: mia.user.id, name: 'Ace' } })
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, mia)
  await page.goto('/')
  await openPicker(page, 'Ace')
  const teams = dialog(page).locator('[data-team]')
  await expect(teams).toHaveCount(32)
  expect((await dialog(page).boundingBox())!.width).toBe(960)
  for (const one of await teams.all()) {
    await expect(one).toBeInViewport({ ratio: 1 })
    expect((await one.boundingBox())!.height).toBe(48)
  }
  await team(page, 'Dallas Cowboys').focus()
  for (const [key, name] of [
    ['ArrowDown', 'New York Jets'],
    ['ArrowRight', 'New England Patriots'],
    ['ArrowRight', 'Baltimore Ravens'],
    ['ArrowUp', 'Buffalo Bills'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(team(page, name)).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(card(page, 'Ace')).toContainText('Not submitted')
})

test('one team is chosen for all entries that can take it, and submitted together', async ({ page, pool }) => {
  await signIn(page, await secondWeek(pool, ['Ace', 'Bolt', 'Comet']))
  await page.goto('/')
  await page.getByRole('button', { name: 'Pick for all 3' }).click()
  await expect(dialog(page).getByRole('heading', { level: 2 })).toHaveText('Week 2: pick for 3 entries')
  await expect(team(page, 'Kansas City Chiefs 2 of 3 entries can take it')).toBeVisible()
  await team(page, 'Kansas City Chiefs').click()
  await expect(page.getByText('KC chosen for 2 entries; already used by Ace')).toBeVisible()
  for (const entry of ['Bolt', 'Comet']) await expect(card(page, entry).getByText('Not submitted', { exact: true })).toBeVisible()
  await expect(card(page, 'Ace').getByText('Not submitted', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Submit 2 Picks' }).click()
  for (const entry of ['Bolt', 'Comet']) await expect(card(page, entry)).toContainText(/Saved .* receipt #/)
})
