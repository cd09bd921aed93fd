import type { Page } from '@playwright/test'
import { signIn } from '@outlast/testing/browser/sign-in'
import type { BrowserPool, Person } from '@outlast/testing'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/test.ts'

const LOCK = Date.parse('2026-09-13T16:00:00.000Z')
const before = (seconds: number) => new Date(LOCK - seconds * 1_000).toISOString()
const bar = (page: Page) => page.getByRole('region', { name: 'Picks that are not submitted' })
const card = (page: Page, entry: string) => page.getByRole('article', { name: entry })

/** An open week whose clock runs, and a member with entries. */
async function openWeek(pool: BrowserPool, secondsLeft: number, entries = ['Ace']): Promise<Person> {
  await pool.setSiteTime(before(secondsLeft), { running: true })
  await pool.admin.api.call('createWeek', { body: { season_year: 2026, week_number: 1 } })
  const mia = await pool.member('Mia Member')
  for (const name of entries) await mia.api.call('createEntry', { body: { user_id: mia.user.id, name } })
  return mia
}

async function choose(page: Page, entry: string, team: string): Promise<void> {
  await card(page, entry)
    .getByRole('button', { name: `Team for ${entry}` })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: team }).click()
}

/** The picks that the log has. */
async function savedPicks({ api, user }: Person): Promise<readonly (string | null)[]> {
  const entries = await api.call('userEntries', { params: { id: user.id } })
  const picks = await Promise.all(entries.map(({ id }) => api.call('entryPicks', { params: { id } })))
  return picks.flat().map(({ team_abbr }) => team_abbr)
}

test('a choice that is not submitted says so, stays in view, and survives a reload', async ({ page, pool }) => {
  const mia = await openWeek(pool, 7_200)
  await signIn(page, mia)
  await page.goto('/')
  await choose(page, 'Ace', 'Kansas City Chiefs')
  await expect(card(page, 'Ace').getByText('Not submitted', { exact: true })).toBeVisible()
  await expect(bar(page)).toContainText('Not submitted')
  await expect(bar(page)).toContainText('Ace')
  await expect(bar(page)).toContainText(/1 h 5\d min/)
  await page.mouse.wheel(0, 4_000)
  await expect(bar(page)).toBeInViewport()
  await expectAccessible(page)

  await page.reload()
  await expect(bar(page)).toContainText('Not submitted')
  await expect(card(page, 'Ace').getByRole('button', { name: /Kansas City Chiefs \(not submitted\)/ })).toBeVisible()
  expect(await savedPicks(mia)).toEqual([])

  await bar(page).getByRole('button').click()
  await expect(page.getByText('Pick saved')).toHaveCount(1)
  await expect(bar(page)).toHaveCount(0)
  await expect(card(page, 'Ace')).toContainText(/Saved .* receipt #/)
  expect(await savedPicks(mia)).toEqual(['KC'])
  await page.reload()
  await expect(card(page, 'Ace')).toContainText(/Saved .* receipt #/)
  await expect(bar(page)).toHaveCount(0)
})

test('the bar appears on every screen in the last ten minutes before the lock, and not before', async ({ page, pool }) => {
  const mia = await openWeek(pool, 3_600)
  await signIn(page, mia)
  await page.goto('/')
  await choose(page, 'Ace', 'Kansas City Chiefs')
  await expect(bar(page)).toBeVisible()
  await page.getByRole('link', { name: 'History' }).first().click()
  await expect(page.getByRole('heading', { name: 'History', level: 1 })).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  await pool.setSiteTime(before(540), { running: true })
  await expect(bar(page)).toContainText(/8:\d\d/)
  await bar(page).getByRole('button').click()
  await expect(bar(page)).toHaveCount(0)
  expect(await savedPicks(mia)).toEqual(['KC'])
})

test('a pick that is submitted without a connection is sent once when the connection returns', async ({
  page,
  pool,
  context,
  problems,
}) => {
  problems.allow(/net::ERR_INTERNET_DISCONNECTED/, /WebSocket/)
  const mia = await openWeek(pool, 7_200)
  await signIn(page, mia)
  await page.goto('/')
  await choose(page, 'Ace', 'Kansas City Chiefs')
  const requests: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/picks') && requests.push(request.method()))
  await context.setOffline(true)
  await expect(bar(page)).toContainText('Not submitted: no connection')
  await card(page, 'Ace').getByRole('button', { name: 'Submit Pick' }).click()
  await expect(card(page, 'Ace')).toContainText('Will be sent when you are online')
  await expect(bar(page)).toContainText('Will be sent when you are online')
  expect(requests).toEqual([])
  await context.setOffline(false)
  await expect(page.getByText('Sent and saved')).toHaveCount(1)
  await expect(bar(page)).toHaveCount(0)
  expect(requests).toEqual(['POST'])
  expect(await savedPicks(mia)).toEqual(['KC'])
})

test('a pick that waits for a connection is not sent after the lock, and the member reads why', async ({
  page,
  pool,
  context,
  problems,
}) => {
  problems.allow(/net::ERR_INTERNET_DISCONNECTED/, /WebSocket/)
  const mia = await openWeek(pool, 600)
  await page.clock.install()
  await signIn(page, mia)
  await page.goto('/')
  await choose(page, 'Ace', 'Kansas City Chiefs')
  await context.setOffline(true)
  await card(page, 'Ace').getByRole('button', { name: 'Submit Pick' }).click()
  await expect(card(page, 'Ace')).toContainText('Will be sent when you are online')
  // The lock passes on the device, which cannot ask the pool, and in the pool.
  await page.clock.fastForward(700_000)
  await expect(bar(page)).toContainText('Not saved: the week locked without a connection')
  await pool.setSiteTime(before(-100), { running: true })
  const requests: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/picks') && requests.push(request.method()))
  await context.setOffline(false)
  await expect(page.getByRole('region', { name: 'Live Board', exact: true })).toBeVisible()
  await expect(bar(page)).toContainText('Not saved: the week locked without a connection')
  await bar(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(bar(page)).toHaveCount(0)
  expect(requests).toEqual([])
  expect(await savedPicks(mia)).toEqual([])
})

test('a team can be chosen and submitted without a connection, though the picker was never opened before', async ({
  page,
  pool,
  context,
  problems,
}) => {
  problems.allow(/net::ERR_INTERNET_DISCONNECTED/, /WebSocket/)
  const mia = await openWeek(pool, 7_200)
  await signIn(page, mia)
  const loaded = new Set<string>()
  page.on('requestfinished', (request) => {
    const [, name] = /\/assets\/([a-z-]+)-[\w-]{8}\.\w+$/.exec(request.url()) ?? []
    if (name !== undefined) loaded.add(name)
  })
  await page.goto('/')
  await expect(card(page, 'Ace')).toBeVisible()
  for (const part of ['team-picker', 'dialog-window', 'draft-bar-content', 'send-drafts', 'later']) {
    await expect.poll(() => [...loaded]).toContain(part)
  }
  await context.setOffline(true)
  await choose(page, 'Ace', 'Kansas City Chiefs')
  await card(page, 'Ace').getByRole('button', { name: 'Submit Pick' }).click()
  await expect(card(page, 'Ace')).toContainText('Will be sent when you are online')
  await context.setOffline(false)
  await expect(page.getByText('Sent and saved')).toHaveCount(1)
  await expect(card(page, 'Ace')).toContainText(/Saved .* receipt #/)
  expect(await savedPicks(mia)).toEqual(['KC'])
})

test('choices of several entries are submitted together', async ({ page, pool }) => {
  const mia = await openWeek(pool, 7_200, ['Ace', 'Bolt'])
  await signIn(page, mia)
  await page.goto('/')
  await choose(page, 'Ace', 'Kansas City Chiefs')
  await choose(page, 'Bolt', 'Buffalo Bills')
  await expect(bar(page)).toContainText('2 entries')
  await bar(page).getByRole('button', { name: 'Submit 2 Picks' }).click()
  await expect(bar(page)).toHaveCount(0)
  expect(new Set(await savedPicks(mia))).toEqual(new Set(['BUF', 'KC']))
})

test('after a change on another device, the member sees both teams and decides which one counts', async ({
  page,
  pool,
  openPage,
}) => {
  const mia = await openWeek(pool, 7_200)
  await signIn(page, mia)
  await page.goto('/')
  const other = await openPage({ as: mia })
  await other.goto('/')
  const saveOnOther = async (name: string, abbr: string): Promise<void> => {
    await choose(other, 'Ace', name)
    await card(other, 'Ace').getByRole('button', { name: 'Submit Pick' }).click()
    await expect(card(other, 'Ace').getByRole('button', { name: new RegExp(`${name} .saved.`) })).toBeVisible()
    expect(await savedPicks(mia)).toEqual([abbr])
  }
  await choose(page, 'Ace', 'Dallas Cowboys')
  await saveOnOther('Green Bay Packers', 'GB')
  const question = card(page, 'Ace').getByRole('alert')
  await expect(question).toContainText('Another device saved Green Bay Packers. On this one you chose Dallas Cowboys.')
  await expect(bar(page)).toContainText('Another device saved GB')
  await question.getByRole('button', { name: 'Keep GB' }).click()
  await expect(card(page, 'Ace').getByRole('button', { name: /Green Bay Packers \(saved\)/ })).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  expect(await savedPicks(mia)).toEqual(['GB'])

  await choose(page, 'Ace', 'Dallas Cowboys')
  await saveOnOther('Buffalo Bills', 'BUF')
  await question.getByRole('button', { name: 'Pick DAL instead' }).click()
  await expect(card(page, 'Ace').getByRole('button', { name: /Dallas Cowboys \(saved\)/ })).toBeVisible()
  expect(await savedPicks(mia)).toEqual(['DAL'])
  // The other device had chosen nothing, so it follows.
  await expect(card(other, 'Ace').getByRole('button', { name: /Dallas Cowboys \(saved\)/ })).toBeVisible()
})

test('a pick that waited for a connection does not overwrite one that another device saved meanwhile', async ({
  page,
  pool,
  context,
  problems,
}) => {
  problems.allow(/net::ERR_INTERNET_DISCONNECTED/, /WebSocket/)
  const mia = await openWeek(pool, 7_200)
  await signIn(page, mia)
  await page.goto('/')
  await choose(page, 'Ace', 'Kansas City Chiefs')
  await context.setOffline(true)
  await card(page, 'Ace').getByRole('button', { name: 'Submit Pick' }).click()
  await expect(card(page, 'Ace')).toContainText('Will be sent when you are online')
  const [entry] = await mia.api.call('userEntries', { params: { id: mia.user.id } })
  await mia.api.call('submitPick', { body: { entry_id: entry!.id, week_id: 1, team_abbr: 'BUF' } })
  const writes: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && writes.push(request.url()))
  await context.setOffline(false)
  await expect(card(page, 'Ace').getByRole('alert')).toContainText('Another device saved Buffalo Bills')
  expect(writes.filter((url) => url.includes('/api/picks'))).toEqual([])
  expect(await savedPicks(mia)).toEqual(['BUF'])
  await card(page, 'Ace').getByRole('button', { name: 'Pick KC instead' }).click()
  await expect(page.getByText('Pick saved')).toHaveCount(1)
  expect(await savedPicks(mia)).toEqual(['KC'])
})

test('a pick that was recorded although its response was lost is saved, also on another page and after the lock', async ({
  page,
  pool,
  problems,
}) => {
  problems.allow(/net::ERR_/)
  const mia = await openWeek(pool, 500)
  const [entry] = await mia.api.call('userEntries', { params: { id: mia.user.id } })
  await signIn(page, mia)
  await page.goto('/')
  await choose(page, 'Ace', 'Kansas City Chiefs')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/picks', async (route) => {
    await held.promise
    await route.abort('connectionreset')
  })
  await card(page, 'Ace').getByRole('button', { name: 'Submit Pick' }).click()
  await page.getByRole('link', { name: 'History' }).first().click()
  await expect(page.getByRole('heading', { name: 'History', level: 1 })).toBeVisible()
  await mia.api.call('submitPick', { body: { entry_id: entry!.id, week_id: 1, team_abbr: 'KC' } })
  await pool.setSiteTime(before(-100), { running: true })
  await expect(bar(page)).toContainText('Sent, not confirmed. The week is locked.')
  held.resolve()
  await expect(bar(page)).toHaveCount(0)
  expect(await savedPicks(mia)).toEqual(['KC'])
})

test('choices for two weeks have a line each, and one that was refused can be submitted once the cause is gone', async ({
  page,
  pool,
  problems,
}) => {
  problems.allow(/403 \(Forbidden\)/)
  const mia = await openWeek(pool, 7_200)
  await pool.admin.api.call('createWeek', { body: { season_year: 2026, week_number: 2 } })
  await pool.admin.api.call('updateRules', { body: { unpaid_after_week: 1 } })
  const [entry] = await mia.api.call('userEntries', { params: { id: mia.user.id } })
  await signIn(page, mia)
  await page.goto('/?week=2')
  await choose(page, 'Ace', 'Kansas City Chiefs')
  await page.goto('/')
  await expect(bar(page)).toContainText('Ace')
  await choose(page, 'Ace', 'Buffalo Bills')
  await expect(bar(page)).toContainText(/Week 1: Ace.*Week 2: Ace/)
  await expectAccessible(page)

  const ofWeek = (week: number) => bar(page).getByRole('button', { name: new RegExp(`^Submit Pick( for week ${week})? from`) })
  await ofWeek(2).click()
  await expect(bar(page)).toContainText('Not saved: This entry must be paid')
  await ofWeek(1).click()
  await expect(bar(page)).not.toContainText('Week 1')
  await pool.admin.api.call('setPayment', { params: { id: entry!.id }, body: { is_paid: true, payment_type: 'cash' } })
  await ofWeek(2).click()
  await expect(bar(page)).toHaveCount(0)
  expect(new Set(await savedPicks(mia))).toEqual(new Set(['BUF', 'KC']))
})

test('closing the page asks while a choice is not submitted', async ({ page, pool }) => {
  const mia = await openWeek(pool, 7_200)
  await signIn(page, mia)
  await page.goto('/')
  await choose(page, 'Ace', 'Kansas City Chiefs')
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  expect((await asked).type()).toBe('beforeunload')
})
