import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@outlast/contract/client'
import { removeDataFolder } from '@outlast/testing/files'
import { runProgram, startProgram } from '@outlast/testing/process/program'
import { root } from '@outlast/testing/root'
import { freePort } from '@outlast/testing/server/server-process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assembleRelease, packRelease } from './assemble.mjs'

// Makes a release, and runs it as a program of its own: no file of the checkout is near it but PostgreSQL's, which it would download.

const PAGE = '<!doctype html><title>Outlast</title>'
const COMMANDS = ['start', 'demo', 'admin', 'backup', 'data', 'import', 'install', 'log', 'migrate', 'projections', 'restore']
const nowhere = { DATABASE_URL: 'postgres://ada@127.0.0.1:1/club' }
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

let parent: string
let folder: string
let outlast: string

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'outlast-release-'))
  const web = join(parent, 'web')
  mkdirSync(web)
  writeFileSync(join(web, 'index.html'), PAGE)
  folder = join(parent, 'outlast-test')
  await assembleRelease({ folder, web })
  outlast = join(folder, 'outlast')
})
afterAll(() => {
  removeDataFolder(join(parent, 'data'))
  rmSync(parent, { recursive: true, force: true })
})

const run = (args: readonly string[], env: Record<string, string> = nowhere) => runProgram(outlast, args, { env })

test('a release contains neither Node.js, PostgreSQL, tests nor sources', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  expect(files).toEqual(expect.arrayContaining(['outlast', 'outlast.mjs', 'sbom.json', 'web/index.html', 'server/main.mjs']))
  expect(files.filter((file) => /\.tsx?$|\.test\.|(^|\/)(node|postgres)$/.test(file) && !file.startsWith('platform'))).toEqual([])
  expect(files.filter((file) => file.startsWith('platform')).toSorted()).toEqual([
    'platform',
    'platform/node',
    'platform/node/package-lock.json',
    'platform/node/package.json',
    'platform/postgres',
    'platform/postgres/package-lock.json',
    'platform/postgres/package.json',
  ])
})

test('a release contains every file that docs/hosting.md installs or links from it', () => {
  const page = readFileSync(join(folder, 'docs/hosting.md'), 'utf8')
  const installed = [...page.matchAll(/sudo (?:install|ln) .*?(deploy\/\S+) /g)].map(([, file = '']) => file)
  expect(installed.length).toBeGreaterThan(3)
  installed.push('deploy/systemd/upgrade', 'deploy/monitoring/alerts.yml')
  expect(installed.filter((file) => !existsSync(join(folder, file)))).toEqual([])
})

test('a release pins what it installs by hash, and nothing that it does not install', () => {
  for (const what of ['node', 'postgres']) {
    const lockfile = JSON.parse(readFileSync(join(folder, 'platform', what, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { integrity?: string; os?: string[] }>
    }
    const pinned = Object.entries(lockfile.packages).filter(([path]) => path !== '')
    expect(pinned.length).toBeGreaterThan(3)
    const linux = pinned.filter(([, { os }]) => [os].flat().includes('linux'))
    expect(linux.filter(([, { integrity }]) => integrity === undefined)).toEqual([])
  }
})

test('a release lists the packages that it contains, with their licences', () => {
  const { components } = JSON.parse(readFileSync(join(folder, 'sbom.json'), 'utf8')) as {
    components: readonly { name: string; version: string; licenses?: unknown }[]
  }
  const names = components.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['express', '@resvg/resvg-wasm', 'kysely', 'pg', 'piscina', 'socket.io', 'zod']))
  expect(names.filter((name) => name.startsWith('@outlast/') || name === 'vitest' || name === 'vite')).toEqual([])
  expect(components.filter(({ licenses }) => licenses === undefined).map(({ name }) => name)).toEqual([])
  const notices = readFileSync(join(folder, 'THIRD-PARTY-LICENSES.md'), 'utf8')
  for (const { name, version: packageVersion } of components) expect(notices).toContain(`## ${name} ${packageVersion}\n`)
})

test('the archive of a release is the same each time, byte by byte', async () => {
  const pack = async () => readFileSync(await packRelease(parent, 'outlast-test'))
  expect((await pack()).equals(await pack())).toBe(true)
})

test('the checksum of the archive is in SHA256SUMS, as sha256sum reads it', async () => {
  await packRelease(parent, 'outlast-test')
  expect(await runProgram('sh', ['-c', `cd ${parent} && sha256sum --check SHA256SUMS`])).toMatchObject({
    code: 0,
    out: 'outlast-test.tgz: OK\n',
  })
})

test('outlast --help lists the commands, and --version says which release this is', async () => {
  const { code, out } = await run(['--help'])
  expect([code, out]).toEqual([0, expect.stringContaining(`Usage: ${outlast} <command> [arguments]\n`)])
  for (const name of COMMANDS) expect(out).toMatch(new RegExp(`^  ${name} `, 'm'))
  expect(await run(['--version'])).toMatchObject({ code: 0, out: `${version}\n` })
})

test.each(COMMANDS)('outlast %s --help names the command as it was called', async (name) => {
  const { code, out } = await run([name, '--help'])
  expect([code, out]).toEqual([0, expect.stringContaining(`Usage: ${outlast} ${name}`)])
  expect(out).not.toContain('npm run')
})

test('outlast names itself without a folder where a link in the PATH leads to it, as in the image', async () => {
  const bin = join(parent, 'bin')
  mkdirSync(bin)
  symlinkSync(outlast, join(bin, 'outlast'))
  const env = { ...nowhere, PATH: `${bin}:${process.env['PATH']}` }
  const { out } = await runProgram('sh', ['-c', 'outlast admin --help'], { env })
  expect(out).toContain('Usage: outlast admin ')
})

test('node outlast.mjs is another way to run it', async () => {
  const { out } = await runProgram(process.execPath, [join(folder, 'outlast.mjs'), 'admin', '--help'], { env: nowhere })
  expect(out).toMatch(/^Usage: node \S+outlast\.mjs admin /)
})

test('outlast without a command, or with an unknown one, prints its help and fails', async () => {
  expect(await run([])).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^Usage: /) })
  expect(await run(['frob'])).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^Unknown command: frob\./) })
})

test('outlast reports an unreachable database in one sentence', async () => {
  expect(await run(['admin', 'grant', 'ada@club.example'])).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^Cannot connect to the database "club" at 127\.0\.0\.1:1: [^\n]*\n$/),
  })
})

describe('with PostgreSQL installed', () => {
  beforeAll(() => {
    const packages = join(folder, 'platform/postgres/node_modules')
    if (!existsSync(packages)) symlinkSync(join(root, 'node_modules'), packages)
  })

  test('outlast start runs the whole pool, and its command lines work on it', async () => {
    const port = await freePort()
    const env = { OUTLAST_DATA: join(parent, 'data'), HOST: '127.0.0.1', PORT: String(port), AUTO_SYNC: 'off' }
    const server = startProgram(outlast, ['start'], { env })
    try {
      await server.waitForOutput('Stop it with')
      const baseUrl = `http://127.0.0.1:${port}`
      expect(await (await fetch(baseUrl)).text()).toBe(PAGE)
      expect((await fetch(`${baseUrl}/api/docs/style.css`)).status).toBe(200)
      const anonymous = createClient({ baseUrl, token: () => null })
      // The password is hashed, the earlier state replayed, the crest and a card drawn by threads that the bundle has to find.
      const body = { email: 'ada@club.example', password: 'correct horse battery', first_name: 'Ada', last_name: 'Test' }
      const { token, user } = await anonymous.call('register', { body })
      expect(user.is_admin).toBe(true)
      const admin = createClient({ baseUrl, token: () => token })
      expect((await admin.call('createWeek', { body: { season_year: 2026, week_number: 1 } })).week_number).toBe(1)
      expect((await admin.call('auditAt', { params: { position: 1 } })).position).toBe(1)
      const crest = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="5" cy="5" r="4"/></svg>')
      expect((await admin.call('updateClub', { body: { crest: crest.toString('base64') } })).crest).not.toBeNull()
      expect((await fetch(`${baseUrl}/og/week/1/1200x630.png`)).headers.get('content-type')).toBe('image/png')
      const season = join(parent, 'season.csv')
      writeFileSync(
        season,
        'season,week,gameday,gametime,away_team,home_team,away_score,home_score,espn_id\n2026,2,2026-09-20,13:00,BUF,KC,NA,NA,401\n',
      )
      expect(await run(['import', 'season', season], env)).toMatchObject({
        code: 0,
        err: expect.stringContaining('1 game added'),
      })
      const { out } = await run(['log', 'verify'], env)
      expect(out).toMatch(/^\d+:[0-9a-f]{64}\n$/)
      expect(await run(['projections', 'check'], env)).toMatchObject({ code: 0 })
      expect(await run(['backup', join(parent, 'pool.backup')], env)).toMatchObject({ code: 0 })
    } finally {
      expect((await server.stop()).code).toBe(0)
    }
  })
})
