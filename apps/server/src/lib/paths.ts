import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root's package.json. That of a release has the same name and version. */
interface Manifest {
  readonly name: string
  readonly version: string
}

const { root, manifest } = findRoot(dirname(fileURLToPath(import.meta.url)))

/** The folder of the checkout, or of an unpacked release. */
export const ROOT = root

/** Whether this runs from a checkout with its npm scripts, not from a release. */
export const IS_CHECKOUT = existsSync(join(root, 'apps'))

/** The version of Outlast. */
export const VERSION = manifest.version

/** The built web app. */
export const WEB_FOLDER = join(root, ...(IS_CHECKOUT ? ['apps', 'web', 'dist'] : ['web']))

export const MIGRATIONS_FOLDER = join(root, ...(IS_CHECKOUT ? [] : ['server']), 'migrations')

/** Finds the root. It is not always the same number of folders above this module, since a release bundles its code in a few files. */
function findRoot(folder: string): { readonly root: string; readonly manifest: Manifest } {
  const file = join(folder, 'package.json')
  if (existsSync(file)) {
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
    if (manifest.name === 'outlast') return { root: folder, manifest }
  }
  if (dirname(folder) === folder) throw new Error('The files of Outlast are incomplete: its package.json is missing')
  return findRoot(dirname(folder))
}
