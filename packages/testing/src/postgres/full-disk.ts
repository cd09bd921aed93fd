import { withClient } from './database.ts'

/** What PostgreSQL says when a table cannot grow. */
export const NO_SPACE = 'could not extend file "base/5/16384": No space left on device'
const RAISE = `BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full', MESSAGE = '${NO_SPACE}'; END`

/**
 * Lets PostgreSQL refuse each event and each new table with the error of a full disk, on any machine and without a small file system.
 * The role of the connection must be a superuser, as that of a test database is.
 */
export async function refuseForLackOfSpace(connectionString: string): Promise<void> {
  await withClient(connectionString, (client) =>
    client.query(`
      CREATE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql AS $$ ${RAISE} $$;
      CREATE FUNCTION refuse_table() RETURNS event_trigger LANGUAGE plpgsql AS $$ ${RAISE} $$;
      CREATE TRIGGER full_disk BEFORE INSERT ON events EXECUTE FUNCTION refuse_row();
      CREATE EVENT TRIGGER full_disk ON ddl_command_start WHEN TAG IN ('CREATE TABLE AS') EXECUTE FUNCTION refuse_table()`),
  )
}

/** Ends {@link refuseForLackOfSpace}. */
export async function acceptAgain(connectionString: string): Promise<void> {
  await withClient(connectionString, (client) =>
    client.query(`
      DROP EVENT TRIGGER full_disk;
      DROP TRIGGER full_disk ON events;
      DROP FUNCTION refuse_row;
      DROP FUNCTION refuse_table`),
  )
}
