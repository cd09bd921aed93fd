import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeDataFolder } from '@outlast/testing/files'
import { root } from '@outlast/testing/root'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runProgram, startProgram } from '@outlast/testing/process/program'
import { type CommandName, runCommand } from './support/cli.ts'

// Starts processes and databases, which is slow on a busy machine.
vi.setConfig({ testTimeout: 400_000 })

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

describe('each command-line tool is an npm script with a usage text', () => {
  test.each([
    ['log', ['verify', 'export', 'sign', 'replay']],
    ['projections', ['rebuild', 'check']],
    ['admin', ['grant', 'revoke']],
    ['import', ['season']],
    ['data', ['show', 'remove', 'remove-leftovers']],
  ] as const)('%s', async (name, commands) => {
    // As npm runs it, after the script that installs missing dependencies.
    const { code, out, err } = await runProgram('sh', ['-c', `${scripts[name]} --help`])
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain(`Usage: npm run ${name} -- `)
    for (const command of commands) {
      expect(out).toMatch(new RegExp(`^  ${command} `, 'm'))
      const help = await runCommand(name, [command, '--help'])
      expect([help.code, help.err]).toEqual([0, ''])
      expect(help.out).toContain(`Usage: npm run ${name} -- ${command}`)
    }
  })
})

test('every command of the program is an npm script', async () => {
  const { code, out } = await runProgram(process.execPath, ['apps/server/src/main.ts', '--help'])
  const names = [...out.matchAll(/^ {2}(\w+) {2}/gm)].map(([, name = '']) => name)
  expect([code, names]).toEqual([0, expect.arrayContaining(['start', 'demo', 'log', 'migrate'])])
  for (const name of names)
    expect(scripts[name]).toMatch(new RegExp(`exec node_modules/.bin/node (--\\S+ )?apps/server/src/main.ts ${name}$`))
})

describe('npm start', () => {
  test('prints its help without starting a server', async () => {
    const { code, out, err } = await runProgram('sh', ['-c', `${scripts['start']} --help`])
    expect([code, err]).toEqual([0, expect.stringMatching(/^Outlast \S+: checking the packages and the web app[^\n]*\n$/)])
    expect(out).toMatch(
      /^(?:Building the web app \.\.\.\n)?Usage: npm start -- [^]*docs\/configuration\.md[^]*npm run data -- show/,
    )
    expect(out).not.toContain('http')
  })

  test.each([
    ['--frob', /^error: unknown option '--frob'\n\nUsage: npm start/],
    ['frob', /^error: too many arguments[^\n]*\n\nUsage: npm start/],
  ])('rejects %s and prints its help', async (option, sentence) => {
    expect(await runCommand('start', [option])).toMatchObject({ code: 1, out: '', err: expect.stringMatching(sentence) })
  })
})

test('npm run topology rejects an unknown option with one sentence', async () => {
  const ended = await runProgram(process.execPath, ['deploy/topology/main.ts', '--frob'])
  expect(ended).toMatchObject({ code: 2, out: '', err: "Unknown option '--frob'. For help: npm run topology -- --help\n" })
})

describe('a failure prints one sentence and exits with 1', () => {
  const nowhere = 'postgres://somebody:topsecret@127.0.0.1:1/nothing'
  test.each<[CommandName, string[], RegExp]>([
    ['log', [], /Usage: npm run log/],
    ['log', ['verfy'], /unknown command 'verfy'/],
    ['log', ['verify', '--heed', 'x'], /unknown option '--heed'/],
    ['log', ['verify', '/no/such/file'], /^File not found: \/no\/such\/file$/m],
    ['log', ['verify', tmpdir()], /^This is a folder, not a file/m],
    ['log', ['verify', '--head', '12'], /^--head must be <position>:<hash of 64 hex digits>, not 12$/m],
    ['log', ['export', '--after', '-1'], /^A position must be a whole number, not -1$/m],
    ['log', ['replay'], /required option '--at <position\|time>' not specified/],
    ['log', ['replay', '--at', 'noon'], /^--at must be a position, or a time like .*, not noon$/m],
    ['log', ['replay', '--at', '2030-09-03T12:00:00'], /^--at must be a position, or a time/m],
    ['projections', ['check', 'it'], /too many arguments/],
    ['admin', ['grant'], /missing required argument 'email'/],
    ['import', ['season'], /missing required argument 'file'/],
    ['import', ['season', '/no/such/file.csv'], /^File not found: \/no\/such\/file\.csv$/m],
    [
      'log',
      ['verify'],
      /^Cannot connect to the database "nothing" at 127\.0\.0\.1:1: no program accepts connections there\. Start PostgreSQL, or/m,
    ],
  ])('%s %j', async (name, args, sentence) => {
    const { code, out, err } = await runCommand(name, args, { env: { DATABASE_URL: nowhere } })
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(sentence)
    expect(err).not.toContain('topsecret')
  })

  test('an invalid DATABASE_URL', async () => {
    const ended = await runCommand('projections', ['check'], { env: { DATABASE_URL: 'mysql://topsecret' } })
    expect(ended).toMatchObject({
      code: 1,
      err: expect.stringContaining('DATABASE_URL must be a URL that starts with postgres://'),
    })
    expect(ended.err).not.toContain('topsecret')
  })
})

test('a start with a wrong setting exits with 78, after which a service manager does not try again', async () => {
  const ended = await runCommand('start', [], { env: { LOG_LEVEL: 'loud' } })
  expect(ended).toMatchObject({ code: 78, err: expect.stringContaining('LOG_LEVEL must be one of') })
})

describe('with the embedded database', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'outlast-cli-'))
  })
  afterAll(() => removeDataFolder(folder))
  const inFolder = () => ({ env: { OUTLAST_DATA: folder, HOME: folder } })

  test('commands work while the pool is stopped and leave no process behind', async () => {
    expect(await runCommand('admin', ['grant', 'nobody@club.example'], inFolder())).toMatchObject({
      code: 1,
      err: expect.stringContaining('No account has the e-mail nobody@club.example'),
    })
    expect(existsSync(join(folder, 'postgres-connection.json'))).toBe(false)
    expect(await runCommand('log', ['verify'], inFolder())).toMatchObject({ code: 0, out: `0:${'0'.repeat(64)}\n` })
  })

  test('a failed start explains itself in one sentence and leaves no process behind', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const env = { ...inFolder().env, PORT: String(port), AUTO_SYNC: 'off' }
    const { code, err } = await runProgram(process.execPath, ['apps/server/src/main.ts', 'start'], { env })
    other.close()
    expect({ code, err }).toEqual({
      code: 1,
      err: `Port ${port} on 127.0.0.1 is in use. Stop the program that uses it, or set PORT\n`,
    })
    expect(existsSync(join(folder, 'postgres-connection.json'))).toBe(false)
  })

  test('a start in production prints the same setup link until somebody has registered with it', async () => {
    const env = { ...inFolder().env, PORT: '0', AUTO_SYNC: 'off', NODE_ENV: 'production' }
    const start = async () => {
      const server = startProgram(process.execPath, ['apps/server/src/main.ts', 'start'], { env })
      await server.waitForOutput('Stop it with')
      const [, url = '', token] = /(http:\/\/\S+)\/auth\?setup=([\w-]{43})\n/.exec(server.output()) ?? []
      return { server, url, token }
    }
    const first = await start()
    await first.server.stop()
    const second = await start()
    expect([second.token, second.token?.length]).toEqual([first.token, 43])
    const person = { email: 'ada@club.example', password: 'correct horse battery', first_name: 'Ada', last_name: 'Test' }
    const response = await fetch(`${second.url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...person, setup_token: second.token }),
    })
    expect(await response.json()).toMatchObject({ user: { is_admin: true } })
    await second.server.stop()
    const third = await start()
    expect(third.token).toBeUndefined()
    await third.server.stop()
  })

  test('commands use the database of a running pool', async () => {
    const env = { ...inFolder().env, PORT: '0', AUTO_SYNC: 'off' }
    const server = startProgram(process.execPath, ['apps/server/src/main.ts', 'start'], { env })
    try {
      await server.waitForOutput('http://')
      expect(existsSync(join(folder, 'postgres-connection.json'))).toBe(true)
      const commands = [runCommand('log', ['verify'], inFolder()), runCommand('projections', ['check'], inFolder())]
      expect((await Promise.all(commands)).map(({ code, err }) => [code, err.split(':')[0]])).toEqual([
        [0, expect.stringContaining('The log is valid')],
        [0, expect.stringContaining('The read models match the log')],
      ])
    } finally {
      expect((await server.stop()).code).toBe(0)
    }
  })
})
