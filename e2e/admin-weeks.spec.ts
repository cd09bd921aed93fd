import type { Locator, Page } from '@playwright/test'
import type { Person, BrowserPool } from '@outlast/testing'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expect, test } from './support/test.ts'
import { expectToast, recordToasts } from './support/toasts.ts'

const SEASON = 2031
const THURSDAY = '2031-09-05T00:20:00.000Z'
const SUNDAY = '2031-09-07T17:00:00.000Z'

type FeedGame = Parameters<BrowserPool['feed']['setGames']>[1][number]

const GAMES = [
  ['DAL', 'PHI', THURSDAY],
  ['KC', 'LAC', SUNDAY],
  ['MIA', 'BUF', SUNDAY],
  ['DET', 'GB', SUNDAY],
].map(
  ([away, home, kickoff], index) =>
    ({
      espnId: String(index + 1),
      away,
      home,
      kickoff,
      kickoffKnown: true,
      status: 'scheduled',
      awayScore: null,
      homeScore: null,
      detail: null,
    }) as FeedGame,
)

const final = (game: FeedGame, awayScore: number, homeScore: number): FeedGame => ({
  ...game,
  status: 'final',
  awayScore,
  homeScore,
})

/** Creates week 1 of 2031 with its games, four days before its lock. */
async function createOpenWeek(pool: BrowserPool) {
  await pool.setSiteTime('2031-09-03T12:00:00.000Z')
  const { api } = pool.admin
  const week = await api.call('createWeek', { body: { season_year: SEASON, week_number: 1 } })
  pool.feed.setGames({ seasonYear: SEASON, week: 1 }, GAMES)
  await api.call('syncGames', { body: { season_year: SEASON, week_number: 1 } })
  return { week, stored: async () => (await api.call('listWeeks')).find(({ id }) => id === week.id)! }
}

async function createEntry(person: Person, name: string, week?: { readonly id: number }, team = '') {
  const entry = await person.api.call('createEntry', { body: { user_id: person.user.id, name } })
  if (week !== undefined) await person.api.call('submitPick', { body: { entry_id: entry.id, week_id: week.id, team_abbr: team } })
  return entry
}

/** Creates a second admin. */
async function createSecondAdmin(pool: BrowserPool): Promise<Person> {
  const person = await pool.member('Bob Boss')
  await pool.admin.api.call('adminUpdateUser', { params: { id: person.user.id }, body: { is_admin: true } })
  return person
}

async function openWeeksScreen(page: Page): Promise<void> {
  await recordToasts(page)
  await page.goto('/admin/config')
  await expect(page.getByRole('heading', { name: 'Admin Weeks & Locks', level: 1 })).toBeVisible()
}

async function openDangerScreen(page: Page): Promise<void> {
  await page.goto('/admin/danger')
  await expect(page.getByRole('heading', { name: 'Rehearsal and danger', level: 1 })).toBeVisible()
}

const card = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: title, exact: true }).filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const button = (scope: Page | Locator, name: string): Locator => scope.getByRole('button', { name, exact: true })
const weekChoice = (page: Page): Locator => page.getByRole('main').getByRole('combobox', { name: 'Week', exact: true })
const dialog = (page: Page, title: string): Locator =>
  page.getByRole('dialog', { name: title }).or(page.getByRole('alertdialog', { name: title }))
const row = (page: Page, text: string): Locator => card(page, 'Picks').getByRole('row').filter({ hasText: text })

test.beforeEach(async ({ page, pool }) => signIn(page, pool.admin))

test('adding, selecting and deleting weeks updates other admins’ pages live', async ({ page, openPage, pool, problems }) => {
  // A duplicate week, and what pages ask of weeks that are deleted at that moment: their live views, and their picks.
  problems.allow(/409.*\/api\/(weeks|admin\/preview)\)/, /404.*\/api\/(live\/|weeks\/\d+\/picks\))/)
  await pool.setSiteTime('2031-08-25T12:00:00.000Z')
  const other = await openPage({ as: await createSecondAdmin(pool) })
  await openWeeksScreen(page)
  await openWeeksScreen(other)
  await expect(other.getByText('No weeks yet')).toBeVisible()
  const management = card(page, 'Weeks Management')
  const [season, number] = [management.getByLabel('New Season'), management.getByLabel('Week', { exact: true })]
  // The calendar's next week is filled in.
  await expect(season).toHaveValue('2031')
  await season.fill('')
  await expect(button(management, 'Add Week')).toBeDisabled()
  await season.fill('20a31')
  await number.fill('0')
  await expect(season).toHaveValue('2031')
  await button(management, 'Add Week').click()
  await expect(management.getByText('Enter a valid season year and week number')).toBeVisible()
  await number.fill('1')
  await button(management, 'Add Week').click()
  await expectToast(page, 'Week 1 (2031) created')
  await expect(weekChoice(other)).toContainText('2031 • Week 1 • current')
  await expect(number).toHaveValue('2')
  await number.fill('1')
  await button(management, 'Add Week').click()
  await expect(management.getByText('This week of this season already exists')).toBeVisible()
  await number.fill('2')
  await number.press('Enter')
  await expectToast(page, 'Week 2 (2031) created')
  await expect(button(management, 'Delete Week')).toBeDisabled()
  await expect(management.getByText('Cannot delete the current week')).toBeVisible()
  await weekChoice(page).selectOption({ label: '2031 • Week 2' })
  await button(management, 'Set Current Week').click()
  const change = dialog(page, 'Make week 2 the current week')
  await expect(change).toContainText('Members can still pick for week 1')
  await expect(change).toContainText('Everybody’s pages show week 2 of 2031 instead of week 1 of 2031.')
  await button(change, 'Set Current Week').click()
  await expectToast(page, 'Current week updated')
  await expect(weekChoice(other).getByRole('option')).toHaveText(['2031 • Week 1', '2031 • Week 2 • current'])
  // The other admin's page keeps its selected week.
  await expect(weekChoice(other).locator('option:checked')).toHaveText('2031 • Week 1')
  await weekChoice(page).selectOption({ label: '2031 • Week 1' })
  await button(management, 'Delete Week').click()
  const question = dialog(page, 'Delete week 1 of 2031')
  await expect(question).toContainText('Delete this week and all its picks and games? This cannot be undone.')
  await button(question, 'Delete Week').click()
  await expect(weekChoice(page).getByRole('option')).toHaveText(['2031 • Week 2 • current'])
  await expect(weekChoice(other).locator('option:checked')).toHaveText('2031 • Week 2 • current')
  await openDangerScreen(page)
  await button(card(page, 'Delete ALL weeks'), 'Delete ALL weeks').click()
  await button(dialog(page, 'Delete ALL weeks'), 'Continue').click()
  const phrase = page.getByLabel('Type DELETE ALL WEEKS')
  await phrase.fill('delete all weeks')
  await expect(button(dialog(page, 'Delete ALL weeks'), 'Delete ALL weeks')).toBeDisabled()
  await phrase.fill('DELETE ALL WEEKS')
  await button(dialog(page, 'Delete ALL weeks'), 'Delete ALL weeks').click()
  await expectToast(page, 'Deleted 1 week, 0 games, 0 picks')
  await expect(other.getByText('No weeks yet')).toBeVisible()
})

test('lock times are Eastern times, also in the week when daylight saving time ends', async ({
  page,
  openPage,
  pool,
  problems,
}) => {
  await pool.setSiteTime('2031-10-28T12:00:00.000Z')
  const { api } = pool.admin
  const { id } = await api.call('createWeek', { body: { season_year: SEASON, week_number: 9 } })
  const lockTime = async () => (await api.call('currentWeek')).lock_time
  const other = await openPage({ as: await createSecondAdmin(pool) })
  await openWeeksScreen(page)
  await openWeeksScreen(other)
  const lock = card(page, 'Lock')
  const field = lock.getByLabel('Lock time (ET)')
  // Daylight saving time ends on this Sunday: noon is EST, though the week began in EDT. The browser is in Los Angeles.
  await expect(lock).toContainText('Sun, Nov 2, 9:00 AM your time · 12:00 PM ET')
  await expect(field).toHaveValue('2031-11-02T12:00')
  await field.fill('2031-11-01T13:30')
  await expect(lock).toContainText('Sat, Nov 1, 10:30 AM your time · 1:30 PM ET')
  await button(lock, 'Update Lock Time').click()
  await expectToast(page, 'Lock time updated')
  expect(await lockTime()).toBe('2031-11-01T17:30:00.000Z')
  await expect(card(other, 'Lock')).toContainText('Sat, Nov 1, 10:30 AM your time · 1:30 PM ET')
  await field.fill('2031-11-02T01:30')
  await expect(lock).toContainText('twice that night; the first one is used')
  await field.fill('2032-03-14T02:30')
  await expect(lock).toContainText('That time does not exist in ET')
  await expect(button(lock, 'Update Lock Time')).toBeDisabled()

  // Two admins edit at once: the edits are kept and the other change is reported.
  await field.fill('2031-11-02T10:00')
  await card(other, 'Lock').getByLabel('Lock time (ET)').fill('2031-11-02T11:15')
  await button(card(other, 'Lock'), 'Update Lock Time').click()
  await expect(lock).toContainText('Someone else changed this to Sun, Nov 2, 8:15 AM your time · 11:15 AM ET')
  await expect(field).toHaveValue('2031-11-02T10:00')
  await button(lock, 'Use the new value').click()
  await expect(field).toHaveValue('2031-11-02T11:15')
  await button(lock, 'Reset to Sunday 12:00').click()
  await expectToast(page, 'Lock time reset to Sunday noon')
  expect(await lockTime()).toBe('2031-11-02T17:00:00.000Z')
  await expect(field).toHaveValue('2031-11-02T12:00')

  // A save never overwrites a change that the page has not received.
  problems.allow(/409.*\/api\/weeks\//)
  await page.route(`**/api/weeks/${id}`, async (route) => {
    await api.call('updateWeek', { params: { id }, body: { ineligible_teams: ['KC'] } })
    await route.continue()
  })
  await button(lock, 'Reset to Sunday 12:00').click()
  await expect(lock).toContainText('This was changed in the meantime')
})

test('games sync from the feed, and early teams can be marked ineligible', async ({ page, openPage, pool, problems }) => {
  await pool.setSiteTime('2031-09-03T12:00:00.000Z')
  await pool.admin.api.call('createWeek', { body: { season_year: SEASON, week_number: 1 } })
  const other = await openPage({ as: await createSecondAdmin(pool) })
  await openWeeksScreen(page)
  await openWeeksScreen(other)
  const sync = card(page, 'Game Sync')
  // The next week is prefilled with the feed's help, which must not get the answer that is meant for the sync.
  for (const viewer of [page, other])
    await expect(viewer.getByRole('form', { name: 'Add Week' })).toContainText(/kickoffs|games,/)
  problems.allow(/502.*(sync-games|preview)/, /404.*(sync-games|preview)/)
  pool.feed.failWith('html')
  await button(sync, 'Sync ESPN Games').click()
  const failure = sync.getByRole('alert')
  await expect(failure).toContainText('Failed to sync from ESPN: ESPN answered text/html')
  await expect(failure).toContainText(`${pool.feed.url}/apis/site/v2/sports/football/nfl/scoreboard`)
  await expect(failure).toContainText('We are sorry')
  pool.feed.failWith(undefined)
  await sync.getByLabel('Week', { exact: true }).fill('x7')
  await button(sync, 'Sync ESPN Games').click()
  await expect(failure).toContainText('Failed to sync from ESPN: Week not found')
  await sync.getByLabel('Week', { exact: true }).fill('')
  pool.feed.setGames({ seasonYear: SEASON, week: 1 }, GAMES)
  await button(sync, 'Sync ESPN Games').click()
  await expectToast(page, 'Synced: 4 created, 0 updated, 4 total')
  await expect(sync).toContainText('2031 Week 1: 4 created, 0 updated, 4 total')
  await expect(failure).toBeHidden()
  for (const viewer of [page, other]) {
    await expect(card(viewer, 'Games').getByRole('row')).toHaveCount(5)
    await expect(card(viewer, 'Games').getByRole('row').nth(1)).toHaveText(/Thu, Sep 4 8:20 PM\s*DAL\s*PHI\s*scheduled\s*–/)
  }
  const ineligible = card(page, 'Ineligible teams')
  const input = ineligible.getByRole('textbox', { name: 'Ineligible teams' })
  await input.fill(' gb, ,xyz')
  await button(ineligible, 'Save Ineligible').click()
  problems.allow(/400.*\/api\/(weeks\/|admin\/preview)/)
  await expect(ineligible.getByRole('alert')).toContainText('There is no team XYZ')
  await input.fill(' gb, ,')
  await button(ineligible, 'Mark early teams ineligible').click()
  await expect(input).toHaveValue('GB, DAL, PHI')
  await expect(ineligible).toContainText('Added DAL, PHI. Save to apply.')
  await card(other, 'Ineligible teams').getByRole('textbox').fill('BUF')
  await button(ineligible, 'Save Ineligible').click()
  await expectToast(page, 'Ineligible teams updated')
  await expect(card(other, 'Ineligible teams').getByRole('list', { name: 'Currently ineligible' })).toHaveText('DALGBPHI')
  await expect(card(other, 'Ineligible teams')).toContainText('Someone else changed this to DAL, GB, PHI')
  await expect(card(other, 'Ineligible teams').getByRole('textbox')).toHaveValue('BUF')
  // A new score appears live.
  pool.feed.setGames({ seasonYear: SEASON, week: 1 }, [final(GAMES[0]!, 24, 20), ...GAMES.slice(1)])
  await button(sync, 'Sync ESPN Games').click()
  await expect(card(other, 'Games').getByRole('row').nth(1)).toContainText('24–20')
})

test('picks show to admins at the lock, and an admin can correct them', async ({ page, openPage, pool, problems }) => {
  const { week } = await createOpenWeek(pool)
  const [mia, otto] = [await pool.member('Mia Member'), await pool.member('Otto Other')]
  await createEntry(mia, 'Mia one', week, 'KC')
  await createEntry(otto, 'Otto one', week, 'BUF')
  const without = await createEntry(otto, 'Another of Otto')
  const other = await openPage({ as: await createSecondAdmin(pool) })
  await openWeeksScreen(page)
  await openWeeksScreen(other)
  const picks = card(page, 'Picks')
  await expect(row(page, 'Mia one')).toContainText('hidden')
  await expect(picks).toContainText('2 of 3 picked')
  await expect(card(page, 'Picks so far')).toContainText('No pick: Otto Other · Another of Otto')
  // In the list of games, but not as a pick.
  await expect(page.getByText('KC', { exact: true })).toHaveCount(1)
  await expect(picks.getByRole('table').getByText('KC', { exact: true })).toHaveCount(0)
  const third = await createEntry(mia, 'Mia two')
  await expect(row(page, 'Mia two')).toContainText('–')
  await mia.api.call('submitPick', { body: { entry_id: third.id, week_id: week.id, team_abbr: 'LAC' } })
  await expect(row(page, 'Mia two')).toContainText('hidden')

  const danger = await openPage({ as: pool.admin })
  await recordToasts(danger)
  await openDangerScreen(danger)
  const site = card(danger, 'Site Time Override')
  await site.getByLabel('Site time (ET)').fill('2031-09-07T12:01')
  await button(site, 'Set Override').click()
  await button(danger.getByRole('alertdialog'), 'Set Override').click()
  await expectToast(danger, 'Site time set to Sun, Sep 7, 12:01 PM ET')
  for (const viewer of [page, other]) {
    await expect(row(viewer, 'Mia one')).toContainText(/TBD\s*KC/)
    await expect(card(viewer, 'Lock')).toContainText('Picks are locked and revealed')
  }
  await picks.getByLabel('Sort').selectOption('No-pick first')
  await expect(picks.getByRole('row').nth(1)).toContainText('Another of Otto')

  await button(picks, 'Override/Add Pick').click()
  await expect(picks.getByText('Select entry and team')).toBeVisible()
  await picks.getByLabel('Entry ID').fill(String(without.id))
  await expect(picks).toContainText('Otto Other · Another of Otto')
  await picks.getByLabel('Team abbr').fill('det')
  await button(picks, 'Override/Add Pick').click()
  await expect(picks.getByText('Give a reason: every member will see it')).toBeVisible()
  await picks.getByLabel('Reason').fill('Phoned in before the lock')
  await button(picks, 'Override/Add Pick').click()
  await button(page.getByRole('alertdialog'), 'Override Pick').click()
  await expectToast(page, 'Pick overridden')
  await expect(row(other, 'Another of Otto')).toContainText(/DET\s*by admin/)

  await button(row(page, 'Otto one'), 'Change pick of Otto one').click()
  const change = dialog(page, 'Change pick of Otto Other · Otto one')
  await expect(change.getByRole('option', { name: /^NYJ.*bye/ })).toBeDisabled()
  await change.getByLabel('Team').selectOption('MIA')
  await change.getByLabel('Reason').fill('Typed the wrong one')
  problems.allow(/500.*override/)
  await page.route('**/api/admin/picks/override', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  const sure = page.getByRole('alertdialog')
  await button(change, 'Save pick').click()
  await expect(sure).toContainText('BUF → MIA')
  await button(sure, 'Override Pick').click()
  await expect(change).toContainText('Failed to change pick')
  await button(change, 'Save pick').click()
  await button(sure, 'Override Pick').click()
  await expectToast(page, 'Pick updated')
  await expect(row(other, 'Otto one')).toContainText('MIA')
  await button(row(page, 'Mia two'), 'Delete pick of Mia two').click()
  const deletion = dialog(page, 'Delete pick of Mia Member · Mia two')
  await deletion.getByLabel('Reason').fill('She asked for it')
  await button(deletion, 'Delete pick').click()
  await expect(sure).toContainText('LAC is deleted, and there is no pick.')
  await button(sure, 'Delete Pick').click()
  await expectToast(page, 'Pick deleted')
  await expect(row(other, 'Mia two')).not.toContainText('LAC')

  await button(site, 'Clear Override').click()
  const back = danger.getByRole('alertdialog')
  await expect(back).toContainText('Everybody’s pages show real time again.')
  await button(back, 'Clear Override').click()
  await expect(site).toContainText('Real time')
})

test('an override finds its entry by name, in natural order, and its team by a chip', async ({ page, pool }) => {
  const { week } = await createOpenWeek(pool)
  const mia = await pool.member('Mia Member')
  const ten = await createEntry(mia, 'Long 10')
  await createEntry(mia, 'Long 2')
  await createEntry(await pool.member('Otto Longfellow'), 'Zebra')
  await openWeeksScreen(page)
  const form = page.getByRole('form', { name: 'Manual override' })
  const entry = form.getByRole('combobox', { name: 'Entry ID' })
  await entry.fill('long')
  await expect(form.getByRole('option')).toHaveText(['Long 2 Mia Member', 'Long 10 Mia Member', 'Zebra Otto Longfellow'])
  await entry.press('ArrowDown')
  await entry.press('Enter')
  await expect(form).toContainText('Mia Member · Long 10')
  const teams = form.getByRole('group', { name: 'Team' })
  await expect(teams.getByRole('radio', { name: /^NYJ/ })).toHaveCount(0)
  await teams.getByRole('radio', { name: 'DET · Detroit Lions' }).check()
  await expect(form.getByLabel('Team abbr')).toHaveValue('DET')
  await button(form, 'Override/Add Pick').click()
  await expectToast(page, 'Pick overridden')
  expect(await mia.api.call('entryPicks', { params: { id: ten.id } })).toMatchObject([{ week_id: week.id, team_abbr: 'DET' }])
  await entry.fill('otto')
  await form.getByRole('option', { name: /Zebra/ }).click()
  await expect(form).toContainText('Otto Longfellow · Zebra')
})

test('a known result is entered before the lock only after its score, a reason and a question', async ({ page, pool }) => {
  const { week } = await createOpenWeek(pool)
  const mia = await pool.member('Mia Member')
  const lucky = await createEntry(mia, 'Lucky')
  await pool.setSiteTime('2031-09-05T12:00:00.000Z')
  pool.feed.setGames({ seasonYear: SEASON, week: 1 }, [final(GAMES[0]!, 19, 23), ...GAMES.slice(1)])
  await pool.admin.api.call('syncGames', { body: { season_year: SEASON, week_number: 1 } })
  await signIn(page, pool.admin)
  await openWeeksScreen(page)
  const form = page.getByRole('form', { name: 'Manual override' })
  await form.getByRole('combobox', { name: 'Entry ID' }).fill(String(lucky.id))
  await form.getByRole('radio', { name: 'PHI · Philadelphia Eagles (won 23–19 on Thursday)' }).check()
  await expect(form.getByText('PHI won 23–19 on Thursday')).toBeVisible()
  await button(form, 'Override/Add Pick').click()
  await expect(form.getByText('Give a reason: every member will see it')).toBeVisible()
  await form.getByLabel('Reason').fill('Phoned on Wednesday')
  await button(form, 'Override/Add Pick').click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('no pick → PHI, which has already won 23–19.')
  await button(question, 'Override Pick').click()
  await expectToast(page, 'Pick overridden')
  const picked = await mia.api.call('entryPicks', { params: { id: lucky.id } })
  expect(picked).toMatchObject([{ week_id: week.id, team_abbr: 'PHI' }])
})

test('eligible entries created after the lock can be added, eliminated ones cannot', async ({ page, pool, problems }) => {
  const { week } = await createOpenWeek(pool)
  const mia = await pool.member('Mia Member')
  await createEntry(mia, 'Early one', week, 'KC')
  await pool.setSiteTime('2031-09-07T16:01:00.000Z')
  await openWeeksScreen(page)
  const picks = card(page, 'Picks')
  await expect(row(page, 'Early one')).toContainText('KC')
  await button(picks, 'Load eligible entries without picks').click()
  await expectToast(page, 'No eligible entries to add (eligible=0, table=1)')
  await createEntry(mia, 'Late one')
  const out = await createEntry(mia, 'Out one')
  await pool.admin.api.call('adminUpdateEntry', { params: { id: out.id }, body: { is_eliminated: true } })
  await button(picks, 'Load eligible entries without picks').click()
  await expectToast(page, 'Loaded 1 eligible entries without picks')
  await expect(row(page, 'Late one')).toBeVisible()
  await expect(row(page, 'Out one')).toHaveCount(0)
  await button(row(page, 'Late one'), 'Add pick of Late one').click()
  const add = dialog(page, 'Add pick of Mia Member · Late one')
  await add.getByLabel('Team').selectOption('BUF')
  await add.getByLabel('Reason').fill('Joined late')
  await button(add, 'Save pick').click()
  await expect(page.getByRole('alertdialog')).toContainText('Mia Member · Late one, week 1: no pick → BUF')
  await button(page.getByRole('alertdialog'), 'Override Pick').click()
  await expect(row(page, 'Late one')).toContainText('BUF')

  problems.allow(/500/)
  await page.route('**/api/admin/entries', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await button(picks, 'Load eligible entries without picks').click()
  await expect(picks).toContainText('Failed to load eligible entries')
  await page.route('**/api/weeks/*/picks', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await page.reload()
  await expect(picks).toContainText('Failed to load picks')
  await button(picks, 'Retry').click()
  await expect(row(page, 'Early one')).toContainText('KC')
})

test('unmasking picks needs a reason that every admin sees', async ({ page, openPage, pool }) => {
  const { week, stored } = await createOpenWeek(pool)
  await createEntry(await pool.member('Mia Member'), 'Mia one', week, 'KC')
  const other = await openPage({ as: await createSecondAdmin(pool) })
  await openWeeksScreen(page)
  await openWeeksScreen(other)
  await expect(row(other, 'Mia one')).toContainText('hidden')
  await card(page, 'Picks').getByRole('link', { name: 'Unmask…' }).click()
  await button(card(page, 'Hidden picks'), 'Unmask picks').click()
  const question = dialog(page, 'Unmask picks')
  await button(question, 'Unmask picks').click()
  await expect(question).toContainText('Give a reason: every member will see it')
  await question.getByLabel('Reason').fill('A quarrel')
  await button(question, 'Unmask picks').click()
  await expect(card(page, 'Hidden picks')).toContainText('Picks were unmasked: “A quarrel”')
  await expect(button(page, 'Unmask picks')).toBeDisabled()
  await page.goBack()
  await expect(row(page, 'Mia one')).toContainText('KC')
  await expect(row(other, 'Mia one')).toContainText('KC')
  await expect(card(other, 'Picks')).toContainText('Picks were unmasked: “A quarrel”')
  expect(await stored()).toMatchObject({ unmasked: true, unmask_reason: 'A quarrel' })
})

test('the testing tools randomize picks and scores and finalize all games', async ({ page, openPage, pool }) => {
  const { week } = await createOpenWeek(pool)
  const mia = await pool.member('Mia Member')
  for (const name of ['One', 'Two', 'Three']) await createEntry(mia, name)
  const other = await openPage({ as: await createSecondAdmin(pool) })
  await openDangerScreen(page)
  await openWeeksScreen(other)
  const tools = card(page, 'Testing tools')
  await expect(tools).toContainText('For rehearsals')
  const run = async (name: string) => {
    await button(tools, name).click()
    await button(dialog(page, name), name).click()
  }
  await run('Randomize Picks')
  await expect(tools.getByRole('status')).toHaveText('Picks randomized: 3 created, 0 updated, 0 skipped')
  await expect(card(other, 'Picks')).toContainText('3 of 3 picked')
  await run('Randomize Picks')
  await expect(tools.getByRole('status')).toHaveText('Picks randomized: 0 created, 0 updated, 3 skipped')
  await tools.getByLabel('Overwrite existing picks').check()
  await run('Randomize Picks')
  await expect(tools.getByRole('status')).toHaveText(/Picks randomized: 0 created, \d updated/)
  await run('Randomize Scores')
  await expect(tools.getByRole('status')).toHaveText('Scores randomized: 4 games updated')
  await expect(card(other, 'Games').getByRole('row').nth(1)).toContainText(/In progress|–/)
  await run('Set All to Final')
  await expect(tools.getByRole('status')).toHaveText(/Set to final, 4 games updated, \d (entry|entries) eliminated/)
  await expect(card(other, 'Games').getByRole('cell', { name: 'Final' })).toHaveCount(4)
  // The week locked first, so that the table shows results, also of the entries that were just eliminated.
  await expect(card(other, 'Picks').getByRole('cell', { name: /^(WIN|LOSS)$/ })).toHaveCount(3)
  expect((await pool.admin.api.call('weekReveal', { params: { id: week.id } })).picks.map(({ result }) => result)).not.toContain(
    'tbd',
  )
})

test('pool rules can be changed until the first week locks', async ({ page, pool }) => {
  await createOpenWeek(pool)
  await recordToasts(page)
  await page.goto('/admin/rules')
  const rules = card(page, 'Pool rules')
  await rules.getByLabel('An entry without a pick').selectOption('eliminated')
  await rules.getByLabel('Most entries per member').fill('3')
  await pool.admin.api.call('updateRules', { body: { max_entries_per_member: 5 } })
  await expect(rules).toContainText('Someone else changed this to 5')
  await button(rules, 'Save Rules').click()
  await expectToast(page, 'Rules updated')
  expect(await pool.admin.api.call('getRules')).toMatchObject({
    missed_pick: 'eliminated',
    max_entries_per_member: 3,
    team_lock: 'week',
  })
  await pool.setSiteTime('2031-09-07T16:01:00.000Z')
  await expect(rules).toContainText('The rules of 2031 are fixed: its first week has locked.')
  await expect(rules.getByLabel('An entry without a pick')).toBeDisabled()
  await expect(button(rules, 'Save Rules')).toHaveCount(0)
})

test('new scores do not request the status of the automatic sync', async ({ page, pool }) => {
  await createOpenWeek(pool)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await openWeeksScreen(page)
  await expect(card(page, 'Game Sync')).toContainText('Next update')
  const isStatus = (url: string) => url.includes('sync-status')
  const atFirst = requests.filter(isStatus).length
  expect(atFirst).toBeGreaterThan(0)
  for (const score of [7, 14, 21]) {
    pool.feed.setGames(
      { seasonYear: SEASON, week: 1 },
      GAMES.map((game) => ({ ...final(game, score, 3), status: 'in_progress', detail: 'Q1' }) as FeedGame),
    )
    await pool.admin.api.call('syncGames', { body: { season_year: SEASON, week_number: 1 } })
    await expect(card(page, 'Games').getByRole('cell', { name: `${score}–3` })).toHaveCount(4)
  }
  expect(requests.filter(isStatus)).toHaveLength(atFirst)
})
