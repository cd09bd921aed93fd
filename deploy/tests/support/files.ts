import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@outlast/testing/root'

export const DEPLOY = join(root, 'deploy')

/** The text of a file of the checkout. */
export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Files of the checkout, as paths from its root; nothing that is installed or built. */
export const filesOf = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: root, exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(path) })

/** The variables of docs/configuration.md, in its order. config.test.ts makes sure that they are the server's. */
export const documentedVariables = (): readonly string[] =>
  [...textOf('docs/configuration.md').matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name = '']) => name)
