import { runBrowserTests } from './lib/browser-tests.mjs'
import { ensureInstalled } from './lib/install.mjs'

// `npm run screenshots`: captures every screen on a phone and a desktop, light and dark, before and after the lock, in `screenshots/`.
await ensureInstalled()
process.exitCode = await runBrowserTests(['--config', 'e2e/screens/playwright.config.ts', ...process.argv.slice(2)])
