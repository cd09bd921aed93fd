import { test } from 'vitest'
import { expectToPass } from '../support/expect-to-pass.ts'
import { tamper } from './tamper.ts'

test('log verify with a published head detects every way in which a superuser tampers with the log', () => expectToPass(tamper))
