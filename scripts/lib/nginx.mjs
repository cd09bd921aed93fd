import { firstThere, installDebianPackage } from './debian.mjs'

const PLACES = [
  process.env.NGINX_PATH,
  '/usr/sbin/nginx',
  '/usr/local/sbin/nginx',
  '/usr/local/bin/nginx',
  '/opt/homebrew/bin/nginx',
]

const HOW_TO_GET_IT =
  'Several servers need nginx in front of them: install it (Debian: apt-get install nginx-light; macOS: brew install nginx), or name its program in NGINX_PATH'

/**
 * The program of the nginx that is installed.
 *
 * @returns {string}
 * @throws when there is none, with what to install
 */
export function nginxProgram() {
  const found = firstThere(PLACES)
  if (found === undefined) throw new Error(HOW_TO_GET_IT)
  return found
}

/** Installs nginx where it is missing and that can be done: on Debian, as root. Elsewhere {@link nginxProgram} says what to do. */
export async function ensureNginx() {
  if (firstThere(PLACES) === undefined) await installDebianPackage('nginx-light', 'the servers behind a proxy')
}
