import { defineConfig, devices } from '@playwright/test'
import { CHROMIUM_ARGS } from '@outlast/testing/browser/chromium'

const executablePath = process.env.CHROMIUM_PATH

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  testIgnore: 'screens/**',
  outputDir: 'test-results/e2e',
  globalSetup: './e2e/support/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // No test asserts time: these only end what hangs, on however busy a machine.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    // Not the pool's own zone: what is shown in Eastern time must be so for members elsewhere too.
    timezoneId: 'America/Los_Angeles',
    launchOptions: { args: CHROMIUM_ARGS, ...(executablePath === undefined ? {} : { executablePath }) },
    // A trace of every test costs a third of the time: `npx playwright test <file> --trace on` makes them.
    screenshot: 'only-on-failure',
  },
})
