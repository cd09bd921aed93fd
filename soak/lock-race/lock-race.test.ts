import { test } from 'vitest'
import { expectToHold } from '../support/short.ts'
import { lockRace } from './lock-race.ts'

test('picks around the lock on two servers with wrong clocks: none late, none unseen, none leaked', async () => {
  await expectToHold(lockRace)
})
