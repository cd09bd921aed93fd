import { expect, test } from 'vitest'
import { ownTimeFirst } from './format.ts'
import { withLocalTimes } from './local-times.ts'

test('withLocalTimes: shows a lock time in the viewer’s zone and in Eastern time instead of UTC', () => {
  const iso = '2030-09-08T16:00:00.000Z'
  expect(withLocalTimes('Ada added week 1 of 2030, which locks at 2030-09-08 16:00 UTC.')).toBe(
    `Ada added week 1 of 2030, which locks at ${ownTimeFirst(iso)}.`,
  )
  expect(withLocalTimes('Ada renamed “Noon UTC” to “Lucky”.')).toBe('Ada renamed “Noon UTC” to “Lucky”.')
})
