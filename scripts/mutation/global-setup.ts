import { startRunPostgres } from '@outlast/testing/postgres/run-postgres'

/** Starts the PostgreSQL of a part without SQL mutants. Tests create the read models themselves, with the mutant. */
export const setup = (): Promise<() => Promise<void>> => startRunPostgres({ withReadModels: false })
