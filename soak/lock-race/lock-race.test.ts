import { test } from 'vitest'
import { expectToPass } from '../support/expect-to-pass.ts'
import { lockRace } from './lock-race.ts'

test('picks around the lock on two servers with wrong clocks are never accepted late, missing from the reveal, or leaked', () =>
  expectToPass(lockRace))
