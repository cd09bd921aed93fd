import { startRunPostgres } from '@outlast/testing/postgres/run-postgres'

/** Starts, once per Playwright run, the PostgreSQL server that holds the databases of all test pools. */
export default startRunPostgres
