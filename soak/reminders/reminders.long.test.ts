import { test } from 'vitest'
import { expectToPass } from '../support/expect-to-pass.ts'
import { reminders } from './reminders.ts'

test('each due reminder is sent once, by two processes that are killed, and none after a pick or under an override', () =>
  expectToPass(reminders))
