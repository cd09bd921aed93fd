import type pg from 'pg'

/** The oldest PostgreSQL that Outlast runs on (decisions.md §Configuration). */
const OLDEST = 15

/** Thrown at boot when the database is not fit for the pool's data. Its message says what to change. */
export class UnsafeDatabaseError extends Error {
  override name = 'UnsafeDatabaseError'
}

/** Settings that lose acknowledged picks in a crash when they are off. */
const DURABILITY = ['fsync', 'synchronous_commit', 'full_page_writes'] as const

/**
 * Refuses a database that could lose or garble what it acknowledged: in production one with `fsync`, `synchronous_commit` or
 * `full_page_writes` off; anywhere one that is older than PostgreSQL 15 or not in UTF-8.
 *
 * @throws UnsafeDatabaseError
 */
export async function assertSafeDatabase(pool: pg.Pool, { production }: { readonly production: boolean }): Promise<void> {
  const names = [...DURABILITY, 'server_version_num', 'server_encoding']
  const { rows } = await pool.query<{ name: string; value: string }>(
    'SELECT name, current_setting(name) AS value FROM unnest($1::text[]) AS name',
    [names],
  )
  const settings = new Map(rows.map((row) => [row.name, row.value]))
  const major = Math.floor(Number(settings.get('server_version_num')) / 10_000)
  if (major < OLDEST) throw new UnsafeDatabaseError(`The database is PostgreSQL ${major}: Outlast needs ${OLDEST} or newer`)
  const encoding = settings.get('server_encoding')
  if (encoding !== 'UTF8') throw new UnsafeDatabaseError(`The database is in ${encoding}: Outlast needs one in UTF8`)
  const off = DURABILITY.filter((name) => settings.get(name) === 'off')
  if (production && off.length > 0) {
    throw new UnsafeDatabaseError(
      `The database could lose what it acknowledged: turn on ${off.join(', ')} before running in production`,
    )
  }
}
