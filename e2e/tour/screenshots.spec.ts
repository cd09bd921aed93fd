import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@outlast/testing/root'
import { inEveryLook } from '../support/in-every-look.ts'
import { seedSeason } from '../support/season.ts'
import { test } from '../support/test.ts'
import { visitAll } from './visit.ts'

const OUT = process.env['SCREENSHOTS'] ?? join(root, 'screenshots')
/** A phone as most are: wider than the narrowest that must do. */
const PHONE = { width: 390, height: 844 }

inEveryLook((look) => {
  for (const scene of ['open', 'revealed'] as const) {
    test(`screenshots: ${scene}`, async ({ pool, openPage, problems }) => {
      test.setTimeout(600_000)
      problems.allow(/status of 4\d\d/)
      const state = scene === 'open' ? 'open' : 'in-progress'
      const season = await seedSeason(pool, { members: 20, entriesPerMember: 3, weeks: 7, state, clock: 'real' })
      const folder = join(OUT, `${look.screen}-${look.colorScheme}`)
      mkdirSync(folder, { recursive: true })
      const viewport = look.screen === 'phone' ? PHONE : look.viewport
      await visitAll({ pool, season, scene, look: { ...look, viewport }, openPage }, async (page, stop) => {
        const path = join(folder, `${stop.name}-${scene}.png`)
        await page.screenshot({ path, fullPage: stop.open === undefined })
      })
    })
  }
})
