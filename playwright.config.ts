import { defineConfig, devices } from '@playwright/test'

const executablePath = process.env.CHROMIUM_PATH

/** What a headless Chromium needs to start as root in a container, and to leave the network alone. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
]

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  use: {
    ...devices['Desktop Chrome'],
    launchOptions: { args, ...(executablePath === undefined ? {} : { executablePath }) },
    trace: 'retain-on-failure',
  },
})
