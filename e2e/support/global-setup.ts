import { startRunPostgres } from '@outlast/testing/postgres/run-postgres'

/** Once per run of Playwright: the PostgreSQL that the tests' pools have their databases on. */
export default startRunPostgres
