import { type Kysely, sql } from 'kysely'

// Raw SQL: a table with one row.

/**
 * Where members pay, and the rows of bank files that were recorded already. Of a row only a hash is stored, because its text names
 * people.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE treasurer (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      venmo    text,
      paypal   text,
      cash_app text,
      iban     text,
      holder   text,
      bic      text
    )`.execute(db)
  await sql`INSERT INTO treasurer DEFAULT VALUES`.execute(db)
  await sql`
    CREATE TABLE bank_rows (
      row_hash    bytea PRIMARY KEY,
      recorded_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp())
    )`.execute(db)
}
