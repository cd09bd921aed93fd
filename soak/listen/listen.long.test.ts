import { test } from 'vitest'
import { expectToPass } from '../support/expect-to-pass.ts'
import { listen } from './listen.ts'

test('viewers end with the same state when connections to the database are cut, delayed or reset', () => expectToPass(listen))
