import { type QueryExecutorProvider, sql } from 'kysely'
import type { SchemaRequirement } from './migrations.ts'

// Raw SQL: whether a table exists is looked up by name, which the query builder cannot express, and this works on any schema.

/** The migration that creates the table `schema_version`. It and all later ones record what the schema requires. */
export const SCHEMA_VERSION_MIGRATION = '0035-schema-version'

/** What a schema says about itself. */
export interface SchemaVersion extends SchemaRequirement {
  /** The version of Outlast that migrated it last. */
  readonly version: string
}

/** Returns the names of the applied migrations, none for an empty database. */
export async function appliedMigrations(db: QueryExecutorProvider): Promise<readonly string[]> {
  if (!(await exists(db, 'kysely_migration'))) return []
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Returns undefined for a schema from before {@link SCHEMA_VERSION_MIGRATION}. */
export async function readSchemaVersion(db: QueryExecutorProvider): Promise<SchemaVersion | undefined> {
  if (!(await exists(db, 'schema_version'))) return undefined
  const { rows } = await sql<SchemaVersion>`
    SELECT version, oldest_migration AS "oldestMigration", oldest_version AS "oldestVersion" FROM schema_version`.execute(db)
  return rows[0]
}

export async function writeSchemaVersion(db: QueryExecutorProvider, schema: SchemaVersion): Promise<void> {
  await sql`
    INSERT INTO schema_version (version, oldest_migration, oldest_version)
    VALUES (${schema.version}, ${schema.oldestMigration}, ${schema.oldestVersion})
    ON CONFLICT (only_row) DO UPDATE SET version = excluded.version, oldest_migration = excluded.oldest_migration,
      oldest_version = excluded.oldest_version`.execute(db)
}

async function exists(db: QueryExecutorProvider, table: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`SELECT to_regclass(${`public.${table}`}) IS NOT NULL AS exists`.execute(db)
  return rows[0]?.exists === true
}
