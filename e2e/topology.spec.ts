import type { Locator, Page, Route } from '@playwright/test'
import type { LocalFeedGame } from '@outlast/server/feed/local/scoreboard-of'
import type { TopologyServer } from '@outlast/testing/server/restartable-server'
import { bringBack, roll } from '@outlast/testing/server/topology'
import { compareWithLog, isPick, readLog } from '@outlast/testing/log-check'
import { eachOf, numbers } from '@outlast/testing/process/for-each'
import type { Person, Pool } from '@outlast/testing/server/pool'
import { CUT_OFF } from './support/problems.ts'
import { signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { startTraffic, type Traffic, untilAnswered } from './support/traffic.ts'

// Two servers behind nginx, as deploy/ has them, and what members notice when one of them goes.
// No test asserts time: these only end what hangs.
test.use({ poolOptions: { servers: 2 }, actionTimeout: 60_000 })
test.describe.configure({ timeout: 240_000 })

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

const isSaved = (page: Page, entry: string, team: string) =>
  expect(selector(card(page, entry))).toHaveAccessibleName(new RegExp(`^Team for ${entry}: ${team} \\(saved\\)`))

const enter = async ({ api, user }: Person, name: string) =>
  (await untilAnswered((idempotencyKey) => api.call('createEntry', { body: { user_id: user.id, name }, idempotencyKey }))).id

/** An open week, two members, Mia with an entry, and a crowd that picks. */
async function openWeek(pool: Pool) {
  await pool.setSiteTime(DAY_BEFORE)
  const { id: weekId } = await pool.admin.api.call('createWeek', { body: { season_year: SEASON, week_number: 1 } })
  pool.feed.tell({ seasonYear: SEASON, week: 1 }, [game('DAL', 'GB'), game('NYJ', 'BUF'), game('KC', 'LV')])
  await pool.admin.api.call('syncGames', { body: { season_year: SEASON, week_number: 1 } })
  const [mia, otto] = await Promise.all([pool.member('Mia Member'), pool.member('Otto Other')])
  const ace = await enter(mia, 'Ace')
  const crowd = await eachOf(numbers(CROWD), async (index) => {
    const owner = await pool.member(`Fan Number${index}`)
    return { owner, name: `Crowd ${index}`, entryId: await enter(owner, `Crowd ${index}`) }
  })
  return { weekId, mia, otto, ace, crowd }
}

type Week = Awaited<ReturnType<typeof openWeek>>

/** How many live connections a server has. */
async function viewersOf({ port }: TopologyServer): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return Number(/^outlast_sockets (\d+)$/m.exec(text)?.[1])
}

/** Everybody is told of something that happens now. Says how long it took since a moment, without demanding a time. */
async function allHear(pool: Pool, pages: readonly Page[], entries: number, since: number, what: string): Promise<void> {
  await enter(pool.admin, `Marker ${entries}`)
  const took = await Promise.all(
    pages.map(async (page) => {
      await expect(week(page)).toContainText(`of ${entries} entries have picked`, { timeout: 60_000 })
      return performance.now() - since
    }),
  )
  const description = `${what}: every viewer was live again after ${(Math.max(...took) / 1000).toFixed(1)} s`
  test.info().annotations.push({ type: 'measured', description })
  console.log(`  ${description}`)
}

/** Nothing is lost, nothing is doubled, and after the lock everybody sees the same. */
async function sameForAll(pool: Pool, pages: readonly Page[], { crowd, ace }: Week, traffic: Traffic, aces: readonly string[]) {
  await traffic.stop()
  const log = await readLog(pool.connectionString)
  const ofAce = log.events.filter(isPick).filter(({ data }) => data.entryId === ace)
  expect(ofAce.map(({ data }) => data.team)).toEqual(aces)
  const others = { ...log, events: log.events.filter((event) => !isPick(event) || event.data.entryId !== ace) }
  for (const { what, found } of compareWithLog(others, traffic.acknowledged)) expect(`${what}: ${found}`).toBe(`${what}: 0`)
  expect(traffic.failedReads).toEqual([])
  await pool.setSiteTime(LOCK)
  for (const page of pages) {
    await expect(week(page)).toContainText('All picks are revealed.')
    await expect(revealed(page, 'Ace')).toContainText(aces.at(-1) ?? '')
    for (const { name, entryId } of crowd) {
      const last = traffic.acknowledged.findLast((one) => one.entryId === entryId)
      await expect(revealed(page, name)).toContainText(last?.team ?? 'no pick was acknowledged')
    }
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  }
}

/** The same board in three browsers, none of which is to be loaded again. */
async function openPages(pool: Pool, { mia, otto }: Week, page: Page, openPage: (as: { as: Person }) => Promise<Page>) {
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

test('a server is killed while members pick and watch, then the other one', async ({ page, pool, openPage }) => {
  const given = await openWeek(pool)
  const pages = await openPages(pool, given, page, openPage)
  const traffic = startTraffic(pool, given.crowd, given.weekId, TEAMS)
  await traffic.more(30)
  const [first, second] = await busiestFirst(pool.servers)

  await test.step('the first one goes with the answer to a pick that it took', async () => {
    let killedAt = 0
    const answerIsLost = async (route: Route): Promise<void> => {
      await route.fetch()
      killedAt = performance.now()
      await first.kill()
      await route.abort('connectionreset')
    }
    await page.route('**/api/picks', answerIsLost, { times: 1 })
    await pick(page, 'Ace', 'Dallas Cowboys')
    await isSaved(page, 'Ace', 'Dallas Cowboys')
    await allHear(pool, pages, CROWD + 2, killedAt, 'killed')
    await traffic.more(30)
    await bringBack(first)
  })

  await test.step('the second one goes with every viewer', async () => {
    expect(await viewersOf(second)).toBe(pages.length)
    const killedAt = performance.now()
    await Promise.all([second.kill(), pick(page, 'Ace', 'Kansas City Chiefs')])
    await isSaved(page, 'Ace', 'Kansas City Chiefs')
    await allHear(pool, pages, CROWD + 3, killedAt, 'the other one killed')
    await traffic.more(30)
    await bringBack(second)
  })

  await sameForAll(pool, pages, given, traffic, ['DAL', 'KC'])
})

test('every server is started anew, one after the other, while members pick and watch', async ({ page, pool, openPage }) => {
  const given = await openWeek(pool)
  const pages = await openPages(pool, given, page, openPage)
  const traffic = startTraffic(pool, given.crowd, given.weekId, TEAMS)
  await traffic.more(30)
  const [, second] = pool.servers
  const rolled = roll(pool)
  await pick(page, 'Ace', 'Dallas Cowboys')
  await isSaved(page, 'Ace', 'Dallas Cowboys')
  await second?.ended
  const wentAt = performance.now()
  await pick(page, 'Ace', 'Green Bay Packers')
  await isSaved(page, 'Ace', 'Green Bay Packers')
  await allHear(pool, pages, CROWD + 2, wentAt, 'rolled')
  await rolled
  await traffic.more(30)
  console.log(`  rolled: ${traffic.resent} of ${traffic.acknowledged.length} picks were sent again`)
  await sameForAll(pool, pages, given, traffic, ['DAL', 'GB'])
})

/** The server with the most viewers first: that one is missed. */
async function busiestFirst(servers: readonly TopologyServer[]): Promise<readonly [TopologyServer, TopologyServer]> {
  const counted = await Promise.all(servers.map(async (server) => ({ server, viewers: await viewersOf(server) })))
  const [first, second] = counted.toSorted((a, b) => b.viewers - a.viewers)
  if (first === undefined || second === undefined || first.viewers === 0) throw new Error('Nobody watches on any server')
  return [first.server, second.server]
}
