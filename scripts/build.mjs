import { ensureInstalled } from './lib/install.mjs'
import { ensureWebBuilt } from './lib/web.mjs'

// `npm run build`: builds the web app into apps/web/dist. The server needs no build.
await ensureInstalled()
await ensureWebBuilt({ quiet: false })
