import { ensureBrowsers } from './browser.mjs'
import { run } from './run.mjs'
import { ensureWebBuilt } from './web.mjs'

/**
 * Runs Playwright with these arguments, after building the web app and finding a browser.
 *
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Promise<number>} its exit code
 */
export async function runBrowserTests(args, env = {}) {
  await ensureWebBuilt()
  const browsers = await ensureBrowsers()
  return run('playwright', ['test', ...args], { env: { ...browsers, ...env } })
}
