import type { Page } from '@playwright/test'
import type { BrowserPool } from '@outlast/testing'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expectAccessible } from './support/axe.ts'
import { expect, onEachScreen, test } from './support/test.ts'
import { expectToast, recordToasts } from './support/toasts.ts'

type FeedGame = Parameters<BrowserPool['feed']['setGames']>[1][number]

const WEEK = { seasonYear: 2031, week: 1 }
const KICKOFF = '2031-09-07T17:00:00.000Z'

const running = (espnId: string, away: string, awayScore: number, homeScore: number, home: string) =>
  ({
    espnId,
    away,
    home,
    kickoff: KICKOFF,
    kickoffKnown: true,
    status: 'in_progress',
    awayScore,
    homeScore,
    detail: 'Q4 1:00',
  }) as FeedGame

/** Week 1 is locked. Lucky leads with KC; Crusher trails with DAL. */
async function playWeek(pool: BrowserPool) {
  await pool.setSiteTime('2031-09-03T12:00:00.000Z')
  const { api } = pool.admin
  const { id } = await api.call('createWeek', { body: { season_year: 2031, week_number: 1 } })
  const mia = await pool.member('Mia Member')
  const entries: Record<string, number> = {}
  for (const [name, team_abbr] of [
    ['Lucky', 'KC'],
    ['Crusher', 'DAL'],
    ['Third', 'KC'],
  ] as const) {
    const entry = await mia.api.call('createEntry', { body: { user_id: mia.user.id, name } })
    entries[name] = entry.id
    await mia.api.call('submitPick', { body: { entry_id: entry.id, week_id: id, team_abbr } })
  }
  pool.feed.setGames(WEEK, [running('1', 'KC', 20, 3, 'LAC'), running('2', 'DAL', 3, 20, 'PHI')])
  await api.call('syncGames', { body: { season_year: 2031, week_number: 1 } })
  await pool.setSiteTime('2031-09-07T19:30:00.000Z')
  return { id, entries, mia }
}

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const question = (page: Page) => page.getByRole('alertdialog')
const changes = (page: Page) => question(page).getByRole('region', { name: 'What would change' })

async function openAs(page: Page, pool: BrowserPool, path: string): Promise<void> {
  await signIn(page, pool.admin)
  await recordToasts(page)
  await page.goto(path)
}
const openWeeks = (page: Page, pool: BrowserPool) => openAs(page, pool, '/admin/config')
const openDanger = (page: Page, pool: BrowserPool) => openAs(page, pool, '/admin/danger')

test('setting all games to final says first who goes out, and says so when that changes while it asks', async ({
  page,
  pool,
}) => {
  const { entries } = await playWeek(pool)
  await openDanger(page, pool)
  const finals = card(page, 'Testing tools').getByRole('button', { name: 'Set All to Final' })
  await finals.click()
  await expect(question(page).getByRole('status')).toBeEmpty()
  await expect(changes(page)).toContainText('are still being played.')
  await expect(changes(page)).toContainText('1 entry goes out: Mia Member · Crusher.')
  await expect(changes(page)).toContainText('3 → 2 alive')

  await pool.admin.api.call('adminUpdateEntry', { params: { id: entries['Third']! }, body: { is_eliminated: true } })
  await expect(question(page).getByRole('status')).toHaveText(
    'The pool has changed since you were asked. This is what would happen now:',
  )
  await expect(changes(page)).toContainText('Mia Member · Lucky becomes champion.')
  await question(page).getByRole('button', { name: 'Set All to Final' }).click()
  await expect(page.getByRole('status').filter({ hasText: '1 entry eliminated: Mia Member · Crusher' })).toBeVisible()
})

test('adding a week whose lock time has passed asks first, and adding a coming week does not', async ({ page, pool }) => {
  await playWeek(pool)
  await openWeeks(page, pool)
  const management = card(page, 'Weeks Management')
  await management.getByLabel('New Season').fill('2030')
  await management.getByLabel('Week', { exact: true }).fill('3')
  await management.getByRole('button', { name: 'Add Week' }).click()
  await expect(question(page)).toContainText('The lock time of this week has passed, so it locks at once.')
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  expect(await pool.admin.api.call('listWeeks')).toHaveLength(1)
  await management.getByLabel('New Season').fill('2031')
  await management.getByLabel('Week', { exact: true }).fill('2')
  await management.getByRole('button', { name: 'Add Week' }).click()
  await expectToast(page, 'Week 2 (2031) created')
})

test('moving the lock of a locked week says that its picks are hidden again', async ({ page, pool }) => {
  await playWeek(pool)
  await openWeeks(page, pool)
  const lock = card(page, 'Lock')
  await lock.getByLabel('Lock time (ET)').fill('2031-09-08T12:00')
  await lock.getByRole('button', { name: 'Update Lock Time' }).click()
  await expect(changes(page)).toContainText('A locked week reopens: its picks are hidden again and can be changed.')
  await question(page).getByRole('button', { name: 'Update Lock Time' }).click()
  await expectToast(page, 'Lock time updated')
  await expect(lock).toContainText('Reopened after reveal')
})

test('moving a lock near says who could not pick any more, also if somebody picks while it asks', async ({ page, pool }) => {
  await pool.setSiteTime('2031-09-07T15:00:00.000Z')
  const { id } = await pool.admin.api.call('createWeek', { body: { season_year: 2031, week_number: 1 } })
  const mia = await pool.member('Mia Member')
  const enter = (name: string) => mia.api.call('createEntry', { body: { user_id: mia.user.id, name } })
  const lucky = await enter('Lucky')
  await enter('Crusher')
  pool.feed.setGames(WEEK, [{ ...running('1', 'KC', 0, 0, 'LAC'), status: 'scheduled' }])
  await pool.admin.api.call('syncGames', { body: { season_year: 2031, week_number: 1 } })
  await openWeeks(page, pool)
  const lock = card(page, 'Lock')
  await lock.getByLabel('Lock time (ET)').fill('2031-09-07T11:03')
  await lock.getByRole('button', { name: 'Update Lock Time' }).click()
  await expect(changes(page)).toContainText('The lock moves to Sun, Sep 7, 11:03 AM ET.')
  await expect(changes(page)).toContainText(
    '2 entries without a pick can pick no more: Mia Member · Lucky, Mia Member · Crusher.',
  )
  await mia.api.call('submitPick', { body: { entry_id: lucky.id, week_id: id, team_abbr: 'KC' } })
  await expect(changes(page)).toContainText('1 entry without a pick can pick no more: Mia Member · Crusher.')
  await question(page).getByRole('button', { name: 'Update Lock Time' }).click()
  await expectToast(page, 'Lock time updated')
})

test('a sync that would correct a final score says who comes back, and changes nothing unless it is confirmed', async ({
  page,
  pool,
  problems,
}) => {
  problems.allow(/status of 409.*sync-games/)
  await playWeek(pool)
  const report = (dallas: number) =>
    pool.feed.setGames(WEEK, [
      { ...running('1', 'KC', 20, 3, 'LAC'), status: 'final' },
      { ...running('2', 'DAL', dallas, 20, 'PHI'), status: 'final' },
    ])
  const sync = card(page, 'Game Sync').getByRole('button', { name: 'Sync ESPN Games' })
  await openWeeks(page, pool)
  report(3)
  // Results that arrive for the first time need no question.
  await sync.click()
  await expectToast(page, 'Synced: 0 created, 2 updated, 2 total')
  report(23)
  await sync.click()
  await expect(changes(page)).toContainText('DAL 3–20 PHI is corrected to 23–20.')
  await expect(changes(page)).toContainText('1 entry comes back: Mia Member · Crusher.')
  await expect(question(page)).toContainText('The automatic update waits for your answer, at most two minutes.')
  // ESPN reports something else before the answer, so that is asked for too.
  report(27)
  await question(page).getByRole('button', { name: 'Update' }).click()
  await expect(question(page).getByRole('status')).toContainText('The pool has changed since you were asked.')
  await expect(changes(page)).toContainText('DAL 3–20 PHI is corrected to 27–20.')
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  report(23)
  await expect(card(page, 'Games')).toContainText('3–20')
  await sync.click()
  await question(page).getByRole('button', { name: 'Update' }).click()
  await expectToast(page, 'Synced: 0 created, 1 updated, 2 total')
  await expect(card(page, 'Games')).toContainText('23–20')
})

test('eliminating all entries says how many go out, and each of its writes says what the admin has seen', async ({
  page,
  pool,
}) => {
  await playWeek(pool)
  await signIn(page, pool.admin)
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Eliminate all', exact: true }).click()
  await expect(changes(page)).toContainText('3 entries go out: Mia Member · Lucky, Mia Member · Crusher, Mia Member · Third.')
  await expect(changes(page)).toContainText('This concerns 1 member.')
  const tokens: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') tokens.push(request.headers()['expected-consequences'])
  })
  await question(page).getByRole('button', { name: 'Eliminate all' }).click()
  await expect(page.getByText('Bulk action complete: 3 updated, 0 failed')).toBeVisible()
  expect(tokens.map((token) => /^[0-9a-f]{32}$/.test(token ?? ''))).toEqual([true, true, true])
})

test('an action whose preview is lost does nothing until it has been seen what it would change', async ({
  page,
  pool,
  problems,
}) => {
  problems.allow(/net::ERR_FAILED|status of 503/)
  const { id } = await playWeek(pool)
  await openWeeks(page, pool)
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') writes.push(request.url())
  })
  const preview = '**/api/admin/preview'
  await page.route(preview, (route) => route.abort())
  const lock = card(page, 'Lock')
  await lock.getByLabel('Lock time (ET)').fill('2031-09-08T12:00')
  await lock.getByRole('button', { name: 'Update Lock Time' }).click()
  await expect(question(page)).toContainText('Nothing was done, because it is not known what this would change.')
  await page.unroute(preview)
  const busy = { status: 503, contentType: 'application/json', body: '{"error":"Busy","code":"overloaded"}' }
  await page.route(preview, (route) => route.fulfill(busy))
  await question(page).getByRole('button', { name: 'Retry' }).click()
  await expect(question(page)).toContainText('Busy')
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(question(page)).toBeHidden()
  expect(writes).toEqual([])
  await lock.getByRole('button', { name: 'Update Lock Time' }).click()
  await expect(question(page)).toContainText('Busy')
  await page.unroute(preview)
  await question(page).getByRole('button', { name: 'Retry' }).click()
  await expect(changes(page)).toContainText('A locked week reopens')
  expect(writes).toEqual([])
  await question(page).getByRole('button', { name: 'Update Lock Time' }).click()
  await expectToast(page, 'Lock time updated')
  expect(writes).toHaveLength(1)
  expect((await pool.admin.api.call('listWeeks')).find((week) => week.id === id)?.is_locked).toBe(false)
})

test('every action of the desk that changes something for somebody asks first, and does nothing if the admin declines', async ({
  page,
  pool,
}) => {
  const { mia } = await playWeek(pool)
  const second = await pool.admin.api.call('createWeek', { body: { season_year: 2031, week_number: 2 } })
  await pool.admin.api.call('changeJoining', { body: { mode: 'approval' } })
  await pool.member('Wendy Waiting')
  const head = await pool.admin.api.call('auditHead')
  const writes: string[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (request.method() !== 'GET' && path !== '/api/admin/preview') writes.push(`${request.method()} ${path}`)
  })
  const decline = async (...sentences: readonly string[]): Promise<void> => {
    for (const sentence of sentences) await expect(changes(page)).toContainText(sentence)
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(question(page)).toBeHidden()
  }
  await openDanger(page, pool)
  const site = card(page, 'Site Time Override')
  await site.getByLabel('Site time (ET)').fill('2031-09-03T12:00')
  await site.getByRole('button', { name: 'Set Override' }).click()
  await decline(
    'Everybody’s pages show Wed, Sep 3, 12:00 PM ET.',
    'A locked week reopens',
    '2 games are being played: members could pick knowing the scores.',
  )
  await site.getByRole('button', { name: 'Clear Override' }).click()
  await decline('Everybody’s pages show real time again.')

  await page.goto('/admin/config')
  await page.getByLabel('Week', { exact: true }).first().selectOption({ label: '2031 • Week 2' })
  const management = card(page, 'Weeks Management')
  await management.getByRole('button', { name: 'Set Current Week' }).click()
  await decline('Everybody’s pages show week 2 of 2031 instead of week 1 of 2031.')
  await mia.api.call('submitPick', { body: { entry_id: 1, week_id: second.id, team_abbr: 'SEA' } })
  await management.getByRole('button', { name: 'Delete Week' }).click()
  await decline('1 pick is lost.')

  await page.goto('/admin/users')
  const person = page.getByRole('rowheader').getByRole('button', { name: /^Mia/ })
  await person.click()
  await page.getByRole('button', { name: 'Make admin' }).click()
  await decline('1 member becomes admin')
  const entry = page.getByRole('form', { name: 'Entry Lucky', exact: true })
  await entry.getByLabel('Eliminated').check()
  await entry.getByRole('button', { name: 'Save Entry' }).click()
  await decline('1 entry goes out: Mia Member · Lucky.')
  await page.getByRole('button', { name: 'Decline Wendy Waiting' }).click()
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  expect(writes).toEqual([])
  // Mia’s pick is the only line since.
  expect((await pool.admin.api.call('auditHead')).position).toBe(head.position + 1)
})

onEachScreen(() => {
  test('the dialog that says what would change is accessible', async ({ page, pool }) => {
    await playWeek(pool)
    await openDanger(page, pool)
    await card(page, 'Testing tools').getByRole('button', { name: 'Set All to Final' }).click()
    await expect(changes(page)).toBeVisible()
    await expectAccessible(page)
    await page.screenshot({ path: test.info().outputPath('consequences.png') })
  })
})
