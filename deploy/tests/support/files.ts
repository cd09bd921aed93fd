import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ALL_ROUTES } from '@outlast/contract/routes'
import { root } from '@outlast/testing/root'

export const DEPLOY = join(root, 'deploy')

/** Returns the text of a file of the checkout. */
export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Returns the files that match a pattern, as paths from the root, without installed packages and builds. */
export const filesOf = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: root, exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(path) })

/** Returns the variables of docs/configuration.md in their order. config.test.ts checks that they are the server's variables. */
export const documentedVariables = (): readonly string[] =>
  [...textOf('docs/configuration.md').matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name = '']) => name)

/** Returns the size of the largest request body that a route accepts, in KB. */
export const largestBodyKb = (): number => Math.max(...ALL_ROUTES.map(({ maxBodyKb = 32 }) => maxBodyKb))
