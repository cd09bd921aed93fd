import { startRunPostgres } from './postgres/run-postgres.ts'
import { sharedData } from './root.ts'

let remove: (() => Promise<void>) | undefined

/** Starts the PostgreSQL that all tests of a Vitest run share. */
export async function setup(): Promise<void> {
  if (sharedData('README.md') === undefined) console.log('../shared/data is missing: tests of real seasons are skipped')
  remove = await startRunPostgres()
}

/** Stops and removes the PostgreSQL of the run. */
export async function teardown(): Promise<void> {
  await remove?.()
}
