import { test } from 'vitest'
import { expectToPass } from '../support/expect-to-pass.ts'
import { silentEndpoints } from './silent-endpoints.ts'

test('push endpoints and a webhook that never answer, and ten test messages, keep no message from anybody else', () =>
  expectToPass(silentEndpoints))
