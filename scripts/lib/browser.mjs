import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run } from './run.mjs'

const PLACES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Finds a Chromium for the browser tests, and installs one where there is none: Debian's as root, Playwright's own elsewhere.
 *
 * @returns {Promise<string | undefined>} the path of its program, or undefined for Playwright's own
 */
export async function ensureBrowser() {
  const found = PLACES.find((path) => path !== undefined && existsSync(path))
  if (found !== undefined) return found
  if (process.getuid?.() === 0 && hasAptGet()) {
    console.log('Installing Chromium for the browser tests ...')
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-q'], { env })
    const code = await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], { env })
    if (code === 0) return '/usr/bin/chromium'
  }
  const code = await run('playwright', ['install', 'chromium'])
  if (code !== 0) throw new Error('The browser tests need Chromium: install it, or name its program in CHROMIUM_PATH')
  return undefined
}

function hasAptGet() {
  return spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0
}
