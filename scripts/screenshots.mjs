import { ensureBrowsers } from './lib/browser.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { run } from './lib/run.mjs'
import { ensureWebBuilt } from './lib/web.mjs'

// `npm run screenshots`: captures every screen on a phone and a desktop, light and dark, before and after the lock, in `screenshots/`.
await ensureInstalled()
await ensureWebBuilt()
process.exitCode = await run('playwright', ['test', '--config', 'e2e/screens/playwright.config.ts', ...process.argv.slice(2)], {
  env: await ensureBrowsers(),
})
