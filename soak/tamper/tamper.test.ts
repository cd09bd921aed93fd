import { test, vi } from 'vitest'
import { expectToPass } from '../support/expect-to-pass.ts'
import { tamper } from './tamper.ts'

// Starts many processes one after the other, which is slow on a busy machine.
vi.setConfig({ testTimeout: 400_000 })

test('log verify with the signed heads detects every way in which a superuser tampers with the log or the read models', () =>
  expectToPass(tamper))
