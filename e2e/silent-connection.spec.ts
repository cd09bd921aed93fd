import type { Page } from '@playwright/test'
import { readLog } from '@outlast/testing'
import { signIn } from '@outlast/testing/browser/sign-in'
import type { BrowserPool, Person } from '@outlast/testing'
import { expect, test } from './support/test.ts'

// A connection that dies without a word: nothing is answered, and nothing is refused (docs/decisions/115).

const LOCK = Date.parse('2026-09-13T16:00:00.000Z')
const before = (seconds: number) => new Date(LOCK - seconds * 1_000).toISOString()
const bar = (page: Page) => page.getByRole('region', { name: 'Picks that are not submitted' })
const card = (page: Page, entry = 'Ace') => page.getByRole('article', { name: entry, exact: true })
const UNCONFIRMED = 'Sent, not confirmed yet'

// A busy machine may answer so, and the page asks again.
test.beforeEach(({ problems }) => problems.allow(/status of 503/))

/** An open week whose clock runs, a member with entries, and another one whose pick everybody sees at the lock. */
async function openWeek(pool: BrowserPool, secondsLeft = 3_600, entries = ['Ace']): Promise<Person> {
  await pool.setSiteTime(before(secondsLeft), { running: true })
  await pool.admin.api.call('createWeek', { body: { season_year: 2026, week_number: 1 } })
  const mia = await pool.member('Mia Member')
  for (const name of entries) await mia.api.call('createEntry', { body: { user_id: mia.user.id, name } })
  return mia
}

async function openDashboard(page: Page, member: Person): Promise<void> {
  const loaded: string[] = []
  page.on('requestfinished', (request) => loaded.push(request.url()))
  await page.clock.install()
  await signIn(page, member)
  await page.goto('/')
  await expect(card(page)).toBeVisible()
  // What the page loads while it is idle, and in advance. The service worker, which keeps it at hand, is blocked here.
  await page.clock.runFor(6_000)
  for (const part of ['send-drafts', 'draft-bar-content', 'team-picker', 'dialog-window', 'later', 'live-board']) {
    await expect.poll(() => loaded.some((url) => url.includes(`/assets/${part}-`))).toBe(true)
  }
}

async function choose(page: Page, entry: string, team: string): Promise<void> {
  await card(page, entry)
    .getByRole('button', { name: `Team for ${entry}` })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: team }).click()
}

const submit = (page: Page, entry = 'Ace') => card(page, entry).getByRole('button', { name: 'Submit Pick' }).click()

/** Lets time pass on the device. What becomes due gets its turn in each second. */
async function pass(page: Page, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) await page.clock.runFor(1_000)
}

/** Lets time pass on the device until something is shown. */
async function passUntil(page: Page, check: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1_000)
    await check()
  }).toPass()
}

/** The picks in the log, in order. */
async function picksInLog({ connectionString }: BrowserPool): Promise<readonly string[]> {
  const { events } = await readLog(connectionString)
  return events.flatMap((event) => (event.type === 'PickSubmitted' ? [event.data.team] : []))
}

for (const seconds of [3, 30, 120]) {
  for (const direction of ['requests', 'answers'] as const) {
    test(`${direction} that are swallowed for ${seconds} seconds around a pick leave it in the log once`, async ({
      page,
      pool,
    }) => {
      const mia = await openWeek(pool)
      await openDashboard(page, mia)
      await choose(page, 'Ace', 'Kansas City Chiefs')
      pool.swallow({ direction })
      await submit(page)
      if (direction === 'requests') await expect.poll(() => pool.heldRequests()).toBeGreaterThan(0)
      else await expect.poll(() => picksInLog(pool)).toEqual(['KC'])
      await pass(page, seconds)
      await expect(card(page)).not.toContainText('✓ Saved')
      if (seconds > 10) {
        await expect(card(page)).toContainText(UNCONFIRMED)
        await expect(bar(page)).toContainText(UNCONFIRMED)
        await expect(page.getByText(/The pool does not answer|Offline/).first()).toBeVisible()
        await expect(page.getByText('Not confirmed yet for Ace: this device keeps trying until the pool answers.')).toBeVisible()
        await expect(page.getByText('tap Submit Pick')).toHaveCount(0)
      }
      pool.release()
      await passUntil(page, () =>
        expect(card(page).getByRole('button', { name: /Kansas City Chiefs \(saved\)/ })).toBeVisible({ timeout: 500 }),
      )
      await expect(bar(page)).toHaveCount(0)
      expect(await picksInLog(pool)).toEqual(['KC'])
    })

    test(`${direction} that are swallowed for ${seconds} seconds around the lock end with what became of the pick`, async ({
      page,
      pool,
      problems,
    }) => {
      problems.allow(/403 \(Forbidden\)/)
      const mia = await openWeek(pool)
      await openDashboard(page, mia)
      // The clock stands, because a busy machine may need longer than the time that is left.
      await pool.setSiteTime(before(seconds / 2), { running: false })
      await choose(page, 'Ace', 'Kansas City Chiefs')
      pool.swallow({ direction })
      await submit(page)
      if (direction === 'requests') await expect.poll(() => pool.heldRequests()).toBeGreaterThan(0)
      else await expect.poll(() => picksInLog(pool)).toEqual(['KC'])
      await pass(page, seconds / 2)
      await pool.setSiteTime(before(-seconds / 2), { running: true })
      await pass(page, seconds / 2)
      pool.release()
      const isSaved = direction === 'answers'
      await passUntil(page, async () => {
        await expect(page.getByRole('region', { name: 'Live Board', exact: true })).toBeVisible({ timeout: 500 })
        await (isSaved
          ? expect(bar(page)).toHaveCount(0, { timeout: 500 })
          : expect(bar(page)).toContainText('Not saved: Picks are locked for this week', { timeout: 500 }))
      })
      expect(await picksInLog(pool)).toEqual(isSaved ? ['KC'] : [])
      // The reveal is complete.
      await (isSaved ? expect(card(page)).toContainText('KC') : expect(card(page)).not.toContainText('KC'))
    })
  }

  test(`live messages that are swallowed for ${seconds} seconds around the lock come to a complete reveal`, async ({
    page,
    pool,
  }) => {
    const mia = await openWeek(pool)
    const rob = await pool.member('Rob Rival')
    const { id } = await rob.api.call('createEntry', { body: { user_id: rob.user.id, name: 'Bolt' } })
    await openDashboard(page, mia)
    pool.swallow({ only: 'live' })
    await rob.api.call('submitPick', { body: { entry_id: id, week_id: 1, team_abbr: 'BUF' } })
    await pass(page, seconds / 2)
    await pool.setSiteTime(before(-30), { running: true })
    await pass(page, seconds / 2)
    // The connection that lost something stays dead; the next one works.
    pool.release()
    await passUntil(page, () =>
      expect(page.getByRole('row').filter({ hasText: 'Bolt' }).first()).toContainText('BUF', { timeout: 500 }),
    )
    await expect(page.getByText(/Offline|does not answer/)).toHaveCount(0)
    // Live messages arrive again.
    await mia.api.call('createEntry', { body: { user_id: mia.user.id, name: 'Later' } })
    await expect(card(page, 'Later')).toBeVisible()
  })
}

test('picks of several entries that are swallowed are each in the log once', async ({ page, pool }) => {
  const mia = await openWeek(pool, 3_600, ['Ace', 'Bolt'])
  await openDashboard(page, mia)
  await choose(page, 'Ace', 'Kansas City Chiefs')
  await choose(page, 'Bolt', 'Buffalo Bills')
  pool.swallow({ direction: 'answers' })
  await bar(page).getByRole('button', { name: 'Submit 2 Picks' }).click()
  await expect.poll(async () => (await picksInLog(pool)).toSorted()).toEqual(['BUF', 'KC'])
  await pass(page, 30)
  await expect(bar(page)).toContainText(UNCONFIRMED)
  pool.release()
  await passUntil(page, () => expect(bar(page)).toHaveCount(0, { timeout: 500 }))
  expect((await picksInLog(pool)).toSorted()).toEqual(['BUF', 'KC'])
})

test('a pick that was sent before its tab was closed is settled by the next visit, also after the lock', async ({
  page,
  pool,
  context,
  problems,
}) => {
  problems.allow(/403 \(Forbidden\)/)
  const mia = await openWeek(pool)
  await openDashboard(page, mia)
  await choose(page, 'Ace', 'Kansas City Chiefs')
  pool.swallow({ direction: 'requests' })
  // Other requests may be held before it.
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/picks'))
  await submit(page)
  await sent
  await expect.poll(() => pool.heldRequests()).toBeGreaterThan(0)
  await page.close()
  await pool.setSiteTime(before(-30), { running: true })
  pool.release()
  const next = await context.newPage()
  await signIn(next, mia)
  await next.goto('/')
  await expect(bar(next)).toContainText('Not saved: Picks are locked for this week')
  await bar(next).getByRole('button', { name: 'Dismiss' }).click()
  await expect(bar(next)).toHaveCount(0)
  expect(await picksInLog(pool)).toEqual([])
})

test('a request that arrives late does not replace the choice that came after it', async ({ page, pool, problems }) => {
  problems.allow(/409 \(Conflict\)/)
  const mia = await openWeek(pool)
  await openDashboard(page, mia)
  await choose(page, 'Ace', 'Kansas City Chiefs')
  pool.swallow({ direction: 'requests', only: 'http' })
  await submit(page)
  await expect.poll(() => pool.heldRequests()).toBeGreaterThan(0)
  await pass(page, 12)
  await expect(card(page)).toContainText(UNCONFIRMED)
  await choose(page, 'Ace', 'Buffalo Bills')
  await submit(page)
  await pass(page, 5)
  pool.release({ late: true })
  await passUntil(page, () =>
    expect(card(page).getByRole('button', { name: /Buffalo Bills \(saved\)/ })).toBeVisible({ timeout: 500 }),
  )
  expect((await picksInLog(pool)).at(-1)).toBe('BUF')
  await expect(bar(page)).toHaveCount(0)
})

test('a sign-in without an answer says so, and is not repeated', async ({ page, pool }) => {
  const mia = await pool.member('Mia Member')
  await page.clock.install()
  await page.goto('/auth')
  await page.getByLabel('Email').fill(mia.email)
  await page.getByLabel('Password', { exact: true }).fill(mia.password)
  const requests: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/auth/login') && requests.push(request.method()))
  pool.swallow()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  // The form's schema may be on its way, and never arrive.
  await passUntil(page, async () => expect(requests).toEqual(['POST']))
  await passUntil(page, () =>
    expect(page.getByRole('alert').first()).toHaveText('Login failed: the pool did not answer', { timeout: 500 }),
  )
  expect(requests).toEqual(['POST'])
  pool.restore()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`${pool.url}/`)
})

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the app opens on a connection that is dead without a word, and follows the pool again afterwards', async ({
    page,
    pool,
  }) => {
    const mia = await openWeek(pool)
    await signIn(page, mia)
    await page.goto('/')
    await expect(card(page)).toBeVisible()
    await expect.poll(() => page.evaluate(async () => (await (await caches.open('app')).match('/')) !== undefined)).toBe(true)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('outlast.views') !== null)).toBe(true)
    pool.swallow()
    await page.goto('/')
    await expect(card(page)).toBeVisible()
    await expect(page.getByText(/^Offline\. This is from .*\d:\d\d/)).toBeVisible()
    pool.release()
    await expect(page.getByText(/^Offline/)).toHaveCount(0)
  })
})
