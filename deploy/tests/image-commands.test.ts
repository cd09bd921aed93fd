import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runProgram } from '@outlast/testing/process/program'
import { root } from '@outlast/testing/root'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IMAGE } from './support/dockerfile.ts'

/** The image's folder /outlast, with the checkout's packages. */
let image: string
let program: string

beforeAll(() => {
  image = mkdtempSync(join(tmpdir(), 'outlast-image-'))
  const copied = IMAGE.filter(({ name, rest }) => name === 'COPY' && !rest.includes('--from')).map(({ rest }) => rest.split(' '))
  for (const [source = '', target = ''] of copied) {
    const to = target.endsWith('/') ? join(image, source) : join(image, target)
    mkdirSync(dirname(to), { recursive: true })
    cpSync(join(root, source), to, { recursive: true, filter: (path) => !path.includes('node_modules') })
  }
  symlinkSync(join(root, 'node_modules'), join(image, 'node_modules'))
  const [, linked = ''] = /ln -s \/outlast\/(\S+) \/usr\/local\/bin\/outlast/.exec(IMAGE.map(({ rest }) => rest).join('\n')) ?? []
  program = join(image, linked)
})
afterAll(() => rmSync(image, { recursive: true, force: true }))

const outlast = (...args: string[]) => runProgram(program, args, { env: { DATABASE_URL: 'postgres://ada@127.0.0.1:1/club' } })

test('the image’s command outlast is an executable file', () => {
  expect(statSync(program).mode & 0o111).toBe(0o111)
})

test('outlast --help lists every command line of the server but the demo', async () => {
  const { code, out } = await outlast('--help')
  const folder = join(root, 'apps/server/src/cli')
  const isCommandLine = (file: string) => readFileSync(join(folder, file), 'utf8').includes('await runCommandLine(program)')
  const names = readdirSync(folder)
    .filter((file) => file !== 'demo.ts' && isCommandLine(file))
    .map((file) => file.replace('.ts', ''))
  expect([code, /^Commands: (.*)$/m.exec(out)?.[1]?.split(', ')]).toEqual([0, names])
})

test.each(['admin', 'data', 'import', 'log', 'migrate', 'projections'])(
  'outlast %s --help names the form of the command that works in the image',
  async (name) => {
    const { code, out } = await outlast(name, '--help')
    expect([code, out]).toEqual([0, expect.stringContaining(`Usage: outlast ${name}`)])
    expect(out).not.toContain('npm run')
  },
)

test('outlast without a command, or with an unknown one, prints its help and fails', async () => {
  expect(await outlast()).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^Usage: outlast/) })
  expect(await outlast('frob')).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^Unknown command: frob\./) })
})

test('outlast reports an unreachable database in one sentence', async () => {
  expect(await outlast('admin', 'grant', 'ada@club.example')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^Cannot connect to the database "club" at 127\.0\.0\.1:1: [^\n]*\n$/),
  })
})
