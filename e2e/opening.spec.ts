import type { Locator, Page } from '@playwright/test'
import type { LocalFeedGame } from '@outlast/server/feed/local/scoreboard-of'
import type { BrowserPool, Person } from '@outlast/testing'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expect, test } from './support/test.ts'

const SEASON = 2026
const LOCK = '2026-09-13T16:00:00.000Z'
const LATER = '2026-09-13T20:00:00.000Z'
const beforeLock = (seconds: number) => new Date(Date.parse(LOCK) - seconds * 1000).toISOString()

const GAMES = ['ATL-TB', 'KC-LV', 'SEA-SF', 'NYJ-BUF'].map((teams, i): LocalFeedGame => {
  const [away = '', home = ''] = teams.split('-')
  const state = { status: 'scheduled', homeScore: null, awayScore: null, detail: null } as const
  return { espnId: `9${i}`, away, home, kickoff: '2026-09-13T17:00:00.000Z', kickoffKnown: true, ...state } as LocalFeedGame
})

interface OpenWeek {
  readonly id: number
  readonly mia: Person
  readonly rob: Person
}

/** An open week 1: four entries took the Falcons, two the Chiefs, one the Bills, one nothing. */
async function openWeek(pool: BrowserPool): Promise<OpenWeek> {
  await pool.setSiteTime(beforeLock(86_400))
  const { id } = await pool.admin.api.call('createWeek', { body: { season_year: SEASON, week_number: 1 } })
  pool.feed.setGames({ seasonYear: SEASON, week: 1 }, GAMES)
  await pool.admin.api.call('syncGames', { body: { season_year: SEASON, week_number: 1 } })
  const enter = async ({ api, user }: Person, name: string, team: string | null): Promise<void> => {
    const entry = await api.call('createEntry', { body: { user_id: user.id, name } })
    if (team !== null) await api.call('submitPick', { body: { entry_id: entry.id, week_id: id, team_abbr: team } })
  }
  const mia = await pool.member('Mia Member')
  const rob = await pool.member('Rob Member')
  for (const [name, team] of Object.entries({ Ace: 'ATL', Bolt: 'ATL', Comet: 'KC', Dash: null })) await enter(mia, name, team)
  for (const [name, team] of Object.entries({ Echo: 'ATL', Fox: 'ATL', Gull: 'KC', Hawk: 'BUF' })) await enter(rob, name, team)
  return { id, mia, rob }
}

const cover = (page: Page): Locator => page.getByTestId('opening')
const picksTable = (page: Page): Locator => page.getByRole('table', { name: 'Picks and results' })

/** Reads the rows of the cover: the team, the marks of own entries, and the count. */
const readCover = (page: Page): Promise<string[]> => cover(page).locator('li').evaluateAll(textsOf)
const textsOf = (rows: Element[]): string[] =>
  rows.map((row) =>
    [...row.children]
      .map((part) => part.textContent.trim())
      .filter(Boolean)
      .join(' '),
  )

/** Collects what the page's live regions say about the reveal. */
async function collectAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    const known = new Map<Element, string>()
    new MutationObserver(() => {
      for (const region of document.querySelectorAll('[role=status]')) {
        const text = region.textContent
        if (known.get(region) !== text && /revealed:|took/.test(text)) heard.push(text)
        known.set(region, text)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  return () => page.evaluate(() => (window as typeof window & { heard: string[] }).heard)
}

const SUMMARY = 'Week 1 is locked and revealed: 7 picks. 4 of you took the Falcons.'

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('the week opens before all who watch it, from the rarest team to the most popular, and a key or a tap skips it', async ({
    page,
    pool,
    openPage,
  }) => {
    const { mia } = await openWeek(pool)
    await signIn(page, mia)
    const visitor = await openPage()
    await pool.setSiteTime(beforeLock(12), { running: true })
    await Promise.all([page.goto('/'), visitor.goto('/reveal')])
    await expect(visitor.getByText('Reveal not available yet')).toBeVisible()
    await expect(page.getByRole('article', { name: 'Ace' })).toBeVisible()
    const [heard, heardByVisitor] = await Promise.all([collectAnnouncements(page), collectAnnouncements(visitor)])
    const rowsSeen = Promise.all(
      [page, visitor].map(async (viewer) => {
        await cover(viewer).waitFor()
        return readCover(viewer)
      }),
    )
    await expect(cover(page)).toContainText('Week 1 is open')
    await expect(cover(page)).toContainText('4 of you took the Falcons')
    await expect(cover(page)).toContainText('1 entry without a pick')
    expect(await rowsSeen).toEqual([
      ['BUF 1', 'KC 2 You', 'ATL 4 You ×2'],
      ['BUF 1', 'KC 2', 'ATL 4'],
    ])
    await page.keyboard.press('x')
    await expect(cover(page)).toHaveCount(0)
    if (await cover(visitor).isVisible())
      await cover(visitor)
        .click({ timeout: 2_000 })
        .catch(() => {})
    await expect(cover(visitor)).toHaveCount(0)
    await expect(picksTable(visitor)).toBeVisible()
    expect(await heard()).toEqual([SUMMARY])
    expect(await heardByVisitor()).toEqual([SUMMARY])

    // Not again: neither after a reload nor when the same week locks once more.
    await page.goto('/reveal')
    await expect(picksTable(page)).toBeVisible()
    await expect(cover(page)).toHaveCount(0)
    await pool.admin.api.call('updateWeek', { params: { id: 1 }, body: { lock_time: LATER } })
    await expect(page.getByText('Reveal not available yet')).toBeVisible()
    await pool.setSiteTime(LATER, { running: true })
    await expect(picksTable(page)).toBeVisible()
    await expect(cover(page)).toHaveCount(0)
  })

  test('a tap skips the opening, and the page below it is not clicked', async ({ page, pool }) => {
    await openWeek(pool)
    await page.goto('/reveal')
    await expect(page.getByText('Reveal not available yet')).toBeVisible()
    await pool.setSiteTime(beforeLock(3), { running: true })
    await expect(cover(page)).toBeVisible()
    await cover(page).click({ position: { x: 40, y: 20 } })
    await expect(cover(page)).toHaveCount(0)
    await expect(page).toHaveURL('/reveal')
    await expect(picksTable(page)).toBeVisible()
  })

  test('the opening ends automatically, and a week that is over does not open', async ({ page, pool, openPage }) => {
    const { id } = await openWeek(pool)
    await page.goto(`/reveal/${id}`)
    await expect(page.getByText('Reveal not available yet')).toBeVisible()
    await pool.setSiteTime(beforeLock(3), { running: true })
    await expect(cover(page)).toBeVisible()
    await expect(cover(page)).toHaveCount(0)
    const late = await openPage()
    await late.goto(`/reveal/${id}`)
    await expect(picksTable(late)).toBeVisible()
    await expect(cover(late)).toHaveCount(0)
  })

  test('the opening fits on a phone, whatever the number of teams', async ({ page, pool }) => {
    await page.setViewportSize({ width: 390, height: 664 })
    await openWeek(pool)
    await page.goto('/reveal')
    await expect(page.getByText('Reveal not available yet')).toBeVisible()
    await pool.setSiteTime(beforeLock(3), { running: true })
    await expect(cover(page)).toBeVisible()
    const overflow = await cover(page).evaluate((element) => {
      const list = element.querySelector('ol')!
      const [first] = list.children
      for (let i = list.children.length; i < 32; i += 1) list.append(first!.cloneNode(true))
      list.dataset['columns'] = '2'
      ;(element as HTMLElement).style.setProperty('--lines', '16')
      const boxes = [...list.children].map((row) => row.getBoundingClientRect())
      const title = element.firstElementChild!.getBoundingClientRect().bottom
      const end = list.nextElementSibling!.getBoundingClientRect().top
      return {
        outside: boxes.filter(({ top, bottom, left, right }) => top < title || bottom > end || left < 0 || right > innerWidth)
          .length,
        lowest: element.lastElementChild!.getBoundingClientRect().bottom <= innerHeight,
      }
    })
    expect(overflow).toEqual({ outside: 0, lowest: true })
  })
})

test('with reduced motion the picks are there at the lock, without a cover, and one message says so', async ({ page, pool }) => {
  await openWeek(pool)
  await page.goto('/reveal')
  await expect(page.getByText('Reveal not available yet')).toBeVisible()
  const heard = await collectAnnouncements(page)
  await pool.setSiteTime(beforeLock(3), { running: true })
  await expect(picksTable(page)).toBeVisible()
  await expect(cover(page)).toHaveCount(0)
  expect(await heard()).toEqual([SUMMARY])
})
