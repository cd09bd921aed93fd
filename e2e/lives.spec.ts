import type { Locator, Page } from '@playwright/test'
import type { LocalFeedGame } from '@outlast/server/feed/local/scoreboard-of'
import type { BrowserPool, Person } from '@outlast/testing'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expectAccessible } from './support/axe.ts'
import { expect, onEachScreen, test } from './support/test.ts'

const SEASON = 2031
const SUNDAYS = ['2031-09-07T17:00:00.000Z', '2031-09-14T17:00:00.000Z', '2031-09-21T17:00:00.000Z']
const BEFORE_1 = '2031-09-03T12:00:00.000Z'
const AFTER_1 = '2031-09-09T12:00:00.000Z'
const AFTER_2 = '2031-09-16T12:00:00.000Z'

const card = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true })
const button = (within: Page | Locator, name: string): Locator => within.getByRole('button', { name, exact: true })
/** Opens the row that an entry is once picks are closed. */
const openRow = (page: Page, name: string): Promise<void> => button(card(page, name), `Open ${name}`).click()

/** The games of a week: KC, BUF and SF at home. A home score makes them final. */
async function playWeek(pool: BrowserPool, week: number, home: readonly (number | null)[] = [null, null, null]): Promise<void> {
  const games = ['DAL-KC', 'MIA-BUF', 'LAR-SF'].map((teams, i): LocalFeedGame => {
    const [away = '', homeTeam = ''] = teams.split('-')
    const score = home[i] ?? null
    const place = { espnId: `${week}-${i}`, away, home: homeTeam, kickoff: SUNDAYS[week - 1], kickoffKnown: true }
    const state =
      score === null
        ? { status: 'scheduled', homeScore: null, awayScore: null }
        : { status: 'final', homeScore: score, awayScore: 10 }
    return { ...place, ...state, detail: null } as LocalFeedGame
  })
  pool.feed.setGames({ seasonYear: SEASON, week }, games)
  await pool.admin.api.call('syncGames', { body: { season_year: SEASON, week_number: week } })
}

interface Rules {
  readonly lives: number
  readonly missed_pick: 'auto' | 'eliminated'
  readonly buyback: { readonly until_week: number; readonly max_per_entry: number; readonly fee_cents: number } | null
  readonly late_entry_losses?: boolean
}

/** Starts a season of three weeks, and a member with one entry. */
async function startSeason(pool: BrowserPool, rules: Rules): Promise<{ readonly mia: Person; readonly entry: number }> {
  await pool.setSiteTime(BEFORE_1)
  const { api } = pool.admin
  for (const week_number of [1, 2, 3]) {
    await api.call('createWeek', { body: { season_year: SEASON, week_number } })
    await playWeek(pool, week_number)
  }
  await api.call('updateRules', { body: { ...rules, currency: 'USD' } })
  const mia = await pool.member('Mia Member')
  const { id } = await mia.api.call('createEntry', { body: { user_id: mia.user.id, name: 'Alpha' } })
  return { mia, entry: id }
}

const pick = ({ api }: Person, entry_id: number, week_id: number, team_abbr: string) =>
  api.call('submitPick', { body: { entry_id, week_id, team_abbr } })

/** Waits until the browser has shown more frames. */
const framesShown = (page: Page, count: number): Promise<void> =>
  page.evaluate(async (frames) => {
    for (let i = 0; i < frames; i += 1) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  }, count)

const teamsOf = (page: Page): Promise<string[]> =>
  page
    .getByRole('list', { name: 'Your list, best team first' })
    .getByRole('button', { name: /^Remove / })
    .evaluateAll((all) => all.map((one) => (one.getAttribute('aria-label') ?? '').replace('Remove ', '')))

onEachScreen(() => {
  test('an entry without a pick gets one from its list, loses a life and shows both everywhere', async ({
    page,
    pool,
    problems,
  }) => {
    problems.allow(/status of 403.*reveal/)
    const { mia, entry } = await startSeason(pool, { lives: 2, missed_pick: 'auto', buyback: null })
    await signIn(page, mia)
    await page.goto('/')
    await expect(card(page, 'Alpha')).toContainText('2 lives left')
    await expect(card(page, 'Alpha')).toContainText('an automatic pick is made at the lock: 3 of 3 left.')
    await mia.api.call('setRanking', { params: { id: entry }, body: { teams: ['SEA', 'BUF', 'KC'] } })
    await expect(card(page, 'Alpha')).toContainText('made from your list at the lock: 3 of 3 left.')
    await expect(card(page, 'Alpha').getByRole('link', { name: 'Your list: 3 teams, Alpha' })).toBeVisible()
    await expectAccessible(page)

    await pool.setSiteTime(AFTER_1)
    await openRow(page, 'Alpha')
    await expect(card(page, 'Alpha')).toContainText('Automatic pick,')
    await expect(card(page, 'Alpha')).toContainText('Buffalo Bills')
    await playWeek(pool, 1, [20, 3, 20])
    await expect(card(page, 'Alpha')).toContainText('1 life left')
    await expect(card(page, 'Alpha')).toContainText('Lost a life in week 1')
    // An entry that lost a life and is still in was never out, so nobody brought it back.
    await page.reload()
    await expect(card(page, 'Alpha')).toContainText('1 life left')
    await openRow(page, 'Alpha')
    await expect(page.getByText('reinstated by an admin')).toHaveCount(0)
    await expectAccessible(page)

    await page.goto('/reveal')
    const picks = page.getByRole('table', { name: 'Picks and results' })
    await expect(picks.getByRole('row', { name: /Alpha/ })).toContainText('BUF*')
    await expect(picks.getByRole('row', { name: /Alpha/ })).toContainText('1 life left')
    await expect(page.getByText('* automatic pick')).toBeVisible()
    await page.goto('/history')
    await expect(
      page.getByRole('table', { name: 'Matrix' }).getByRole('img', { name: 'BUF, loss, automatic pick' }),
    ).toBeVisible()
    await expect(page.getByRole('table', { name: 'Matrix' }).getByRole('row', { name: /Alpha/ })).toContainText('1 life left')
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Leaderboard' }).click()
    await expect(page.getByRole('table', { name: 'Leaderboard' }).getByRole('row', { name: /Alpha/ })).toContainText(
      '1 life left',
    )

    await pool.admin.api.call('setCurrentWeek', { body: { week_id: 2 } })
    await pool.setSiteTime(AFTER_2)
    await playWeek(pool, 2, [3, 20, 20])
    await page.goto('/')
    await expect(card(page, 'Alpha')).toContainText(
      'Out in week 2 with its second loss. The Chiefs were your automatic pick; they lost 3–10.',
    )
    await expect(card(page, 'Alpha')).toContainText('0 lives left')
  })

  test('an admin reads that an entry which joins now would be out at once', async ({ page, pool }) => {
    await startSeason(pool, { lives: 2, missed_pick: 'auto', buyback: null, late_entry_losses: true })
    await signIn(page, pool.admin)
    await page.goto('/admin/users')
    await page.getByRole('button', { name: /Mia Member/ }).click()
    await expect(page.getByLabel('New entry name')).toBeVisible()
    const warning = page.getByRole('complementary', { name: 'A new entry would be out at once' })
    await expect(warning).toHaveCount(0)
    await pool.setSiteTime(AFTER_2)
    await expect(warning).toContainText('it would have no life left')
    await expectAccessible(page)
  })

  test('a member asks to buy an entry back in, and an admin confirms on the desk', async ({ page, pool, openPage, problems }) => {
    problems.allow(/status of 403.*reveal/)
    const buyback = { until_week: 4, max_per_entry: 1, fee_cents: 2000 }
    const { mia, entry } = await startSeason(pool, { lives: 1, missed_pick: 'eliminated', buyback })
    // With fewer than two others alive, the season would be decided.
    for (const name of ['Beta', 'Gamma']) {
      const { id } = await mia.api.call('createEntry', { body: { user_id: mia.user.id, name } })
      await pick(mia, id, 1, 'KC')
    }
    await pick(mia, entry, 1, 'BUF')
    await pool.setSiteTime(AFTER_1)
    await signIn(page, mia)
    await page.goto('/')
    await playWeek(pool, 1, [20, 3, 20])
    await expect(card(page, 'Alpha')).toContainText('Out in week 1. You picked the Bills; they lost 3–10.')
    await expect(card(page, 'Alpha')).toContainText('This entry can buy back in for $20.00, until the lock of week 2')
    await expectAccessible(page)
    const admin = await openPage({ as: pool.admin })
    await admin.goto('/admin')
    await expect(admin.getByRole('heading', { name: /^Asking to buy back in/ })).toHaveCount(0)

    await button(card(page, 'Alpha'), 'Ask to buy back Alpha').click()
    await expect(card(page, 'Alpha')).toContainText('You asked to buy this entry back in. An admin will answer.')
    await expect(admin.getByRole('heading', { name: 'Asking to buy back in (1)' })).toBeVisible()
    await expectAccessible(admin)
    await admin.getByRole('button', { name: /^Confirm the buyback of .*Alpha$/ }).click()
    await expect(admin.getByRole('alertdialog', { name: 'Buy Alpha back in?' })).toContainText('Alpha')
    await button(admin, 'Confirm Buyback').click()
    await expect(admin.getByRole('heading', { name: /^Asking to buy back in/ })).toHaveCount(0)
    await openRow(page, 'Alpha')
    await expect(card(page, 'Alpha')).toContainText('Bought back in after week 1.')
    await expect(card(page, 'Alpha')).toContainText('Alive')
    await pick(mia, entry, 2, 'KC')
  })

  test('a member reads why a request to buy back in lapsed, and the desk drops it', async ({
    page,
    pool,
    openPage,
    problems,
  }) => {
    problems.allow(/status of 403.*reveal/)
    const buyback = { until_week: 4, max_per_entry: 1, fee_cents: 2000 }
    const { mia, entry } = await startSeason(pool, { lives: 1, missed_pick: 'eliminated', buyback })
    for (const name of ['Beta', 'Gamma']) {
      const { id } = await mia.api.call('createEntry', { body: { user_id: mia.user.id, name } })
      await pick(mia, id, 1, 'KC')
    }
    await pick(mia, entry, 1, 'BUF')
    await pool.setSiteTime(AFTER_1)
    await playWeek(pool, 1, [20, 3, 20])
    await mia.api.call('requestBuyback', { params: { id: entry } })
    await signIn(page, mia)
    await page.goto('/')
    await expect(card(page, 'Alpha')).toContainText('You asked to buy this entry back in.')
    const admin = await openPage({ as: pool.admin })
    await admin.goto('/admin')
    await expect(admin.getByRole('heading', { name: 'Asking to buy back in (1)' })).toBeVisible()
    await pool.setSiteTime(AFTER_2)
    await expect(admin.getByRole('heading', { name: /^Asking to buy back in/ })).toHaveCount(0)
    await expect(card(page, 'Alpha')).toContainText('Your request to buy back in lapsed because week 2 locked.')
    await expectAccessible(page)
  })

  test('a member ranks teams by drag, by keyboard and with buttons, and other devices follow', async ({
    page,
    pool,
    openPage,
    problems,
  }) => {
    problems.allow(/status of 403.*reveal/)
    const { mia, entry } = await startSeason(pool, { lives: 1, missed_pick: 'auto', buyback: null })
    await signIn(page, mia)
    await page.goto('/')
    await card(page, 'Alpha').getByRole('link', { name: 'Rank your teams, Alpha' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Automatic picks')
    for (const team of ['Buffalo Bills', 'Kansas City Chiefs', 'San Francisco 49ers']) await button(page, `Add ${team}`).click()
    await page.getByLabel('Search teams').fill('new york')
    await expect(page.getByRole('button', { name: /^Add / })).toHaveCount(2)
    await button(page, 'Add New York Jets').click()
    expect(await teamsOf(page)).toEqual(['Buffalo Bills', 'Kansas City Chiefs', 'San Francisco 49ers', 'New York Jets'])
    await expect(page.getByText('Not saved yet')).toBeVisible()
    await button(page, 'Save list').click()
    await expect(page.getByText('Saved: 4 teams')).toBeVisible()
    expect(await mia.api.call('getRanking', { params: { id: entry } })).toEqual({ teams: ['BUF', 'KC', 'SF', 'NYJ'] })

    const device = await openPage({ as: mia })
    await device.goto(`/entries/${entry}/ranking`)
    await expect.poll(() => teamsOf(device)).toHaveLength(4)

    // By the pointer: the last team to the top.
    const handle = button(page, 'Move New York Jets')
    const first = await button(page, 'Move Buffalo Bills').boundingBox()
    await handle.hover()
    await page.mouse.down()
    const { x = 0, y = 0, height = 0 } = first ?? {}
    await page.mouse.move(x + 10, y + height, { steps: 12 })
    await page.mouse.move(x + 10, y + 4, { steps: 8 })
    await page.mouse.up()
    await expect
      .poll(() => teamsOf(page))
      .toEqual(['New York Jets', 'Buffalo Bills', 'Kansas City Chiefs', 'San Francisco 49ers'])

    // By the keyboard: one place down.
    await button(page, 'Move New York Jets').focus()
    await page.keyboard.press('Space')
    await expect(page.getByText('Picked up New York Jets, place 1.')).toBeAttached()
    // The list listens to the arrow keys, and knows the places of its rows, only in the frames after it says so.
    await framesShown(page, 2)
    await page.keyboard.press('ArrowDown')
    await expect(page.getByText('New York Jets is over place 2.')).toBeAttached()
    await page.keyboard.press('Space')
    await expect
      .poll(() => teamsOf(page))
      .toEqual(['Buffalo Bills', 'New York Jets', 'Kansas City Chiefs', 'San Francisco 49ers'])

    // With the buttons.
    await button(page, 'Move San Francisco 49ers up').click()
    await button(page, 'Remove New York Jets').click()
    await expect(button(page, 'Remove San Francisco 49ers')).toBeFocused()
    await button(page, 'Save list').click()
    await expect.poll(() => teamsOf(device)).toEqual(['Buffalo Bills', 'San Francisco 49ers', 'Kansas City Chiefs'])
    expect(await mia.api.call('getRanking', { params: { id: entry } })).toEqual({ teams: ['BUF', 'SF', 'KC'] })
    await expectAccessible(page)

    // Edits on this device stay while another device saves.
    await button(page, 'Move Kansas City Chiefs up').click()
    await button(device, 'Remove Buffalo Bills').click()
    await button(device, 'Save list').click()
    await expect(page.getByText('Another device has saved another list meanwhile')).toBeVisible()
    await button(page, 'Discard').click()
    await expect.poll(() => teamsOf(page)).toEqual(['San Francisco 49ers', 'Kansas City Chiefs'])
  })
})
