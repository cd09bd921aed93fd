import type { Locator, Page, Route } from '@playwright/test'
import type { LocalFeedGame } from '@outlast/server/feed/local/scoreboard-of'
import {
  type BrowserPool,
  compareWithLog,
  forEachConcurrently,
  isPick,
  type Person,
  range,
  readLog,
  readMetric,
  restartOneByOne,
  restartServer,
  type ServerProcess,
  Traffic,
} from '@outlast/testing'
import { CUT_OFF } from './support/problems.ts'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expect, test } from './support/test.ts'
import { sendUntilAnswered } from './support/retry.ts'

// Two servers behind nginx, as in deploy/, and what members notice when one of them stops.
// No test asserts a duration; the timeouts only end a hanging test.
test.use({ poolOptions: { servers: 2 }, actionTimeout: 60_000 })

const SEASON = 2026
const LOCK = '2026-09-13T16:00:00.000Z'
const DAY_BEFORE = '2026-09-12T16:00:00.000Z'
const TEAMS = ['KC', 'DAL', 'GB', 'NYJ', 'BUF', 'LV']
const CROWD = 6

function game(away: string, home: string): LocalFeedGame {
  const scheduled = { status: 'scheduled', homeScore: null, awayScore: null, detail: null } as const
  return {
    espnId: `1${away}`,
    away,
    home,
    kickoff: '2026-09-13T17:00:00.000Z',
    kickoffKnown: true,
    ...scheduled,
  } as LocalFeedGame
}

const card = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true })
const button = (within: Locator | Page, name: string): Locator => within.getByRole('button', { name, exact: true })
const selector = (within: Locator): Locator => within.getByRole('button', { name: /^Team for / })
const week = (page: Page): Locator => page.getByRole('region', { name: /Week \d/ })
const revealed = (page: Page, entry: string): Locator =>
  page.getByRole('table', { name: 'Picks and results', exact: true }).getByRole('row').filter({ hasText: entry })

async function pick(page: Page, entry: string, team: string): Promise<void> {
  await selector(card(page, entry)).click()
  await button(page.getByRole('dialog'), team).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await button(card(page, entry), 'Submit Pick').click()
}

const expectSaved = (page: Page, entry: string, team: string) =>
  expect(selector(card(page, entry))).toHaveAccessibleName(new RegExp(`^Team for ${entry}: ${team} \\(saved\\)`))

const createEntry = async ({ api, user }: Person, name: string) =>
  (await sendUntilAnswered((idempotencyKey) => api.call('createEntry', { body: { user_id: user.id, name }, idempotencyKey }))).id

/** Creates an open week, two members, an entry of Mia's, and a crowd with entries. */
async function createOpenWeek(pool: BrowserPool) {
  await pool.setSiteTime(DAY_BEFORE)
  const { id: weekId } = await pool.admin.api.call('createWeek', { body: { season_year: SEASON, week_number: 1 } })
  pool.feed.setGames({ seasonYear: SEASON, week: 1 }, [game('DAL', 'GB'), game('NYJ', 'BUF'), game('KC', 'LV')])
  await pool.admin.api.call('syncGames', { body: { season_year: SEASON, week_number: 1 } })
  const [mia, otto] = await Promise.all([pool.member('Mia Member'), pool.member('Otto Other')])
  const ace = await createEntry(mia, 'Ace')
  const crowd = await forEachConcurrently(range(CROWD), async (index) => {
    const owner = await pool.member(`Fan Number${index}`)
    return { owner, name: `Crowd ${index}`, entryId: await createEntry(owner, `Crowd ${index}`) }
  })
  return { weekId, mia, otto, ace, crowd }
}

type Week = Awaited<ReturnType<typeof createOpenWeek>>

/** Returns how many live connections a server has. */
const viewersOf = ({ url }: ServerProcess): Promise<number> => readMetric(url, 'outlast_sockets')

/**
 * Lets every member of the crowd pick repeatedly, and a visitor read the pool.
 * @param readsAgain whether a read that is refused with a 503 and Retry-After is sent once more, as clients do
 */
function startTraffic(
  pool: BrowserPool,
  { crowd, weekId }: Pick<Week, 'crowd' | 'weekId'>,
  { readsAgain = false } = {},
): Traffic {
  const members = crowd.map(({ owner, entryId }) => ({ token: owner.token, entryIds: [entryId] }))
  const options = { url: () => pool.url, members, weekId, picksPerSecond: 100, reads: ['/api/pool'], readsAgain, teams: TEAMS }
  const traffic = new Traffic(options)
  traffic.start()
  return traffic
}

/** Waits until every page shows a new entry, and reports how long that took since `since` without asserting a limit. */
async function expectAllLive(
  pool: BrowserPool,
  pages: readonly Page[],
  entries: number,
  since: number,
  label: string,
): Promise<void> {
  await createEntry(pool.admin, `Marker ${entries}`)
  const took = await Promise.all(
    pages.map(async (page) => {
      await expect(week(page)).toContainText(`of ${entries} entries have picked`)
      return performance.now() - since
    }),
  )
  const description = `${label}: every viewer was live again after ${(Math.max(...took) / 1000).toFixed(1)} s`
  test.info().annotations.push({ type: 'measured', description })
  console.log(`  ${description}`)
}

/** Expects that no pick was lost or doubled, and that every page shows the same picks after the lock. */
async function expectConsistentPicks(
  pool: BrowserPool,
  pages: readonly Page[],
  { crowd, ace }: Week,
  traffic: Traffic,
  aces: readonly string[],
) {
  await traffic.stop()
  const log = await readLog(pool.connectionString)
  const acePicks = log.events.filter(isPick).filter(({ data }) => data.entryId === ace)
  expect(acePicks.map(({ data }) => data.team)).toEqual(aces)
  const others = { ...log, events: log.events.filter((event) => !isPick(event) || event.data.entryId !== ace) }
  expect(compareWithLog(others, traffic.acknowledged)).toEqual({ lost: [], duplicated: [], chainProblems: [] })
  expect(traffic.unexpectedResponses).toEqual([])
  expect(traffic.failedReads).toEqual([])
  await pool.setSiteTime(LOCK)
  for (const page of pages) {
    await expect(week(page)).toContainText('All picks are revealed.')
    await expect(revealed(page, 'Ace')).toContainText(aces.at(-1) ?? '')
    for (const { name, entryId } of crowd) {
      const last = traffic.acknowledged.findLast((pick) => pick.entryId === entryId)
      await expect(revealed(page, name)).toContainText(last?.team ?? 'no pick was acknowledged')
    }
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  }
}

/** Opens the dashboard in three browsers. None of them may load again. */
async function openPages(pool: BrowserPool, { mia, otto }: Week, page: Page, openPage: (as: { as: Person }) => Promise<Page>) {
  await signIn(page, mia)
  const pages = [page, await openPage({ as: otto }), await openPage({ as: pool.admin })]
  for (const one of pages) {
    await one.goto('/')
    await expect(week(one)).toContainText('entries have picked')
    await one.evaluate(() => Object.assign(window, { sameDocument: true }))
  }
  return pages
}

test.beforeEach(({ problems }) => problems.allow(...CUT_OFF, /status of 50[234]/))

test('killing each of two servers in turn loses no pick and reconnects every viewer', async ({ page, pool, openPage }) => {
  const setup = await createOpenWeek(pool)
  const pages = await openPages(pool, setup, page, openPage)
  const traffic = startTraffic(pool, setup, { readsAgain: true })
  await traffic.waitForPicks(30)
  const [first, second] = await sortByViewers(pool.servers)

  await test.step('kill the first server before it answers a pick', async () => {
    let killedAt = 0
    const loseResponse = async (route: Route): Promise<void> => {
      await route.fetch()
      killedAt = performance.now()
      await first.kill()
      await route.abort('connectionreset')
    }
    await page.route('**/api/picks', loseResponse, { times: 1 })
    await pick(page, 'Ace', 'Dallas Cowboys')
    await expectSaved(page, 'Ace', 'Dallas Cowboys')
    await expectAllLive(pool, pages, CROWD + 2, killedAt, 'killed')
    await traffic.waitForPicks(30)
    await restartServer(first)
  })

  await test.step('kill the second server with all viewers', async () => {
    expect(await viewersOf(second)).toBe(pages.length)
    const killedAt = performance.now()
    await Promise.all([second.kill(), pick(page, 'Ace', 'Kansas City Chiefs')])
    await expectSaved(page, 'Ace', 'Kansas City Chiefs')
    await expectAllLive(pool, pages, CROWD + 3, killedAt, 'the other one killed')
    await traffic.waitForPicks(30)
    await restartServer(second)
  })

  await expectConsistentPicks(pool, pages, setup, traffic, ['DAL', 'KC'])
})

test('a rolling restart loses no pick and reconnects every viewer', { tag: '@long' }, async ({ page, pool, openPage }) => {
  const setup = await createOpenWeek(pool)
  const pages = await openPages(pool, setup, page, openPage)
  const traffic = startTraffic(pool, setup)
  await traffic.waitForPicks(30)
  const [, second] = pool.servers
  const rollingRestart = restartOneByOne(pool.servers)
  await pick(page, 'Ace', 'Dallas Cowboys')
  await expectSaved(page, 'Ace', 'Dallas Cowboys')
  await second?.exited
  const stoppedAt = performance.now()
  await pick(page, 'Ace', 'Green Bay Packers')
  await expectSaved(page, 'Ace', 'Green Bay Packers')
  await expectAllLive(pool, pages, CROWD + 2, stoppedAt, 'rolling restart')
  await rollingRestart
  await traffic.waitForPicks(30)
  console.log(`  rolling restart: ${traffic.retried} of ${traffic.acknowledged.length} picks were sent again`)
  await expectConsistentPicks(pool, pages, setup, traffic, ['DAL', 'GB'])
})

/** Sorts the servers by viewers, most first. */
async function sortByViewers(servers: readonly ServerProcess[]): Promise<readonly [ServerProcess, ServerProcess]> {
  const counted = await Promise.all(servers.map(async (server) => ({ server, viewers: await viewersOf(server) })))
  const [first, second] = counted.toSorted((a, b) => b.viewers - a.viewers)
  if (first === undefined || second === undefined || first.viewers === 0) throw new Error('No server has viewers')
  return [first.server, second.server]
}
