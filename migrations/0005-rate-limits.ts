import { type Kysely, sql } from 'kysely'

/**
 * Attempts that were counted, for all processes together. In the form that rate-limiter-flexible writes: keys are keyed
 * hashes, `expire` is milliseconds since 1970. Not logged: after a crash of the database counting starts anew.
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
