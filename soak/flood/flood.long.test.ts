import { test } from 'vitest'
import { expectToPass } from '../support/expect-to-pass.ts'
import { flood } from './flood.ts'

test('members can pick and sign in during floods of connections, requests, packets, sign-ins, picks and registrations', () =>
  expectToPass(flood))
