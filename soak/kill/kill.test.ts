import { test } from 'vitest'
import { expectToPass } from '../support/expect-to-pass.ts'
import { killDatabase, killServer } from './kill.ts'

test('kill -9 of the server during a stream of picks leaves each acknowledged pick in the log exactly once', () =>
  expectToPass(killServer))

test('kill -9 of PostgreSQL during a stream of picks leaves each acknowledged pick in the log exactly once', () =>
  expectToPass(killDatabase))
