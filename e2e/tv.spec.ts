import type { Page } from '@playwright/test'
import type { BrowserPool } from '@outlast/testing'
import { expectAccessible } from './support/axe.ts'
import { lockWeek } from './support/locked-week.ts'
import { readQrCode } from './support/qr-code.ts'
import { expect, test } from './support/test.ts'
import { faultsOf, textBoxes } from './support/text-boxes.ts'

const SCREENS = [
  { name: '1080p', width: 1920, height: 1080, minSize: 48 },
  { name: '4K', width: 3840, height: 2160, minSize: 96 },
] as const

test.use({ viewport: { width: 1920, height: 1080 } })

const GAMES = [
  ['DAL', 'GB'],
  ['NYJ', 'BUF'],
  ['KC', 'LV'],
  ['SEA', 'SF'],
] as const

/** All 32 teams. */
const ALL_GAMES = [
  ...GAMES,
  ['ARI', 'ATL'],
  ['BAL', 'CAR'],
  ['CHI', 'CIN'],
  ['CLE', 'DEN'],
  ['DET', 'HOU'],
  ['IND', 'JAX'],
  ['LAC', 'LAR'],
  ['MIA', 'MIN'],
  ['NE', 'NO'],
  ['NYG', 'PHI'],
  ['PIT', 'TB'],
  ['TEN', 'WSH'],
] as const

/** Twenty picks on Dallas and one or two on others: 5 % of the 25 are 1.25 entries. */
const PICKS = {
  Mia: Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`Anchor ${index + 1}`, 'DAL'])),
  Otto: { 'Comets United': 'NYJ', 'Dodos United': 'GB', 'Eagles United': 'KC' },
  Zoe: { 'Long Entry 2': 'BUF', 'Long Entry 10': 'BUF' },
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const dots = (page: Page) => page.locator('[class*="dots"] > span')

/** Opens the screen with a clock that the test moves. */
async function openScreen(page: Page, path = '/tv'): Promise<void> {
  await page.clock.install()
  await page.goto(path)
  await expect(heading(page)).not.toHaveText('Connecting…')
}

/** The size of the largest letters. */
const largestSize = (page: Page): Promise<string> =>
  page.locator('main').evaluate((main) => {
    const texts = [...main.querySelectorAll('*')].filter(({ childNodes }) =>
      [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== ''),
    )
    return `${Math.max(...texts.map((element) => Number.parseFloat(getComputedStyle(element).fontSize)))}px`
  })

async function expectNoFaults(page: Page, screen: (typeof SCREENS)[number], message?: string): Promise<void> {
  const boxes = await textBoxes(page)
  expect(boxes.length).toBeGreaterThan(2)
  expect(faultsOf(boxes, screen), message).toEqual([])
}

test.describe('every scene is readable', () => {
  /** Measures a scene on both screens. */
  async function expectReadable(page: Page, scene: string, title: string | RegExp): Promise<void> {
    await page.goto(`/tv?scene=${scene}`)
    await expect(heading(page)).toHaveText(title)
    for (const screen of SCREENS) {
      await page.setViewportSize({ width: screen.width, height: screen.height })
      await page.evaluate(() => document.fonts.ready)
      await expectNoFaults(page, screen, `${scene} at ${screen.name}`)
      await page.screenshot({ path: test.info().outputPath(`${scene}-${screen.name}.png`) })
    }
    await page.setViewportSize({ width: 1920, height: 1080 })
    await expectAccessible(page)
  }

  /** An entry for each team, with names as long as the pool allows. */
  const long = (number: number): string => `Wonderful Weekend Warriors of Westwood ${String(number).padStart(2, '0')}`.slice(-40)
  const longPicks = (): Record<string, Record<string, string>> => {
    const teams = ALL_GAMES.flat()
    const people = ['Maximiliana', 'Bartholomew', 'Wilhelmina', 'Montgomery']
    return Object.fromEntries(
      people.map((name, person) => [
        name,
        Object.fromEntries(teams.slice(person * 8, person * 8 + 8).map((team, index) => [long(person * 8 + index), team])),
      ]),
    )
  }

  test('at 1080p and 4K, with 32 teams and long names, from the lock to the champion and before the next lock', async ({
    page,
    pool,
  }) => {
    test.slow()
    await pool.admin.api.call('updateClub', {
      body: { name: 'Worshipful Association of Football Forecasters of West Wolverhampton and Wolds'.slice(0, 80) },
    })
    const week = await lockWeek(pool, ALL_GAMES, longPicks())
    await expectReadable(page, 'reveal', 'Week 1: the picks are open')
    await expect(page.getByRole('list', { name: 'Picks by team' }).getByRole('listitem')).toHaveCount(31)
    await expectReadable(page, 'survivors', 'Still alive')
    await week.play('NYJ', 17, 17, '1:01 - 4th')
    await week.play('KC', 3, 10, '12:34 - 3rd')
    await expectReadable(page, 'games', 'Most at stake')
    await expectReadable(page, 'distribution', 'Who took whom')
    for (const [index, [away]] of ALL_GAMES.entries()) await week.finish(away, index === 3 ? 20 : 3, 20)
    await expectReadable(page, 'out', '17 entries out in week 1')
    await expectReadable(page, 'summary', 'What week 1 did')
    await expectReadable(page, 'curve', 'The season so far')

    const { id } = await pool.admin.api.call('createWeek', { body: { season_year: 2026, week_number: 2 } })
    await pool.admin.api.call('setCurrentWeek', { body: { week_id: id } })
    await expectReadable(page, 'countdown', 'Week 2 locks in')
    await expectReadable(page, 'join', 'Join or pick')
    await pool.admin.api.call('setCurrentWeek', { body: { week_id: week.id } })
    await leave(pool, 10)
    await expectReadable(page, 'survivors', '10 of 32 still alive')
    await leave(pool, 3)
    await expectReadable(page, 'survivors', '3 of 32 still alive')
    await leave(pool, 1)
    await expectReadable(page, 'champion', 'Champion')
  })

  test('also with the line that says that site time is overridden', async ({ page, pool }) => {
    const week = await lockWeek(pool, ALL_GAMES, longPicks())
    await week.play('NYJ', 17, 17, '1:01 - 4th')
    await week.finish('KC', 3, 20)
    await pool.setSiteTime('2031-09-07T16:30:00.000Z')
    await expectReadable(page, 'reveal', 'Week 1: the picks are open')
    await expectReadable(page, 'games', 'Most at stake')
    await expectReadable(page, 'distribution', 'Who took whom')
    await expectReadable(page, 'survivors', 'Still alive')
    await expect(page.getByText('Site time is overridden: Sun, Sep 7, 12:30 PM ET, frozen.')).toBeVisible()
    await pool.setSiteTime(null)
    await expect(page.getByText('Site time')).toHaveCount(0)
  })

  /** Eliminates entries by hand until as many are alive. */
  async function leave(pool: BrowserPool, count: number): Promise<void> {
    const entries = await pool.admin.api.call('adminListEntries')
    const alive = entries.filter(({ is_eliminated }) => !is_eliminated)
    for (const { id } of alive.slice(count)) {
      await pool.admin.api.call('adminUpdateEntry', { params: { id }, body: { is_eliminated: true } })
    }
  }
})

test.describe('the rotation', () => {
  test('changes the scene every 12 seconds, steps with the arrow keys, and holds with space', async ({ page, pool }) => {
    await lockWeek(pool, GAMES, PICKS)
    await openScreen(page)
    await expect(heading(page)).toHaveText('Week 1: the picks are open')
    await expect(dots(page)).toHaveCount(4)
    await page.clock.runFor(12_500)
    await expect(heading(page)).toHaveText('Still alive')
    await page.keyboard.press('ArrowRight')
    await expect(heading(page)).toHaveText('Most at stake')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect(heading(page)).toHaveText('Week 1: the picks are open')
    await page.keyboard.press(' ')
    await expect(page.getByText('On hold · Week 1')).toBeVisible()
    await page.clock.runFor(60_000)
    await expect(heading(page)).toHaveText('Week 1: the picks are open')
    await page.keyboard.press(' ')
    await page.clock.runFor(12_500)
    await expect(heading(page)).toHaveText('Still alive')
  })

  test('stays on the scene of the address', async ({ page, pool }) => {
    const week = await lockWeek(pool, GAMES, PICKS)
    await openScreen(page, '/tv?scene=survivors')
    await expect(heading(page)).toHaveText('Still alive')
    await expect(dots(page)).toHaveCount(0)
    await page.clock.runFor(60_000)
    await week.finish('DAL', 3, 20)
    await expect(heading(page)).toHaveText('5 of 25 still alive')
    await expect(page.getByRole('list', { name: 'Still alive' }).getByRole('listitem')).toHaveCount(5)
  })

  test('is interrupted by an elimination of more than 5 % of the pool, and goes on after it', async ({ page, pool }) => {
    const week = await lockWeek(pool, GAMES, PICKS)
    await openScreen(page)
    await week.finish('KC', 3, 20)
    await expect(heading(page)).toHaveText('Still alive')
    await expect(page.getByTestId('falling-number')).toHaveText('24')
    await week.finish('DAL', 3, 20)
    await expect(heading(page)).toHaveText('20 entries go out')
    await expect(page.getByText('DAL 3–20 GB', { exact: true }).first()).toBeVisible()
    await expect(page.getByText('24 → 4 still in')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Out', exact: true }).getByRole('listitem').first()).toContainText('Anchor 1')
    // Twelve names at a time, and nothing larger than they are.
    expect(await largestSize(page)).toBe('64px')
    await expect(page.getByText('Mia Member').first()).toHaveCSS('font-size', '64px')
    await expectNoFaults(page, SCREENS[0])
    await page.screenshot({ path: test.info().outputPath('elimination.png') })
    await expectAccessible(page)
    await page.clock.runFor(5_500)
    await expect(page.getByRole('list', { name: 'Out', exact: true }).getByRole('listitem').last()).toContainText('Anchor 20')
    await page.clock.runFor(12_500)
    await expect(heading(page)).not.toHaveText('20 entries go out')
  })

  test('names the game of each of those that go out when two games end in one message', async ({ page, pool }) => {
    const week = await lockWeek(pool, GAMES, PICKS)
    await openScreen(page)
    await week.finishAll([
      ['NYJ', 3, 20],
      ['KC', 3, 20],
    ])
    const out = page.getByRole('list', { name: 'Out', exact: true })
    await expect(heading(page)).toHaveText('2 entries go out')
    await expect(page.getByText('NYJ 3–20 BUF')).toBeVisible()
    await expect(out).toHaveText('Otto MemberComets United')
    await page.clock.runFor(5_500)
    await expect(page.getByText('KC 3–20 LV')).toBeVisible()
    await expect(out).toHaveText('Otto MemberEagles United')
  })

  test('says at once who is back after a correction', async ({ page, pool }) => {
    const week = await lockWeek(pool, GAMES, PICKS)
    await openScreen(page)
    await week.finish('KC', 3, 20)
    await expect(page.getByTestId('falling-number')).toHaveText('24')
    await week.finish('KC', 21, 20)
    await expect(heading(page)).toHaveText('1 entry is back')
    await expect(page.getByText('Score corrected: KC 21–20 LV')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Back', exact: true })).toHaveText('Otto MemberEagles United')
    await expectNoFaults(page, SCREENS[0])
    await page.screenshot({ path: test.info().outputPath('back.png') })
  })

  test('is interrupted by a lead that changes in the last two minutes, and by no earlier one', async ({ page, pool }) => {
    const week = await lockWeek(pool, GAMES, PICKS)
    await openScreen(page)
    await week.play('NYJ', 7, 3, '8:00 - 2nd')
    await week.play('NYJ', 7, 10, '7:00 - 2nd')
    await week.play('DAL', 7, 3, '2:40 - 4th')
    await page.keyboard.press('ArrowRight')
    // Two scores that arrive together are one change.
    await expect(page.getByText('7–3', { exact: true })).toBeVisible()
    await week.play('DAL', 7, 10, '1:12 - 4th')
    // Both scores are of one minute, of which only the last one is a moment: it changes no lead.
    await expect(heading(page)).toHaveText('GB take the lead')
    await expect(page.getByText('7–10')).toBeVisible()
    await expect(page.getByText('20 entries go out if this stands')).toBeVisible()
    await expectNoFaults(page, SCREENS[0])
    await page.screenshot({ path: test.info().outputPath('lead.png') })
    // What was put on the screen stays whole until it is over.
    await week.play('DAL', 10, 10, '0:08 - 4th')
    await expect(page.getByText('7–10')).toBeVisible()
    await page.clock.runFor(12_500)
    await expect(heading(page)).toHaveText('All level, and a tie is a loss')
    await page.clock.runFor(12_500)
    await expect(heading(page)).not.toHaveText('All level, and a tie is a loss')
  })
})

test.describe('before the lock', () => {
  /** An open week with one pick, and an entry without. */
  async function openWeek(pool: BrowserPool): Promise<void> {
    await pool.setSiteTime('2026-09-10T12:00:00.000Z')
    const { id } = await pool.admin.api.call('createWeek', { body: { season_year: 2026, week_number: 1 } })
    const mia = await pool.member('Mia Member')
    for (const name of ['Anchors', 'Badgers']) {
      const entry = await mia.api.call('createEntry', { body: { user_id: mia.user.id, name } })
      if (name === 'Anchors') await mia.api.call('submitPick', { body: { entry_id: entry.id, week_id: id, team_abbr: 'KC' } })
    }
  }

  test('the screen shows the countdown, how many have picked, and a QR code, and nothing of the pick', async ({ page, pool }) => {
    await openWeek(pool)
    await openScreen(page)
    await expect(heading(page)).toHaveText('Week 1 locks in')
    await expect(page.getByRole('timer')).toHaveText('3days4hours')
    await expect(page.getByText('1 of 2 entries have picked')).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(heading(page)).toHaveText('Join or pick')
    const blank = await page.context().newPage()
    expect(await readQrCode(page.getByRole('img', { name: /^QR code/ }), blank)).toBe(`${pool.url}/`)
    for (const scene of ['reveal', 'distribution', 'games', 'survivors', 'out']) {
      await page.goto(`/tv?scene=${scene}`)
      await expect(heading(page)).toHaveText('Week 1 locks in')
      await expect(page.locator('main')).not.toContainText(/KC|Kansas|Anchors/)
    }
  })

  test('the last two minutes belong to the countdown, and the screen follows at once when site time is cleared', async ({
    page,
    pool,
  }) => {
    await openWeek(pool)
    await openScreen(page, '/tv')
    await page.keyboard.press('ArrowRight')
    await expect(heading(page)).toHaveText('Join or pick')
    await pool.setSiteTime('2026-09-13T15:58:30.000Z')
    await expect(heading(page)).toHaveText('Week 1 locks in')
    await expect(page.getByRole('timer')).toHaveText('1:30')
    await expect(dots(page)).toHaveCount(0)
    await expect(page.getByText('have picked')).toHaveCount(0)
    await page.screenshot({ path: test.info().outputPath('last-seconds.png') })
    await pool.setSiteTime('2026-09-10T12:00:00.000Z')
    await expect(page.getByRole('timer')).toHaveText('3days4hours')
  })

  test('the lock opens the reveal, from the rarest team to the most popular', async ({ page, pool }) => {
    await openWeek(pool)
    await openScreen(page)
    await expect(heading(page)).toHaveText('Week 1 locks in')
    await pool.setSiteTime('2026-09-13T16:00:10.000Z')
    await pool.admin.api.call('currentWeek')
    await expect(heading(page)).toHaveText('Week 1: the picks are open')
    await expect(page.getByText('1 without a pick')).toBeVisible()
    await expect(page.getByText('of you took the Chiefs')).toBeVisible()
  })
})

test('when the connection is lost, the last state stays with its age, and continues afterwards', async ({ page, pool }) => {
  const week = await lockWeek(pool, GAMES, PICKS)
  await page.goto('/tv?scene=survivors')
  await expect(page.getByTestId('falling-number')).toHaveText('25')
  pool.cut()
  await expect(page.getByText(/^As of \d\d:\d\d:\d\d, no connection$/)).toBeVisible()
  await expect(page.getByTestId('falling-number')).toHaveText('25')
  await expectNoFaults(page, SCREENS[0])
  await week.finish('DAL', 3, 20)
  pool.restore()
  await expect(heading(page)).toHaveText('5 of 25 still alive')
  await expect(page.getByText(/no connection/)).toHaveCount(0)
})

test('an admin chooses scenes and initials, and the screen follows at once', async ({ page, pool, openPage }) => {
  const week = await lockWeek(pool, GAMES, PICKS)
  await week.finish('NYJ', 3, 20)
  await openScreen(page)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(heading(page)).toHaveText('1 entry out in week 1')
  await expect(page.getByRole('list', { name: 'Out', exact: true })).toContainText('Comets United')
  const admin = await openPage({ as: pool.admin })
  await admin.goto('/admin/club')
  const card = admin.getByRole('region', { name: 'Clubhouse screen', exact: true })
  await card.getByText('Initials').click()
  await card.getByRole('button', { name: 'Save Clubhouse Screen' }).click()
  await expect(page.getByRole('list', { name: 'Out', exact: true })).toContainText('C. U.')
  await expect(page.locator('main')).not.toContainText('Comets')
  await card.getByLabel('Who went out').uncheck()
  await card.getByLabel('Games with most at stake').uncheck()
  await card.getByRole('button', { name: 'Save Clubhouse Screen' }).click()
  await expect(dots(page)).toHaveCount(2)
  await expect(heading(page)).toHaveText('Still alive')
})

test('the screen has no chrome, and its full-screen button appears when the pointer moves', async ({ page, pool }) => {
  await lockWeek(pool, GAMES, PICKS)
  await openScreen(page)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  const button = page.getByRole('button', { name: 'Full screen' })
  await expect(button).toHaveCSS('opacity', '0')
  await page.mouse.move(400, 400)
  await page.mouse.move(420, 420)
  await expect(button).toHaveCSS('opacity', '1')
  await page.clock.runFor(3_500)
  await expect(button).toHaveCSS('opacity', '0')
})

test('the picture shifts by 2 px each minute, and the display stays awake', async ({ page, pool }) => {
  await lockWeek(pool, GAMES, PICKS)
  await page.addInitScript(() => {
    const request = (type: string): Promise<{ release: () => Promise<void> }> => {
      document.documentElement.dataset.wakeLock = type
      return Promise.resolve({ release: () => Promise.resolve() })
    }
    Object.defineProperty(navigator, 'wakeLock', { value: { request } })
  })
  await openScreen(page, '/tv?scene=survivors')
  await expect(page.locator('html')).toHaveAttribute('data-wake-lock', 'screen')
  const place = async () => (await heading(page).boundingBox())!
  const before = await place()
  await page.clock.runFor(60_500)
  await expect.poll(async () => (await place()).x - before.x).toBe(2)
  await page.clock.runFor(60_000)
  await expect.poll(async () => (await place()).y - before.y).toBe(2)
})

test('the screen works without what browsers learned in the last five years', async ({ page, pool }) => {
  await page.addInitScript(() => {
    const remove = (target: object, ...names: readonly string[]): void => {
      for (const name of names) Reflect.deleteProperty(target, name)
    }
    remove(Array.prototype, 'at', 'findLast', 'findLastIndex', 'toSorted', 'toReversed', 'toSpliced', 'with')
    remove(String.prototype, 'at', 'isWellFormed', 'toWellFormed')
    remove(Object, 'hasOwn', 'groupBy')
    remove(Map, 'groupBy')
    remove(Promise, 'withResolvers', 'try')
    remove(Array, 'fromAsync')
    remove(AbortSignal, 'any', 'timeout')
    remove(globalThis, 'structuredClone')
    remove(Set.prototype, 'union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom')
  })
  const week = await lockWeek(pool, GAMES, PICKS)
  await page.goto('/tv?scene=games')
  await expect(heading(page)).toHaveText('Most at stake')
  for (const [away] of GAMES) await week.finish(away, 3, 20)
  for (const [scene, title] of [
    ['reveal', 'Week 1: the picks are open'],
    ['survivors', '3 of 25 still alive'],
    ['out', '22 entries out in week 1'],
    ['distribution', 'Who took whom'],
    ['summary', 'What week 1 did'],
    ['curve', 'The season so far'],
  ] as const) {
    await page.goto(`/tv?scene=${scene}`)
    await expect(heading(page)).toHaveText(title)
  }
})
