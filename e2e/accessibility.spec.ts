import { PHASES, seedPhase, visitScreens } from './screens/visit.ts'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { expect, onEachScreen, test } from './support/test.ts'

onEachScreen((mode) => {
  for (const phase of PHASES) {
    const title = `every screen passes axe in both color schemes and never scrolls sideways, in the phase “${phase}”`
    test(title, async ({ pool, openPage, problems }) => {
      test.setTimeout(600_000)
      problems.allow(/status of 4\d\d/)
      const season = await seedPhase(pool, phase, { members: 8, weeks: 4 })
      const failures: string[] = []
      await visitScreens({ pool, season, phase, mode, openPage }, async (page, { name }) => {
        await expectAccessible(page).catch((error: Error) => failures.push(`${name}: ${error.message}`))
        await expectNoSidewaysScroll(page, name).catch((error: Error) => failures.push(error.message))
      })
      expect(failures).toEqual([])
    })
  }
})
