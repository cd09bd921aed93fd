import { spawnSync } from 'node:child_process'
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { GRACE_MS } from '@outlast/server/app'
import { loadConfig } from '@outlast/server/config'
import { complaintsOf } from '@outlast/testing/process/own-check'
import { afterAll, expect, test } from 'vitest'
import { DEPLOY, documentedVariables, textOf } from './support/files.ts'
import { environmentOf, parseUnit, valuesOf } from './support/systemd.ts'

const text = textOf('deploy/systemd/outlast.service')
const unit = parseUnit(text)
const service = (name: string): string | undefined => valuesOf(unit, 'Service', name).at(-1)
const environment = environmentOf(unit)
const propertyOf = (name: string): string => `--property=${name}=${service(name)}`
const folder = mkdtempSync(join(tmpdir(), 'outlast-unit-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The commented settings of the example are those of a pool with its own database. */
const exampleOf = (file: string, withComments: boolean) =>
  parseEnv(withComments ? textOf(file).replaceAll(/^#(?=[A-Z_]+=)/gm, '') : textOf(file)) as Record<string, string>

test('the unit has only sections and directives that systemd knows', () => {
  expect(Object.keys(unit)).toEqual(['Unit', 'Service', 'Install'])
  expect(() => parseUnit('[Service]\nNoNewPrivilege=yes')).toThrow('line 2: unknown directive NoNewPrivilege=yes in [Service]')
  expect(() => parseUnit('[Servise]')).toThrow('unknown section Servise')
  expect(() => parseUnit('[Unit]\nSome words')).toThrow('unknown directive Some words')
})

test('systemd accepts the unit, and rates its exposure 2.0 or less, where it is installed', () => {
  // The program of the release is not on this machine.
  const copy = join(folder, 'outlast.service')
  writeFileSync(copy, text.replace(/^ExecStart=.*$/m, 'ExecStart=/bin/true'))
  expect(complaintsOf('systemd-analyze', ['verify', copy])).toBe('')
  expect(complaintsOf('systemd-analyze', ['security', '--offline=true', '--no-pager', '--threshold=20', copy])).toBe('')
})

test('the unit runs without root, without capabilities and with a read-only file system', () => {
  const on = ['NoNewPrivileges', 'ProtectHome', 'PrivateTmp', 'PrivateDevices', 'RestrictNamespaces', 'RestrictSUIDSGID']
  const hardened = [...on, 'ProtectKernelModules', 'ProtectKernelTunables', 'ProtectControlGroups', 'LockPersonality']
  expect(hardened.filter((name) => service(name) !== 'yes')).toEqual([])
  expect([service('User'), service('CapabilityBoundingSet'), service('ProtectSystem')]).toEqual(['outlast', '', 'strict'])
  expect(textOf('deploy/systemd/outlast.sysusers.conf')).toContain(`\nu ${service('User')} - `)
  // Node.js compiles JavaScript to machine code.
  expect(service('MemoryDenyWriteExecute')).toBeUndefined()
})

test('the unit starts the release, and gives it more time to stop than a graceful stop takes', () => {
  expect(service('ExecStart')).toBe(`${service('WorkingDirectory')}/outlast start`)
  expect(Number(service('TimeoutStopSec'))).toBeGreaterThan(GRACE_MS / 1000)
  expect([service('KillSignal'), service('KillMode')]).toEqual(['SIGTERM', 'mixed'])
})

test('the unit limits memory, and writes only to folders that systemd creates for it', () => {
  const mebibytes = (name: string) => Number(/^(\d+)M$/.exec(service(name) ?? '')?.[1])
  expect(mebibytes('MemoryHigh')).toBeGreaterThanOrEqual(512)
  expect(mebibytes('MemoryMax')).toBeGreaterThan(mebibytes('MemoryHigh'))
  const states = (service('StateDirectory') ?? '').split(' ').map((name) => `/var/lib/${name}`)
  const { BACKUP_DIR } = exampleOf('deploy/systemd/outlast.env.example', false)
  expect([environment['OUTLAST_DATA'], BACKUP_DIR]).toEqual(states)
  expect(environment['HOME']).toBe(environment['OUTLAST_DATA'])
})

test.each([
  ['the embedded database', false],
  ['its own database', true],
])('the unit and its example form a valid production configuration with %s', (_, hasOwnDatabase) => {
  const example = exampleOf('deploy/systemd/outlast.env.example', hasOwnDatabase)
  const { HOME: _home, ...set } = environment
  expect(documentedVariables()).toEqual(expect.arrayContaining([...Object.keys(set), ...Object.keys(example)]))
  const secrets = hasOwnDatabase ? { JWT_SECRET: 'q7Zp0vNw3xKd8Rt5Yb1Hc6Jm2Lf9Gs4A' } : {}
  const config = loadConfig({ ...set, ...example, ...secrets, SMTP_URL: 'smtps://user:word@mail.club.example:465' })
  expect(config).toMatchObject({ production: true, host: '127.0.0.1', trustProxy: 1, publicUrl: 'https://pool.club.example' })
  expect(config.databaseUrl === undefined).toBe(!hasOwnDatabase)
})

test('the command outlast runs a release’s command as the unit would', () => {
  const script = join(DEPLOY, 'systemd/outlast')
  accessSync(script, constants.X_OK)
  const fake = (name: string, text: string) => writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  fake(
    'systemctl',
    `echo '${Object.entries(environment)
      .map((one) => one.join('='))
      .join(' ')}'`,
  )
  fake('systemd-run', `printf '%s\\n' "$@"`)
  const run = (...args: readonly string[]): readonly string[] => {
    const { stdout } = spawnSync(script, args, { encoding: 'utf8', env: { PATH: `${folder}:${process.env['PATH']}` } })
    return stdout.trimEnd().split('\n')
  }
  const grant = run('admin', 'grant', 'Ada Archer')
  expect(grant.slice(-4)).toEqual([service('ExecStart')?.replace(/ start$/, ''), 'admin', 'grant', 'Ada Archer'])
  const settings = Object.entries(environment).map(([name, value]) => `--setenv=${name}=${value}`)
  const asTheUnit = ['uid=outlast', 'gid=outlast', `working-directory=${service('WorkingDirectory')}`].map((one) => `--${one}`)
  const properties = ['EnvironmentFile', 'StateDirectory', 'StateDirectoryMode'].map(propertyOf)
  expect(grant).toEqual(expect.arrayContaining([...asTheUnit, ...settings, ...properties]))
})

test('the service is started again however often it ends, except after a wrong setting', () => {
  expect(valuesOf(unit, 'Unit', 'StartLimitIntervalSec')).toEqual(['0'])
  expect([service('Restart'), service('RestartPreventExitStatus')]).toEqual(['always', '78'])
})

test('the service is ready when the pool says so, may wait for a database, and is killed and started again when it hangs', () => {
  expect([service('Type'), service('NotifyAccess'), service('TimeoutStartSec')]).toEqual(['notify', 'all', 'infinity'])
  expect([service('WatchdogSec'), service('WatchdogSignal')]).toEqual(['60', 'SIGKILL'])
})
