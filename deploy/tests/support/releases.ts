import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '@outlast/testing/root'

/** scripts/release/assemble.mjs of some sources. */
interface Assemble {
  readonly assembleRelease: (options: { readonly folder: string; readonly web: string }) => Promise<void>
  readonly packRelease: (parent: string, name: string) => Promise<string>
}

/** The archive of a release, and the file with its checksum. */
export interface Archive {
  readonly version: string
  readonly file: string
}

const PAGE = '<!doctype html><title>Outlast</title>'

const assembleOf = (sources: string): Promise<Assemble> =>
  import(/* @vite-ignore */ pathToFileURL(join(sources, 'scripts/release/assemble.mjs')).href) as Promise<Assemble>

/** Packs a folder as the release of a version. */
async function pack(parent: string, version: string): Promise<Archive> {
  const folder = join(parent, `outlast-${version}`)
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, version }))
  const file = await (await assembleOf(root)).packRelease(parent, `outlast-${version}`)
  // That of these sources writes the file of checksums anew for each.
  appendFileSync(join(parent, 'CHECKSUMS'), readFileSync(join(parent, 'SHA256SUMS')))
  return { version, file }
}

function webIn(parent: string): string {
  const web = join(parent, 'web')
  mkdirSync(web, { recursive: true })
  writeFileSync(join(web, 'index.html'), PAGE)
  return web
}

/** Makes a release of these sources, or of others. */
export async function makeRelease(parent: string, version: string, sources = root): Promise<Archive> {
  const { assembleRelease } = await assembleOf(sources)
  await assembleRelease({ folder: join(parent, `outlast-${version}`), web: webIn(parent) })
  return pack(parent, version)
}

/** Makes a release that migrates and then ends, of one that exists. */
export async function brokenRelease(parent: string, of: Archive, version: string): Promise<Archive> {
  const folder = join(parent, `outlast-${version}`)
  cpSync(join(parent, `outlast-${of.version}`), folder, { recursive: true })
  const launcher = join(folder, 'outlast.mjs')
  writeFileSync(launcher, `if (process.argv[2] === 'start') process.exit(1)\n${readFileSync(launcher, 'utf8')}`)
  return pack(parent, version)
}

/** Makes a release of the sources of a commit, with the packages that are installed now. */
export async function earlierRelease(parent: string, commit: string, version: string): Promise<Archive> {
  const sources = join(parent, `sources-${version}`)
  mkdirSync(sources, { recursive: true })
  const tar = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1_000_000_000 })
  execFileSync('tar', ['--extract', '--directory', sources], { input: tar })
  const packages = join(sources, 'node_modules')
  mkdirSync(join(packages, '@outlast'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@outlast') symlinkSync(join(root, 'node_modules', name), join(packages, name))
  for (const kind of ['packages', 'apps'])
    for (const name of readdirSync(join(sources, kind)))
      if (existsSync(join(sources, kind, name, 'package.json')))
        symlinkSync(join(sources, kind, name), join(packages, '@outlast', name))
  return makeRelease(parent, version, sources)
}
