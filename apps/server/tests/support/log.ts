import type { Actor, Instant, ReplyOf, CommandData, CommandOfType, CommandType } from '@outlast/domain'
import { userId, weekId } from '@outlast/domain'
import { createTestDatabase, type TestDatabase } from '@outlast/testing/postgres/database'
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach } from 'vitest'
import { openDatabase } from '../../src/database/index.ts'
import type { Tables } from '../../src/database/tables.ts'
import { type Kysely, sql } from 'kysely'
import { Appender, type AppenderOptions } from '../../src/commands/appender.ts'
import { Follower } from '../../src/pool/follower.ts'
import { Pipeline } from '../../src/commands/pipeline.ts'
import { CommandQueue } from '../../src/commands/queue.ts'
import { DatabaseClock, readDatabaseTime } from '../../src/database/database-clock.ts'
import { readEvents, readHead } from '../../src/log/read.ts'
import type { IdempotencyKey } from '../../src/commands/receipts.ts'
import { LogVerifier } from '../../src/log/verify.ts'
import type { Finding } from '../../src/log/verify-chain.ts'

const nonce = (): string => randomBytes(32).toString('hex')
export const VISITOR: Actor = { kind: 'visitor' }
export const member = (id: number): Actor => ({ kind: 'user', userId: userId(id), tokenVersion: 1 })

interface TestLogOptions extends Partial<Omit<AppenderOptions, 'db' | 'follower'>> {
  /** Whether picks are sent while earlier ones are in flight. Default: true, as in a server. */
  readonly pipelined?: boolean
  /** The time at which the pipeline decides. */
  readonly now?: () => Instant
}

/** Runs SQL in the transaction that records a pick of SF, after its event is inserted. */
export async function withPicksOfSf(db: Kysely<Tables>, statement: string): Promise<void> {
  await sql`
    CREATE FUNCTION on_pick() RETURNS trigger LANGUAGE plpgsql AS ${sql.lit(`BEGIN ${statement}; RETURN NULL; END`)};
    CREATE TRIGGER picks_of_sf AFTER INSERT ON events FOR EACH ROW
      WHEN (NEW.type = 'PickSubmitted' AND NEW.data ->> 'team' = 'SF') EXECUTE FUNCTION on_pick()`.execute(db)
}

/** Opens a log on a database, without the rest of the server. */
export async function openLog(connectionString: string, { pipelined = true, now, ...parts }: TestLogOptions = {}) {
  const database = openDatabase<Tables>({ connectionString, max: 1, onError: () => {}, prepare: true, pipeline: true })
  const readers = openDatabase<Tables>({ connectionString, max: 2, onError: () => {} })
  const follower = new Follower()
  await follower.catchUp(database.db)
  const clock = new DatabaseClock(() => Date.now())
  clock.observe(await readDatabaseTime(database.db))
  const appender = new Appender({ ...parts, db: database.db, follower, onTime: (time) => clock.observe(time) })
  const pipeline = new Pipeline({
    connections: database.pool,
    follower,
    now: now ?? (() => clock.now()),
  })
  const queue = new CommandQueue(appender, pipelined ? { pipeline, overlapFrom: 1 } : {})
  const submit = <T extends CommandType>(actor: Actor, type: T, data: CommandData[T], idempotency?: IdempotencyKey) =>
    queue.submit({
      envelope: { command: { type, data } as CommandOfType<T>, actor },
      toResponse: ({ reply, events }): { reply: ReplyOf<T>; positions: number[] } => ({
        reply,
        positions: events.map((event) => event.position),
      }),
      idempotency,
    })
  return {
    db: readers.db,
    follower,
    queue,
    submit,
    async close() {
      await queue.close()
      await database.close()
      await readers.close()
    },
  }
}

export type TestLog = Awaited<ReturnType<typeof openLog>>

/** Provides each test of a file with a log on an empty database. */
export function useTestLog(): { readonly log: TestLog; readonly connectionString: string } {
  let opened: { readonly log: TestLog; readonly database: TestDatabase } | undefined
  beforeEach(async () => {
    const database = await createTestDatabase()
    opened = { database, log: await openLog(database.connectionString) }
  })
  afterEach(async () => {
    await opened?.log.close()
    await opened?.database.drop()
  })
  const now = () => {
    if (opened === undefined) throw new Error('a log is open during tests only')
    return opened
  }
  return {
    get log() {
      return now().log
    },
    get connectionString() {
      return now().database.connectionString
    },
  }
}

/** Returns the findings of the log's verifier. */
export async function findingsIn({ db }: Pick<TestLog, 'db'>): Promise<readonly Finding[]> {
  const verifier = new LogVerifier()
  for (const event of await readEvents(db, 0)) verifier.check(event)
  return verifier.finish(await readHead(db))
}

/** Creates an admin (user 1), an open week 1 of 2030, and entries 1 to `entries`. */
export async function seedPool({ submit }: TestLog, entries = 3): Promise<void> {
  await submit(VISITOR, 'RegisterUser', { emailTaken: false, adminGrant: 'first_account' })
  await submit(member(1), 'AddWeek', { seasonYear: 2030, weekNumber: 1 })
  const names = Array.from({ length: entries }, (_, i) => `Entry ${i + 1}`)
  await Promise.all(names.map((name) => submit(member(1), 'CreateEntry', { userId: userId(1), name })))
}

/** Picks for entries in a process of its own, which reads the log as it is now. */
export async function pickInOtherProcess(connectionString: string, entries: readonly number[]): Promise<void> {
  const other = await openLog(connectionString)
  for (const entry of entries) await other.submit(member(1), 'SubmitPick', pickOf(entry, 'BUF'))
  await other.close()
}

/** Returns a pick of an entry for the seeded week. */
export const pickOf = (entry: number, team: string): CommandData['SubmitPick'] =>
  ({ entryId: entry, weekId: weekId(1), team, nonce: nonce() }) as CommandData['SubmitPick']
