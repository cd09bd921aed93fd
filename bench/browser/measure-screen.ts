import type { Browser, Page } from '@playwright/test'
import { signIn } from '@outlast/testing/browser/sign-in'
import type { HugePool } from '@outlast/testing'
import type { LongScreen } from './screens.ts'

/** What a user notices of a long list. */
export interface ScreenMeasurement {
  /** From navigating to its address until its rows are shown. */
  readonly openedMs: number
  /** Tasks over 50 ms while it scrolled and scores changed, and the longest of them; 0 if there was none. */
  readonly longTasks: number
  readonly longestMs: number
  /** The longest task while a search was typed; 0 if none took more than 50 ms. */
  readonly longestTypingMs: number
}

const WHEEL_PX = 240
const TICKS = 120
const TICK_MS = 16

interface ObservedWindow {
  longTasks?: number[]
}

/** Opens a list, scrolls through it while scores change, and searches in it, in a new browser context. */
export async function measureScreen(
  browser: Browser,
  url: string,
  huge: HugePool,
  screen: LongScreen,
): Promise<ScreenMeasurement> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 900 } })
  try {
    const page = await context.newPage()
    await signIn(page, screen.as === 'admin' ? huge.admin : huge.member)
    await page.addInitScript(() => {
      const durations: number[] = []
      Reflect.set(window, 'longTasks', durations)
      new PerformanceObserver((list) => durations.push(...list.getEntries().map((entry) => entry.duration))).observe({
        type: 'longtask',
      })
    })
    const openedMs = await open(page, screen.path(huge), screen.row)
    await waitUntilIdle(page)
    const scrolling = await tasksDuring(page, () => scroll(page, huge, screen))
    const typing = await tasksDuring(page, () => search(page, screen))
    return {
      openedMs,
      longTasks: scrolling.length,
      longestMs: Math.max(0, ...scrolling),
      longestTypingMs: Math.max(0, ...typing),
    }
  } finally {
    await context.close()
  }
}

async function open(page: Page, path: string, row: string): Promise<number> {
  // The first visit fills the caches of server and browser; the second one is measured.
  await page.goto(path)
  await page.locator(row).first().waitFor({ timeout: 120_000 })
  const from = performance.now()
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator(row).first().waitFor({ timeout: 120_000 })
  return performance.now() - from
}

/** Waits until the page has had no long task for a second. */
async function waitUntilIdle(page: Page): Promise<void> {
  for (let seen = -1; ;) {
    const now = await page.evaluate(() => ((window as ObservedWindow).longTasks ?? []).length)
    if (now === seen) return
    seen = now
    await page.waitForTimeout(1_000)
  }
}

async function tasksDuring(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => (window as ObservedWindow).longTasks?.splice(0))
  await act()
  // The observer reports with a delay.
  await page.waitForTimeout(300)
  return page.evaluate(() => (window as ObservedWindow).longTasks ?? [])
}

/** Scrolls the list down and up again with the mouse wheel, while scores change. */
async function scroll(page: Page, huge: HugePool, { region }: LongScreen): Promise<void> {
  const place = region === undefined ? page.locator('main') : page.getByRole('region', { name: region, exact: true })
  await place.first().hover({ position: { x: 200, y: 200 } })
  for (let tick = 0; tick < TICKS; tick += 1) {
    if (tick % 30 === 0)
      await huge.updateGames((game, index) => (index === 0 ? { ...game, homeScore: (game.homeScore ?? 0) + 1 } : game))
    await page.mouse.wheel(0, tick < (TICKS * 2) / 3 ? WHEEL_PX : -WHEEL_PX)
    await page.waitForTimeout(TICK_MS)
  }
}

async function search(page: Page, { search: label }: LongScreen): Promise<void> {
  if (label === undefined) return
  await page.getByRole('main').getByLabel(label).first().pressSequentially('alma', { delay: 80 })
  await page.waitForTimeout(500)
}
