import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The absolute path of the checkout, with a slash at the end. */
export const root = fileURLToPath(new URL('../../../', import.meta.url))

const sharedFolder = join(root, '..', 'shared', 'data')

/**
 * Returns the path of a file of real seasons (`games-2025.csv`), which lie beside the checkout and not in it, or undefined
 * when the file is missing. Tests use it as `describe.skipIf(sharedData('games-2025.csv') === undefined)`.
 */
export function sharedData(name: string): string | undefined {
  const path = join(sharedFolder, name)
  return existsSync(path) ? path : undefined
}
