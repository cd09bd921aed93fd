import { test } from 'vitest'
import { expectToPass } from '../support/expect-to-pass.ts'
import { restoreDrill } from './restore.ts'

test('a backup that is made while members pick has everything that was acknowledged before it began, in the restored pool too', () =>
  expectToPass(restoreDrill))
