import { test } from 'vitest'
import { expectToPass } from '../support/expect-to-pass.ts'
import { fuzz } from './fuzz.ts'

test('generated requests to every route as visitor, member and admin get no 5xx', () => expectToPass(fuzz))
