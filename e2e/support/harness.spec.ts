import { seedHugeSeason } from '@outlast/testing'
import { expectAccessible } from './axe.ts'
import { seedSeason } from './season.ts'
import { signIn } from '@outlast/testing/browser/sign-in'
import { DISPLAY_MODES } from './display-mode.ts'
import { expect, onEachScreen, test } from './test.ts'

/** Runs in a page: returns the status of the server's response, if there is one. */
const health = () =>
  fetch('/healthz', { signal: AbortSignal.timeout(1_000) }).then(
    (response) => response.status,
    () => 'cut off',
  )

/** Runs in a page: opens a live connection and sets the document title when it opens and closes. */
const openSocket = () => {
  const socket = new WebSocket(`ws://${location.host}/socket.io/?EIO=4&transport=websocket`)
  for (const type of ['open', 'close']) socket.addEventListener(type, () => (document.title = type))
}

// The API documentation is served without the app and has no icon.
test.beforeEach(({ problems }) => problems.allow(/404.*\/favicon\.ico/))

test('a test pool has its own admin, members, mailbox and feed', async ({ pool }) => {
  const mia = await pool.member('Mia Member')
  expect([pool.admin.user.is_admin, mia.user.is_admin]).toEqual([true, false])
  expect(await pool.member('Mia Member')).toBe(mia)
  await pool.api().call('requestPasswordReset', { body: { email: mia.email } })
  const { links } = await pool.mail.waitFor(mia.email)
  expect(links[0]).toMatch(`${pool.url}/reset-password?token=`)
  await pool.setSiteTime('2031-09-01T12:00:00.000Z')
  expect(await pool.api().call('getSiteTime')).toMatchObject({ now_iso: '2031-09-01T12:00:00.000Z', running: false })
})

test('pool.cut and pool.restore disconnect and reconnect browsers, also across a restart', async ({ page, pool }) => {
  await page.goto('/api/docs')
  expect(await page.evaluate(health)).toBe(200)
  await page.evaluate(openSocket)
  await expect(page).toHaveTitle('open')
  pool.cut()
  await expect(page).toHaveTitle('close')
  expect(await page.evaluate(health)).toBe('cut off')
  expect(await pool.api().call('health')).toMatchObject({ status: 'ok' })
  pool.restore()
  expect(await page.evaluate(health)).toBe(200)
  pool.swallow()
  expect(await page.evaluate(health)).toBe('cut off')
  pool.restore()
  expect(await page.evaluate(health)).toBe(200)
  await pool.restart()
  expect(await page.evaluate(health)).toBe(200)
  expect((await pool.admin.api.call('me')).is_admin).toBe(true)
})

test('page errors, policy violations and failed requests are recorded as problems', async ({
  page,
  openPage,
  pool,
  problems,
}) => {
  await page.goto('/api/docs')
  await page.evaluate(() => {
    document.body.setAttribute('style', 'color: red')
    document.body.insertAdjacentHTML('beforeend', '<p style="color: red">Not allowed by the policy</p>')
    setTimeout(() => {
      throw new Error('uncaught in test')
    })
  })
  const other = await openPage({ as: pool.admin })
  await other.goto('/api/docs')
  await other.evaluate(() => fetch('/api/nothing'))
  expect(await other.evaluate(() => localStorage.getItem('token'))).toBe(pool.admin.token)
  const kinds = [/Content Security Policy/, /uncaught: .*uncaught in test/, /404.*\/api\/nothing/]
  for (const kind of kinds) await expect.poll(() => problems.unexpected().some((problem) => kind.test(problem))).toBe(true)
  problems.allow(...kinds)
  expect(problems.unexpected()).toEqual([])
})

for (const clock of ['frozen', 'real'] as const) {
  for (const state of ['open', 'locked', 'in-progress', 'final'] as const) {
    test(`seedSeason creates a season whose week is ${state}, with a ${clock} clock`, async ({ pool }) => {
      const season = await seedSeason(pool, { state, clock })
      const query = { season: String(season.seasonYear) }
      const out = (await pool.api().call('getMatrix', { query })).entries.filter((entry) => entry.is_eliminated)
      const expected = season.entries.filter((entry) => entry.isOut)
      expect(new Set(out.map(({ id }) => id))).toEqual(new Set(expected.map(({ id }) => id)))
      const { weeks, current_week, site_time } = await pool.api().call('getPool')
      expect(current_week).toMatchObject({ id: season.current.id, is_locked: state !== 'open' })
      expect(weeks.filter((week) => week.reopenings > 0)).toEqual([])
      expect(site_time === null).toBe(clock === 'real')
      expect([season.overridden !== undefined, season.manuallyEliminated.length]).toEqual([true, 2])
    })
  }
}

test.describe('seedHuge', () => {
  test.use({ poolOptions: { empty: true } })

  test('creates a season of the planned size', async ({ pool }) => {
    const huge = await seedHugeSeason(pool, { entries: 200, users: 40, weeks: 4, revealRows: 100 })
    expect((await pool.api().call('weekReveal', { params: { id: huge.current.id } })).picks).toHaveLength(100)
    const { entries } = await pool.api().call('getMatrix', { query: { season: String(huge.seasonYear) } })
    expect([entries.length, entries.filter((entry) => !entry.is_eliminated).length]).toEqual([200, 100])
    expect((await pool.api().call('login', { body: huge.member })).user.id).toBe(huge.member.user.id)
    await huge.updateGames((game) => (game.status === 'in_progress' ? { ...game, homeScore: 63 } : game))
    const games = await pool.api().call('weekGames', { params: { id: huge.current.id } })
    expect(games.filter((game) => game.home_score === 63).length).toBeGreaterThan(3)
  })
})

test('expectAccessible reports what is wrong with a page', async ({ page }) => {
  await page.goto('/api/docs')
  await expectAccessible(page, { within: 'h1' })
  await page.evaluate(() => document.querySelector('h1')?.append(document.createElement('input')))
  await expect(expectAccessible(page, { within: 'h1' })).rejects.toThrow(/label \(critical\): Form elements must have labels/)
})

onEachScreen((mode) => {
  test('pages open in the display mode', async ({ page, pool }) => {
    await signIn(page, pool.admin)
    await page.goto('/api/docs')
    expect(await page.evaluate(() => [innerWidth, innerHeight])).toEqual([mode.viewport.width, mode.viewport.height])
    expect(await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(mode.colorScheme === 'dark')
    expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(mode.screen === 'phone')
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(pool.admin.token)
  })
}, DISPLAY_MODES)
