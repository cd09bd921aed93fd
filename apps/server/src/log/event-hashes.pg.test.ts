import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { followChain, instantFromMs, type RecordedEvent } from '@outlast/domain'
import { createTestDatabase } from '@outlast/testing/postgres/database'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '../database/migrate.ts'
import { MIGRATIONS_FOLDER } from '../lib/paths.ts'
import { openDatabase } from '../database/pool.ts'
import type { Tables } from '../database/tables.ts'
import { earlyChainHash, GENESIS, hashOf, seal } from './chain.ts'
import { nodeHashing } from './hashing.ts'
import { readChainSteps, readEvents, readHead } from './read.ts'
import type { StoredEvent } from './stored-event.ts'
import { LogVerifier } from './verify.ts'
import { writeEvents } from './write.ts'

const AT = instantFromMs(Date.UTC(2030, 7, 1))

/** Events of a user with entries; a position's number makes each different. */
function eventAt(position: number): RecordedEvent {
  const envelope = { position, recordedAt: AT, siteTime: AT, metadata: { actor: null, role: 'system' } }
  if (position === 1) return { ...envelope, stream: 'user-1', type: 'UserRegistered', data: { userId: 1 } } as never
  const data = { entryId: position, userId: 1, name: `Entry ${position}` }
  return { ...envelope, stream: `entry-${position}`, type: 'EntryCreated', data } as never
}

/** Creates a database of the version before event hashes, with five events. */
async function createEarlyDatabase() {
  const created = await createTestDatabase({ empty: true })
  const folder = mkdtempSync(join(tmpdir(), 'outlast-early-'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, '0001-event-log.ts'), `export { up } from '${MIGRATIONS_FOLDER}/0001-event-log.ts'`)
  await migrate({ connectionString: created.connectionString, folder })
  rmSync(folder, { recursive: true })
  const database = openDatabase<Tables>({ connectionString: created.connectionString, max: 1, onError: () => {} })
  let hash = GENESIS
  for (let position = 1; position <= 5; position += 1) {
    const event = eventAt(position)
    const placed = { ...event, version: 1, eventId: randomUUID(), schemaVersion: 1, dataHash: hashOf(event.data) }
    hash = earlyChainHash(hash, placed)
    await sql`INSERT INTO events (position, stream, version, event_id, type, schema_version, data, metadata, recorded_at, site_time, data_hash, hash)
      VALUES (${position}, ${event.stream}, 1, ${placed.eventId}, ${event.type}, 1, ${JSON.stringify(event.data)}, ${JSON.stringify(event.metadata)},
        ${AT}, ${AT}, decode(${placed.dataHash}, 'hex'), decode(${hash}, 'hex'))`.execute(database.db)
  }
  await sql`UPDATE log_head SET position = 5, hash = decode(${hash}, 'hex'), recorded_at = ${AT}`.execute(database.db)
  return { created, database }
}

test('migration 0009 keeps the hashes of a full log, and later events continue it with event hashes only', async () => {
  const { created, database } = await createEarlyDatabase()
  const { connectionString } = created
  const { db } = database
  const early = await readHead(db)
  expect(await migrate({ connectionString })).toContain('0009-event-hashes')
  expect(await readHead(db)).toEqual(early)

  const later: StoredEvent[] = []
  for (let position = 6; position <= 8; position += 1) {
    later.push(seal(eventAt(position), 1, randomUUID(), later.at(-1)?.hash ?? early.hash))
  }
  await writeEvents(db, [later])
  const steps = await readChainSteps(db, 0, 100)
  expect(steps.map(({ eventHash }) => eventHash === null)).toEqual([true, true, true, true, true, false, false, false])
  const head = await readHead(db)
  expect(followChain(nodeHashing, early, steps.slice(5))).toEqual({ position: 8, hash: head.hash })
  expect(followChain(nodeHashing, { position: 0, hash: GENESIS }, steps)).toBeUndefined()

  // A server of the version before would continue the chain in the earlier form.
  const late = { ...seal(eventAt(9), 1, randomUUID(), head.hash), eventHash: null }
  await expect(writeEvents(db, [[late]])).rejects.toThrow('events_have_hashes')
  // Names in events from before can still be redacted.
  await sql`SELECT redact_events(ARRAY[3::bigint])`.execute(db)
  const events = await readEvents(db, 0)
  expect(events[2]?.data).toMatchObject({ name: null })

  const verifier = new LogVerifier([{ ...early, origin: 'that was published' }])
  for (const event of events) verifier.check(event)
  expect(verifier.finish(head)).toEqual([{ position: 3, problem: 'payload does not match its hash' }])
  await database.close()
  await created.drop()
})
