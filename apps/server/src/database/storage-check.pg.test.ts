import { createTestDatabase } from '@outlast/testing/postgres/database'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { describeDatabaseProblem } from './describe-problem.ts'
import { StorageCheck } from './storage-check.ts'

const ELSEWHERE = 'postgres://outlast:secret@db.example/pool'
const FULL =
  'The disk of the database is full. Delete something there, or make the disk larger. Until then PostgreSQL stores what fits into its files. Everything else is refused, and nothing that was confirmed is lost. The pool then continues automatically'

const databaseError = (code: string, message: string) => Object.assign(new Error(message), { code, severity: 'ERROR' })
const noSpace = () => databaseError('53100', 'could not extend file "base/5/16384": No space left on device')

/** A real database, whose writes a test lets fail. */
async function openDatabase() {
  const empty = await createTestDatabase()
  // Dropping the database may end the connection.
  const pool = new pg.Pool({ connectionString: empty.connectionString, max: 1 }).on('error', () => {})
  const database = { problem: undefined as Error | undefined, queries: 0 }
  return {
    database,
    queries: {
      query: <Row extends pg.QueryResultRow>(text: string) => {
        database.queries += 1
        return database.problem === undefined ? pool.query<Row>(text) : Promise.reject(database.problem)
      },
    },
    close: async () => {
      await pool.end()
      await empty.drop()
    },
  }
}

/** Returns what the operator reads about a check, or undefined if it succeeds. */
const problemFound = (storage: StorageCheck): Promise<string | undefined> =>
  storage.check().then(
    () => undefined,
    (error: unknown) =>
      describeDatabaseProblem({ connectionString: ELSEWHERE, isEmbedded: false, folder: () => storage.folder }, error),
  )

describe('StorageCheck', () => {
  it('says that the disk of a database elsewhere is full from a failed write on, until a write succeeds', async () => {
    const { database, queries, close } = await openDatabase()
    const logged: string[] = []
    const storage = new StorageCheck(queries, false, { error: (line: string) => void logged.push(line) })
    expect(await problemFound(storage)).toBeUndefined()
    expect(database.queries).toBe(0)
    expect(storage.noteFailure(new Error('the database is unreachable', { cause: noSpace() }))).toBe(true)
    expect(storage.noteFailure(noSpace())).toBe(true)
    expect(logged).toEqual([
      'PostgreSQL refused to store something: could not extend file "base/5/16384": No space left on device',
    ])
    database.problem = noSpace()
    expect(await problemFound(storage)).toBe(FULL)
    expect(await problemFound(storage)).toBe(FULL)
    database.problem = undefined
    expect(await problemFound(storage)).toBeUndefined()
    const { queries: asked } = database
    expect(await problemFound(storage)).toBeUndefined()
    expect(database.queries).toBe(asked)
    await close()
  })

  it('says what is wrong when the check itself fails for another reason than a full disk', async () => {
    const { database, queries, close } = await openDatabase()
    const storage = new StorageCheck(queries, false, { error: () => {} })
    expect(storage.noteFailure(databaseError('40P01', 'deadlock detected'))).toBe(false)
    // Of another disk: that of the mails, for instance.
    expect(storage.noteFailure(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }))).toBe(
      false,
    )
    expect(await problemFound(storage)).toBeUndefined()
    expect(database.queries).toBe(0)
    storage.noteFailure(noSpace())
    database.problem = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    expect(await problemFound(storage)).toBe(
      'The database "pool" on db.example, port 5432 cannot be reached: nothing accepts connections there. Check that PostgreSQL is running and that DATABASE_URL names the right host and port. A running server reconnects automatically',
    )
    await close()
  })

  it('finds the folder of a database on this machine, and reports no problem while its disk has space', async () => {
    const { queries, close } = await openDatabase()
    const storage = new StorageCheck(queries, true, { error: () => {} })
    expect(await problemFound(storage)).toBeUndefined()
    expect(storage.folder).toMatch(/^\//)
    await close()
  })
})
