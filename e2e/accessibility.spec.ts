import type { Page } from '@playwright/test'
import { PHASES, seedPhase, visitScreens, waitUntilStill } from './screens/visit.ts'
import { expectAccessible, expectAccessibleColors } from './support/axe.ts'
import { DISPLAY_MODES } from './support/display-mode.ts'
import { expect, inEachDisplayMode, test } from './support/test.ts'

/** Returns by how many pixels a page is wider than the screen. */
const overflowWidth = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))

const LIGHT_MODES = DISPLAY_MODES.filter(({ colorScheme }) => colorScheme === 'light')

// Each screen is opened once, in light mode, then switched to dark mode, where only its colors can differ.
inEachDisplayMode((mode) => {
  for (const phase of PHASES) {
    test(`every screen passes axe in both color schemes and never scrolls sideways, in the phase “${phase}”`, async ({
      pool,
      openPage,
      problems,
    }) => {
      test.setTimeout(600_000)
      problems.allow(/status of 4\d\d/)
      const season = await seedPhase(pool, phase, { members: 8, weeks: 4 })
      const failures: string[] = []
      await visitScreens({ pool, season, phase, mode, openPage }, async (page, { name }) => {
        await expectAccessible(page).catch((error: Error) => failures.push(`${name}: ${error.message}`))
        const overflow = await overflowWidth(page)
        if (overflow > 0) failures.push(`${name}: ${overflow} pixels wider than the screen`)
        await page.emulateMedia({ colorScheme: 'dark' })
        await waitUntilStill(page)
        await expectAccessibleColors(page).catch((error: Error) => failures.push(`${name} in dark mode: ${error.message}`))
        await page.emulateMedia({ colorScheme: 'light' })
      })
      expect(failures).toEqual([])
    })
  }
}, LIGHT_MODES)
