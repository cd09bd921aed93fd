import { firstThere, installDebianPackage } from './debian.mjs'
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
  const found = firstThere(PLACES)
  if (found !== undefined) return found
  if (await installDebianPackage('chromium', 'the browser tests')) return firstThere(PLACES)
  const code = await run('playwright', ['install', 'chromium'])
  if (code !== 0) throw new Error('The browser tests need Chromium: install it, or name its program in CHROMIUM_PATH')
  return undefined
}
