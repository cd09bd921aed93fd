import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { JOURNEYS, MORE_TESTS } from './more-tests.mjs'
import { root } from './run.mjs'

test('every file that the division of the tests names exists', () => {
  const named = [...MORE_TESTS.unit, ...MORE_TESTS.database, ...JOURNEYS]
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
  expect(named).toHaveLength(new Set(named).size)
})
