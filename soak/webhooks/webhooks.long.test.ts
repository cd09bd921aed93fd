import { test } from 'vitest'
import { expectToPass } from '../support/expect-to-pass.ts'
import { webhooks } from './webhooks.ts'

test('kill -9 of the servers while they send news loses no message of a webhook and announces none twice', () =>
  expectToPass(webhooks))
