import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { root } from './scripts/lib/run.mjs'
import { mutationPart, SQL_VARIABLE } from './scripts/mutation/part.mjs'
import { withMutant } from './scripts/mutation/sql-mutants.mjs'

const { tests, database, sql } = mutationPart()
const isLeftOut = (path: string): boolean => path.startsWith('!')

/** The tests that a part's mutants meet. */
export default defineConfig({
  plugins: [sqlMutant()],
  test: {
    include: tests.filter((path) => !isLeftOut(path)),
    exclude: ['**/node_modules/**', ...tests.filter(isLeftOut).map((path) => path.slice(1))],
    // SQL's mutants share a PostgreSQL that stands already.
    globalSetup: database === true && sql === undefined ? ['packages/testing/src/global-setup.ts'] : [],
    // It knows nothing of mutants, and would give one to the next run.
    fsModuleCache: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})

/** Puts the mutant of SQL that the environment names into its file as it is read. */
function sqlMutant() {
  const json = process.env[SQL_VARIABLE]
  const mutant = json === undefined ? undefined : (JSON.parse(json) as SqlMutant)
  return {
    name: 'sql-mutant',
    enforce: 'pre' as const,
    transform(code: string, file: string) {
      if (mutant === undefined || file !== join(root, mutant.file)) return undefined
      if (code.slice(mutant.start, mutant.end) !== mutant.from) throw new Error(`${mutant.file} is not what was mutated`)
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
