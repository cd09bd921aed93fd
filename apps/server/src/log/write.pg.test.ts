import { randomUUID } from 'node:crypto'
import { instantFromMs, type RecordedEvent } from '@outlast/domain'
import { createTestDatabase, type TestDatabase } from '@outlast/testing/postgres/database'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '../database/pool.ts'
import type { Tables } from '../database/tables.ts'
import { GENESIS, seal } from './chain.ts'
import { readEvents, readHead } from './read.ts'
import type { StoredEvent } from './stored-event.ts'
import { EVENTS_PER_STATEMENT, inPieces, writeEvents } from './write.ts'

const AT = instantFromMs(Date.UTC(2030, 7, 1))
/** More than two statements, as a lock with many automatic picks. */
const MANY = 2 * EVENTS_PER_STATEMENT + 7

let own: TestDatabase
let database: Database<Tables>
beforeAll(async () => {
  own = await createTestDatabase()
})
beforeEach(() => {
  database = openDatabase<Tables>({
    connectionString: own.connectionString,
    max: 1,
    onError: () => {},
    prepare: true,
    pipeline: true,
  })
  return () => database.close()
})
afterAll(() => own.drop())

function sealed(count: number, name: (position: number) => string): StoredEvent[] {
  const events: StoredEvent[] = []
  for (let position = 1; position <= count; position += 1) {
    const data = { entryId: position, userId: 1, name: name(position) }
    const metadata = { actor: null, role: 'system' }
    const event = { position, stream: `entry-${position}`, type: 'EntryCreated', data, metadata, recordedAt: AT, siteTime: AT }
    events.push(seal(event as RecordedEvent, 1, randomUUID(), events.at(-1)?.hash ?? GENESIS))
  }
  return events
}

const inTransaction = (events: readonly StoredEvent[]) =>
  database.db.transaction().execute((tx) => writeEvents(tx, inPieces(events)))

test('writeEvents: writes nothing of a large batch if one of its last events is refused', async () => {
  const events = sealed(MANY, String)
  const broken = events.with(-1, { ...events.at(-1)!, position: 1 as StoredEvent['position'] })
  await expect(inTransaction(broken)).rejects.toThrow('events_pkey')
  expect(await readEvents(database.db, 0)).toEqual([])
  expect((await readHead(database.db)).position).toBe(0)
})

test('writeEvents: writes nothing of a large batch if one of its first events is refused', async () => {
  const events = sealed(MANY, String)
  const broken = events.with(1, { ...events[1]!, position: 1 as StoredEvent['position'] })
  await expect(inTransaction(broken)).rejects.toThrow('events_pkey')
  expect(await readEvents(database.db, 0)).toEqual([])
})

test('writeEvents: writes a large batch in order, with every character as it was recorded', async () => {
  const names = ['"', '\\', '\\"', '{a,b}', "'", 'NULL', '\n\t', 'é 🏈', '', '\\x00', '$1', '&']
  const events = sealed(MANY, (position) => names[position % names.length]!)
  await inTransaction(events)
  const read: StoredEvent[] = []
  while (read.length < MANY) read.push(...(await readEvents(database.db, read.length)))
  expect(read).toEqual(events)
  expect(await readHead(database.db)).toEqual({ position: MANY, hash: events.at(-1)!.hash, recordedAt: AT })
})
