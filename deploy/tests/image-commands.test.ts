import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runProgram } from '@outlast/testing/process/program'
import { root } from '@outlast/testing/root'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IMAGE } from './support/dockerfile.ts'

const COMMANDS = ['start', 'admin', 'data', 'import', 'log', 'migrate', 'projections']

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

test('outlast --help lists the commands', async () => {
  const { code, out } = await outlast('--help')
  expect([code, out]).toEqual([0, expect.stringMatching(/^Usage: outlast <command> \[arguments\]\n/)])
  for (const name of COMMANDS) expect(out).toMatch(new RegExp(`^  ${name} `, 'm'))
})

test.each(COMMANDS)('outlast %s --help names the form of the command that works in the image', async (name) => {
  const { code, out } = await outlast(name, '--help')
  expect([code, out]).toEqual([0, expect.stringContaining(`Usage: outlast ${name}`)])
  expect(out).not.toContain('npm run')
})

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
