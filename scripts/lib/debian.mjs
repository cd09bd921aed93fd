import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run } from './run.mjs'

/**
 * The first of some places where there is a program.
 *
 * @param {(string | undefined)[]} places
 * @returns {string | undefined}
 */
export function firstThere(places) {
  return places.find((path) => path !== undefined && existsSync(path))
}

/**
 * Installs a package of Debian's, where this is Debian (or one of its children) and we are root. Says what for.
 *
 * @param {string} name
 * @param {string} purpose
 * @returns {Promise<boolean>} whether it is there now
 */
export async function installDebianPackage(name, purpose) {
  if (process.getuid?.() !== 0 || !hasAptGet()) return false
  console.log(`Installing ${name} for ${purpose} ...`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-q'], { env })
  return (await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], { env })) === 0
}

function hasAptGet() {
  return spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0
}
