import { startRunPostgres } from '@outlast/testing/postgres/run-postgres'

/** Starts the PostgreSQL that all pools of a Playwright run share. */
export default (): Promise<() => Promise<void>> => startRunPostgres()
