import { defineConfig } from 'vitest/config'

/** Tests that need the run's PostgreSQL: real SQL beside the code, the whole service, and its faults in their short form. */
const DATABASE_TESTS = ['{packages,apps}/*/src/**/*.pg.test.ts', 'apps/server/tests/**/*.test.ts', 'soak/**/*.test.ts']

export default defineConfig({
  test: {
    maxWorkers: 2,
    // No test asserts time: these only end what hangs, on however busy a machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Vitest empties style sheets by default; the contrast test reads this one.
          css: { include: /tokens\.css/ },
          include: ['{packages,apps}/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'deploy/**/*.test.ts'],
          exclude: DATABASE_TESTS,
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: DATABASE_TESTS,
          globalSetup: ['packages/testing/src/global-setup.ts'],
        },
      },
    ],
  },
})
