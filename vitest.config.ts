import { keepTemporaryFilesInMemory } from '@outlast/testing/files'
import { defineConfig } from 'vitest/config'

/** Tests that need PostgreSQL: SQL next to the code, the whole server, and the short forms of the fault scenarios. */
const DATABASE_TESTS = ['{packages,apps}/*/src/**/*.pg.test.ts', 'apps/server/tests/**/*.test.ts', 'soak/**/*.test.ts']

/** Tests that only `npm run test:long` runs. */
const LONG_TESTS = ['**/*.long.test.ts']

/** Fault scenarios drive several servers at once. */
const SCENARIO_TIMEOUT_MS = 1_800_000

keepTemporaryFilesInMemory()

export default defineConfig({
  test: {
    maxWorkers: 2,
    // Tests leave no state behind, so a worker runs many files without loading the sources again for each.
    isolate: false,
    // No test asserts a duration. These limits only end a test that hangs, even on a busy machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Vitest empties style sheets by default; some tests read them as text.
          css: { include: /\.css\?raw/ },
          include: ['{packages,apps}/*/{src,build}/**/*.test.ts', '{bench,deploy,scripts}/**/*.test.ts'],
          exclude: [...DATABASE_TESTS, ...LONG_TESTS],
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: DATABASE_TESTS,
          exclude: LONG_TESTS,
          testTimeout: SCENARIO_TIMEOUT_MS,
          globalSetup: ['packages/testing/src/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: LONG_TESTS,
          exclude: ['**/node_modules/**'],
          testTimeout: SCENARIO_TIMEOUT_MS,
          globalSetup: ['packages/testing/src/global-setup.ts'],
        },
      },
    ],
  },
})
