import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run } from './run.mjs'

/** Waits, for up to ten minutes, for another program that installs packages. */
const WAIT_FOR_LOCK = '-oDPkg::Lock::Timeout=600'

/**
 * Returns the first path that exists.
 *
 * @param {(string | undefined)[]} paths
 * @returns {string | undefined}
 */
export function firstExisting(paths) {
  return paths.find((path) => path !== undefined && existsSync(path))
}

/**
 * Installs a Debian package if this process is root on Debian or a derivative. Prints what the package is for.
 *
 * @param {string} name
 * @param {string} purpose
 * @returns {Promise<boolean>} whether the package is installed now
 */
export async function installDebianPackage(name, purpose) {
  if (process.getuid?.() !== 0 || !hasAptGet()) return false
  console.log(`Installing ${name} for ${purpose} ...`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-q', WAIT_FOR_LOCK], { env })
  return (await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', WAIT_FOR_LOCK, name], { env })) === 0
}

function hasAptGet() {
  return spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0
}
