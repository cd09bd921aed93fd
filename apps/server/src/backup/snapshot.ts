import type { Instant } from '@outlast/domain'
import pg from 'pg'
import type { Manifest } from './manifest.ts'

/** Tables that are caches or describe one installation. A restored pool fills them again. */
const EXCLUDED_TABLES = [
  'kysely_migration',
  'kysely_migration_lock',
  'state_snapshots',
  'web_assets',
  'rate_limits',
  'backup_status',
  'schema_version',
] as const

/** A table with its columns, to be copied. */
export interface CopiedTable {
  readonly name: string
  readonly columns: readonly [string, ...string[]]
}

const SETTINGS = `SET client_encoding = 'UTF8'; SET timezone = 'UTC'; SET datestyle = 'ISO'; SET intervalstyle = 'postgres';
  SET extra_float_digits = 1; SET bytea_output = 'hex'; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0;
  SET search_path = public`

/** Opens a connection whose values have the same text in every PostgreSQL, and that waits as long as necessary. */
export async function withCopyConnection<T>(connectionString: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, application_name: 'outlast-backup', connectionTimeoutMillis: 10_000 })
  // Without a listener, a broken connection would end the process; the statement fails as well.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(SETTINGS)
    return await run(client)
  } finally {
    await client.end()
  }
}

/** Returns the tables of a pool's database, each after those that it references. */
export async function copiedTables(client: pg.Client): Promise<readonly CopiedTable[]> {
  const { rows } = await client.query<{ name: string; columns: [string, ...string[]]; references: string[] }>(
    `SELECT t.relname AS name,
            (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
              WHERE a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
            (SELECT coalesce(array_agg(DISTINCT c.confrelid::regclass::text), '{}') FROM pg_constraint c
              WHERE c.conrelid = t.oid AND c.contype = 'f' AND c.confrelid <> t.oid) AS references
       FROM pg_class t
      WHERE t.relnamespace = 'public'::regnamespace AND t.relkind = 'r' AND t.relname <> ALL ($1)
      ORDER BY t.relname`,
    [EXCLUDED_TABLES],
  )
  const ordered: typeof rows = []
  while (ordered.length < rows.length) {
    const placed = new Set(ordered.map(({ name }) => name))
    const next = rows.filter((table) => !placed.has(table.name) && table.references.every((name) => placed.has(name)))
    if (next.length === 0) throw new Error('The tables reference each other in a circle, so they cannot be loaded in any order')
    ordered.push(...next)
  }
  return ordered.map(({ name, columns }) => ({ name, columns }))
}

/** Returns a table with its columns for COPY. */
export function copyTarget({ name, columns }: { readonly name: string; readonly columns: readonly string[] }): string {
  return `public.${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`
}

/** Returns what is copied of a table. The log is in order, so that a restore verifies it while it reads. */
export function copySource(table: CopiedTable): string {
  if (table.name !== 'events') return copyTarget(table)
  return `(SELECT ${table.columns.map((column) => pg.escapeIdentifier(column)).join(', ')} FROM public.events ORDER BY position)`
}

type SnapshotFacts = Pick<Manifest, 'created_at' | 'postgres' | 'migrations' | 'head' | 'last_without_event_hash' | 'sequences'>

/** Reads what the manifest says about a snapshot. Returns undefined if the database has no pool. */
export async function snapshotFacts(client: pg.Client): Promise<SnapshotFacts | undefined> {
  const found = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('public.kysely_migration') IS NOT NULL AND to_regclass('public.log_head') IS NOT NULL AS exists`,
  )
  if (found.rows[0]?.exists !== true) return undefined
  const facts = await client.query<{ at: Instant; postgres: string; position: string; hash: string }>(
    `SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, current_setting('server_version') AS postgres,
            position, encode(hash, 'hex') AS hash
       FROM log_head`,
  )
  const head = facts.rows[0]
  if (head === undefined) return undefined
  const migrations = await client.query<{ name: string }>('SELECT name FROM kysely_migration ORDER BY name')
  const names = migrations.rows.map(({ name }) => name)
  const [first, ...others] = names
  if (first === undefined) return undefined
  // A sequence does not belong to the snapshot: its value may be later, which only leaves a gap.
  const sequences = await client.query<{ name: string; value: string }>(
    `SELECT sequencename AS name, last_value AS value FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL`,
  )
  return {
    created_at: head.at,
    postgres: head.postgres,
    migrations: [first, ...others],
    head: { position: Number(head.position), hash: head.hash },
    last_without_event_hash: await lastWithoutEventHash(client),
    sequences: sequences.rows.map(({ name, value }) => ({ name, value: Number(value) })),
  }
}

async function lastWithoutEventHash(client: pg.Client): Promise<number> {
  const column = await client.query(
    `SELECT 1 FROM pg_attribute WHERE attrelid = 'public.events'::regclass AND attname = 'event_hash' AND NOT attisdropped`,
  )
  if (column.rowCount === 0) return 0
  const { rows } = await client.query<{ last: string }>(
    'SELECT coalesce(max(position), 0) AS last FROM events WHERE event_hash IS NULL',
  )
  return Number(rows[0]?.last ?? 0)
}
