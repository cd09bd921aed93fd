import { runAtRoot, runInBrowser, runSuites } from './lib/suites.mjs'

// `npm run test:more [-- node|browser]`: what `npm test` leaves out (scripts/lib/more-tests.mjs), and 400 random histories after its 100.

await runSuites(
  {
    node: { minutes: 28, run: () => runAtRoot('more', { HISTORIES: '400', HISTORIES_SEED: '101' }) },
    browser: { minutes: 27, run: () => runInBrowser('more') },
  },
  process.argv.slice(2),
  'counts-more.json',
)
