import type { Locator, Page } from '@playwright/test'
import type { LocalFeedGame } from '@outlast/server/feed/local/scoreboard-of'
import { type BrowserPool, forEachConcurrently, type Person, range } from '@outlast/testing'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expectAccessibleOnEachScreen } from './support/axe.ts'
import { expect, test } from './support/test.ts'

const SEASON = 2031
const KICKOFFS = ['2031-09-07T17:00:00.000Z', '2031-09-14T17:00:00.000Z', '2031-09-21T17:00:00.000Z']
const AFTER = ['2031-09-03T12:00:00.000Z', '2031-09-09T12:00:00.000Z', '2031-09-16T12:00:00.000Z', '2031-09-23T12:00:00.000Z']
const HOME = { DAL: 'KC', MIA: 'BUF', LAR: 'SF', NYJ: 'PHI' }

/** The games of a week. Home teams win 24–17 in a week that is over. */
async function sync(pool: BrowserPool, week: number, isOver: boolean): Promise<void> {
  const state = isOver
    ? { status: 'final', homeScore: 24, awayScore: 17 }
    : { status: 'scheduled', homeScore: null, awayScore: null }
  const games = Object.entries(HOME).map(
    ([away, home]) =>
      ({
        espnId: `${week}${away}`,
        away,
        home,
        kickoff: KICKOFFS[week - 1],
        kickoffKnown: true,
        detail: null,
        ...state,
      }) as LocalFeedGame,
  )
  pool.feed.setGames({ seasonYear: SEASON, week }, games)
  await pool.admin.api.call('syncGames', { body: { season_year: SEASON, week_number: week } })
}

async function startSeason(pool: BrowserPool, weeks: number): Promise<void> {
  await pool.setSiteTime(AFTER[0] ?? null)
  for (const week of range(weeks).map((i) => i + 1)) {
    await pool.admin.api.call('createWeek', { body: { season_year: SEASON, week_number: week } })
    await sync(pool, week, false)
  }
}

const enter = async ({ api, user }: Person, name: string): Promise<number> =>
  (await api.call('createEntry', { body: { user_id: user.id, name } })).id

const pick = ({ api }: Person, entry_id: number, week_id: number, team_abbr: string) =>
  api.call('submitPick', { body: { entry_id, week_id, team_abbr } })

/** Picks for the entries that are alive, lets the week lock and be played. */
async function play(pool: BrowserPool, week: number, picks: readonly (readonly [Person, number, string])[]): Promise<void> {
  await pool.admin.api.call('setCurrentWeek', { body: { week_id: week } })
  await forEachConcurrently(picks, ([person, entry, team]) => pick(person, entry, week, team))
  await pool.setSiteTime(AFTER[week] ?? null)
  await sync(pool, week, true)
}

const champion = (page: Page): Locator => page.getByRole('region', { name: /^Champions? / })
const curve = (page: Page): Locator => champion(page).getByRole('img', { name: /^Entries alive after each week/ })

test.use({ poolOptions: { config: { clubName: 'Harbor Rowing Club' } } })

test('the champion takes over dashboard, reveal and history, with the road, the curve and the club', async ({
  page,
  pool,
  openPage,
}) => {
  await startSeason(pool, 3)
  const mia = await pool.member('Mia Member')
  const max = await pool.member('Max Player')
  const winner = await enter(mia, 'Anchors Aweigh')
  const others = await forEachConcurrently(range(7), (i) => enter(max, `Long Shot ${i + 1}`))
  await play(pool, 1, [[mia, winner, 'KC'], ...others.map((id, i) => [max, id, i < 4 ? 'DAL' : 'KC'] as const)])
  const [one = 0, two = 0, three = 0] = others.slice(4)
  await play(pool, 2, [
    [mia, winner, 'BUF'],
    [max, one, 'MIA'],
    [max, two, 'BUF'],
    [max, three, 'BUF'],
  ])
  await signIn(page, mia)
  await page.goto('/')
  await expect(page.getByRole('article', { name: 'Anchors Aweigh', exact: true })).toBeVisible()
  await expect(champion(page)).toBeHidden()
  await play(pool, 3, [
    [mia, winner, 'SF'],
    [max, two, 'LAR'],
    [max, three, 'NYJ'],
  ])

  const visitor = await openPage()
  for (const [viewer, path] of [
    [page, '/'],
    [visitor, '/reveal'],
    [visitor, '/history'],
  ] as const) {
    if (viewer === visitor) await viewer.goto(path)
    await expect(champion(viewer)).toContainText('Harbor Rowing Club')
    await expect(champion(viewer)).toContainText('2031 season · decided in week 3')
    await expect(champion(viewer)).toContainText('Mia Member survived 3 weeks and outlasted 7 other entries.')
    await expect(champion(viewer).getByRole('link', { name: 'Anchors Aweigh' })).toHaveAttribute('href', `/entry/${winner}`)
    const road = champion(viewer).getByRole('list', { name: 'The picks of Anchors Aweigh' }).getByRole('img')
    expect(await road.evaluateAll((chips) => chips.map((chip) => chip.getAttribute('aria-label')))).toEqual([
      'KC, win',
      'BUF, win',
      'SF, win',
    ])
    await expect(curve(viewer)).toHaveAccessibleName('Entries alive after each week: 8 entries at the start, 1 after week 3.')
    await expect(curve(viewer)).toHaveText('8Start4W13W21W3')
    await expectAccessibleOnEachScreen(viewer, `champion${path.replace('/', '-')}`)
  }

  // On the dashboard no other text is as large as the name.
  const sizes = await page.evaluate(() => {
    const sizeOf = (element: Element): number => parseFloat(getComputedStyle(element).fontSize)
    const name = document.querySelector('section a[href^="/entry/"]')!
    const card = name.closest('section')!
    const others = [...document.querySelectorAll('main *')].filter(
      (element) => !card.contains(element) && !element.contains(card),
    )
    return { name: sizeOf(name), largest: Math.max(...others.map(sizeOf)) }
  })
  expect(sizes.name).toBeGreaterThanOrEqual(sizes.largest)

  // A week before the decision does not show it.
  await visitor.goto('/reveal/2')
  await expect(visitor.getByRole('table', { name: 'Picks and results' })).toBeVisible()
  await expect(champion(visitor)).toHaveCount(0)
})

test('a title that forty entries share shows every name, the story and the curve', async ({ page, pool }) => {
  await startSeason(pool, 1)
  const [mia, max] = [await pool.member('Mia Member'), await pool.member('Max Player')]
  const names = range(40).map((i) => (i % 7 === 0 ? `The Long-Suffering Supporters ${i + 1}` : `Entry ${i + 1}`))
  const entries = await forEachConcurrently(names, async (name, i) => {
    const person = i % 2 === 0 ? mia : max
    return [person, await enter(person, name), i % 3 === 0 ? 'DAL' : 'MIA'] as const
  })
  await play(pool, 1, entries)
  await page.goto('/reveal')
  await expect(champion(page)).toContainText('Nobody survived week 1. All entries fell in it together, so they share the title.')
  await expect(champion(page).getByRole('heading').getByRole('link')).toHaveCount(40)
  await expect(champion(page).getByRole('link', { name: 'The Long-Suffering Supporters 36' })).toBeVisible()
  await expect(champion(page).getByRole('heading')).toContainText(/· Entry 2, Mia Member · Entry 3, .*Entry 10, /)
  await expect(curve(page)).toHaveText('40Start0W1')
  await page.setViewportSize({ width: 360, height: 740 })
  const cut = await champion(page).evaluate((card) => {
    const { left, right } = card.getBoundingClientRect()
    const boxes = [...card.querySelectorAll('h2 a')].map((name) => name.getBoundingClientRect())
    return boxes.filter((box) => box.left < left || box.right > right).length
  })
  expect(cut).toBe(0)
  await expectAccessibleOnEachScreen(page, 'champions-shared')
})
