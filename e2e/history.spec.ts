import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Matrix } from '@outlast/contract'
import { type SeasonView } from '@outlast/contract/live'
import { leaderboardOf, usageOf } from '@outlast/views'
import { forEachConcurrently, range } from '@outlast/testing'
import type { BrowserPool } from '@outlast/testing'
import { seedSeason } from './support/season.ts'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expect, test } from './support/test.ts'

const YEAR = 2026
const MARK = { win: '✓', loss: '✕', tie: '=', tbd: '•' } as const

/** Fetches the season's matrix from the REST API. */
async function fetchMatrix(pool: BrowserPool): Promise<Matrix & { season_year: number }> {
  const matrix = await pool.api().call('getMatrix', { query: { season: YEAR } })
  return { ...matrix, season_year: YEAR }
}

/** Fetches the missed weeks of each entry. */
async function fetchMissedWeeks(pool: BrowserPool): Promise<ReadonlyMap<number, readonly number[]>> {
  const { view } = await pool.api().call('liveSnapshot', { params: { topic: `season:${YEAR}` } })
  return new Map((view as SeasonView).entries.map((entry) => [entry.id, entry.missed]))
}

/** Reads the visible text of a table, by row and cell. */
async function readCells(page: Page, table: string): Promise<string[][]> {
  const rows = page.getByRole('table', { name: table, exact: true }).locator('tbody tr')
  return rows.evaluateAll((all) =>
    all.map((row) =>
      [...row.children].map((cell) => {
        const copy = cell.cloneNode(true) as HTMLElement
        return (copy.textContent ?? '').replace(/(, (win|loss|TBD)|no pick)$/, '').trim()
      }),
    ),
  )
}

const outText = (week: number | null) => (week === null ? 'Alive' : `Week ${week}`)
/** Alive entries first, then those that went out last. */
const byStanding = (a: Matrix['entries'][number], b: Matrix['entries'][number]): number =>
  (b.eliminated_week ?? 99) - (a.eliminated_week ?? 99)
const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true })
const rowOf = (page: Page, name: string, text: string) => table(page, name).locator('tbody tr').filter({ hasText: text })

test('each history tab shows a visitor the same data as the API', async ({ page, pool }) => {
  const season = await seedSeason(pool, { members: 7, entriesPerMember: 2, weeks: 4, state: 'in-progress' })
  const matrix = await fetchMatrix(pool)
  const board = leaderboardOf(matrix)
  const owner = season.members[2]!.name
  const isTied = (rank: number) => board.filter((row) => row.rank === rank).length > 1
  const expected = (rows: typeof board) =>
    rows.map((row) => [
      `${row.rank}${isTied(row.rank) ? '=' : ''}`,
      `${row.entry} ${row.user_name}`,
      String(row.wins),
      String(row.losses),
      outText(row.eliminated_week),
    ])

  await page.goto(`/history?tab=leaderboard&season=${YEAR}&search=${encodeURIComponent(owner.toUpperCase())}&sort=-rank`)
  await expect(page).toHaveTitle(/^History · /)
  await expect(page.getByRole('tab', { name: 'Leaderboard' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByLabel('Search')).toHaveValue(owner.toUpperCase())
  await expect(page.getByText('2 of 14 entries')).toBeVisible()
  const ownRows = board.filter((row) => row.user_name === owner)
  await expect.poll(() => readCells(page, 'Leaderboard')).toEqual(expected(ownRows).toReversed())
  await expect(page.getByRole('columnheader', { name: 'Rank' })).toHaveAttribute('aria-sort', 'descending')

  await page.getByLabel('Search').fill('')
  await page.getByRole('button', { name: 'Rank' }).click()
  await expect(page.getByText('14 entries', { exact: true })).toBeVisible()
  await expect(table(page, 'Leaderboard').locator('tbody tr')).toHaveCount(14)
  await expect.poll(() => readCells(page, 'Leaderboard')).toEqual(expected(board))
  await expect(page).toHaveURL((url) => url.search === `?tab=leaderboard&season=${YEAR}`)

  await page.getByRole('tab', { name: 'Matrix' }).click()
  await expect(table(page, 'Matrix')).toBeVisible()
  const missed = await fetchMissedWeeks(pool)
  await expect
    .poll(() => readCells(page, 'Matrix'))
    .toEqual(
      [...matrix.entries].sort(byStanding).map((entry) => [
        `${entry.name} ${entry.user_name}`,
        ...[1, 2, 3, 4].map((week) => {
          const cell = entry.picks[week]
          if (cell !== undefined) return cell.team_abbr + MARK[cell.result]
          return missed.get(entry.id)?.includes(week) ? '–' : ''
        }),
        outText(entry.eliminated_week),
      ]),
    )

  await page.getByRole('tab', { name: 'Team Usage' }).click()
  await expect(table(page, 'Team Usage')).toBeVisible()
  await expect
    .poll(() => readCells(page, 'Team Usage'))
    .toEqual(
      usageOf(matrix).map((row) => [
        expect.stringContaining(row.team_abbr),
        String(row.total),
        `${row.percent.toFixed(1)}%`,
        ...[1, 2, 3, 4].map((week) => String(row.weeks[week] ?? 0)),
      ]),
    )
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Matrix' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page).toHaveURL(/\/auth/)
})

test('the shown history table can be exported as CSV and copied as a link', async ({ page, pool, context }) => {
  const mia = await pool.member('Mia, "M" Member')
  const names = ['=HYPERLINK("http://evil.example","win")', '-2+3', 'Zoë, the first', 'Plain', 'Hidden']
  await forEachConcurrently(names, (name) => mia.api.call('createEntry', { body: { user_id: mia.user.id, name } }))
  const other = await pool.member('Other Person')
  await other.api.call('createEntry', { body: { user_id: other.user.id, name: 'Not mine' } })
  await pool.setSiteTime('2026-09-01T12:00:00.000Z')
  const week = await pool.admin.api.call('createWeek', { body: { season_year: YEAR, week_number: 1 } })
  const { entries } = await fetchMatrix(pool)
  const plain = entries.find((entry) => entry.name === 'Plain')!
  await mia.api.call('submitPick', { body: { entry_id: plain.id, week_id: week.id, team_abbr: 'DAL' } })
  await pool.setSiteTime('2026-10-01T12:00:00.000Z')

  await page.goto('/history')
  await page.getByLabel('Search').fill('mia,')
  await page.getByRole('button', { name: 'Entry' }).dblclick()
  await expect(page.getByText('5 of 6 entries')).toBeVisible()
  const saved = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()])
  expect(saved[0].suggestedFilename()).toBe(`outlast-matrix-${YEAR}.csv`)
  const user = '"Mia, ""M"" Member"'
  expect(await readFile(await saved[0].path(), 'utf8')).toBe(
    [
      '\uFEFFEntry,User,Eliminated,Week 1',
      `"Zoë, the first",${user},Alive,no pick`,
      `Plain,${user},Alive,DAL TBD`,
      `Hidden,${user},Alive,no pick`,
      `"'=HYPERLINK(""http://evil.example"",""win"")",${user},Alive,no pick`,
      `'-2+3,${user},Alive,no pick`,
      '',
    ].join('\r\n'),
  )
  await page.getByRole('tab', { name: 'Leaderboard' }).click()
  await expect(table(page, 'Leaderboard')).toBeVisible()
  const board = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()])
  expect(board[0].suggestedFilename()).toBe(`outlast-leaderboard-${YEAR}.csv`)
  const text = await readFile(await board[0].path(), 'utf8')
  expect(text.split('\r\n')[0]).toBe('\uFEFFRank,Entry,User,Wins,Losses,Eliminated')
  expect(text).toContain(`\r\n1,Plain,${user},0,0,Alive\r\n`)
  expect(text).not.toContain('Not mine')

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Wins' }).click()
  await page.getByRole('button', { name: 'Copy Link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toBe(`${pool.url}/history?tab=leaderboard&season=${YEAR}&search=mia%2C&sort=wins`)
  // A browser that blocks copying gets a dialog with the link.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    document.execCommand = () => false
  })
  await page.goto(link)
  await expect(page.getByText('5 of 6 entries')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Wins' })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('button', { name: 'Copy Link' }).click()
  const field = page.getByRole('dialog').getByLabel('Link', { exact: true })
  await expect(field).toHaveValue(link)
  expect(await field.evaluate((input: HTMLInputElement) => input.value.slice(input.selectionStart!, input.selectionEnd!))).toBe(
    link,
  )
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

/** Expects that the matrix, which is wider than its place, shows its end, and that nothing else scrolls sideways. */
async function expectLatestWeeks(page: Page, last: number): Promise<void> {
  const header = (name: string) => table(page, 'Matrix').getByRole('columnheader', { name, exact: true })
  const left = async (name: string) => (await header(name).boundingBox())!.x
  const entryWidth = (await header('Entry').boundingBox())!.width
  const place = (await page.getByRole('region', { name: 'Matrix' }).boundingBox())!
  await expect.poll(() => left('Eliminated')).toBeLessThan(place.x + place.width)
  expect(await left('Entry')).toBeLessThan(place.x + 2)
  expect(await left(`Week ${last - 1}`)).toBeGreaterThan(place.x + entryWidth)
  expect(await left('Week 1')).toBeLessThan(place.x + entryWidth)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
}

for (const [device, width] of [
  ['phone', 390],
  ['desktop', 1000],
] as const) {
  test(`The Grid on a ${device} begins with own entries and the latest weeks, and alone scrolls sideways`, async ({
    page,
    pool,
  }) => {
    const season = await seedSeason(pool, { members: 6, entriesPerMember: 2, weeks: 12 })
    const { entries } = await fetchMatrix(pool)
    const out = entries.find((entry) => entry.is_eliminated)!
    await signIn(
      page,
      season.members.find(({ name }) => name === out.user_name)!,
    )
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/history')
    await expectLatestWeeks(page, 12)
    const isOwn = (entry: (typeof entries)[number]) => entry.user_name === out.user_name
    const sorted = [...entries].sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)) || byStanding(a, b))
    const names = sorted.map(({ name, user_name }) => `${name} ${user_name === out.user_name ? 'You' : user_name}`)
    await expect.poll(async () => (await readCells(page, 'Matrix')).map(([name]) => name)).toEqual(names)
    // What the reader scrolled to stays, whatever happens in the season.
    await page.getByRole('region', { name: 'Matrix' }).evaluate((region) => (region.scrollLeft = 0))
    await season.updateGames((game) => ({ ...game, detail: 'Sun 1:00 PM' }))
    expect(await page.getByRole('region', { name: 'Matrix' }).evaluate((region) => region.scrollLeft)).toBe(0)
  })
}

test('a final score updates open history pages and dashboards live', async ({ page, pool, openPage }) => {
  const season = await seedSeason(pool, { members: 6, entriesPerMember: 2, weeks: 3, state: 'in-progress' })
  const open = season.games().filter((game) => game.status !== 'final')
  const matrix = await fetchMatrix(pool)
  const undecided = matrix.entries.find((entry) => !entry.is_eliminated && entry.picks[3]?.result === 'tbd')!
  const owner = season.members.find((member) => member.name === undecided.user_name)!
  const team = undecided.picks[3]!.team_abbr
  const alive = matrix.entries.filter((entry) => !entry.is_eliminated)
  const eliminated = alive.filter((entry) => entry.picks[3]?.team_abbr === team).length
  expect(open.some((game) => game.home === team || game.away === team)).toBe(true)

  await signIn(page, owner)
  await page.goto('/history')
  const row = rowOf(page, 'Matrix', undecided.name).filter({ hasText: 'You' })
  await expect(row).toContainText(`${team}•`)
  await expect(row).toContainText('Alive')
  await expect(page.getByText(`${alive.length} of 12 entries alive so far in week 3.`)).toBeVisible()
  const visitor = await openPage()
  await visitor.goto(`/history?tab=leaderboard&search=${encodeURIComponent(undecided.user_name)}`)
  const standing = rowOf(visitor, 'Leaderboard', undecided.name)
  await expect(standing).toContainText('Alive')
  const dashboard = await openPage({ as: owner })
  await dashboard.goto('/')
  const grid = dashboard.getByRole('region', { name: 'The Grid' })
  await grid.getByLabel('Search The Grid').fill(undecided.name)
  await expect(rowOf(dashboard, 'Matrix', undecided.name).filter({ hasText: 'You' })).toContainText(`${team}•`)

  const requests: string[] = []
  for (const viewer of [page, visitor, dashboard]) viewer.on('request', (request) => requests.push(request.url()))
  await season.updateGames((game) => {
    if (game.home !== team && game.away !== team) return game
    const [homeScore, awayScore] = game.home === team ? [10, 20] : [20, 10]
    return { ...game, status: 'final', homeScore, awayScore, detail: 'Final' }
  })
  for (const one of [row, rowOf(dashboard, 'Matrix', undecided.name).filter({ hasText: 'You' })]) {
    await expect(one).toContainText(`${team}✕`)
    await expect(one).toContainText('Week 3')
  }
  await expect(standing).toContainText('Week 3')
  await expect(standing.getByRole('cell').nth(3)).toHaveText('1')
  await expect(page.getByText(`${alive.length - eliminated} of 12 entries alive so far in week 3.`)).toBeVisible()
  expect(requests.filter((url) => /\/api\/(live\/season|history)/.test(url))).toEqual([])

  await page.getByText('Survival as a table').click()
  expect((await readCells(page, 'Entries alive after each week')).at(-1)?.slice(0, 2)).toEqual([
    'Week 3',
    String(alive.length - eliminated),
  ])
  await expect(page.getByRole('img', { name: /^Entries alive after each week/ })).toBeVisible()
  await grid.getByRole('link', { name: 'Open History' }).click()
  await expect(dashboard.getByLabel('Search')).toHaveValue(undecided.name)
})

test('the history page selects seasons by year and remembers the last one', async ({ page, pool }) => {
  await page.goto('/history')
  await expect(page.getByText('No season yet')).toBeVisible()
  await pool.setSiteTime('2025-08-01T12:00:00.000Z')
  const mia = await pool.member('Mia Member')
  await mia.api.call('createEntry', { body: { user_id: mia.user.id, name: 'Ace' } })
  await pool.admin.api.call('createWeek', { body: { season_year: 2025, week_number: 1 } })
  await expect(rowOf(page, 'Matrix', 'Ace')).toContainText('Alive')
  const input = page.getByLabel('Season')
  await expect(input).toHaveValue('2025')

  await input.fill('20x31y')
  await expect(page.getByText('There is no 2031 season')).toBeVisible()
  await expect(page).toHaveURL(/season=2031/)
  await expect(input).toBeFocused()
  const other = await page.context().newPage()
  await other.goto('/history')
  await expect(other.getByLabel('Season')).toHaveValue('2025')
  await expect(rowOf(other, 'Matrix', 'Ace')).toBeVisible()
  await other.close()
  await page.getByRole('button', { name: 'Show 2025' }).click()
  await expect(rowOf(page, 'Matrix', 'Ace')).toBeVisible()
  await page.goBack()
  await expect(input).toHaveValue('2031')
  await pool.admin.api.call('createWeek', { body: { season_year: 2031, week_number: 1 } })
  await expect(rowOf(page, 'Matrix', 'Ace')).toBeVisible()
  expect(
    await page.locator('datalist option').evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value)),
  ).toEqual(['2031', '2025'])
  await input.fill('2025')
  await input.fill('2031')
  await expect(page).toHaveURL(/season=2031/)
  await page.goto('/history')
  await expect(input).toHaveValue('2031')
  await input.fill('1999')
  await expect(page.getByText('2000 to 2100')).toBeVisible()
  await page.getByLabel('Search').fill('nobody')
  await expect(page.getByText('No entries match “nobody”')).toBeVisible()
  await expect(input).toHaveValue('2031')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(rowOf(page, 'Matrix', 'Ace')).toBeVisible()
})

test('a season that fails to load shows an error and loads on retry', async ({ page, pool, problems }) => {
  problems.allow(/net::ERR_FAILED/)
  await seedSeason(pool, { members: 1, entriesPerMember: 1, weeks: 1 })
  await page.route('**/api/live/season*', (route) => route.abort())
  await page.goto('/history')
  await expect(page.getByText('Loading…')).toBeAttached()
  await expect(page.getByRole('alert')).toContainText('Failed to load history')
  await page.unroute('**/api/live/season*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(table(page, 'Matrix').locator('tbody tr')).toHaveCount(1)
})

test('the history page works with the keyboard alone, with hundreds of rows', async ({ page, pool }) => {
  await page.setViewportSize({ width: 1000, height: 900 })
  const mia = await pool.member('Mia Member')
  await forEachConcurrently(range(230), (i) =>
    mia.api.call('createEntry', { body: { user_id: mia.user.id, name: `Entry ${String(i).padStart(3, '0')}` } }),
  )
  for (const index of range(12)) await pool.admin.api.call('createWeek', { body: { season_year: YEAR, week_number: index + 1 } })
  await pool.setSiteTime('2027-02-01T12:00:00.000Z')
  await page.goto('/history')
  await expectLatestWeeks(page, 12)
  const rows = table(page, 'Matrix').locator('tbody tr')
  await expect(table(page, 'Matrix')).toHaveAttribute('aria-rowcount', '231')
  await expect(rows.first()).toContainText('Entry 000')
  expect(await rows.count()).toBeLessThan(40)

  await page.getByLabel('Search').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tab', { name: 'Matrix' })).toBeFocused()
  await page.keyboard.press('Tab')
  if (await page.getByRole('tabpanel').evaluate((panel) => panel === document.activeElement)) await page.keyboard.press('Tab')
  await expect(page.getByRole('region', { name: 'Matrix' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(rowOf(page, 'Matrix', 'Entry 229')).toBeVisible()
  await expect(rowOf(page, 'Matrix', 'Entry 229')).toHaveAttribute('aria-rowindex', '231')
  await page.keyboard.press('Home')
  await expect(rowOf(page, 'Matrix', 'Entry 000')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Entry' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(rows.first()).toContainText('Entry 229')
  await expect(page).toHaveURL(/sort=-entry/)

  // The controls come after the rows.
  await page.getByRole('button', { name: 'Export CSV' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Copy Link' })).toBeFocused()

  await page.getByLabel('Search').fill('entry 22')
  await expect(page.getByText('10 of 230 entries')).toBeVisible()
  await expect(rows).toHaveCount(10)
  await page.getByRole('tab', { name: 'Matrix' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(table(page, 'Leaderboard').locator('tbody tr')).toHaveCount(10)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('No entries match “entry 22”')).toBeVisible()
  await expect(page).toHaveURL(/tab=usage/)
})

test('the history page forgets a remembered season that the pool no longer has', async ({ page, pool }) => {
  await seedSeason(pool, { members: 1, entriesPerMember: 1, weeks: 1 })
  await page.addInitScript(() => localStorage.setItem('history-season', '2031'))
  // The pool's weeks arrive late. Until then the page must not ask for a season that may be gone.
  let releasePool = (): void => {}
  const isReleased = new Promise<void>((resolve) => (releasePool = resolve))
  await page.route('**/api/live/pool', async (route) => {
    await isReleased
    await route.continue()
  })
  const asked: string[] = []
  page.on('request', (request) => asked.push(decodeURIComponent(new URL(request.url()).pathname)))
  await page.goto('/history')
  await expect(page.getByText('Loading…')).toBeAttached()
  releasePool()
  await expect(page.getByLabel('Season')).toHaveValue(String(YEAR))
  await expect(table(page, 'Matrix').locator('tbody tr')).toHaveCount(1)
  expect(asked).toContain(`/api/live/season:${YEAR}`)
  expect(asked).not.toContain('/api/live/season:2031')
})
