import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { root } from './scripts/lib/run.mjs'
import { mutationPart, SQL_VARIABLE } from './scripts/mutation/part.mjs'
import { withMutant } from './scripts/mutation/sql-mutants.mjs'

const { tests, database, sql } = mutationPart()
const isLeftOut = (path: string): boolean => path.startsWith('!')

/** Runs the tests of one part of an area against its mutants. */
export default defineConfig({
  plugins: [sqlMutant()],
  test: {
    include: tests.filter((path) => !isLeftOut(path)),
    exclude: ['**/node_modules/**', ...tests.filter(isLeftOut).map((path) => path.slice(1))],
    // Runs with SQL mutants share a PostgreSQL that is already running.
    globalSetup: database === true && sql === undefined ? ['packages/testing/src/global-setup.ts'] : [],
    // The cache does not distinguish mutants, so the next run would get a mutated file from it.
    fsModuleCache: false,
    env: { EACH_RANDOM_POOL: '5' },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})

/** Applies the SQL mutant that the environment names when its file is loaded. */
function sqlMutant() {
  const json = process.env[SQL_VARIABLE]
  const mutant = json === undefined ? undefined : (JSON.parse(json) as SqlMutant)
  return {
    name: 'sql-mutant',
    enforce: 'pre' as const,
    transform(code: string, file: string) {
      if (mutant === undefined || file !== join(root, mutant.file)) return undefined
      if (code.slice(mutant.start, mutant.end) !== mutant.from)
        throw new Error(`${mutant.file} has changed since the mutant was created`)
      return withMutant(code, mutant)
    },
  }
}

interface SqlMutant {
  readonly file: string
  readonly start: number
  readonly end: number
  readonly from: string
  readonly to: string
}
