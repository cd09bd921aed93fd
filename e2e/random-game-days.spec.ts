import { range } from '@outlast/testing'
import { RandomGameDay } from './support/random-game-day.ts'
import { expectAgreement, openScreens } from './support/shown-numbers.ts'
import { test } from './support/test.ts'

/** `npm test` plays the first ones, `npm run test:long -- browser` the others. */
const SHORT = 2
const ALL = 22

for (const seed of range(ALL).map((index) => index + 1)) {
  test(
    `all numbers of all screens agree at every moment of a random game day, seed ${seed}`,
    { tag: seed > SHORT ? '@long' : [] },
    async ({ pool, openPage }) => {
      const day = new RandomGameDay(pool, seed)
      await day.begin()
      const mia = day.people['Mia']!
      const screens = await openScreens({ pool, openPage }, { member: mia, tab: seed % 2 === 0 ? 'matrix' : 'leaderboard' })
      let moments = 0
      let numbers = 0
      for await (const event of day.play()) {
        moments += 1
        const name = `seed ${seed}, moment ${moments}, ${event} (week ${day.week.number})`
        numbers += await expectAgreement(pool, screens, { name, week: day.week, owner: mia.name })
      }
      test.info().annotations.push({ type: 'compared', description: `${numbers} numbers at ${moments} moments` })
    },
  )
}
