import type { Page } from '@playwright/test'
import { axe } from './support/axe.ts'
import { inEveryLook } from './support/in-every-look.ts'
import { seedSeason } from './support/season.ts'
import { expect, test } from './support/test.ts'
import { visitAll } from './tour/visit.ts'

/** By how many pixels a page is wider than the screen. */
const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))

inEveryLook((look) => {
  for (const scene of ['open', 'revealed'] as const) {
    test(`axe finds nothing on any screen, and none scrolls sideways: ${scene}`, async ({ pool, openPage, problems }) => {
      test.setTimeout(600_000)
      problems.allow(/status of 4\d\d/)
      const season = await seedSeason(pool, { members: 8, weeks: 4, state: scene === 'open' ? 'open' : 'in-progress' })
      const faults: string[] = []
      await visitAll({ pool, season, scene, look, openPage }, async (page, stop) => {
        await axe(page).catch((error: Error) => faults.push(`${stop.name}: ${error.message}`))
        const wider = await sideways(page)
        if (wider > 0) faults.push(`${stop.name}: ${wider} pixels wider than the screen`)
      })
      expect(faults).toEqual([])
    })
  }
})
