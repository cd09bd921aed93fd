import type pg from 'pg'

/** The oldest PostgreSQL version that Outlast supports (docs/configuration.md). */
const MIN_MAJOR = 15

/** The database is not safe for the pool's data. The message says what to change. */
export class UnsafeDatabaseError extends Error {
  override name = 'UnsafeDatabaseError'
}

/** Settings without which a crash can lose acknowledged picks. */
const DURABILITY = ['fsync', 'synchronous_commit', 'full_page_writes'] as const

/**
 * Rejects a database that is older than PostgreSQL 15 or not encoded in UTF-8, and in production also one that could lose
 * acknowledged data because `fsync`, `synchronous_commit` or `full_page_writes` is off.
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
  if (major < MIN_MAJOR)
    throw new UnsafeDatabaseError(`The database is PostgreSQL ${major}: Outlast requires ${MIN_MAJOR} or newer`)
  const encoding = settings.get('server_encoding')
  if (encoding !== 'UTF8') throw new UnsafeDatabaseError(`The database uses the encoding ${encoding}: Outlast requires UTF8`)
  const off = DURABILITY.filter((name) => settings.get(name) === 'off')
  if (production && off.length > 0) {
    throw new UnsafeDatabaseError(
      `The database could lose acknowledged data: turn on ${off.join(', ')} before running in production`,
    )
  }
}
