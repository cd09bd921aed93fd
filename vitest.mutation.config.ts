import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import type { VitestPluginContext } from 'vitest/node'
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
    globalSetup: database === true && sql === undefined ? ['scripts/mutation/global-setup.ts'] : [],
    // Stryker puts all mutants into one file and changes it, so the cache would serve an earlier version.
    fsModuleCache: sql !== undefined,
    // A run for each SQL mutant: it loads the sources once, in one of two processes (scripts/mutation/sql.ts).
    ...(sql === undefined ? {} : { isolate: false, maxWorkers: 1 }),
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
    configureVitest({ defineCacheKeyGenerator }: VitestPluginContext) {
      defineCacheKeyGenerator(({ id }) => (mutant !== undefined && id === join(root, mutant.file) ? json : undefined))
    },
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
