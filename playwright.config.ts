import { availableParallelism } from 'node:os'
import { defineConfig, devices } from '@playwright/test'
import { CHROMIUM_ARGS } from '@outlast/testing/browser/chromium'
import { keepTemporaryFilesInMemory } from '@outlast/testing/files'
import { JOURNEYS } from './scripts/lib/more-tests.mjs'

const executablePath = process.env.CHROMIUM_PATH

/** Which tests run: those of `npm test`, of `npm run test:more` or of `npm run test:long`, otherwise all that are named. */
const which = process.env.BROWSER_TESTS

keepTemporaryFilesInMemory()

export default defineConfig({
  testDir: 'e2e',
  testMatch: which === 'short' ? JOURNEYS.map((file) => `**/${file}`) : '**/*.spec.ts',
  testIgnore: ['**/e2e/screens/**', ...(which === 'more' ? JOURNEYS.map((file) => `**/${file}`) : [])],
  outputDir: 'test-results/e2e',
  globalSetup: './e2e/support/global-setup.ts',
  fullyParallel: true,
  // More workers than this on two cores take longer: waiting tests ask the page again and again.
  workers: Math.max(3, availableParallelism() - 1),
  forbidOnly: true,
  ...(which === 'long' ? { grep: /@long/ } : { grepInvert: /@long/ }),
  // No test asserts a duration. These limits only end a test that hangs, even on a busy machine.
  timeout: 420_000,
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    // Differs from the pool's zone, because Eastern times must be shown to members everywhere.
    timezoneId: 'America/Los_Angeles',
    // Animations end at once. A test about motion asks for `no-preference`.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { args: CHROMIUM_ARGS, ...(executablePath === undefined ? {} : { executablePath }) },
    // A worker would hide requests from the tests that fail them. Tests about the worker allow it.
    serviceWorkers: 'block',
    // Traces would take a third of the time. `npx playwright test <file> --trace on` makes them for one file.
    screenshot: 'only-on-failure',
  },
})
