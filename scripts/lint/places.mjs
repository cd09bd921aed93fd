import { posix, sep } from 'node:path'

/**
 * The packages and what each may import: `workspaces` are other packages of this repository, `entries` single entry points of further
 * ones, `packages` the npm packages (undefined: all that it declares), and `node` says whether Node's own modules are allowed
 * (docs/architecture.md, "Packages").
 *
 * @type {Record<string, { path: string, name?: string, workspaces: string[], entries?: string[], packages?: string[], node: boolean }>}
 */
const PLACES = {
  domain: { path: 'packages/domain/', name: '@outlast/domain', workspaces: [], packages: [], node: false },
  contract: {
    path: 'packages/contract/',
    name: '@outlast/contract',
    workspaces: ['domain'],
    packages: ['canonicalize', 'read-excel-file', 'zod', 'zod-openapi'],
    node: false,
  },
  views: { path: 'packages/views/', name: '@outlast/views', workspaces: ['domain', 'contract'], packages: [], node: false },
  seasons: { path: 'packages/seasons/', name: '@outlast/seasons', workspaces: ['domain'], packages: [], node: false },
  projections: {
    path: 'packages/projections/',
    name: '@outlast/projections',
    workspaces: ['domain', 'contract', 'views', 'seasons'],
    packages: ['kysely'],
    node: false,
  },
  server: {
    path: 'apps/server/',
    name: '@outlast/server',
    workspaces: ['domain', 'contract', 'views', 'projections', 'seasons'],
    node: true,
  },
  web: {
    path: 'apps/web/',
    name: '@outlast/web',
    workspaces: ['contract', 'views', 'seasons'],
    entries: ['@outlast/domain/rules', '@outlast/domain/pool-rules'],
    node: false,
  },
  testing: {
    path: 'packages/testing/',
    name: '@outlast/testing',
    workspaces: ['domain', 'contract', 'views', 'projections', 'seasons', 'server'],
    node: true,
  },
  migrations: { path: 'migrations/', workspaces: [], packages: ['kysely'], node: false },
}

/** Files that are not part of the product: they may use the clock, the environment and anything that helps a test. */
const OUTSIDE_PRODUCT = [
  /\.test\.tsx?$/,
  /\.spec\.ts$/,
  /(^|\/)tests\//,
  /^(scripts|e2e|bench|soak)\//,
  /^packages\/testing\//,
  /^apps\/web\/build\//,
  /(^|\/)[\w.-]+\.config\.ts$/,
]

/** The path of a file inside the repository, with forward slashes. `root` is absolute. */
export function pathInside(root, filename) {
  return posix.normalize(filename.split(sep).join('/')).replace(`${root.split(sep).join('/').replace(/\/$/, '')}/`, '')
}

/** The place a path of the repository belongs to, or undefined for the root, scripts, e2e, bench and soak. */
function placeOf(path) {
  return Object.keys(PLACES).find((key) => path.startsWith(PLACES[key].path))
}

/** Whether a path is a test, a script, a benchmark, a soak or a tool's configuration. */
export function isOutsideProduct(path) {
  return OUTSIDE_PRODUCT.some((pattern) => pattern.test(path))
}

/**
 * Explains in a sentence why the file at `path` may not import `specifier`. Returns undefined if it may.
 *
 * @param {string} path path inside the repository
 * @param {string} specifier the imported path as written
 */
export function importProblem(path, specifier) {
  const from = placeOf(path)
  if (from === undefined) return toolProblem(path, specifier)
  const outside = isOutsideProduct(path)
  const place = PLACES[from]
  if (specifier.startsWith('.')) return relativeProblem(path, from, specifier)
  if (place.entries?.includes(specifier)) return undefined
  const workspace = Object.keys(PLACES).find(
    (key) => specifier === PLACES[key].name || specifier.startsWith(`${PLACES[key].name}/`),
  )
  if (workspace !== undefined) {
    const allowed = workspace === from || place.workspaces.includes(workspace) || (outside && workspace === 'testing')
    return allowed
      ? undefined
      : `${from} may not import ${workspace} (it may import ${place.workspaces.join(', ') || 'no other workspace'})`
  }
  if (outside) return undefined
  if (specifier.startsWith('node:')) return place.node ? undefined : `${from} has no Node modules`
  if (place.packages === undefined) return undefined
  const known = place.packages.some((name) => specifier === name || specifier.startsWith(`${name}/`))
  return known ? undefined : `${from} may not depend on ${specifier} (only on ${place.packages.join(', ')})`
}

/** The folders of tools. Each uses the packages' public exports; what several of them need is in packages/testing. */
const TOOLS = ['bench', 'deploy', 'e2e', 'scripts', 'soak']

/** Explains why a file of a tool may not import something. Files in the root of the repository are shared. */
function toolProblem(path, specifier) {
  const tool = path.split('/')[0]
  if (!TOOLS.includes(tool)) return undefined
  const named = TOOLS.find((name) => specifier === `@outlast/${name}` || specifier.startsWith(`@outlast/${name}/`))
  if (named !== undefined && named !== tool) return `${tool} may not import ${named}: move what both need to packages/testing`
  if (!specifier.startsWith('.')) return undefined
  const target = posix.normalize(posix.join(posix.dirname(path), specifier))
  if (target.startsWith(`${tool}/`) || !target.includes('/')) return undefined
  return `a relative import may not leave ${tool}/: import a package by its name, and move what several tools need to packages/testing`
}

function relativeProblem(path, from, specifier) {
  const target = posix.normalize(posix.join(posix.dirname(path), specifier))
  if (placeOf(target) === from) return from === 'web' ? webProblem(path, target) : undefined
  return isOutsideProduct(path) && placeOf(target) === undefined
    ? undefined
    : `a relative import may not leave ${PLACES[from].path}: import a package by its name`
}

/** Checks the layers inside the web app: `app` imports features, features do not import each other, and no other folder imports either. */
function webProblem(path, target) {
  const [source, feature] = foldersOf(path)
  const [folder, other] = foldersOf(target)
  if (source === 'app' || folder === source) {
    return source === 'features' && feature !== other
      ? `features do not import each other: app composes ${feature} and ${other}`
      : undefined
  }
  if (folder === 'app' && source !== 'main.tsx') return `only app imports app: ${source} is below it`
  return folder === 'features' ? `only app imports features: ${source} is below them` : undefined
}

/** Returns the folder below `apps/web/src` that a path is in, and the folder below that. */
const foldersOf = (path) => path.split('/').slice(3, 5)
