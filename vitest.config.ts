import { CHROMIUM_ARGS } from '@outlast/testing/browser/chromium'
import { keepTemporaryFilesInMemory } from '@outlast/testing/files'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { MORE_TESTS } from './scripts/lib/more-tests.mjs'

/** Tests that need PostgreSQL: SQL next to the code, the whole server, and the short forms of the fault scenarios. */
const DATABASE_TESTS = ['{packages,apps}/*/src/**/*.pg.test.ts', 'apps/server/tests/**/*.test.ts', 'soak/**/*.test.ts']

/** Tests that only `npm run test:long` runs. */
const LONG_TESTS = ['**/*.long.test.ts']

/** Fault scenarios drive several servers at once. */
const SCENARIO_TIMEOUT_MS = 1_800_000

/** Packages bring tests of their own. */
const INSTALLED = ['**/node_modules/**']
const executablePath = process.env.CHROMIUM_PATH

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
          exclude: [...INSTALLED, ...DATABASE_TESTS, ...LONG_TESTS, ...MORE_TESTS.unit],
        },
      },
      {
        extends: true,
        plugins: [react()],
        // As in the app: the router brings this for React 17.
        resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
        test: {
          name: 'component',
          include: ['apps/web/src/**/*.test.tsx'],
          setupFiles: ['apps/web/tests/component-setup.ts'],
          // The keyboard goes to the page in front, so only one page is open at a time.
          fileParallelism: false,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { args: CHROMIUM_ARGS, ...(executablePath === undefined ? {} : { executablePath }) },
              contextOptions: { reducedMotion: 'reduce', locale: 'en-US', timezoneId: 'America/Los_Angeles' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: DATABASE_TESTS,
          exclude: [...INSTALLED, ...LONG_TESTS, ...MORE_TESTS.database],
          testTimeout: SCENARIO_TIMEOUT_MS,
          globalSetup: ['packages/testing/src/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'more',
          include: [...MORE_TESTS.unit, ...MORE_TESTS.database],
          testTimeout: SCENARIO_TIMEOUT_MS,
          globalSetup: ['packages/testing/src/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: LONG_TESTS,
          exclude: INSTALLED,
          testTimeout: SCENARIO_TIMEOUT_MS,
          globalSetup: ['packages/testing/src/global-setup.ts'],
        },
      },
    ],
  },
})
