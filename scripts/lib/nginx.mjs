import { installDebianPackage } from './debian.mjs'

/** Installs nginx where it is missing and this is Debian, running as root. Elsewhere, starting nginx fails and says what to install. */
export async function ensureNginx() {
  // Workspaces can be imported only once they are installed.
  const { findNginx } = await import('@outlast/testing/server/nginx-program')
  if (findNginx() === undefined) await installDebianPackage('nginx-light', 'the servers behind a proxy')
}
