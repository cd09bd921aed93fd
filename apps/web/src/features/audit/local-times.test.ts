import { expect, test } from 'vitest'
import { easternTime, localTime } from '../../clock/format.ts'
import { withLocalTimes } from './local-times.ts'

test('withLocalTimes: shows a lock time in Eastern time and in the viewer’s zone instead of UTC', () => {
  const iso = '2030-09-08T16:00:00.000Z'
  const local = localTime(iso)
  const shown = local === undefined ? easternTime(iso) : `${easternTime(iso)} (${local})`
  expect(withLocalTimes('Ada added week 1 of 2030, which locks at 2030-09-08 16:00 UTC.')).toBe(
    `Ada added week 1 of 2030, which locks at ${shown}.`,
  )
  expect(withLocalTimes('Ada renamed “Noon UTC” to “Lucky”.')).toBe('Ada renamed “Noon UTC” to “Lucky”.')
})
