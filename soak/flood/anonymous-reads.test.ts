import { test } from 'vitest'
import { expectToPass } from '../support/expect-to-pass.ts'
import { floodOfAnonymousReads } from './anonymous-reads.ts'

test('a member’s reads succeed during floods of anonymous reads of proofs, audit pages and earlier states', () =>
  expectToPass(floodOfAnonymousReads))
