import { sharedData } from './root.ts'
import { startRunPostgres } from './postgres/run-postgres.ts'

let remove: (() => Promise<void>) | undefined

/** Once per run of vitest: the PostgreSQL that its tests share. */
export async function setup(): Promise<void> {
  if (sharedData('README.md') === undefined) console.log('../shared/data is absent: the tests on real seasons are skipped')
  remove = await startRunPostgres()
}

/** Takes the PostgreSQL of the run away. */
export async function teardown(): Promise<void> {
  await remove?.()
}
