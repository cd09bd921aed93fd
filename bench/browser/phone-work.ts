import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { HugePool } from '@outlast/testing'
import { signIn } from '@outlast/testing/browser/sign-in'
import type { BenchContext } from '../support/context.ts'
import { type Figure, figuresOf } from '../support/report.ts'
import { mainThreadTasks } from './main-thread-tasks.ts'

/** A browser reports a task as long when it takes more than this, and counts the rest of it as blocked. */
const LONG_MS = 50
const HOUR_MS = 3_600_000
/** How long before the lock the work at the lock begins to count. */
const BEFORE_LOCK_MS = 3_000
const PATIENCE = { timeout: 240_000 }

/** What the main thread did, in milliseconds of processor time on a phone. */
interface Work {
  readonly blockedMs: number
  readonly longestMs: number
}

/**
 * Measures what keeps the main thread of a phone busy: while pages open, and from the lock until its opening has ended. Other programs
 * change it little, because it is processor time and not time.
 * @param slowdown how many times slower the phone's processor is
 */
export async function workFigures(
  bench: BenchContext,
  browser: Browser,
  url: string,
  huge: HugePool,
  { pages, slowdown }: { readonly pages: readonly string[]; readonly slowdown: number },
): Promise<readonly Figure[]> {
  const measured = new Map<string, Work[]>()
  const measure = async (what: string, page: Page, act: () => Promise<void>): Promise<void> => {
    bench.progress(`phone: the main thread, ${what}`)
    const tasks = (await mainThreadTasks(page, act)).map((ms) => ms * slowdown)
    const blockedMs = tasks.reduce((sum, ms) => sum + Math.max(0, ms - LONG_MS), 0)
    measured.set(what, [...(measured.get(what) ?? []), { blockedMs, longestMs: Math.max(...tasks) }])
  }
  for (let round = 1; round <= bench.rounds; round += 1) {
    const lockIn = await postponeLock(huge)
    await onPhone(browser, url, huge, async (page) => {
      await settle(page, '/')
      for (const path of pages) await measure(path, page, () => settle(page, path))
      await settle(page, '/')
      await lockIn(BEFORE_LOCK_MS)
      await measure('the lock', page, async () => {
        await page.getByTestId('opening').waitFor(PATIENCE)
        await page.getByTestId('opening').waitFor({ ...PATIENCE, state: 'hidden' })
        await page.waitForLoadState('networkidle', PATIENCE)
      })
    })
  }
  return [...measured].flatMap(([what, rounds]) => {
    const figure = figuresOf(rounds, undefined)
    return [
      figure(`main thread, ${what}: blocked`, 'ms', ({ blockedMs }) => blockedMs, { of: 'value', atMost: 200 }),
      figure(`main thread, ${what}: longest task`, 'ms', ({ longestMs }) => longestMs),
    ]
  })
}

/** Moves the lock of the current week away. Returns a function that lets the site's time run towards it. */
async function postponeLock({ admin: { api }, current: { id } }: HugePool): Promise<(beforeMs: number) => Promise<void>> {
  const week = await api.call('currentWeek')
  if (week === null) throw new Error('The pool needs a current week')
  const setTime = async (time: number, running: boolean): Promise<void> =>
    void (await api.call('setSiteTime', { body: { now_iso: new Date(time).toISOString(), running } }))
  const lock = Date.parse(week.lock_time) + HOUR_MS
  await setTime(lock - 24 * HOUR_MS, false)
  await api.call('updateWeek', { params: { id }, body: { lock_time: new Date(lock).toISOString() } })
  return (beforeMs) => setTime(lock - beforeMs, true)
}

async function onPhone(browser: Browser, url: string, huge: HugePool, act: (page: Page) => Promise<void>): Promise<void> {
  const context: BrowserContext = await browser.newContext({ baseURL: url, viewport: { width: 390, height: 844 } })
  try {
    const page = await context.newPage()
    await signIn(page, huge.member)
    await act(page)
  } finally {
    await context.close()
  }
}

/** Opens a page and waits until nothing loads any more, with what it does when it is idle. */
async function settle(page: Page, path: string): Promise<void> {
  await page.goto(path, { ...PATIENCE, waitUntil: 'networkidle' })
  await page.getByRole('heading', { level: 1 }).first().waitFor(PATIENCE)
  await page.waitForTimeout(1_000)
}
