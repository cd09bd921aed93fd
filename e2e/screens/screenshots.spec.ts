import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@outlast/testing'
import { DISPLAY_MODES } from '../support/display-mode.ts'
import { onEachScreen, test } from '../support/test.ts'
import { PHASES, seedPhase, visitScreens } from './visit.ts'

const OUTPUT_FOLDER = process.env['SCREENSHOTS'] ?? join(root, 'screenshots')
/** A typical phone. The accessibility test uses the narrowest supported one. */
const PHONE_VIEWPORT = { width: 390, height: 844 }

onEachScreen((mode) => {
  for (const phase of PHASES) {
    test(`takes screenshots of every screen in the phase “${phase}”`, async ({ pool, openPage, problems }) => {
      test.setTimeout(600_000)
      problems.allow(/status of 4\d\d/)
      const season = await seedPhase(pool, phase, { members: 20, entriesPerMember: 3, weeks: 7, clock: 'real' })
      const folder = join(OUTPUT_FOLDER, `${mode.screen}-${mode.colorScheme}`)
      mkdirSync(folder, { recursive: true })
      const viewport = mode.screen === 'phone' ? PHONE_VIEWPORT : mode.viewport
      await visitScreens({ pool, season, phase, mode: { ...mode, viewport }, openPage }, async (page, screen) => {
        const path = join(folder, `${screen.name}-${phase}.png`)
        await page.screenshot({ path, fullPage: screen.prepare === undefined })
      })
    })
  }
}, DISPLAY_MODES)
