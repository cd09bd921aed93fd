import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the checkout, absolute. */
export const root = fileURLToPath(new URL('../../../', import.meta.url))

const sharedFolder = join(root, '..', 'shared', 'data')

/**
 * The path of a file of real data (`games-2025.csv`, `espn/2023-empty-events-offseason.json`), which lies beside the checkout,
 * or undefined when it is not there: `describe.skipIf(sharedData('games-2025.csv') === undefined)`.
 */
export function sharedData(name: string): string | undefined {
  const path = join(sharedFolder, name)
  return existsSync(path) ? path : undefined
}
