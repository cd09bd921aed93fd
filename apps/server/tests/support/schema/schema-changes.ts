import type pg from 'pg'

// Raw SQL: PostgreSQL's catalogs.

/** The schema `public` as its catalogs describe it: what a server relies on, by kind and name. */
export type SchemaFacts = ReadonlyMap<string, string>

/** Describes tables, columns, constraints, unique indexes, sequences and triggers, without the tables of Kysely. */
export async function readSchema(client: pg.Client): Promise<SchemaFacts> {
  const { rows } = await client.query<{ key: string; fact: string }>(`
    WITH tables AS (
      SELECT oid, relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname NOT LIKE 'kysely%'
    )
    SELECT 'table ' || relname AS key, '' AS fact FROM tables
    UNION ALL
    SELECT 'column ' || relname || '.' || attname,
      format_type(atttypid, atttypmod) || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END
        || CASE WHEN atthasdef OR attidentity <> '' THEN ' DEFAULT' ELSE '' END
      FROM tables JOIN pg_attribute ON attrelid = tables.oid AND attnum > 0 AND NOT attisdropped
    UNION ALL
    SELECT 'constraint ' || relname || '.' || conname, pg_get_constraintdef(c.oid) FROM tables
      JOIN pg_constraint AS c ON conrelid = tables.oid AND contype <> 'n'
    UNION ALL
    SELECT 'unique index ' || relname || '.' || indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM tables
      JOIN pg_index ON indrelid = tables.oid AND indisunique
      WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
    UNION ALL
    SELECT 'trigger ' || relname || '.' || tgname, pg_get_triggerdef(t.oid) FROM tables
      JOIN pg_trigger AS t ON tgrelid = tables.oid AND NOT tgisinternal
    UNION ALL
    SELECT 'sequence ' || sequencename, '' FROM pg_sequences WHERE schemaname = 'public'`)
  return new Map(rows.map(({ key, fact }) => [key, fact]))
}

/**
 * Returns what a server of the earlier schema could not work with, a sentence each: what is gone or was renamed, another type, and a column,
 * constraint, unique index or trigger with which its statements can fail or do something else. A new table is never a problem.
 */
export function breakingChanges(before: SchemaFacts, after: SchemaFacts): readonly string[] {
  const found: string[] = []
  for (const [key, fact] of before) {
    const now = after.get(key)
    if (now === undefined) {
      // A constraint that a wider one replaces under the same name is not gone.
      if (!isOfGoneTable(key, after)) found.push(`${key} is gone`)
    } else if (now !== fact) found.push(`${key} was "${fact}" and is "${now}"`)
  }
  for (const [key, fact] of after) {
    if (before.has(key) || !before.has(`table ${tableOf(key)}`)) continue
    if (key.startsWith('column ') && (!fact.includes('NOT NULL') || fact.includes('DEFAULT'))) continue
    found.push(`${key} is new in a table that older servers write: ${fact}`)
  }
  return found
}

const tableOf = (key: string): string =>
  key.replace(/^(?:table|column|constraint|unique index|trigger|sequence) /, '').replace(/\..*$/s, '')

/** Only the table itself is named as gone. */
function isOfGoneTable(key: string, after: SchemaFacts): boolean {
  return /^(?:column|constraint|unique index|trigger) /.test(key) && !after.has(`table ${tableOf(key)}`)
}

/** How Kysely takes its lock. */
const KYSELY_LOCK = /^with set_timeout as [\s\S]*pg_advisory_lock[\s\S]*$/

/** Statements that change rows which may have been there before, or copy them: everything but adding constants to a table. */
export function changesRows(statement: string): boolean {
  const text = statement.replace(/^\s*--.*$/gm, '').trim()
  // The body of a function runs later.
  if (/^CREATE (?:OR REPLACE )?FUNCTION/i.test(text)) return false
  return (
    /^(?:UPDATE|DELETE|TRUNCATE|COPY|MERGE)\b/i.test(text) ||
    /^(?:INSERT|WITH)\b[\s\S]*\b(?:SELECT|UPDATE|DELETE)\b[\s\S]*\b(?:FROM|SET)\b/i.test(text.replace(KYSELY_LOCK, ''))
  )
}
