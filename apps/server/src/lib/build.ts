import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { IS_CHECKOUT, ROOT } from './paths.ts'

/** The packages whose code the server runs in a checkout. A release has a few bundled files. */
const PACKAGES = ['apps/server', 'packages/contract', 'packages/domain', 'packages/projections', 'packages/views']

/** Identifies the code of the server: a hash of it, so that all processes of one release have the same. 12 hexadecimal digits. */
export const BUILD = hashOfCode(IS_CHECKOUT ? PACKAGES.map((name) => join(ROOT, name, 'src')) : [join(ROOT, 'server')])

function hashOfCode(folders: readonly string[]): string {
  const files = folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    .filter((file) => /(?<!\.test)\.m?[jt]s$/.test(file))
  const hash = createHash('sha256')
  for (const file of files.sort()) hash.update(readFileSync(file)).update('\0')
  return hash.digest('hex').slice(0, 12)
}
