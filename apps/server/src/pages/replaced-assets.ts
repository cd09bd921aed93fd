import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'

// Raw SQL fragments: the database's clock decides what is old, and a lock serializes servers that start at the same time.

/** How long the files of an earlier build stay available. */
const KEPT_FOR = '7 days'
/** How long the list of stored files is cached, so that not every request for a missing file queries the database. */
const LIST_MAX_AGE_MS = 5_000

/** A file of the web app's build whose name contains a hash of its content. */
export interface BuiltAsset {
  /** Its address, such as `/assets/index-Dk3f9aZ_.js`. */
  readonly path: string
  readonly read: () => Promise<Buffer>
}

/**
 * Stores the files of this server's build, and deletes files that another build replaced more than a week ago. Open pages request
 * the files of the build that they came from, and during an upgrade of several servers a request may reach either build.
 */
export async function storeBuild(db: Kysely<Tables>, assets: readonly BuiltAsset[]): Promise<void> {
  if (assets.length === 0) return
  const paths = assets.map(({ path }) => path)
  await db.transaction().execute(async (transaction) => {
    await sql`LOCK TABLE web_assets IN SHARE ROW EXCLUSIVE MODE`.execute(transaction)
    const known = await transaction
      .updateTable('web_assets')
      .set({ replaced_at: null })
      .where('path', 'in', paths)
      .returning('path')
      .execute()
    const knownPaths = new Set(known.map(({ path }) => path))
    for (const { path, read } of assets) {
      if (!knownPaths.has(path))
        await transaction
          .insertInto('web_assets')
          .values({ path, body: await read() })
          .execute()
    }
    await transaction
      .updateTable('web_assets')
      .set({ replaced_at: sql`clock_timestamp()` })
      .where('path', 'not in', paths)
      .where('replaced_at', 'is', null)
      .execute()
    await transaction
      .deleteFrom('web_assets')
      .where('replaced_at', '<', sql<never>`clock_timestamp() - ${KEPT_FOR}::interval`)
      .execute()
  })
}

/** Finds a stored file of another build; undefined if there is none. */
export type FindAsset = (path: string) => Promise<Buffer | undefined>

/** Creates the function that reads files of other builds. */
export function storedAssets(db: Kysely<Tables>, nowMs: () => number): FindAsset {
  let list: { readonly at: number; readonly paths: Promise<ReadonlySet<string>> } | undefined
  const listPaths = (): Promise<ReadonlySet<string>> => {
    if (list !== undefined && nowMs() - list.at < LIST_MAX_AGE_MS) return list.paths
    const paths = db
      .selectFrom('web_assets')
      .select('path')
      .execute()
      .then((rows) => new Set(rows.map((row) => row.path)))
    paths.catch(() => (list = undefined))
    list = { at: nowMs(), paths }
    return paths
  }
  return async (path) => {
    if (!(await listPaths()).has(path)) return undefined
    const row = await db.selectFrom('web_assets').select('body').where('path', '=', path).executeTakeFirst()
    return row?.body
  }
}
