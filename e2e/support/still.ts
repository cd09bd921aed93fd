import type { Page } from '@playwright/test'

/** Waits until no placeholder is in view and no animation runs. */
export async function waitUntilStill(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isInView = (element: Element): boolean => {
      const { top, bottom } = element.getBoundingClientRect()
      return bottom > 0 && top < innerHeight
    }
    const placeholders = [...document.querySelectorAll('main[aria-busy=true], main [aria-busy=true], [data-skeleton]')]
    // Placeholders outside the view shimmer forever.
    const isRunning = ({ playState, effect }: Animation): boolean =>
      playState === 'running' && effect?.getComputedTiming().iterations !== Infinity
    return !placeholders.some(isInView) && !document.getAnimations().some(isRunning)
  })
}
