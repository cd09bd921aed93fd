import { test } from 'vitest'
import { expectToPass } from '../support/expect-to-pass.ts'
import { rolling } from './rolling.ts'

test('restarting and killing servers behind nginx one by one loses no pick, and every viewer ends with the same state', () =>
  expectToPass(rolling))
