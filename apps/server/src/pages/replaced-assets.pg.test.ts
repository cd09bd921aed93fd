import { createTestDatabase, type TestDatabase } from '@outlast/testing'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../database/pool.ts'
import type { Tables } from '../database/tables.ts'
import { type BuiltAsset, storeBuild, storedAssets } from './replaced-assets.ts'

let test: TestDatabase
let database: Database<Tables>
beforeEach(async () => {
  test = await createTestDatabase()
  database = openDatabase<Tables>({
    max: 6,
    connectionString: test.connectionString,
    applicationName: 'test',
    onError: () => undefined,
  })
  // The template has the files of the app, if it is built.
  await sql`DELETE FROM web_assets`.execute(database.db)
})
afterEach(async () => {
  await database.close()
  await test.drop()
})

const asset = (name: string, reads: string[] = []): BuiltAsset => ({
  path: `/assets/${name}.js`,
  read: () => {
    reads.push(name)
    return Promise.resolve(Buffer.from(`code of ${name}`))
  },
})

/** Moves the time at which files were replaced into the past. */
const age = (interval: string) =>
  sql`UPDATE web_assets SET replaced_at = replaced_at - ${interval}::interval`.execute(database.db)

const paths = async () =>
  (await database.db.selectFrom('web_assets').select('path').orderBy('path').execute()).map(({ path }) => path)

const find = (path: string) => storedAssets(database.db, () => 0)(path)

describe('storeBuild', () => {
  it('stores each file once, and reads a file only when it is new', async () => {
    const reads: string[] = []
    await storeBuild(database.db, [asset('a', reads), asset('b', reads)])
    await storeBuild(database.db, [asset('a', reads), asset('c', reads)])
    expect(reads).toEqual(['a', 'b', 'c'])
    expect((await find('/assets/a.js'))?.toString()).toBe('code of a')
  })

  it('keeps the files of the build before for a week after they were replaced', async () => {
    await storeBuild(database.db, [asset('old'), asset('shared')])
    await sql`UPDATE web_assets SET replaced_at = NULL`.execute(database.db)
    await storeBuild(database.db, [asset('new'), asset('shared')])
    await age('6 days 23 hours')
    await storeBuild(database.db, [asset('new'), asset('shared')])
    expect(await paths()).toEqual(['/assets/new.js', '/assets/old.js', '/assets/shared.js'])
    await age('2 hours')
    await storeBuild(database.db, [asset('new'), asset('shared')])
    expect(await paths()).toEqual(['/assets/new.js', '/assets/shared.js'])
  })

  it('restarts the week when an older build starts again', async () => {
    await storeBuild(database.db, [asset('old')])
    await storeBuild(database.db, [asset('new')])
    await age('8 days')
    await storeBuild(database.db, [asset('old')])
    await storeBuild(database.db, [asset('new')])
    expect(await paths()).toEqual(['/assets/new.js', '/assets/old.js'])
  })

  it('serves several servers that start at the same time with different builds', async () => {
    await Promise.all(Array.from({ length: 6 }, (_, i) => storeBuild(database.db, [asset('shared'), asset(`only-${i % 2}`)])))
    expect(await paths()).toEqual(['/assets/only-0.js', '/assets/only-1.js', '/assets/shared.js'])
  })

  it('deletes nothing when the app is not built', async () => {
    await storeBuild(database.db, [asset('old')])
    await storeBuild(database.db, [])
    await age('8 days')
    expect(await paths()).toEqual(['/assets/old.js'])
  })
})

describe('storedAssets', () => {
  it('finds files that another server stores later, and queries the list of files at most every 5 seconds', async () => {
    let now = 0
    const findLater = storedAssets(database.db, () => now)
    expect(await findLater('/assets/a.js')).toBeUndefined()
    await storeBuild(database.db, [asset('a')])
    now = 4_999
    expect(await findLater('/assets/a.js')).toBeUndefined()
    now = 5_000
    expect((await findLater('/assets/a.js'))?.toString()).toBe('code of a')
    expect(await findLater('/assets/b.js')).toBeUndefined()
  })
})
