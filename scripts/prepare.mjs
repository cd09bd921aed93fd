import { parseArgs } from 'node:util'
import { ensureInstalled } from './lib/install.mjs'
import { ensureNginx } from './lib/nginx.mjs'
import { ensureWebBuilt } from './lib/web.mjs'

// `node scripts/prepare.mjs [--web] [--nginx]`: installs and builds what is missing, and exits. The npm scripts run it before the program
// that they are named after, so that no launcher stays in memory next to it.

const { values } = parseArgs({ options: { web: { type: 'boolean' }, nginx: { type: 'boolean' } } })
await ensureInstalled()
if (values.web) await ensureWebBuilt()
if (values.nginx) await ensureNginx()
