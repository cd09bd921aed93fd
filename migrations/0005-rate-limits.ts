import { type Kysely, sql } from 'kysely'

/**
 * Counted attempts of all processes, in the schema of rate-limiter-flexible: keys are keyed hashes, `expire` is in
 * milliseconds since 1970. Unlogged: after a crash of the database the counts start from zero.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE UNLOGGED TABLE rate_limits (
      key    varchar(255) PRIMARY KEY,
      points integer NOT NULL DEFAULT 0,
      expire bigint
    )`.execute(db)
  await sql`CREATE INDEX rate_limits_by_expiry ON rate_limits (expire)`.execute(db)
}
