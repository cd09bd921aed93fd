import { sql } from 'kysely'

/**
 * A function that views call with the rights of their owner. PostgreSQL cannot see into it, so that what few pools need does not make it
 * plan all others as if they needed it.
 */
export const AS_OWNER = sql`LANGUAGE sql STABLE SECURITY DEFINER`
