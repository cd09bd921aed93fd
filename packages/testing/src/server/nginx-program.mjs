import { existsSync } from 'node:fs'

const LOCATIONS = [
  process.env.NGINX_PATH,
  '/usr/sbin/nginx',
  '/usr/local/sbin/nginx',
  '/usr/local/bin/nginx',
  '/opt/homebrew/bin/nginx',
]

/**
 * Returns the path of the installed nginx.
 *
 * @returns {string | undefined} undefined when nginx is not installed
 */
export function findNginx() {
  return LOCATIONS.find((path) => path !== undefined && existsSync(path))
}
