import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { stop } from './install.mjs'
import { sayingThatItRuns } from './progress.mjs'
import { root, wasInterrupted } from './run.mjs'
import { runTasks } from './turbo.mjs'

/**
 * Builds the web app unless nothing has changed since the last build. Ends the process when the build fails.
 *
 * @param {{ quiet?: boolean }} [options] quiet: shows the build's output only when it fails
 */
export async function ensureWebBuilt({ quiet = true } = {}) {
  if (!existsSync(join(root, 'apps', 'web', 'dist', 'index.html'))) console.log('Building the web app ...')
  const args = [quiet ? '--output-logs=errors-only' : '--output-logs=full', '--log-prefix=none']
  const code = await sayingThatItRuns('Building the web app', runTasks(['build'], { args, quiet }))
  if (wasInterrupted()) process.exit(130)
  if (code !== 0) stop('The web app could not be built; see the message above.', code)
}
