import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureInstalled } from './lib/install.mjs'
import { ensureNginx } from './lib/nginx.mjs'
import { root } from './lib/run.mjs'
import { ensureWebBuilt } from './lib/web.mjs'

// `node scripts/prepare.mjs [--web] [--nginx]`: installs and builds what is missing, and exits. The npm scripts run it before the program
// that they are named after, so that no launcher stays in memory next to it.

const { values } = parseArgs({ options: { web: { type: 'boolean' }, nginx: { type: 'boolean' } } })
// To standard error, so that the output of the program stays its own. What follows can take a minute after an update.
if (values.web) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  console.error(`Outlast ${version}: checking the packages and the web app, and building what has changed ...`)
}
await ensureInstalled()
if (values.web) await ensureWebBuilt()
if (values.nginx) await ensureNginx()
