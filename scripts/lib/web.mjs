import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { stop } from './install.mjs'
import { root, run, wasToldToEnd } from './run.mjs'

/** turbo says nothing to its makers. */
const ALONE = { TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1', DO_NOT_TRACK: '1' }

/**
 * Builds the web app, unless nothing changed since it was built last (turbo knows). Ends the process when it cannot.
 *
 * @param {{ quiet?: boolean }} [options] quiet: says what the build said only when it fails
 */
export async function ensureWebBuilt({ quiet = true } = {}) {
  if (!existsSync(join(root, 'apps', 'web', 'dist', 'index.html'))) console.log('Building the web app ...')
  const code = await run(
    'turbo',
    ['run', 'build', quiet ? '--output-logs=errors-only' : '--output-logs=full', '--log-prefix=none', '--ui=stream'],
    {
      env: ALONE,
      quiet,
    },
  )
  if (wasToldToEnd()) process.exit(130)
  if (code !== 0) stop('The web app could not be built: the reason stands above.', code)
}
