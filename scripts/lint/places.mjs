import { posix, sep } from 'node:path'

/**
 * The layers of the tree and what each may import. `ours` names other layers by their place, `entries` single
 * entries of further layers, `packages` what a layer may take
 * from outside (undefined: anything it declares), `node` whether it may use Node's own modules.
 * Source: docs/architecture.md, "Packages and the direction of imports".
 *
 * @type {Record<string, { path: string, name?: string, ours: string[], entries?: string[], packages?: string[], node: boolean }>}
 */
const PLACES = {
  domain: { path: 'packages/domain/', name: '@outlast/domain', ours: [], packages: [], node: false },
  contract: {
    path: 'packages/contract/',
    name: '@outlast/contract',
    ours: ['domain'],
    packages: ['zod', 'zod-openapi'],
    node: false,
  },
  projections: {
    path: 'packages/projections/',
    name: '@outlast/projections',
    ours: ['domain', 'contract'],
    packages: ['kysely'],
    node: false,
  },
  server: { path: 'apps/server/', name: '@outlast/server', ours: ['domain', 'contract', 'projections'], node: true },
  web: { path: 'apps/web/', name: '@outlast/web', ours: ['contract'], entries: ['@outlast/domain/rules'], node: false },
  testing: {
    path: 'packages/testing/',
    name: '@outlast/testing',
    ours: ['domain', 'contract', 'projections', 'server'],
    node: true,
  },
  migrations: { path: 'migrations/', ours: [], packages: ['kysely'], node: false },
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
 * Why the file at `path` may not import `specifier`, as a sentence, or undefined when it may.
 *
 * @param {string} path path inside the repository
 * @param {string} specifier what stands in the import
 */
export function importProblem(path, specifier) {
  const from = placeOf(path)
  if (from === undefined) return toolProblem(path, specifier)
  const outside = isOutsideProduct(path)
  const place = PLACES[from]
  if (specifier.startsWith('.')) return relativeProblem(path, from, specifier)
  if (place.entries?.includes(specifier)) return undefined
  const ours = Object.keys(PLACES).find((key) => specifier === PLACES[key].name || specifier.startsWith(`${PLACES[key].name}/`))
  if (ours !== undefined) {
    const allowed = ours === from || place.ours.includes(ours) || (outside && ours === 'testing')
    return allowed ? undefined : `${from} may not import ${ours} (it may import ${place.ours.join(', ') || 'nothing of ours'})`
  }
  if (outside) return undefined
  if (specifier.startsWith('node:')) return place.node ? undefined : `${from} has no Node modules`
  if (place.packages === undefined) return undefined
  const known = place.packages.some((name) => specifier === name || specifier.startsWith(`${name}/`))
  return known ? undefined : `${from} may not depend on ${specifier} (only on ${place.packages.join(', ')})`
}

/** The folders of tools. Each uses the packages' public exports; what several of them need is in packages/testing. */
const TOOLS = ['bench', 'deploy', 'e2e', 'scripts', 'soak']

/** Why a file of a tool may not import something, or undefined when it may. Files in the root of the checkout are shared. */
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

/** What stands on what inside the web app: `app` composes features, features do not know each other, the rest knows neither. */
function webProblem(path, target) {
  const [source, feature] = roomOf(path)
  const [room, other] = roomOf(target)
  if (source === 'app' || room === source) {
    return source === 'features' && feature !== other
      ? `features do not import each other: app composes ${feature} and ${other}`
      : undefined
  }
  if (room === 'app' && source !== 'main.tsx') return `only app imports app: ${source} is below it`
  return room === 'features' ? `only app imports features: ${source} is below them` : undefined
}

/** The folder of `apps/web/src` that a path is in, and the one below it. */
const roomOf = (path) => path.split('/').slice(3, 5)
