import { test } from 'vitest'
import { expectToHold } from '../support/short.ts'
import { rolling } from './rolling.ts'

test('servers behind nginx go one after the other: no pick is lost or doubled, and every viewer ends with the same', async () => {
  await expectToHold(rolling)
})
