import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

/** The folders of the npm workspaces that package.json lists, relative to the root: `packages/domain`, `bench`, … */
export function workspaces() {
  const { workspaces: patterns } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return patterns
    .flatMap((pattern) => (pattern.endsWith('/*') ? childrenOf(pattern.slice(0, -2)) : [pattern]))
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
}

const childrenOf = (folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)
