import type { Locator, Page } from '@playwright/test'
import type { LocalFeedGame } from '@outlast/server/feed/local/scoreboard-of'
import { expectAccessible } from './support/axe.ts'
import type { Person, BrowserPool } from '@outlast/testing'
import { signIn } from '@outlast/testing/browser/sign-in'
import { gameCards } from './support/locked-week.ts'
import { expect, onEachScreen, test } from './support/test.ts'

const SEASON = 2026
/** Locks on Sundays at noon in New York. */
const LOCKS = { 1: '2026-09-13T16:00:00.000Z', 2: '2026-09-20T16:00:00.000Z' } as const
type WeekNumber = keyof typeof LOCKS

const seconds = (iso: string, more: number) => new Date(Date.parse(iso) + more * 1000).toISOString()

function game(week: WeekNumber, away: string, home: string, more: Partial<LocalFeedGame> = {}): LocalFeedGame {
  const scheduled = { status: 'scheduled', homeScore: null, awayScore: null, detail: null } as const
  const kickoff = seconds(LOCKS[week], 3600)
  return { espnId: `${week}${away}`, away, home, kickoff, kickoffKnown: true, ...scheduled, ...more } as LocalFeedGame
}

const WEEK_1 = [game(1, 'DAL', 'GB'), game(1, 'NYJ', 'BUF'), game(1, 'KC', 'LV')]
const WEEK_2 = [game(2, 'DAL', 'NYG'), game(2, 'BUF', 'MIA'), game(2, 'SEA', 'SF')]

async function sync(pool: BrowserPool, week: WeekNumber, games: readonly LocalFeedGame[]): Promise<void> {
  pool.feed.setGames({ seasonYear: SEASON, week }, games)
  await pool.admin.api.call('syncGames', { body: { season_year: SEASON, week_number: week } })
}

async function addWeek(pool: BrowserPool, week: WeekNumber, games: readonly LocalFeedGame[]): Promise<number> {
  const { id } = await pool.admin.api.call('createWeek', { body: { season_year: SEASON, week_number: week } })
  await sync(pool, week, games)
  return id
}

/** Creates week 1, three days before its lock. */
async function createOpenWeek(pool: BrowserPool): Promise<number> {
  await pool.setSiteTime(seconds(LOCKS[1], -3 * 86_400))
  return addWeek(pool, 1, WEEK_1)
}

const createEntry = async ({ api, user }: Person, name: string): Promise<number> =>
  (await api.call('createEntry', { body: { user_id: user.id, name } })).id

const pick = ({ api }: Person, entry_id: number, week_id: number, team_abbr: string) =>
  api.call('submitPick', { body: { entry_id, week_id, team_abbr } })

const card = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true })
const button = (within: Locator | Page, name: string): Locator => within.getByRole('button', { name, exact: true })
const selector = (within: Locator): Locator => within.getByRole('button', { name: /^Team for / })
const week = (page: Page): Locator => page.getByRole('region', { name: /Week \d/ })

async function choose(page: Page, entry: string, team: string): Promise<void> {
  await selector(card(page, entry)).click()
  await button(page.getByRole('dialog'), team).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** Fails calls without a readable message, as a broken proxy would. Returns a function that ends this. */
async function failCalls(
  page: Page,
  url: string,
  method: string,
  failure: 'broken' | 'unreachable' = 'broken',
): Promise<() => Promise<void>> {
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    return failure === 'broken' ? route.fulfill({ status: 500, json: {} }) : route.abort()
  })
  return () => page.unroute(url)
}

test('entries can be created, renamed and deleted; a new entry appears at once and disappears when the server rejects it', async ({
  page,
  pool,
  problems,
}) => {
  problems.allow(/status of (500|409).*\/api\/entries/)
  // The log watch reads the member's entries in the background, perhaps while the test deletes one; it skips that entry.
  problems.allow(/status of 404.*\/api\/entries\/\d+\/(picks|history)\)$/)
  const mia = await pool.member('Mia Member')
  await signIn(page, mia)
  await page.goto('/')
  await expect(page.getByText('No current week')).toBeVisible()
  await expect(page.getByText('No entries yet')).toBeVisible()
  const field = page.getByLabel('New entry name')

  await field.focus()
  await page.keyboard.press('Tab')
  await expect(page.getByText('Entry name is required')).toHaveCount(0)
  await button(page, 'Create Entry').click()
  await expect(page.getByText('Entry name is required')).toBeVisible()

  let respond = (): void => undefined
  const responding = new Promise<void>((resolve) => void (respond = resolve))
  await page.route('**/api/entries', async (route) => {
    await responding
    await route.continue()
  })
  await field.fill('  Lucky Dip ')
  await page.keyboard.press('Enter')
  await expect(card(page, 'Lucky Dip')).toContainText('Saving…')
  await expect(field).toHaveValue('')
  expect(await mia.api.call('userEntries', { params: { id: mia.user.id } })).toEqual([])
  respond()
  await expect(page.getByText('Entry created')).toBeVisible()
  await expect(card(page, 'Lucky Dip')).toContainText('Unpaid')
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.unroute('**/api/entries')

  await page.route('**/api/entries', async (route) => {
    await expect(card(page, 'Second Life')).toContainText('Saving…')
    await route.fulfill({ status: 500, json: {} })
  })
  await field.fill('Second Life')
  await button(page, 'Create Entry').click()
  await expect(page.getByRole('alert')).toHaveText('Create entry failed')
  await expect(card(page, 'Second Life')).toHaveCount(0)
  await expect(field).toHaveValue('Second Life')
  await page.unroute('**/api/entries')
  await field.fill('lucky dip')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('You already have an entry with this name')
  await expect(page.getByRole('article')).toHaveCount(1)

  const openMenuItem = async (item: string) => {
    await button(page, 'More options for Lucky Dip').click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await openMenuItem('Rename')
  const name = page.getByLabel('Entry name', { exact: true })
  await expect(name).toBeFocused()
  await name.fill('')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Entry name required')).toBeVisible()
  const restore = await failCalls(page, '**/api/entries/*', 'PATCH')
  await name.fill('Lucky Break')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Rename failed')).toBeVisible()
  await restore()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Entry renamed')).toBeVisible()
  await expect(card(page, 'Lucky Break')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Lucky Break' })).toBeFocused()

  const deleteEntry = async (reply: string) => {
    await button(page, 'More options for Lucky Break').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('This cannot be undone')
    await button(page.getByRole('alertdialog'), reply).click()
  }
  await deleteEntry('Cancel')
  await expect(card(page, 'Lucky Break')).toBeVisible()
  const restoreDelete = await failCalls(page, '**/api/entries/*', 'DELETE')
  await deleteEntry('Delete')
  await expect(page.getByText('Delete failed')).toBeVisible()
  await restoreDelete()
  await deleteEntry('Delete')
  await expect(page.getByText('Entry deleted')).toBeVisible()
  await expect(card(page, 'Lucky Break')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Your Entries' })).toBeFocused()
})

test('a pick can be made, changed and cleared while other members only see that it exists', async ({
  page,
  pool,
  openPage,
  problems,
}) => {
  problems.allow(/status of (500|409).*\/api\/picks/, /net::ERR_FAILED.*\/api\/picks/)
  const mia = await pool.member('Mia Member')
  const ola = await pool.member('Ola Other')
  await createEntry(mia, 'Ace')
  await createEntry(ola, 'Bolt')
  await signIn(page, mia)
  await page.goto('/')
  await expect(page.getByText('No current week')).toBeVisible()
  const frames: string[] = []
  const other = await openPage({ as: ola })
  other.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))))
  await other.goto('/')

  // The new week appears live.
  await createOpenWeek(pool)
  await expect(week(page)).toContainText('Locks Sun, Sep 13, 9:00 AM your time · 12:00 PM ET')
  await expect(week(page).getByRole('timer')).toHaveAccessibleName('3 days until picks lock')
  await expect(week(other)).toContainText('0 of 2 entries have picked')

  const ace = card(page, 'Ace')
  await button(ace, 'Submit Pick').click()
  await expect(ace.getByRole('alert')).toHaveText('Select a team')
  await choose(page, 'Ace', 'Dallas Cowboys')
  await expect(ace.getByRole('alert')).toHaveCount(0)
  await expect(selector(ace)).toHaveAccessibleName(/^Team for Ace: Dallas Cowboys \(not submitted\)/)
  const restorePosts = await failCalls(page, '**/api/picks', 'POST')
  await button(ace, 'Submit Pick').click()
  await expect(ace.getByRole('alert')).toHaveText('Submit pick failed')
  await restorePosts()
  const reconnect = await failCalls(page, '**/api/picks', 'POST', 'unreachable')
  await button(ace, 'Submit Pick').click()
  await expect(ace.getByRole('alert')).toHaveText('Failed to submit pick')
  await reconnect()
  await button(ace, 'Submit Pick').click()
  await expect(page.getByText('Pick saved')).toBeVisible()
  await expect(ace).toContainText(/Saved \d+:\d\d:\d\d [AP]M your time · receipt #\d+/)
  await expect(selector(ace)).toHaveAccessibleName(/^Team for Ace: Dallas Cowboys \(saved\)/)
  await expect(week(other)).toContainText('1 of 2 entries have picked')

  await ace.locator('summary').click()
  const [saved] = await mia.api.call('entryPicks', { params: { id: (await entriesOf(mia))[0]!.id } })
  const receipt = await mia.api.call('pickReceipt', { params: { id: saved!.id } })
  await expect(ace).toContainText(/This receipt proves that you picked DAL at \d+:\d\d/)
  await expect(ace.getByText(receipt.commitment)).toBeHidden()
  await ace.getByText('Values', { exact: true }).click()
  await expect(ace.getByText(receipt.commitment)).toBeVisible()
  await expect(ace).toContainText(receipt.nonce)
  await expect(ace).toContainText(receipt.head_hash)

  await choose(page, 'Ace', 'Buffalo Bills')
  await expect(ace).toContainText('Your pick is still DAL.')
  const restorePatches = await failCalls(page, '**/api/picks/*', 'PATCH')
  await button(ace, 'Submit Pick').click()
  await expect(ace.getByRole('alert')).toHaveText('Update pick failed')
  await restorePatches()
  // An admin makes the team ineligible while the member chooses it.
  const weekId = (await pool.api().call('currentWeek')).id
  await pool.admin.api.call('updateWeek', { params: { id: weekId }, body: { ineligible_teams: ['BUF'] } })
  await button(ace, 'Submit Pick').click()
  await expect(ace.getByRole('alert')).toHaveText('Team is ineligible for this week')
  await selector(ace).click()
  const buffalo = button(page.getByRole('dialog'), 'Buffalo Bills Ineligible this week')
  await expect(buffalo).toHaveAttribute('aria-disabled', 'true')
  await buffalo.click({ force: true })
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(button(page.getByRole('dialog'), 'Seattle Seahawks On bye')).toHaveAttribute('aria-disabled', 'true')
  await button(page.getByRole('dialog'), 'New York Jets').click()
  await button(ace, 'Submit Pick').click()
  await expect(selector(ace)).toHaveAccessibleName(/^Team for Ace: New York Jets \(saved\)/)
  expect(await mia.api.call('entryPicks', { params: { id: saved!.entry_id } })).toMatchObject([{ team_abbr: 'NYJ' }])

  const restoreDeletes = await failCalls(page, '**/api/picks/*', 'DELETE')
  await button(ace, 'Clear').click()
  await expect(ace.getByRole('alert')).toHaveText('Failed to clear pick')
  await restoreDeletes()
  // Clears this pick only, not one that another device has saved since.
  const [held] = await mia.api.call('entryPicks', { params: { id: saved!.entry_id } })
  const clearing = page.waitForRequest((request) => request.method() === 'DELETE')
  await button(ace, 'Clear').click()
  expect((await clearing).headers()['if-match']).toBe(`"${held?.version}"`)
  await expect(selector(ace)).toHaveAccessibleName('Team for Ace: Choose a team')
  await expect(selector(ace)).toBeFocused()
  await expect(week(other)).toContainText('0 of 2 entries have picked')

  // The other browser received that Ace has a pick, but never the team.
  const received = frames.join('\n')
  expect(received).toContain('pick_count')
  expect(received).not.toMatch(/"team(_abbr)?":"/)
  await expect(card(other, 'Bolt')).toContainText('Choose a team')
})

const entriesOf = ({ api, user }: Person) => api.call('userEntries', { params: { id: user.id } })

test('the dashboard follows the lock, the games and the next week live', async ({ page, pool, openPage }) => {
  const mia = await pool.member('Mia Member')
  const ola = await pool.member('Ola Other')
  const week1 = await createOpenWeek(pool)
  const week2 = await addWeek(pool, 2, WEEK_2)
  const [ace, bolt] = [await createEntry(mia, 'Ace'), await createEntry(mia, 'Bolt')]
  const comet = await createEntry(ola, 'Comet')
  await pick(mia, ace, week1, 'DAL')
  await pick(mia, bolt, week1, 'BUF')
  await pick(ola, comet, week1, 'KC')
  await pool.setSiteTime(seconds(LOCKS[1], -63), { running: true })
  await signIn(page, mia)
  await page.goto('/')
  await expect(week(page)).toContainText('3 of 3 entries have picked')
  await expect(button(card(page, 'Ace'), 'More options for Ace')).toBeVisible()
  await expect(week(page).getByText('Picks lock in 60 seconds')).toBeAttached()
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await pool.setSiteTime(seconds(LOCKS[1], -5), { running: true })
  await expect(week(page).getByText('Picks lock in 10 seconds')).toBeAttached()
  const rules = page.locator('summary', { hasText: 'Pool rules' })
  await rules.focus()

  await expect(week(page)).toContainText('All picks are revealed.')
  await expect(rules).toBeFocused()
  await expect(page.getByRole('region', { name: 'Live Board' })).toContainText('3 of 3 still alive')
  await expect(button(card(page, 'Ace'), 'Submit Pick')).toHaveCount(0)
  await expect(button(card(page, 'Ace'), 'More options for Ace')).toHaveCount(0)
  await expect(card(page, 'Ace')).toContainText('at GB · Sun, Sep 13, 1:00 PM ET')
  const admin = await openPage({ as: pool.admin })
  await createEntry(pool.admin, 'Late')
  await admin.goto('/')
  await expect(button(admin, 'More options for Late')).toBeVisible()
  // A page that reads the entry while it is deleted below would log a 404.
  await admin.close()

  await pool.setSiteTime(seconds(LOCKS[1], 7200), { running: true })
  const [dallas, jets, chiefs] = WEEK_1 as [LocalFeedGame, LocalFeedGame, LocalFeedGame]
  const live = { ...dallas, status: 'in_progress', awayScore: 7, homeScore: 3, detail: '2:00 - 2nd' } as const
  await sync(pool, 1, [live, jets, chiefs])
  await expect(card(page, 'Ace')).toContainText('DAL 7–3 GB')
  await expect(card(page, 'Ace')).toContainText('2:00 - 2nd')
  const board = page.getByRole('region', { name: 'Live Board' })
  await expect(gameCards(board).filter({ hasText: 'DAL' })).toContainText('1 entry')

  const tied = { ...dallas, status: 'final', awayScore: 40, homeScore: 40 } as const
  await sync(pool, 1, [tied, jets, chiefs])
  await expect(card(page, 'Ace')).toContainText('Out in week 1. You picked the Cowboys; they tied 40–40: a tie is a loss.')
  await expect(card(page, 'Bolt')).toContainText('Alive')
  // The entry that the admin created after the lock is alive too.
  await expect(board).toContainText('3 of 4 still alive')
  await expect(board).toContainText('1 plays from the next week on')
  const won = { ...jets, status: 'final', awayScore: 3, homeScore: 30 } as const
  await sync(pool, 1, [tied, won, chiefs])
  await expect(card(page, 'Bolt')).toContainText('BUF, won 30–3')

  await pool.admin.api.call('setCurrentWeek', { body: { week_id: week2 } })
  await expect(week(page)).toContainText('Week 2')
  await expect(card(page, 'Ace')).toContainText('Out in week 1. You picked the Cowboys; they tied 40–40: a tie is a loss.')
  await expect(selector(card(page, 'Ace'))).toHaveCount(0)
  await selector(card(page, 'Bolt')).click()
  const used = button(page.getByRole('dialog'), 'Buffalo Bills Used in week 1')
  await expect(used).toHaveAttribute('aria-disabled', 'true')
  await expect(used).toContainText('Used in week 1')
  await used.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(selector(card(page, 'Bolt'))).toBeFocused()

  // Every other entry loses the last game of week 1, so the pool has its champion.
  await sync(pool, 1, [tied, won, { ...chiefs, status: 'final', awayScore: 0, homeScore: 1 }])
  await pool.admin.api.call('adminDeleteEntry', { params: { id: (await entriesOf(pool.admin))[0]!.id } })
  const champion = page.getByRole('region', { name: 'Champion Bolt' })
  await expect(champion).toContainText('Mia Member survived')
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test('with team_lock kickoff, a team that kicked off can be neither picked nor dropped', async ({ page, pool }) => {
  const mia = await pool.member('Mia Member')
  await pool.setSiteTime(seconds(LOCKS[1], -3 * 86_400))
  const thursday = seconds(LOCKS[1], -2 * 86_400)
  const week1 = await addWeek(pool, 1, [
    game(1, 'DAL', 'GB', { kickoff: thursday as LocalFeedGame['kickoff'] }),
    ...WEEK_1.slice(1),
  ])
  await pool.admin.api.call('updateRules', { body: { team_lock: 'kickoff', max_entries_per_member: 2 } })
  const [ace] = [await createEntry(mia, 'Ace'), await createEntry(mia, 'Bolt')]
  await pick(mia, ace, week1, 'DAL')
  await signIn(page, mia)
  await page.goto('/')
  await expect(page.getByText('You cannot have more than 2 entries')).toBeVisible()
  await expect(button(card(page, 'Ace'), 'Clear')).toBeEnabled()
  await selector(card(page, 'Bolt')).click()
  await expect(button(page.getByRole('dialog'), 'Green Bay Packers')).not.toHaveAttribute('aria-disabled')
  await pool.setSiteTime(thursday)
  await expect(button(page.getByRole('dialog'), 'Green Bay Packers Already kicked off')).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await expect(card(page, 'Ace')).toContainText('This game has kicked off, so the pick stays.')
  await expect(button(card(page, 'Ace'), 'Clear')).toBeDisabled()

  const rules = page.locator('summary', { hasText: 'Pool rules' })
  await rules.click()
  await expect(page.getByText('Members can have 2 entries at most.')).toBeVisible()
  await pool.admin.api.call('updateRules', { body: { max_entries_per_member: null } })
  await expect(page.getByText('Members can have as many entries as they like.')).toBeVisible()
  await expect(page.getByLabel('New entry name')).toBeVisible()
})

test('the lock takes nothing from a member who types the name of a new entry', async ({ page, pool }) => {
  const mia = await pool.member('Mia Member')
  await createOpenWeek(pool)
  await pool.admin.api.call('updateRules', { body: { late_entries: { until_week: 2 } } })
  await createEntry(mia, 'Ace')
  await signIn(page, mia)
  await page.goto('/')
  const field = page.getByLabel('New entry name')
  await field.pressSequentially('Second Wi')
  await pool.setSiteTime(seconds(LOCKS[1], 60))
  await expect(week(page)).toContainText('Locked')
  await expect(field).toBeFocused()
  await page.keyboard.type('nd')
  await expect(field).toHaveValue('Second Wind')

  // The lock that ends new entries says that this one was not created, and one that is moved gives the name back.
  await pool.admin.api.call('createWeek', { body: { season_year: SEASON, week_number: 2 } })
  await pool.setSiteTime(seconds(LOCKS[2], 60))
  await expect(page.getByText('New entries closed when Week 2 locked. “Second Wind” was not created')).toBeVisible()
  await pool.setSiteTime(seconds(LOCKS[2], -3_600))
  await expect(field).toHaveValue('Second Wind')
  await button(page, 'Create Entry').click()
  await expect(card(page, 'Second Wind')).toBeVisible()
  await expect(field).toHaveValue('')
})

test('members see that an admin unmasked the week, eliminated an entry and recorded a payment', async ({ page, pool }) => {
  const mia = await pool.member('Mia Member')
  const week1 = await createOpenWeek(pool)
  await createEntry(mia, 'Ace')
  await signIn(page, mia)
  await page.goto('/')
  await expect(week(page)).toContainText('0 of 1 entry has picked')
  await pool.admin.api.call('unmaskPicks', { params: { id: week1 }, body: { reason: 'The list had to be printed' } })
  await expect(week(page)).toContainText('An admin unmasked this week’s picks before the lock: “The list had to be printed”')
  await pool.admin.api.call('adminUpdateEntry', { params: { id: (await entriesOf(mia))[0]!.id }, body: { is_eliminated: true } })
  await expect(card(page, 'Ace')).toContainText('Out in week 1. An admin took this entry out.')
  await expect(selector(card(page, 'Ace'))).toHaveCount(0)
  await pool.admin.api.call('setPayment', {
    params: { id: (await entriesOf(mia))[0]!.id },
    body: { payment_type: 'cash', paid_date: null },
  })
  await expect(card(page, 'Ace').getByText('Paid', { exact: true })).toBeVisible()
})

test('without live views the dashboard loads over REST, and each failure names what failed', async ({ page, pool, problems }) => {
  problems.allow(/status of 50[03]/)
  const mia = await pool.member('Mia Member')
  const week1 = await createOpenWeek(pool)
  const ace = await createEntry(mia, 'Ace')
  await createEntry(mia, 'Bolt')
  await pick(mia, ace, week1, 'DAL')
  await signIn(page, mia)
  await failCalls(page, '**/api/live/*', 'GET')
  await page.route('**/api/dashboard', (route) => route.abort())
  problems.allow(/net::ERR_FAILED/)
  await page.goto('/')
  await expect(page.getByText('Failed to load entries')).toBeVisible()
  const retry = page
    .getByRole('alert')
    .filter({ hasText: /Failed to load entries|List entries failed|Fetch picks failed/ })
    .getByRole('button')

  // The server is reachable and only this call fails.
  await page.unroute('**/api/dashboard')
  await failCalls(page, '**/api/dashboard', 'GET')
  const restoreLists = await failCalls(page, '**/api/users/*/entries', 'GET')
  await retry.click()
  await expect(page.getByText('List entries failed')).toBeVisible()
  await restoreLists()
  const restorePicks = await failCalls(page, '**/api/entries/*/picks', 'GET')
  await retry.click()
  await expect(page.getByText('Fetch picks failed')).toBeVisible()
  await expect(card(page, 'Bolt')).toContainText('Alive')
  await restorePicks()
  await retry.click()
  await expect(page.getByText('Fetch picks failed')).toBeHidden()
  await expect(selector(card(page, 'Ace'))).toHaveAccessibleName(/^Team for Ace: Dallas Cowboys \(saved\)/)

  // Everything works without live updates.
  await choose(page, 'Bolt', 'Kansas City Chiefs')
  await button(card(page, 'Bolt'), 'Submit Pick').click()
  await expect(selector(card(page, 'Bolt'))).toHaveAccessibleName(/^Team for Bolt: Kansas City Chiefs \(saved\)/)
  await page.getByLabel('New entry name').fill('Comet')
  await page.keyboard.press('Enter')
  await expect(card(page, 'Comet')).toContainText('Unpaid')

  await page.unroute('**/api/live/*')
  await expect(week(page)).toContainText('2 of 3 entries have picked')
})

onEachScreen((mode) => {
  test('a pick can be made with the keyboard alone', async ({ page, pool }) => {
    const mia = await pool.member('Mia Member')
    const week1 = await createOpenWeek(pool)
    const [ace] = [await createEntry(mia, 'Ace'), await createEntry(mia, 'A Remarkably Long Name for an Entry, Mia')]
    await pool.admin.api.call('updateWeek', { params: { id: week1 }, body: { ineligible_teams: ['DAL'] } })
    await signIn(page, mia)
    await page.goto('/')
    await expect(selector(card(page, 'Ace'))).toBeVisible()
    await expectAccessible(page, { within: 'main' })
    await selector(card(page, 'Ace')).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    for (let tabs = 0; tabs < 4 && !(await button(dialog, 'Green Bay Packers').evaluate(isFocused)); tabs += 1) {
      await page.keyboard.press('Tab')
    }
    await expect(button(dialog, 'Green Bay Packers')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(button(dialog, 'Buffalo Bills')).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(button(dialog, 'New York Jets')).toBeFocused()
    await expectAccessible(page, { within: '[role=dialog]' })
    for (const team of await dialog.getByRole('button').all()) {
      expect((await team.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(selector(card(page, 'Ace'))).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(card(page, 'Ace')).toContainText(/Saved .* receipt #/)
    expect(await mia.api.call('entryPicks', { params: { id: ace } })).toMatchObject([{ team_abbr: 'NYJ' }])
    if (mode.screen === 'phone') {
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(mode.viewport.width)
    }

    await pool.setSiteTime(seconds(LOCKS[1], 0))
    await expect(page.getByRole('region', { name: 'Live Board' })).toBeVisible()
    await page.locator('summary', { hasText: 'Pool rules' }).click()
    await expect(page.getByText('An entry is out when its team loses or ties.')).toBeVisible()
    await expectAccessible(page, { within: 'main' })
  })
})

const isFocused = (element: Element): boolean => element === document.activeElement

test('each pick error replaces the one before, and a successful Clear removes it', async ({ page, pool, problems }) => {
  problems.allow(/status of 500.*\/api\/picks/)
  const id = await createOpenWeek(pool)
  const mia = await pool.member('Mia Member')
  await pick(mia, await createEntry(mia, 'Lucky Dip'), id, 'KC')
  await signIn(page, mia)
  await page.goto('/')
  const alert = card(page, 'Lucky Dip').getByRole('alert')
  const submitAgain = await failCalls(page, '**/api/picks/*', 'PATCH')
  await choose(page, 'Lucky Dip', 'Dallas Cowboys')
  await button(card(page, 'Lucky Dip'), 'Submit Pick').click()
  await expect(alert).toHaveText('Update pick failed')
  await submitAgain()
  const clearAgain = await failCalls(page, '**/api/picks/*', 'DELETE')
  await button(card(page, 'Lucky Dip'), 'Clear').click()
  await expect(alert).toHaveText('Failed to clear pick')
  await clearAgain()
  const submitFails = await failCalls(page, '**/api/picks/*', 'PATCH')
  await button(card(page, 'Lucky Dip'), 'Submit Pick').click()
  await expect(alert).toHaveText('Update pick failed')
  await submitFails()
  await button(card(page, 'Lucky Dip'), 'Clear').click()
  await expect(card(page, 'Lucky Dip')).toContainText('Choose a team')
  await expect(alert).toHaveCount(0)
})

test('The Grid on the dashboard has the tabs, the season, the export and the link of the history page', async ({
  page,
  pool,
  context,
}) => {
  await createOpenWeek(pool)
  await pool.admin.api.call('createWeek', { body: { season_year: 2025, week_number: 1 } })
  const mia = await pool.member('Mia Member')
  await createEntry(mia, 'Lucky Dip')
  await createEntry(mia, 'Second Life')
  await signIn(page, mia)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  const grid = page.getByRole('region', { name: 'The Grid', exact: true })
  await expect(grid.getByRole('table', { name: 'Matrix' })).toBeVisible()
  await expect(grid.getByRole('tab')).toHaveText(['Matrix', 'Leaderboard', 'Team Usage'])
  await grid.getByLabel('Search The Grid').fill('lucky')
  await grid.getByRole('tab', { name: 'Leaderboard' }).click()
  await expect(grid.getByRole('table', { name: 'Leaderboard' }).locator('tbody tr')).toHaveCount(1)
  const [file] = await Promise.all([page.waitForEvent('download'), button(grid, 'Export CSV').click()])
  expect(file.suggestedFilename()).toBe(`outlast-leaderboard-${SEASON}.csv`)
  await button(grid, 'Copy Link').click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const link = `${pool.url}/history?tab=leaderboard&season=${SEASON}&search=lucky`
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await grid.getByRole('tab', { name: 'Team Usage' }).click()
  await expect(grid.getByText('No entries match “lucky”')).toBeVisible()
  await grid.getByLabel('Season').fill('2025')
  await grid.getByRole('tab', { name: 'Matrix' }).click()
  await expect(grid.getByRole('link', { name: 'Open History' })).toHaveAttribute('href', /season=2025/)
  // The dashboard starts with the current season again; only the history page remembers another one.
  await page.reload()
  await expect(grid.getByLabel('Season')).toHaveValue(String(SEASON))
})

test('a member picks for every open week, although an admin made a finished week the current one', async ({ page, pool }) => {
  const member = await pool.member('Mia Member')
  const first = await createOpenWeek(pool)
  const second = await addWeek(pool, 2, WEEK_2)
  const entry = await createEntry(member, 'Ace')
  await createEntry(member, 'Bea')
  await pick(member, entry, first, 'KC')
  await pool.setSiteTime(seconds(LOCKS[1], 60))
  await signIn(page, member)
  await page.goto('/')
  const weeks = page.getByRole('navigation', { name: 'Weeks' })
  await expect(weeks.getByRole('link')).toHaveText(['Week 1 Locked', 'Week 2 2 need a pick'])
  await weeks.getByRole('link', { name: /Week 2/ }).click()
  await expect(page).toHaveURL(/week=/)
  await expect(page.getByRole('heading', { name: /Week 2/ })).toBeVisible()
  await choose(page, 'Ace', 'Dallas Cowboys')
  await button(card(page, 'Ace'), 'Submit Pick').click()
  await expect(weeks.getByRole('link')).toHaveText(['Week 1 Locked', 'Week 2 1 needs a pick'])
  await expectAccessible(page)
  const [saved] = await member.api.call('entryPicks', { params: { id: entry } })
  expect(saved).toMatchObject({ week_id: second, team_abbr: 'DAL' })
  await weeks.getByRole('link', { name: /Week 1/ }).click()
  await expect(page.getByRole('heading', { name: /Week 1/ })).toBeVisible()
})

test('the owner reads that a plan can’t stand, and chooses another team', async ({ page, pool }) => {
  const member = await pool.member('Mia Member')
  await pool.setSiteTime(seconds(LOCKS[1], -3 * 86_400))
  await pool.admin.api.call('updateRules', { body: { missed_pick: 'auto', auto_pick: ['my_list'] } })
  await addWeek(pool, 1, WEEK_1)
  const second = await addWeek(pool, 2, WEEK_2)
  const entry = await createEntry(member, 'Ace')
  await pick(member, entry, second, 'DAL')
  await member.api.call('setRanking', { params: { id: entry }, body: { teams: ['DAL'] } })
  await pool.setSiteTime(seconds(LOCKS[1], 60))
  await pool.admin.api.call('setCurrentWeek', { body: { week_id: second } })
  await signIn(page, member)
  await page.goto('/')
  await expect(card(page, 'Ace')).toContainText('Your pick for week 2 can’t stand: DAL was used in week 1. Choose another team.')
  await expect(week(page)).toContainText('Pick a team for week 2.')
  const notice = page.getByRole('complementary', { name: 'Pick of Ace' })
  await expect(notice).toHaveCount(0)
  // Every other page says it too.
  for (const path of ['/account', `/entry/${entry}`, `/entries/${entry}/ranking`, '/history']) {
    await page.goto(path)
    await expect(notice).toContainText('Ace: Your pick for week 2 can’t stand: DAL was used in week 1. Choose another team.')
  }
  await expectAccessible(page)
  await notice.getByRole('link').click()
  await choose(page, 'Ace', 'Seattle Seahawks')
  await button(card(page, 'Ace'), 'Submit Pick').click()
  await expect(card(page, 'Ace')).not.toContainText('can’t stand')
  await expect(week(page)).toContainText('Your pick for week 2 is saved: SEA.')
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'My entries' })).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test('after the lock, an entry whose pick turns out to have no game reads why it has none', async ({ page, pool }) => {
  const member = await pool.member('Mia Member')
  await pool.setSiteTime(seconds(LOCKS[1], -3 * 86_400))
  const { id } = await pool.admin.api.call('createWeek', { body: { season_year: SEASON, week_number: 1 } })
  await pool.admin.api.call('updateWeek', { params: { id }, body: { lock_time: LOCKS[1] } })
  await pick(member, await createEntry(member, 'Ace'), id, 'SEA')
  await pool.setSiteTime(seconds(LOCKS[1], 60))
  await signIn(page, member)
  await page.goto('/')
  await expect(card(page, 'Ace')).toContainText('SEA Saved')
  await sync(pool, 1, WEEK_1)
  await expect(card(page, 'Ace')).toContainText('No pick this week: SEA had no game in week 1')
  await button(page, 'Open Ace').click()
  await expect(card(page, 'Ace').getByText('No pick this week')).toHaveText(/No pick this week: SEA had no game in week 1$/)
})

test('an entry that has no team left is told so with the rule, and nowhere asked to pick', async ({ page, pool, openPage }) => {
  const member = await pool.member('Mia Member')
  const first = await createOpenWeek(pool)
  await pool.admin.api.call('updateRules', { body: { missed_pick: 'eliminated' } })
  const second = await addWeek(pool, 2, WEEK_2)
  const [ace, bolt] = [await createEntry(member, 'Ace'), await createEntry(member, 'Bolt')]
  await pick(member, ace, first, 'DAL')
  await pick(member, bolt, first, 'KC')
  await pool.setSiteTime(seconds(LOCKS[1], 60))
  await pool.admin.api.call('setCurrentWeek', { body: { week_id: second } })
  const others = ['NYG', 'BUF', 'MIA', 'SEA', 'SF']
  await pool.admin.api.call('updateWeek', { params: { id: second }, body: { ineligible_teams: others } })
  await signIn(page, member)
  await page.goto('/')
  const text =
    'No team is left for week 2: every team is used, not eligible or without a game. By the rules, a missed pick is a loss.'
  await expect(card(page, 'Ace')).toContainText(text)
  await expect(selector(card(page, 'Ace'))).toHaveCount(0)
  await expect(week(page)).toContainText('Bolt still needs a pick.')
  await expect(week(page)).toContainText('Ace: No team is left for week 2: a missed pick is a loss.')
  await expect(button(page, 'Pick now for Ace')).toHaveCount(0)
  await expect(button(page, 'Pick for both')).toHaveCount(0)
  await choose(page, 'Bolt', 'Dallas Cowboys')
  await button(card(page, 'Bolt'), 'Submit Pick').click()
  await expect(week(page)).toContainText('No team left')
  await expect(page.getByRole('button', { name: /^Pick now/ })).toHaveCount(0)
  await expectAccessible(page)
  const desk = await openPage({ as: pool.admin })
  await desk.goto('/admin')
  await expect(desk.getByRole('list', { name: 'Who has not picked' })).toContainText('Ace: no team left')
})
