import { defineConfig } from '@playwright/test'
import everyday from '../../playwright.config.ts'

/** `npm run screenshots`: not a test, so the everyday run leaves it out. */
export default defineConfig({
  ...everyday,
  testDir: '.',
  testIgnore: [],
  outputDir: '../../test-results/screenshots',
  globalSetup: '../support/global-setup.ts',
  reporter: 'list',
})
