import { defineConfig } from '@playwright/test'
import baseConfig from '../../playwright.config.ts'

/** The configuration of `npm run screenshots`. The normal test run leaves this folder out. */
export default defineConfig({
  ...baseConfig,
  testDir: '.',
  testIgnore: [],
  // On every screen, also those of long tests.
  grepInvert: [],
  outputDir: '../../test-results/screenshots',
  globalSetup: '../support/global-setup.ts',
  reporter: 'list',
})
