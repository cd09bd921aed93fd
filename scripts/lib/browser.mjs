import { firstExisting, installDebianPackage } from './debian.mjs'
import { run } from './run.mjs'

const PLACES = [
  process.env.CHROMIUM_PATH,
  // Without a graphical interface, a page takes about half of the processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Finds a Chromium for the browser tests. If there is none, installs one: a Debian package as root, otherwise Playwright's own.
 *
 * @returns {Promise<string | undefined>} the path of its executable, or undefined for Playwright's own
 */
export async function ensureBrowser() {
  const found = firstExisting(PLACES)
  if (found !== undefined) return found
  for (const name of ['chromium-headless-shell', 'chromium'])
    if (await installDebianPackage(name, 'the browser tests')) return firstExisting(PLACES)
  const code = await run('playwright', ['install', 'chromium'])
  if (code !== 0) throw new Error('The browser tests need Chromium: install it, or set CHROMIUM_PATH to its executable')
  return undefined
}
