import { describe, test } from 'vitest'
import { expectToPass } from '../support/expect-to-pass.ts'
import { diskFull } from './disk-full.ts'
import { diskFullKill } from './disk-full-kill.ts'
import { diskFullRestart } from './disk-full-restart.ts'
import { feedGarbage } from './feed-garbage.ts'
import { mailHang } from './mail-hang.ts'
import { poolExhausted } from './pool-exhausted.ts'
import { postgresAway } from './postgres-away.ts'
import { canMount } from './small-disk.ts'

describe('members get clear responses and lose no pick, and the server recovers without help,', () => {
  test('when PostgreSQL is unreachable', () => expectToPass(postgresAway))
  test('when all connections of PostgreSQL are used', () => expectToPass(poolExhausted))
  test.runIf(canMount())('when the disk of PostgreSQL is full', () => expectToPass(diskFull))
  test.runIf(canMount())('when the pool stops and starts while its disk is full', () => expectToPass(diskFullRestart))
  test.runIf(canMount())('when the disk of the pool is full and its processes are killed', () => expectToPass(diskFullKill))
  test('when the mail server hangs', () => expectToPass(mailHang))
  test('when the feed returns garbage', () => expectToPass(feedGarbage))
})
