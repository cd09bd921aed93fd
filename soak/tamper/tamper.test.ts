import { test } from 'vitest'
import { expectToHold } from '../support/short.ts'
import { tamper } from './tamper.ts'

test('whatever a superuser does to the log, log verify finds it against a published head', async () => {
  await expectToHold(tamper)
})
