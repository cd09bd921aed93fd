import { firstExisting, installDebianPackage } from './debian.mjs'
import { run } from './run.mjs'

/** Chromium without a graphical interface: a page takes about half of the processor time there, without notifications. */
const SHELL = ['/usr/bin/chromium-headless-shell']

const WHOLE = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Finds a Chromium for the browser tests, and a whole one for the tests of notifications. Installs what is missing: Debian packages as
 * root, otherwise Playwright's own.
 *
 * @returns {Promise<{ CHROMIUM_PATH?: string, WHOLE_CHROMIUM_PATH?: string }>} the environment for Playwright; what is undefined there,
 *   Playwright brings itself
 */
export async function ensureBrowsers() {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen !== undefined) return { CHROMIUM_PATH: chosen, WHOLE_CHROMIUM_PATH: process.env.WHOLE_CHROMIUM_PATH ?? chosen }
  const whole = await find(WHOLE, 'chromium')
  const shell = await find(SHELL, 'chromium-headless-shell')
  if (whole === undefined && (await run('playwright', ['install', 'chromium'])) !== 0)
    throw new Error('The browser tests need Chromium: install it, or set CHROMIUM_PATH to its executable')
  return { CHROMIUM_PATH: shell ?? whole, WHOLE_CHROMIUM_PATH: whole }
}

async function find(places, debianPackage) {
  const found = firstExisting(places)
  if (found !== undefined) return found
  return (await installDebianPackage(debianPackage, 'the browser tests')) ? firstExisting(places) : undefined
}
