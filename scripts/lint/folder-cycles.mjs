import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { isOutsideProduct } from './places.mjs'

/** Source trees whose folders must not import each other in a circle. */
const TREES = [
  'apps/server/src',
  'apps/web/src',
  'packages/contract/src',
  'packages/domain/src',
  'packages/projections/src',
  'packages/seasons/src',
  'packages/views/src',
]

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*|new URL\(\s*)['"](\.[^'"]*)['"]/g

/** Import graphs of the folders by tree, read once per process of the linter. */
const graphs = new Map()

/**
 * The circle of folders that an import is part of, as a sentence, or undefined when it is part of none. A folder is the first one below
 * the tree (below `features/` in the web app); a file directly in the tree counts as a folder of its own. Type imports count.
 *
 * @param {string} root absolute path of the repository
 * @param {string} path path of the importing file inside the repository
 * @param {string} specifier the imported path as written
 */
export function folderCycleProblem(root, path, specifier) {
  const tree = TREES.find((candidate) => path.startsWith(`${candidate}/`))
  if (tree === undefined || !specifier.startsWith('.') || isOutsideProduct(path)) return undefined
  const from = folderOf(tree, path)
  const to = folderOf(tree, resolve(path, specifier))
  if (from === undefined || to === undefined || from === to) return undefined
  if (!graphs.has(tree)) graphs.set(tree, readGraph(root, tree))
  const back = pathBetween(graphs.get(tree), to, from)
  return back && `folders must not import each other in a circle: ${[from, ...back].join(' → ')}`
}

const resolve = (path, specifier) => posix.normalize(posix.join(posix.dirname(path), specifier))

function folderOf(tree, path) {
  if (!path.startsWith(`${tree}/`)) return undefined
  const [first, second] = path.slice(tree.length + 1).split('/')
  return first === 'features' ? `${first}/${second}` : first
}

/** @returns {Map<string, Set<string>>} the folders that each folder imports */
function readGraph(root, tree) {
  const graph = new Map()
  for (const path of sourceFiles(root, tree)) {
    const from = folderOf(tree, path)
    const targets = graph.get(from) ?? new Set()
    graph.set(from, targets)
    for (const [, specifier] of readFileSync(join(root, path), 'utf8').matchAll(IMPORT)) {
      const to = folderOf(tree, resolve(path, specifier))
      if (to !== undefined && to !== from) targets.add(to)
    }
  }
  return graph
}

function sourceFiles(root, tree) {
  if (!existsSync(join(root, tree))) return []
  return readdirSync(join(root, tree), { recursive: true })
    .map((name) => posix.join(tree, name.replaceAll('\\', '/')))
    .filter((path) => /\.tsx?$/.test(path) && !isOutsideProduct(path))
}

/** The shortest way from one folder to another along the imports, both included, or undefined. */
function pathBetween(graph, from, to) {
  const ways = [[from]]
  const seen = new Set([from])
  for (const way of ways) {
    for (const next of graph.get(way.at(-1)) ?? []) {
      if (next === to) return [...way, next]
      if (seen.has(next)) continue
      seen.add(next)
      ways.push([...way, next])
    }
  }
  return undefined
}
