import { createHash } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Account } from './account.ts'
import { PORT } from './cluster.ts'

/** The maximum length of a Unix socket path on every platform (macOS: 104 bytes including the NUL). */
const MAX_SOCKET_PATH = 100

/** Returns the socket's folder: inside the cluster's folder, or a short temporary path if that would be too long. */
export function socketFolder(clusterFolder: string, account: Account | undefined): string {
  const inside = join(clusterFolder, 'socket')
  const fits = Buffer.byteLength(join(inside, `.s.PGSQL.${PORT}`)) <= MAX_SOCKET_PATH
  const folder = fits ? inside : shortSocketFolder(clusterFolder)
  ensureSocketFolder(folder, account)
  return folder
}

/** The temporary folder of the socket of a cluster whose path is too long. */
export function shortSocketFolder(clusterFolder: string): string {
  return join(tmpdir(), `outlast-${createHash('sha256').update(clusterFolder).digest('hex').slice(0, 16)}`)
}

/** Creates the socket's folder if it does not exist, for example because somebody deleted it while the server ran. */
export function ensureSocketFolder(folder: string, account: Account | undefined): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const owner = account?.uid ?? process.getuid?.()
  const stat = lstatSync(folder)
  if (!stat.isDirectory() || (stat.uid !== owner && stat.uid !== process.getuid?.())) {
    throw new Error(`${folder} belongs to another user: PostgreSQL cannot create its socket there`)
  }
  chmodSync(folder, 0o700)
  if (account !== undefined) chownSync(folder, account.uid, account.gid)
}
