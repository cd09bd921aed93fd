import { test } from 'vitest'
import { expectToPass } from '../support/expect-to-pass.ts'
import { floodOfPublicReads } from './public-reads.ts'

test('a member’s reads succeed while one stranger floods every public address', () => expectToPass(floodOfPublicReads))
