import type { Locator, Page } from '@playwright/test'
import type { LocalFeedGame } from '@outlast/server/feed/local/scoreboard-of'
import type { Person, BrowserPool } from '@outlast/testing'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expect, test } from './support/test.ts'
import { expectToast, recordToasts } from './support/toasts.ts'

const SEASON = 2031
const WEEK = { seasonYear: SEASON, week: 1 }
const THURSDAY = '2031-09-05T00:20:00.000Z'
const SUNDAY = '2031-09-07T17:00:00.000Z'
const NORA_PASSWORD = 'a long walk to the goal line'

function game(away: string, home: string, kickoff = SUNDAY): LocalFeedGame {
  const scheduled = { status: 'scheduled', homeScore: null, awayScore: null, detail: null } as const
  return { espnId: `1${away}`, away, home, kickoff, kickoffKnown: true, ...scheduled } as LocalFeedGame
}

const [COWBOYS, CHIEFS, DOLPHINS, LIONS] = [
  game('DAL', 'PHI', THURSDAY),
  game('KC', 'LAC'),
  game('MIA', 'BUF'),
  game('DET', 'GB'),
]

const running = (scheduled: LocalFeedGame, awayScore: number, homeScore: number): LocalFeedGame => ({
  ...scheduled,
  status: 'in_progress',
  awayScore,
  homeScore,
  detail: '2:00 - 4th',
})
const final = (scheduled: LocalFeedGame, awayScore: number, homeScore: number): LocalFeedGame => ({
  ...scheduled,
  status: 'final',
  awayScore,
  homeScore,
  detail: 'Final',
})

const main = (page: Page): Locator => page.getByRole('main')
const button = (within: Page | Locator, name: string): Locator => within.getByRole('button', { name, exact: true })
const dialog = (page: Page): Locator => page.getByRole('alertdialog')

// The weeks screen.
const card = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: title, exact: true }).filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const weekChoice = (page: Page): Locator => main(page).getByRole('combobox', { name: 'Week', exact: true })
const row = (page: Page, entry: string): Locator => card(page, 'Picks').getByRole('row').filter({ hasText: entry })

// The users screen.
const opener = (page: Page, name: string): Locator => main(page).getByRole('rowheader').getByRole('button', { name })
const person = (page: Page, name: string): Locator =>
  main(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader').getByRole('button', { name }) })
const userTools = (page: Page): Locator => main(page).getByRole('complementary', { name: 'User tools' })

// A member's dashboard.
const entry = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true })
const selector = (within: Locator): Locator => within.getByRole('button', { name: /^Team for / })
const week = (page: Page): Locator => page.getByRole('region', { name: /Week \d/ })

/** Opens a screen through the top bar, without loading a new document. */
async function openScreen(page: Page, link: string, title = link): Promise<void> {
  const bar = page.getByRole('banner')
  if (link === 'Rehearsal and danger') await bar.getByRole('button', { name: 'More' }).click()
  await bar.getByRole('link', { name: link, exact: true }).click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
}

async function submitPick(page: Page, name: string, team: string): Promise<void> {
  await selector(entry(page, name)).click()
  await button(page.getByRole('dialog'), team).click()
  await button(entry(page, name), 'Submit Pick').click()
  await expect(selector(entry(page, name))).toHaveAccessibleName(new RegExp(`^Team for ${name}: ${team} \\(saved\\)`))
}

const createEntry = ({ api, user }: Person, name: string) => api.call('createEntry', { body: { user_id: user.id, name } })

async function pickFor(pool: BrowserPool, { api, user }: Person, name: string, team_abbr: string): Promise<void> {
  const entries = await api.call('userEntries', { params: { id: user.id } })
  const entry_id = entries.find((candidate) => candidate.name === name)?.id ?? 0
  await api.call('submitPick', { body: { entry_id, week_id: (await pool.api().call('currentWeek')).id, team_abbr } })
}

async function createSecondAdmin(pool: BrowserPool): Promise<Person> {
  const bob = await pool.member('Bob Boss')
  await pool.admin.api.call('adminUpdateUser', { params: { id: bob.user.id }, body: { is_admin: true } })
  return bob
}

test('an admin runs a whole game day, from an empty pool to a purged one', async ({ page, pool, openPage, problems }) => {
  // Failing bulk changes, and live views of weeks and accounts that are deleted.
  problems.allow(/status of 500.*\/api\/admin\/entries/, /status of (401|403|404).*\/api\//)
  await pool.setSiteTime('2031-09-03T12:00:00.000Z')
  const [bob, mia, otto] = [await createSecondAdmin(pool), await pool.member('Mia Member'), await pool.member('Otto Other')]
  for (const name of ['Anchors', 'Badgers']) await createEntry(mia, name)
  for (const name of ['Comets', 'Dodos']) await createEntry(otto, name)
  await signIn(page, pool.admin)
  const [other, member, invited] = [await openPage({ as: bob }), await openPage({ as: mia }), await openPage()]
  for (const viewer of [page, other, invited]) await recordToasts(viewer)
  await member.goto('/')
  for (const viewer of [page, other]) {
    await viewer.goto('/admin')
    await openScreen(viewer, 'Admin Weeks & Locks')
  }
  for (const viewer of [page, other, member]) await viewer.evaluate(() => Object.assign(window, { sameDocument: true }))

  await test.step('add two weeks and switch the current week', async () => {
    await expect(other.getByText('No weeks yet')).toBeVisible()
    await expect(member.getByText('No current week')).toBeVisible()
    const management = card(page, 'Weeks Management')
    await management.getByLabel('New Season').fill(String(SEASON))
    await management.getByLabel('Week', { exact: true }).fill('1')
    await button(management, 'Add Week').click()
    await expectToast(page, 'Week 1 (2031) created')
    await expect(weekChoice(other).getByRole('option')).toHaveText(['2031 • Week 1 • current'])
    await expect(week(member)).toContainText('Week 1')
    await management.getByLabel('Week', { exact: true }).fill('2')
    await button(management, 'Add Week').click()
    await expectToast(page, 'Week 2 (2031) created')
    await weekChoice(page).selectOption({ label: '2031 • Week 2' })
    await button(management, 'Set Current Week').click()
    await button(page.getByRole('alertdialog'), 'Set Current Week').click()
    await expectToast(page, 'Current week updated')
    await expect(weekChoice(other).getByRole('option')).toHaveText(['2031 • Week 1', '2031 • Week 2 • current'])
    await expect(week(member)).toContainText('Week 2')
    await weekChoice(page).selectOption({ label: '2031 • Week 1' })
    await button(management, 'Set Current Week').click()
    await button(page.getByRole('alertdialog'), 'Set Current Week').click()
    await expectToast(page, 'Current week updated')
    await expect(weekChoice(other).getByRole('option')).toHaveText(['2031 • Week 1 • current', '2031 • Week 2'])
    await expect(week(member)).toContainText('Week 1')
  })

  await test.step('sync games from the feed', async () => {
    pool.feed.setGames(WEEK, [COWBOYS, CHIEFS, DOLPHINS, LIONS])
    await button(card(page, 'Game Sync'), 'Sync ESPN Games').click()
    await expectToast(page, 'Synced: 4 created, 0 updated, 4 total')
    for (const viewer of [page, other]) await expect(card(viewer, 'Games').getByRole('row')).toHaveCount(5)
  })

  await test.step('mark early teams ineligible', async () => {
    const ineligible = card(page, 'Ineligible teams')
    await button(ineligible, 'Mark early teams ineligible').click()
    await expect(ineligible.getByRole('textbox')).toHaveValue('DAL, PHI')
    await button(ineligible, 'Save Ineligible').click()
    await expectToast(page, 'Ineligible teams updated')
    await expect(card(other, 'Ineligible teams').getByRole('list', { name: 'Currently ineligible' })).toHaveText('DALPHI')
    await selector(entry(member, 'Anchors')).click()
    const dallas = button(member.getByRole('dialog'), 'Dallas Cowboys Ineligible this week')
    await expect(dallas).toHaveAttribute('aria-disabled', 'true')
    await member.keyboard.press('Escape')
  })

  await test.step('move the lock time', async () => {
    await card(page, 'Lock').getByLabel('Lock time (ET)').fill('2031-09-07T12:30')
    await button(card(page, 'Lock'), 'Update Lock Time').click()
    await expectToast(page, 'Lock time updated')
    await expect(card(other, 'Lock')).toContainText('Sun, Sep 7, 9:30 AM your time · 12:30 PM ET')
    await expect(week(member)).toContainText('12:30 PM ET')
  })

  await test.step('record two payments and undo one', async () => {
    for (const viewer of [page, other]) await openScreen(viewer, 'Admin Payments')
    const paymentOf = (one: Page, name: string) =>
      main(one).getByRole('table', { name: 'Payments' }).getByRole('row').filter({ hasText: name })
    for (const name of ['Anchors', 'Comets']) {
      await paymentOf(page, name)
        .getByLabel(/^Payment type/)
        .selectOption('venmo')
      await paymentOf(page, name)
        .getByRole('button', { name: /^Mark paid/ })
        .click()
      await expectToast(page, 'Payment status updated')
      await expect(paymentOf(page, name)).toBeHidden()
      await expect(paymentOf(other, name)).toBeHidden()
    }
    await expect(main(other).getByText('2 by Venmo')).toBeVisible()
    await expect(entry(member, 'Anchors').getByText('Paid', { exact: true })).toBeVisible()
    await main(page).getByText('Paid', { exact: true }).first().click()
    await paymentOf(page, 'Comets')
      .getByRole('button', { name: /^Mark unpaid/ })
      .click()
    await expectToast(page, 'Payment status updated')
    await expect(paymentOf(other, 'Comets')).toBeVisible()
    await expect(paymentOf(other, 'Anchors')).toBeHidden()
  })

  await test.step('invite a user, who registers through the email', async () => {
    for (const viewer of [page, other]) await openScreen(viewer, 'Admin Users & Entries')
    const form = main(page).getByRole('form', { name: 'Create user' })
    await form.getByLabel('First name').fill('Nora')
    await form.getByLabel('Last name').fill('New')
    await form.getByLabel('Email').fill('nora@club.example')
    await button(form, 'Create User').click()
    await expectToast(page, 'User created')
    await expect(opener(other, 'Nora New')).toBeVisible()
    const [link = ''] = (await pool.mail.waitFor('nora@club.example')).links
    await invited.goto(link)
    await main(invited).getByLabel('Password', { exact: true }).fill(NORA_PASSWORD)
    await main(invited).getByLabel('Create my first entry').uncheck()
    await button(main(invited), 'Set Password').click()
    await expect(main(invited).getByRole('heading', { name: 'Your Entries' })).toBeVisible()
    await invited.getByLabel('New entry name').fill('Eagle Eye')
    await button(invited, 'Create Entry').click()
    await expectToast(invited, 'Entry created')
    await submitPick(invited, 'Eagle Eye', 'Green Bay Packers')
    for (const viewer of [page, other]) await expect(person(viewer, 'Nora New')).toContainText('1 alive')
  })

  await test.step('edit a user and an entry', async () => {
    await opener(page, 'Nora New').click()
    const nora = person(page, 'Nora New')
    await nora.getByLabel('Last name').fill('Newton')
    await nora.getByLabel('Mobile').fill('+1 (555) 010-0199')
    await button(nora, 'Save User').click()
    await expectToast(page, 'User updated')
    await expect(person(other, 'Nora Newton')).toContainText('nora@club.example · +15550100199')
    await opener(page, 'Nora Newton').click()
    await opener(page, 'Otto Other').click()
    const dodos = main(page).getByRole('form', { name: 'Entry Dodos', exact: true })
    await dodos.getByLabel('New name').fill('Ducks')
    await button(dodos, 'Save Entry').click()
    await expectToast(page, 'Entry updated')
    await opener(other, 'Otto Other').click()
    await expect(main(other).getByRole('form', { name: 'Entry Ducks', exact: true })).toBeVisible()
  })

  await test.step('eliminate all entries with two failures, then activate all', async () => {
    const entries = await pool.admin.api.call('adminListEntries')
    const failing = new Set(
      entries.filter(({ name }) => name === 'Badgers' || name === 'Comets').map(({ id }) => `/api/admin/entries/${id}`),
    )
    expect(failing.size).toBe(2)
    await page.route('**/api/admin/entries/*', (route) =>
      failing.has(new URL(route.request().url()).pathname) ? route.fulfill({ status: 500, json: {} }) : route.continue(),
    )
    await button(userTools(page), 'Eliminate all').click()
    await button(dialog(page), 'Eliminate all').click()
    await expect(userTools(page).getByText('Bulk action complete: 3 updated, 2 failed')).toBeVisible()
    for (const viewer of [page, other]) {
      for (const name of ['Mia Member', 'Otto Other']) await expect(person(viewer, name)).toContainText(/1 alive.*1 out/)
    }
    await expect(entry(member, 'Anchors')).toContainText('Out in week 1. An admin took this entry out.')
    await expect(entry(member, 'Badgers')).toContainText('Alive')
    await page.unrouteAll()
    await button(userTools(page), 'Activate all').click()
    await button(dialog(page), 'Activate all').click()
    await expect(userTools(page).getByText('Bulk action complete: 5 updated, 0 failed')).toBeVisible()
    for (const name of ['Mia Member', 'Otto Other']) await expect(person(other, name)).toContainText('2 alive')
    await expect(entry(member, 'Anchors')).toContainText('Alive')
  })

  await test.step('show admins who has picked, but not what', async () => {
    for (const viewer of [page, other]) await openScreen(viewer, 'Admin Weeks & Locks')
    await submitPick(member, 'Anchors', 'Kansas City Chiefs')
    await pickFor(pool, mia, 'Badgers', 'BUF')
    await pickFor(pool, otto, 'Comets', 'MIA')
    for (const viewer of [page, other]) {
      await expect(card(viewer, 'Picks')).toContainText('4 of 5 picked')
      for (const name of ['Anchors', 'Badgers', 'Comets', 'Eagle Eye']) await expect(row(viewer, name)).toContainText('hidden')
      await expect(card(viewer, 'Picks')).not.toContainText(/\b(KC|BUF|MIA|GB)\b/)
    }
  })

  await test.step('lock the week by site time, which reveals the picks', async () => {
    await openScreen(page, 'Rehearsal and danger')
    const site = card(page, 'Site Time Override')
    await site.getByLabel('Site time (ET)').fill('2031-09-07T12:30')
    await button(site, 'Set Override').click()
    await button(page.getByRole('alertdialog'), 'Set Override').click()
    await expectToast(page, 'Site time set to Sun, Sep 7, 12:30 PM ET')
    await openScreen(page, 'Admin Weeks & Locks')
    for (const viewer of [page, other]) {
      await expect(card(viewer, 'Lock')).toContainText('Picks are locked and revealed')
      for (const [name, team] of [
        ['Anchors', 'KC'],
        ['Badgers', 'BUF'],
        ['Comets', 'MIA'],
        ['Eagle Eye', 'GB'],
      ] as const) {
        await expect(row(viewer, name)).toContainText(new RegExp(`TBD\\s*${team}`))
      }
    }
    for (const viewer of [member, invited]) await expect(week(viewer)).toContainText('All picks are revealed.')
  })

  await test.step('override a pick across a lost connection, exactly once', async () => {
    const { id } = (await pool.admin.api.call('adminListEntries')).find(({ name }) => name === 'Ducks')!
    const picks = card(page, 'Picks')
    await picks.getByLabel('Entry ID').fill(String(id))
    await expect(picks).toContainText('Otto Other · Ducks')
    await picks.getByLabel('Team abbr').fill('det')
    await picks.getByLabel('Reason').fill('Phoned in at 12:20')
    pool.cut()
    await expect(page.getByText('Offline. This may be out of date')).toBeVisible()
    await button(picks, 'Override/Add Pick').click()
    const question = page.getByRole('alertdialog', { name: 'Override this pick?' })
    await expect(question).toContainText('Nothing was done, because it is not known what this would change.')
    await button(question, 'Retry').click()
    await expect(question).toContainText('Nothing was done')
    await button(question, 'Cancel').click()
    await expect(picks.getByLabel('Reason')).toHaveValue('Phoned in at 12:20')
    pool.restore()
    await expect(page.getByText('Offline.')).toHaveCount(0)
    await button(picks, 'Override/Add Pick').click()
    await expect(question).toContainText('no pick → DET')
    await button(question, 'Override Pick').click()
    await expectToast(page, 'Pick overridden')
    for (const viewer of [page, other]) await expect(row(viewer, 'Ducks')).toContainText(/DET\s*by admin/)
    await openScreen(member, 'Audit')
    const event = member.getByRole('row').filter({ hasText: 'set the pick of “Ducks” of Otto Other in week 1 of 2031 to DET' })
    await expect(event).toContainText('Ada Admin (admin)')
    await expect(event).toContainText('Reason: “Phoned in at 12:20”')
    await expect(event).toHaveCount(1)
    await openScreen(member, 'Dashboard')
  })

  await test.step('update scores live, including those from an interruption', async () => {
    const early = final(COWBOYS, 24, 20)
    pool.feed.setGames(WEEK, [early, running(CHIEFS, 7, 3), DOLPHINS, LIONS])
    await button(card(page, 'Game Sync'), 'Sync ESPN Games').click()
    await expectToast(page, 'Synced: 0 created, 2 updated, 4 total')
    await expect(entry(member, 'Anchors')).toContainText('KC 7–3 LAC')
    await expect(card(other, 'Games').getByRole('row').filter({ hasText: 'KC' })).toContainText('7–3')
    pool.cut()
    await expect(member.getByText('Offline. This may be out of date')).toBeVisible()
    pool.feed.setGames(WEEK, [early, running(CHIEFS, 14, 17), running(DOLPHINS, 10, 20), running(LIONS, 3, 9)])
    await pool.admin.api.call('syncGames', { body: { season_year: SEASON, week_number: 1 } })
    await expect(entry(member, 'Anchors')).toContainText('KC 7–3 LAC')
    pool.restore()
    await expect(entry(member, 'Anchors')).toContainText('KC 14–17 LAC')
    await expect(entry(invited, 'Eagle Eye')).toContainText('DET 3–9 GB')
    for (const viewer of [page, other]) {
      await expect(card(viewer, 'Games').getByRole('row').filter({ hasText: 'MIA' })).toContainText('10–20')
    }
    await expect(member.getByRole('region', { name: 'Live Board' })).toContainText('5 of 5 still alive')
  })

  await test.step('finalize all games', async () => {
    await openScreen(page, 'Rehearsal and danger')
    const tools = card(page, 'Testing tools')
    await button(tools, 'Set All to Final').click()
    await button(dialog(page), 'Set All to Final').click()
    await expect(tools.getByRole('status')).toContainText('Set to final, 3 games updated, 3 entries eliminated: ')
    for (const name of ['Mia Member · Anchors', 'Otto Other · Comets', 'Otto Other · Ducks']) {
      await expect(tools.getByRole('status')).toContainText(name)
    }
    await expect(card(other, 'Games').getByRole('cell', { name: 'Final' })).toHaveCount(4)
    await expect(row(other, 'Anchors')).toContainText(/LOSS\s*KC/)
    await expect(row(other, 'Badgers')).toContainText(/WIN\s*BUF/)
    await expect(entry(member, 'Anchors')).toContainText('Out in week 1. You picked the Chiefs; they lost 14–17.')
    await expect(entry(member, 'Badgers')).toContainText('Alive')
    await expect(member.getByRole('region', { name: 'Live Board' })).toContainText('2 of 5 still alive')
  })

  await test.step('correct a score, which brings an entry back', async () => {
    await openScreen(page, 'Admin Weeks & Locks')
    pool.feed.setGames(WEEK, [final(COWBOYS, 24, 20), final(CHIEFS, 20, 17), final(DOLPHINS, 10, 20), final(LIONS, 3, 9)])
    await button(card(page, 'Game Sync'), 'Sync ESPN Games').click()
    await expect(dialog(page)).toContainText('KC 14–17 LAC is corrected to 20–17.')
    await expect(dialog(page)).toContainText('1 entry comes back: Mia Member · Anchors.')
    await button(dialog(page), 'Update').click()
    await expect(card(page, 'Game Sync')).toContainText(/2031 Week 1: 0 created, \d updated, 4 total/)
    await expect(row(other, 'Anchors')).toContainText(/WIN\s*KC/)
    await expect(row(other, 'Comets')).toContainText(/LOSS\s*MIA/)
    await expect(entry(member, 'Anchors')).toContainText('Alive')
    await expect(entry(member, 'Anchors')).toContainText('KC 20–17 LAC')
    await expect(member.getByRole('region', { name: 'Live Board' })).toContainText('3 of 5 still alive')
  })

  await test.step('send a broadcast', async () => {
    await openScreen(page, 'Broadcast', 'Admin Broadcast')
    await expect(main(page).getByRole('note')).toContainText('This is a rehearsal')
    await main(page).getByLabel('Goes to').selectOption('Everyone')
    await expect(main(page).getByText('Goes to 5 recipients immediately.')).toBeVisible()
    await main(page).getByLabel('Subject').fill('Three are left')
    await main(page).getByLabel('Message body').fill('Anchors are back: the feed corrected itself.')
    await button(main(page), 'Send Broadcast').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Write to files' }).click()
    await expectToast(page, 'Written to files, nobody was mailed')
    for (const email of [pool.admin.email, bob.email, mia.email, otto.email, 'nora@club.example']) {
      const mail = await pool.mail.waitFor(email)
      expect(mail.subject).toBe('Three are left')
      expect(mail.text).toContain('Anchors are back: the feed corrected itself.')
    }
  })

  await test.step('purge all weeks with the typed phrase', async () => {
    await openScreen(other, 'Admin Weeks & Locks')
    await openScreen(page, 'Rehearsal and danger')
    await button(card(page, 'Delete ALL weeks'), 'Delete ALL weeks').click()
    await button(dialog(page), 'Continue').click()
    const phrase = dialog(page).getByLabel('Type DELETE ALL WEEKS')
    await phrase.fill('DELETE ALL WEEK')
    await expect(button(dialog(page), 'Delete ALL weeks')).toBeDisabled()
    await phrase.fill('DELETE ALL WEEKS')
    await button(dialog(page), 'Delete ALL weeks').click()
    await expectToast(page, 'Deleted 2 weeks, 4 games, 5 picks')
    await expect(other.getByText('No weeks yet')).toBeVisible()
    for (const viewer of [member, invited]) await expect(viewer.getByText('No current week')).toBeVisible()
    await expect(entry(member, 'Anchors')).toBeVisible()
  })

  await test.step('purge all users except admins with the typed phrase', async () => {
    await openScreen(other, 'Admin Users & Entries')
    await button(card(page, 'Purge users and entries'), 'Purge all users and entries').click()
    await button(dialog(page), 'Continue').click()
    const phrase = dialog(page).getByLabel('Type DELETE ALL USERS AND ENTRIES')
    await phrase.fill('DELETE ALL')
    await expect(button(dialog(page), 'Purge')).toBeDisabled()
    await phrase.fill('DELETE ALL USERS AND ENTRIES')
    for (const viewer of [page, other, member]) expect(await viewer.evaluate(() => 'sameDocument' in window)).toBe(true)
    await button(dialog(page), 'Purge').click()
    await expect(card(page, 'Purge users and entries').getByText('Purged 3 users, 5 entries and 0 picks')).toBeVisible()
    await openScreen(page, 'Admin Users & Entries')
    for (const viewer of [page, other]) {
      await expect(main(viewer).getByRole('rowheader')).toHaveText([/Ada Admin/, /Bob Boss/])
    }
    for (const viewer of [member, invited]) await expect(viewer).toHaveURL(/\/auth$/)
  })
})
