import { describe, test } from 'vitest'
import { expectToHold } from '../support/short.ts'
import { diskFull, mayMount } from './disk-full.ts'
import { feedGarbage } from './feed-garbage.ts'
import { mailHang } from './mail-hang.ts'
import { poolExhausted } from './pool-exhausted.ts'
import { postgresAway } from './postgres-away.ts'

describe('members are answered clearly, lose nothing, and need no help afterwards, when', () => {
  test('PostgreSQL is away', () => expectToHold(postgresAway))
  test('its connections are used up', () => expectToHold(poolExhausted))
  test.runIf(mayMount())('its disk is full', () => expectToHold(diskFull))
  test('the mail server hangs', () => expectToHold(mailHang))
  test('the feed answers nonsense', () => expectToHold(feedGarbage))
})
