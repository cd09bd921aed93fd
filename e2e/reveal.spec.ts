import type { Page } from '@playwright/test'
import type { LocalFeedGame } from '@outlast/server/feed/local/scoreboard-of'
import type { Person, BrowserPool } from '@outlast/testing'
import { expect, test } from './support/test.ts'

const SEASON = 2026
/** Locks on Sundays at noon in New York. */
const LOCKS = { 3: '2026-09-27T16:00:00.000Z', 4: '2026-10-04T16:00:00.000Z' } as const
type WeekNumber = keyof typeof LOCKS

const before = (iso: string, seconds: number) => new Date(Date.parse(iso) - seconds * 1000).toISOString()

function game(week: WeekNumber, espnId: string, away: string, home: string, more: Partial<LocalFeedGame> = {}): LocalFeedGame {
  const kickoff = new Date(Date.parse(LOCKS[week]) + 3_600_000).toISOString()
  const scheduled = { status: 'scheduled', homeScore: null, awayScore: null, detail: null } as const
  return { espnId, away, home, kickoff, kickoffKnown: true, ...scheduled, ...more } as LocalFeedGame
}

const final = (awayScore: number, homeScore: number) => ({ status: 'final', awayScore, homeScore }) as const

async function sync(pool: BrowserPool, week: WeekNumber, games: readonly LocalFeedGame[]): Promise<void> {
  pool.feed.setGames({ seasonYear: SEASON, week }, games)
  await pool.admin.api.call('syncGames', { body: { season_year: SEASON, week_number: week } })
}

async function addWeek(pool: BrowserPool, week: WeekNumber, games: readonly LocalFeedGame[]): Promise<number> {
  const { id } = await pool.admin.api.call('createWeek', { body: { season_year: SEASON, week_number: week } })
  await sync(pool, week, games)
  return id
}

async function addEntry({ api, user }: Person, name: string): Promise<number> {
  return (await api.call('createEntry', { body: { user_id: user.id, name } })).id
}

async function pick({ api }: Person, entry_id: number, week_id: number, team_abbr: string): Promise<void> {
  await api.call('submitPick', { body: { entry_id, week_id, team_abbr } })
}

const WEEK_3 = [game(3, '301', 'DAL', 'GB'), game(3, '302', 'NYJ', 'BUF')]
const WEEK_4 = [game(4, '401', 'KC', 'LV'), game(4, '402', 'SEA', 'SF')]

/** Creates week 3, played except for one game, and week 4, which is current and open, with picks. */
async function createSeason(pool: BrowserPool) {
  await pool.setSiteTime('2026-09-24T12:00:00.000Z')
  const mia = await pool.member('Mia Member')
  const week3 = await addWeek(pool, 3, WEEK_3)
  const week4 = await addWeek(pool, 4, WEEK_4)
  const [ace, bolt, comet, dash] = [
    await addEntry(mia, 'Ace'),
    await addEntry(mia, 'Bolt'),
    await addEntry(mia, 'Comet'),
    await addEntry(mia, 'Dash'),
  ]
  await pick(mia, ace, week3, 'NYJ')
  await pick(mia, bolt, week3, 'GB')
  await pick(mia, comet, week3, 'NYJ')
  await pick(mia, ace, week4, 'SF')
  await pick(mia, bolt, week4, 'KC')
  await pool.setSiteTime(LOCKS[3])
  await pool.admin.api.call('setCurrentWeek', { body: { week_id: week4 } })
  return { mia, week3, week4, ace, bolt, comet, dash }
}

/** Reads the visible text of the picks table, by row. */
async function readRows(page: Page): Promise<string[]> {
  const rows = page.getByRole('table', { name: 'Picks' }).locator('tbody tr')
  // Hidden parts for other table widths do not count.
  return (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())
}

/** Waits until the picks table has the rows of these entries, whose names are one word, in this order. */
function expectRows(page: Page, entries: readonly string[]): Promise<void> {
  return expect.poll(async () => (await readRows(page)).map((row) => row.split(' ')[0])).toEqual(entries)
}

/** Waits for the given totals. */
async function expectTotals(page: Page, total: number, wins: number, losses: number, tbd: number): Promise<void> {
  const totals = page.locator('dl').filter({ hasText: 'Wins' })
  await expect(totals).toHaveText(`Total${total}✓ Wins${wins}✕ Losses${losses}• TBD${tbd}`)
}

const bar = (page: Page, name: string | RegExp) =>
  page.getByRole('region', { name: 'Pick distribution' }).getByRole('button', { name })

test('a visitor sees totals, distribution, picks and games of a locked week, and can filter and sort them', async ({
  page,
  pool,
}) => {
  const { week3, dash } = await createSeason(pool)
  await pool.admin.api.call('overridePick', {
    body: { entry_id: dash, week_id: week3, team_abbr: 'dal', reason: 'Texted it in time' },
  })
  await addEntry(pool.admin, 'Too late')
  await sync(pool, 3, [game(3, '301', 'DAL', 'GB', final(40, 40)), game(3, '302', 'NYJ', 'BUF')])
  await page.goto(`/reveal/${week3}`)
  await expect(page).toHaveTitle(/^Week 3 reveal/)
  await expect(page.getByRole('heading', { level: 1, name: 'Week 3 reveal' })).toBeVisible()
  await expect(page.getByText('2026 season')).toBeVisible()
  await expectTotals(page, 4, 0, 2, 2)

  await expect(bar(page, /NYJ, TBD\s+New York Jets\s+50\.0%/)).toContainText('50.0%')
  await page.getByText('Count', { exact: true }).click()
  await expect(bar(page, /New York Jets/)).toContainText('2 picks')

  await expectRows(page, ['Ace', 'Bolt', 'Comet', 'Dash'])
  const rows = await readRows(page)
  expect(rows[0]).toMatch(/NYJ .*• tbd$/)
  expect(rows[1]).toMatch(/GB .*✕ loss as of \d+:\d\d [AP]M ET$/)
  expect(rows[3]).toMatch(/DAL .*✎.*✕ loss/)
  await expect(page.getByText('changed by an admin').last()).toBeVisible()

  await bar(page, /New York Jets/).click()
  await expect(bar(page, /New York Jets/)).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('2 of 4 entries')).toBeVisible()
  await expect(page.getByLabel('Team', { exact: true }).first()).toHaveValue('NYJ')
  await expectRows(page, ['Ace', 'Comet'])
  await bar(page, /New York Jets/).click()
  await expect(page.getByText('4 entries', { exact: true })).toBeVisible()

  await page.getByRole('combobox', { name: 'Team' }).selectOption('DAL')
  await expectRows(page, ['Dash'])
  await page.getByRole('button', { name: /^DAL at GB\s+40–40\s+Final/ }).click()
  await expectRows(page, ['Bolt', 'Dash'])
  await page.getByRole('button', { name: 'Show all', exact: true }).click()

  await page.getByText('Team', { exact: true }).last().click()
  await expectRows(page, ['Dash', 'Bolt', 'Ace', 'Comet'])
  await page.getByRole('columnheader', { name: 'Pick' }).getByRole('button').click()
  await expectRows(page, ['Ace', 'Comet', 'Bolt', 'Dash'])
  await page.getByRole('columnheader', { name: 'Entry' }).getByRole('button').click()
  await page.getByRole('columnheader', { name: 'Entry' }).getByRole('button').click()
  await expectRows(page, ['Dash', 'Comet', 'Bolt', 'Ace'])

  await expect(page.getByText('live, and every 150 s')).toBeVisible()
  await expect(page.getByText(/Sun, Sep 27, 12:00 PM ET\s*override/)).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: /^\d+:\d\d:\d\d [AP]M your time$/ })).toBeVisible()
})

test('open reveal pages show the picks at the lock and results as scores change', async ({ page, openPage, pool }) => {
  const { mia, week4 } = await createSeason(pool)
  const member = await openPage({ as: mia })
  await member.emulateMedia({ reducedMotion: 'reduce' })
  await pool.setSiteTime(before(LOCKS[4], 86_400 + 3_725))
  await page.goto('/reveal')
  await member.goto(`/reveal/${week4}`)
  for (const viewer of [page, member]) {
    await expect(viewer.getByText('Reveal not available yet')).toBeVisible()
    await expect(viewer.getByText('Sun, Oct 4, 9:00 AM your time · 12:00 PM ET')).toBeVisible()
    await expect(viewer.getByRole('timer', { name: 'Time to lock' })).toHaveText('in 1 day 1 hour')
    await expect(viewer.getByText('2 picks so far')).toBeVisible()
    await expect(viewer.getByText('of 4 entries')).toBeVisible()
    await expect(viewer.getByRole('button', { name: 'Retry' })).toHaveCount(0)
    await expect(viewer.getByRole('table', { name: 'Picks' })).toBeHidden()
  }
  // Nothing in the page reveals a pick.
  expect(await page.content()).not.toMatch(/San Francisco|Kansas City/)
  await page.evaluate(() => {
    const announcements: string[] = []
    Object.assign(window, { announcements })
    new MutationObserver(() => {
      const texts = Array.from(document.querySelectorAll('[role=status]'), (region) => region.textContent)
      const text = texts.find((status) => status.includes('locked'))
      if (text !== undefined && announcements.at(-1) !== text) announcements.push(text)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })

  await pool.setSiteTime(before(LOCKS[4], 4), { running: true })
  for (const viewer of [page, member]) {
    await expect(bar(viewer, /Kansas City Chiefs\s+50\.0%/)).toBeVisible()
    await expect(bar(viewer, 'No pick: 2 entries')).toBeVisible()
    await expect(viewer.getByText('Reveal not available yet')).toBeHidden()
    await expectTotals(viewer, 2, 0, 0, 2)
    expect((await readRows(viewer)).at(-1)).toMatch(/^Dash (You )?– –$/)
  }

  await bar(page, /Kansas City/).click()
  await sync(pool, 4, [
    game(4, '401', 'KC', 'LV', { status: 'in_progress', awayScore: 3, homeScore: 0, detail: '4:10 - 1st' }),
    WEEK_4[1]!,
  ])
  await expect(page.getByRole('button', { name: /^KC at LV\s+3–0\s+4:10 - 1st/ })).toBeVisible()
  await sync(pool, 4, [game(4, '401', 'KC', 'LV', final(31, 17)), game(4, '402', 'SEA', 'SF', final(24, 10))])
  for (const viewer of [page, member]) {
    await expectTotals(viewer, 2, 1, 1, 0)
    await expect(bar(viewer, /KC, win\s+Kansas City Chiefs\s+50\.0%/)).toBeVisible()
  }
  // The filter stays, and a corrected score changes the result.
  expect(await readRows(page)).toEqual([expect.stringMatching(/^Bolt KC .*✓ win/)])
  await sync(pool, 4, [game(4, '401', 'KC', 'LV', final(31, 34)), game(4, '402', 'SEA', 'SF', final(24, 10))])
  await expect.poll(() => readRows(page)).toEqual([expect.stringMatching(/^Bolt KC .*✕ loss/)])
  expect(await page.evaluate(() => (window as typeof window & { announcements: string[] }).announcements)).toEqual([
    'Week 4 is locked and revealed: 2 picks. 1 of you took the Chiefs, and 1 the 49ers.',
  ])

  // The admin moves the lock, which hides the picks again.
  await pool.admin.api.call('updateWeek', { params: { id: week4 }, body: { lock_time: '2026-10-04T20:00:00.000Z' } })
  for (const viewer of [page, member]) await expect(viewer.getByText('Reveal not available yet')).toBeVisible()
})

test('past weeks open from the select, the list and the URL, and Show Current returns', async ({ page, pool, problems }) => {
  const { week3, week4 } = await createSeason(pool)
  problems.allow(/ERR_FAILED/, /status of 404/)
  await page.route('**/api/history', (route) => route.abort())
  await page.goto('/reveal')
  const weeks = page.getByRole('combobox', { name: 'Week' })
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to load history' })
  await expect(alert).toBeVisible()
  await expect(weeks).toHaveValue(String(week4))
  await page.unroute('**/api/history')
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(alert).toBeHidden()
  expect(await weeks.getByRole('option').allTextContents()).toEqual([
    '2026 • Week 4 • 2 picks • current',
    '2026 • Week 3 • 3 picks',
  ])

  await weeks.selectOption('2026 • Week 3 • 3 picks')
  await expect(page).toHaveURL(`/reveal/${week3}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Week 3 reveal' })).toBeVisible()
  await page.getByRole('button', { name: 'Show Current' }).click()
  await expect(page).toHaveURL('/reveal')
  await expect(page.getByText('Reveal not available yet')).toBeVisible()
  const past = page.getByRole('region', { name: 'Past weeks' })
  await past.getByRole('button', { name: /Week 3.*3 picks/ }).click()
  await expect(page).toHaveURL(`/reveal/${week3}`)
  await expect(past.getByRole('button', { name: /Week 3/ })).toHaveAttribute('aria-current', 'true')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Week 4 reveal' })).toBeVisible()

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${pool.url}/reveal/${week4}`)

  // The list is live: the week that locks shows its picks.
  await pool.setSiteTime(LOCKS[4])
  await expect(page.getByRole('table', { name: 'Picks' })).toBeVisible()
  await page.goto('/reveal/999')
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByRole('button', { name: 'Show Current' }).click()
  await expect(page.getByRole('table', { name: 'Picks' })).toBeVisible()
})

test('a reveal with three hundred rows is windowed and still scrolls, sorts and filters', async ({ page, pool }) => {
  const { mia, week4 } = await createSeason(pool)
  for (let i = 1; i <= 296; i += 8) {
    const names = Array.from({ length: Math.min(8, 297 - i) }, (_, n) => `Rider ${String(i + n).padStart(3, '0')}`)
    await Promise.all(names.map((name) => addEntry(mia, name)))
  }
  await pool.admin.api.call('randomizePicks', { params: { id: week4 }, body: { overwrite: false } })
  await pool.setSiteTime(LOCKS[4])
  await page.goto(`/reveal/${week4}`)
  const table = page.getByRole('table', { name: 'Picks' })
  await expect(table).toHaveAttribute('aria-rowcount', '301')
  await expect(table.getByText('Ace', { exact: true })).toBeVisible()
  expect(await table.locator('tbody tr').count()).toBeLessThan(40)
  expect(
    await table
      .locator('..')
      .evaluate(() => document.querySelector('[role=region][aria-label="Picks and results"][tabindex]')?.clientHeight),
  ).toBe(480)
  await page.locator('[role=region][aria-label="Picks and results"][tabindex]').focus()
  await page.keyboard.press('End')
  await expect(table.getByText('Rider 296')).toBeVisible()
  await page.getByRole('columnheader', { name: 'Entry' }).getByRole('button').click()
  await page.keyboard.press('Tab')
  await page.locator('[role=region][aria-label="Picks and results"][tabindex]').focus()
  await page.keyboard.press('Home')
  await expect(table.getByText('Rider 296')).toBeVisible()
  await bar(page, /Kansas City/).click()
  await expect(page.getByText(/^\d+ of 300 entries$/)).toBeVisible()
  for (const row of (await readRows(page)).slice(0, 10)) expect(row).toContain('KC')
})

test('the week selector follows the current week’s picks before its lock', async ({ page, pool }) => {
  const { mia, week4, comet, ace } = await createSeason(pool)
  await page.goto('/reveal')
  const option = page.getByLabel('Week', { exact: true }).locator('option').first()
  await expect(option).toHaveText('2026 • Week 4 • 2 picks • current')
  const current = page.getByRole('region', { name: 'Past weeks' }).getByRole('button', { name: /Week 4/ })
  await pick(mia, comet, week4, 'SEA')
  await expect(option).toHaveText('2026 • Week 4 • 3 picks • current')
  await expect(current).toContainText('3 picks')
  await page.getByLabel('Week', { exact: true }).selectOption({ label: '2026 • Week 3 • 3 picks' })
  const hidden = (await mia.api.call('entryPicks', { params: { id: ace } })).find((one) => one.week_id === week4)!
  await mia.api.call('clearPick', { params: { id: hidden.id as number } })
  await expect(option).toHaveText('2026 • Week 4 • 2 picks • current')
})

test('the times of the reveal name their time zone', async ({ page, pool }) => {
  const { week3 } = await createSeason(pool)
  await sync(pool, 3, [game(3, '301', 'DAL', 'GB', final(10, 20)), game(3, '302', 'NYJ', 'BUF')])
  await page.goto(`/reveal/${week3}`)
  const facts = page.locator('dl').filter({ hasText: 'Last updated' })
  await expect(facts).toContainText(/Last updated\d+:\d\d:\d\d [AP]M your time/)
  await expect(page.getByRole('table', { name: 'Picks' }).getByRole('row').filter({ hasText: 'Bolt' })).toContainText(
    /as of \d+:\d\d [AP]M ET/,
  )
})

test('name, result and team narrow the picks, stay in the address, and one’s own entries are on top', async ({
  page,
  pool,
  openPage,
}) => {
  const { week3 } = await createSeason(pool)
  const rob = await pool.member('Rob Member')
  await pool.setSiteTime('2026-09-24T12:00:00.000Z')
  const [first, second] = [await addEntry(rob, 'Long Entry 10'), await addEntry(rob, 'Long Entry 2')]
  await pool.admin.api.call('updateWeek', { params: { id: week3 }, body: { lock_time: '2026-09-27T20:00:00.000Z' } })
  await pick(rob, first, week3, 'BUF')
  await pick(rob, second, week3, 'DAL')
  await pool.setSiteTime('2026-09-27T20:00:00.000Z')
  await sync(pool, 3, [game(3, '301', 'DAL', 'GB', final(10, 20)), game(3, '302', 'NYJ', 'BUF')])

  const member = await openPage({ as: rob })
  await member.goto(`/reveal/${week3}`)
  const names = async (viewer: Page) => (await readRows(viewer)).map((row) => row.replace(/ (GB|NYJ|BUF|DAL|–) .*/, ''))
  await expect.poll(() => names(member)).toEqual(['Long Entry 2 You', 'Long Entry 10 You', 'Ace', 'Bolt', 'Comet', 'Dash'])
  await member.getByRole('columnheader', { name: 'Entry' }).getByRole('button').click()
  await expect.poll(() => names(member)).toEqual(['Long Entry 10 You', 'Long Entry 2 You', 'Dash', 'Comet', 'Bolt', 'Ace'])
  await expect(member.getByRole('table').getByRole('link', { name: 'Long Entry 2' })).toHaveAttribute('href', `/entry/${second}`)
  // A full bar is all picks: a fifth of them fills a fifth of it.
  const share = await bar(member, /Buffalo Bills/).evaluate((button) => {
    const fill = button.querySelector<HTMLElement>('[style*="width"]')!
    return Math.round((fill.getBoundingClientRect().width / fill.parentElement!.getBoundingClientRect().width) * 100)
  })
  expect(share).toBe(20)
  // Picks have their word, so that they do not read as points.
  await expect(member.getByRole('table', { name: 'Games' }).getByRole('row').nth(1)).toHaveText(
    /DAL.*1 pick, 20\.0%.*10–20.*Final.*GB.*1 pick, 20\.0%/,
  )

  await page.goto(`/reveal/${week3}`)
  await expect.poll(() => names(page)).toEqual(['Ace', 'Bolt', 'Comet', 'Dash', 'Long Entry 2', 'Long Entry 10'])
  await page.getByLabel('Find an entry').fill('LONG')
  await expect(page.getByText('2 of 6 entries')).toBeVisible()
  await page.getByRole('combobox', { name: 'Result' }).selectOption('Losses')
  await expect.poll(() => names(page)).toEqual(['Long Entry 2'])
  await expect(page).toHaveURL(({ searchParams: of }) => of.get('result') === 'loss' && of.get('q') === 'LONG')
  await page.reload()
  await expect(page.getByLabel('Find an entry')).toHaveValue('LONG')
  await expect.poll(() => names(page)).toEqual(['Long Entry 2'])
  await page.getByRole('button', { name: 'Show all', exact: true }).click()
  await expect(page.getByText('6 entries', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(`/reveal/${week3}`)
  await page.getByRole('combobox', { name: 'Team' }).selectOption('NYJ')
  await expect(page).toHaveURL(`/reveal/${week3}?team=NYJ`)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${pool.url}/reveal/${week3}?team=NYJ`)
})
