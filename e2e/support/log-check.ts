import type { Page } from '@playwright/test'

/** The longest time between the first screen of a visit and the check of the log (`app/shell/log-watch.tsx`). */
const LONGEST_DELAY_MS = 6_000

/**
 * Opens an address, or loads the page again without one, and starts the check of the log without its delay. The page's clock must have
 * been installed. The check itself takes as long as always.
 */
export async function visitAndCheck(page: Page, url?: string): Promise<void> {
  // An unfinished check of the last visit holds a lock, and the next check would not begin.
  if (url === undefined) await page.waitForFunction(async () => (await navigator.locks.query()).held?.length === 0)
  await (url === undefined ? page.reload() : page.goto(url))
  await page.locator('h1').first().waitFor()
  await page.clock.fastForward(LONGEST_DELAY_MS)
}
