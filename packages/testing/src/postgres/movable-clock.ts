import { runStatement } from './database.ts'

/**
 * Sets the clock of a database, which is the real time of every server on it, and runs on from there. An unqualified
 * `clock_timestamp()` finds this function first, on connections that are opened after the first call.
 * @param iso not before a time that the clock has shown
 */
export async function setDatabaseClock(connectionString: string, iso: string): Promise<void> {
  const database = new URL(connectionString).pathname.slice(1)
  const ahead = Date.parse(iso) - Date.now()
  await runStatement(
    connectionString,
    `CREATE OR REPLACE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
      AS $$SELECT pg_catalog.clock_timestamp() + interval '${ahead} milliseconds'$$;
    ALTER DATABASE ${database} SET search_path = public, pg_catalog`,
  )
}
