import { type Command, emptyPool, type Instant, type PoolState, runCommand, userId } from '@outlast/domain'
import { createTestDatabase, runStatement, type TestDatabase } from '@outlast/testing/postgres/database'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../database/index.ts'
import type { Tables } from '../database/tables.ts'
import { nodeHashing } from '../log/hashing.ts'
import { createNotifier, type Notice } from './notify.ts'

/** 23:00 on Friday in New York. */
const NIGHT = '2030-11-30T04:00:00.000Z' as Instant
const DURING_THE_NIGHT = '2030-11-30T11:00:00.000Z' as Instant
/** 08:00 on Saturday in New York, when quiet hours end. */
const MORNING = '2030-11-30T13:00:00.000Z' as Instant
const NOON = '2030-11-30T17:00:00.000Z' as Instant

let testDatabase: TestDatabase
let database: Database<Tables>
let pool: PoolState
beforeEach(async () => {
  testDatabase = await createTestDatabase()
  const { connectionString } = testDatabase
  database = openDatabase({ connectionString, max: 2, onError: () => undefined })
  await runStatement(
    connectionString,
    `INSERT INTO accounts (user_id, email, email_key, first_name, last_name, created_at)
       VALUES (1, 'a@x.example', 'a@x.example', 'Ann', 'X', now())`,
  )
  pool = emptyPool()
  run({ type: 'RegisterUser', data: { emailTaken: false, adminGrant: 'first_account' } })
  run({ type: 'ChangeReminders', data: { enabled: true } })
})
afterEach(async () => {
  await database.close()
  await testDatabase.drop()
})

function run(command: Command): void {
  const { outcome } = runCommand(pool, { command, actor: { kind: 'system' } }, NIGHT, nodeHashing)
  if (!outcome.ok) throw outcome.violation
}

/** Queues a notice at night, and returns whether it waits for the morning, and when it expires. */
async function queued(times: Pick<Notice, 'expiresAt' | 'actBefore'>) {
  const message = { title: 'Title', summary: 'Summary.', path: '/', action: 'Look' }
  const notifier = createNotifier({ publicUrl: 'https://x.example', clubName: () => 'Club', secret: 'x', wake: () => undefined })
  const notices = [{ kind: 'pick_changed' as const, memberIds: [userId(1)], message, ...times }]
  await notifier.notify(database.db, { pool, now: NIGHT }, notices)
  const [row] = await database.db.selectFrom('deliveries').select(['next_attempt_at', 'expires_at']).execute()
  return [row?.next_attempt_at === MORNING, row?.expires_at]
}

describe('a notice at night', () => {
  test.each([
    ['waits for the morning', {}, [true, null]],
    ['waits for the morning if it is useful then', { expiresAt: NOON }, [true, NOON]],
    ['is sent at once if it expires before', { expiresAt: DURING_THE_NIGHT }, [false, DURING_THE_NIGHT]],
    ['is sent at once if it expires in the morning', { expiresAt: MORNING }, [false, MORNING]],
    ['is sent at once if its owner could do nothing about it any more', { actBefore: DURING_THE_NIGHT }, [false, null]],
  ])('%s', async (_, times, expected) => {
    expect(await queued(times)).toEqual(expected)
  })

  test('does not expire under a site-time override, whose times are not real', async () => {
    run({ type: 'SetSiteTime', data: { siteTime: NOON, running: false } })
    expect(await queued({ expiresAt: DURING_THE_NIGHT })).toEqual([true, null])
  })
})
