import { sql } from 'kysely'

/** The name by which people know an account `a` that was joined from the left: empty when it is gone. */
export const personName = sql`coalesce(a.first_name || ' ' || a.last_name, '')`
