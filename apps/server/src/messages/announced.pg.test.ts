import { type Instant, userId, type Round, weekId } from '@outlast/domain'
import { createTestDatabase, runStatement, type TestDatabase } from '@outlast/testing/postgres/database'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../database/index.ts'
import { migrate } from '../database/migrate.ts'
import type { Tables } from '../database/tables.ts'
import { forgetAnnounced, recordAnnounced } from './announced.ts'
import { readAnnounced } from './check-news.ts'
import { readReminded, zonesDone } from './send-reminders.ts'

let testDatabase: TestDatabase
let database: Database<Tables>
beforeEach(async () => {
  testDatabase = await createTestDatabase({ empty: true })
  const { connectionString } = testDatabase
  database = openDatabase({ connectionString, max: 2, onError: () => undefined })
  await migrate({ connectionString, to: '0029-newcomers' })
  await runStatement(
    connectionString,
    `INSERT INTO accounts (user_id, email, email_key, first_name, last_name, created_at)
       VALUES (1, 'a@x.example', 'a@x.example', 'Ann', 'X', now()), (2, 'b@x.example', 'b@x.example', 'Bob', 'Y', now());
     INSERT INTO news_told VALUES ('lock:5', '120 rehearsed'), ('out:2026', '7:3 9:4h'), ('results:5', '120 BUF:win');
     INSERT INTO reminder_times VALUES (5, '48', 'Europe/Berlin'), (5, '48', 'America/New_York'), (5, '3', 'Europe/Berlin'), (55, '48', 'Asia/Tokyo');
     INSERT INTO reminded_members VALUES
       (90, 1, 5, '48', true, false, '2026-09-10T10:00:00.125Z'), (90, 2, 5, '48', true, true, '2026-09-10T10:00:00.125Z'),
       (95, 1, 5, 'manual', false, true, '2026-09-10T12:00:00Z'), (97, 1, 5, 'manual', true, false, '2026-09-10T14:00:00Z')`,
  )
  await migrate({ connectionString })
})
afterEach(async () => {
  await database.close()
  await testDatabase.drop()
})

const real = { isRehearsal: false, week: { id: weekId(5) } as Round }
const reminder = { key: 'reminder:5:48', user_id: userId(1), value: {} }

describe('what was announced before an upgrade', () => {
  test('stays announced: facts of the pool, time zones that are done, and who was reminded', async () => {
    const { db } = database
    expect(await readAnnounced(db)).toEqual(
      new Map([
        ['lock:5', '120 rehearsed'],
        ['out:2026', '7:3 9:4h'],
        ['results:5', '120 BUF:win'],
      ]),
    )
    expect((await zonesDone(db, { ...real, reminder: '48' })).toSorted()).toEqual(['America/New_York', 'Europe/Berlin'])
    expect(await zonesDone(db, { ...real, reminder: '3' })).toEqual(['Europe/Berlin'])
    const ann = { user_id: 1, first_name: 'Ann', last_name: 'X' }
    const first = { position: 90, offset: 48, at: '2026-09-10T10:00:00.125Z' as Instant }
    expect(await readReminded(db, real)).toEqual([
      { ...ann, position: 97, offset: 'manual', at: '2026-09-10T14:00:00.000Z', mail: true, push: false },
      { ...ann, position: 95, offset: 'manual', at: '2026-09-10T12:00:00.000Z', mail: false, push: true },
      { ...ann, ...first, mail: true, push: false },
      { user_id: 2, first_name: 'Bob', last_name: 'Y', ...first, mail: true, push: true },
    ])
  })

  test('cannot be announced to the same member or to everybody again, unless it is forgotten', async () => {
    const { db } = database
    const fact = { key: 'fact:lock:5', user_id: null, value: '' }
    await expect(recordAnnounced(db, [reminder])).rejects.toThrow('duplicate key')
    await expect(recordAnnounced(db, [{ ...reminder, key: 'reminder:5:kickoff' }, fact])).rejects.toThrow('duplicate key')
    await expect(recordAnnounced(db, [fact])).rejects.toThrow('duplicate key')
    await forgetAnnounced(db, ['fact:lock:5'])
    await recordAnnounced(db, [fact])
    expect((await readAnnounced(db)).get('lock:5')).toBe('')
    expect((await readReminded(db, real)).map(({ offset }) => offset)).not.toContain('kickoff')
  })

  test('to a member is deleted with the account', async () => {
    await runStatement(testDatabase.connectionString, 'DELETE FROM accounts WHERE user_id = 1')
    expect((await readReminded(database.db, real)).map(({ user_id }) => user_id)).toEqual([2])
  })
})
