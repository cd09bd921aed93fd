import type { Page } from '@playwright/test'
import { axe, axeOfColors } from './support/axe.ts'
import { inEveryLook } from './support/in-every-look.ts'
import { LOOKS } from './support/look.ts'
import { seedSeason } from './support/season.ts'
import { expect, test } from './support/test.ts'
import { calm, visitAll } from './tour/visit.ts'

/** By how many pixels a page is wider than the screen. */
const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))

const LIGHT = LOOKS.filter(({ colorScheme }) => colorScheme === 'light')

// Each screen is opened once and then shown in the dark too: only its colors can be at fault there.
inEveryLook((look) => {
  for (const scene of ['open', 'revealed'] as const) {
    test(`axe finds nothing on any screen, then in the dark, and none scrolls sideways: ${scene}`, async ({
      pool,
      openPage,
      problems,
    }) => {
      test.setTimeout(600_000)
      problems.allow(/status of 4\d\d/)
      const season = await seedSeason(pool, { members: 8, weeks: 4, state: scene === 'open' ? 'open' : 'in-progress' })
      const faults: string[] = []
      await visitAll({ pool, season, scene, look, openPage }, async (page, stop) => {
        await axe(page).catch((error: Error) => faults.push(`${stop.name}: ${error.message}`))
        const wider = await sideways(page)
        if (wider > 0) faults.push(`${stop.name}: ${wider} pixels wider than the screen`)
        await page.emulateMedia({ colorScheme: 'dark' })
        await calm(page)
        await axeOfColors(page).catch((error: Error) => faults.push(`${stop.name} in the dark: ${error.message}`))
        await page.emulateMedia({ colorScheme: 'light' })
      })
      expect(faults).toEqual([])
    })
  }
}, LIGHT)
