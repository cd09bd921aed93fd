import type { Browser, Page } from '@playwright/test'
import { signIn } from '../../e2e/support/sign-in.ts'
import type { HugePool } from '@outlast/testing/generated/huge-pool'
import type { LongScreen } from './screens.ts'

/** What somebody notices of a long list. */
export interface Noticed {
  /** From going to its address until its rows are there, in milliseconds. */
  readonly opened: number
  /** Tasks of more than 50 ms while it scrolled, scores arriving meanwhile; and the longest of them in milliseconds, 0 if none. */
  readonly longTasks: number
  readonly longest: number
  /** The longest task while something was typed into the search, in milliseconds; 0 if none had more than 50. */
  readonly typing: number
}

const WHEEL_PX = 240
const TICKS = 120
const TICK_MS = 16

interface Watching {
  longTasks?: number[]
}

/** Opens a list, scrolls through it while scores change, and searches in it, in a browser of its own. */
export async function measureScreen(browser: Browser, url: string, huge: HugePool, screen: LongScreen): Promise<Noticed> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 900 } })
  try {
    const page = await context.newPage()
    await signIn(page, screen.as === 'admin' ? huge.admin : huge.member)
    await page.addInitScript(() => {
      const noted: number[] = []
      Reflect.set(window, 'longTasks', noted)
      new PerformanceObserver((list) => noted.push(...list.getEntries().map((entry) => entry.duration))).observe({
        type: 'longtask',
      })
    })
    const opened = await open(page, screen.path(huge), screen.row)
    await quiet(page)
    const scrolling = await tasksDuring(page, () => scroll(page, huge, screen))
    const typing = await tasksDuring(page, () => search(page, screen))
    return { opened, longTasks: scrolling.length, longest: Math.max(0, ...scrolling), typing: Math.max(0, ...typing) }
  } finally {
    await context.close()
  }
}

async function open(page: Page, path: string, row: string): Promise<number> {
  // Once for the server's and the browser's caches: what is measured is a visit like any other.
  await page.goto(path)
  await page.locator(row).first().waitFor({ timeout: 120_000 })
  const from = performance.now()
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator(row).first().waitFor({ timeout: 120_000 })
  return performance.now() - from
}

/** Waits until nothing has kept the page busy for a second. */
async function quiet(page: Page): Promise<void> {
  for (let seen = -1; ;) {
    const now = await page.evaluate(() => ((window as Watching).longTasks ?? []).length)
    if (now === seen) return
    seen = now
    await page.waitForTimeout(1_000)
  }
}

async function tasksDuring(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => (window as Watching).longTasks?.splice(0))
  await act()
  // The observer tells a moment later.
  await page.waitForTimeout(300)
  return page.evaluate(() => (window as Watching).longTasks ?? [])
}

/** Turns the wheel over the list, up and down again, while a score changes now and then. */
async function scroll(page: Page, huge: HugePool, { region }: LongScreen): Promise<void> {
  const place = region === undefined ? page.locator('main') : page.getByRole('region', { name: region, exact: true })
  await place.first().hover({ position: { x: 200, y: 200 } })
  for (let tick = 0; tick < TICKS; tick += 1) {
    if (tick % 30 === 0)
      await huge.tell((game, index) => (index === 0 ? { ...game, homeScore: (game.homeScore ?? 0) + 1 } : game))
    await page.mouse.wheel(0, tick < (TICKS * 2) / 3 ? WHEEL_PX : -WHEEL_PX)
    await page.waitForTimeout(TICK_MS)
  }
}

async function search(page: Page, { search: label }: LongScreen): Promise<void> {
  if (label === undefined) return
  await page.getByRole('main').getByLabel(label).first().pressSequentially('alma', { delay: 80 })
  await page.waitForTimeout(500)
}
