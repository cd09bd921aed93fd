import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './lib/browser.mjs'
import { runChecks } from './lib/checks.mjs'
import { closingLine, playwrightCounts, sum, vitestCounts } from './lib/counts.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { ensureNginx } from './lib/nginx.mjs'
import { root, run, wasToldToEnd } from './lib/run.mjs'
import { ensureWebBuilt } from './lib/web.mjs'

// `npm test [-- check|vitest|e2e ...]`: every check and every suite, each to its end, and one closing line over all of them.

const results = join(root, 'test-results')

const STEPS = {
  async check() {
    const failed = await runChecks([])
    return { passed: 0, failed: failed.length, skipped: 0 }
  },
  async vitest() {
    const report = join(results, 'vitest.json')
    await ensureNginx()
    const code = await run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`])
    return counted(vitestCounts(report), code)
  },
  async e2e() {
    const report = join(results, 'playwright.json')
    await ensureWebBuilt()
    const browser = await ensureBrowser()
    await ensureNginx()
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, CHROMIUM_PATH: browser }
    const code = await run('playwright', ['test', '--reporter=list,json'], { env })
    return counted(playwrightCounts(report), code)
  },
}

/** A suite that ended badly has failed, whatever it counted. */
function counted(counts, code) {
  const known = counts ?? { passed: 0, failed: 0, skipped: 0 }
  return code !== 0 && known.failed === 0 ? { ...known, failed: 1 } : known
}

await ensureInstalled()
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
const chosen = process.argv.slice(2)
const all = []
for (const step of chosen.length === 0 ? Object.keys(STEPS) : chosen) {
  all.push(await STEPS[step]())
  if (wasToldToEnd()) process.exit(130)
}
const total = sum(all)
writeFileSync(join(results, 'closing-line.txt'), `${closingLine(total)}\n`)
console.log(`\n${closingLine(total)}`)
process.exitCode = total.failed > 0 ? 1 : 0
