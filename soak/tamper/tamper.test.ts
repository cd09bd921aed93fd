import { test } from 'vitest'
import { expectToPass } from '../support/expect-to-pass.ts'
import { tamper } from './tamper.ts'

test('log verify with the signed heads detects every way in which a superuser tampers with the log or the read models', () =>
  expectToPass(tamper))
