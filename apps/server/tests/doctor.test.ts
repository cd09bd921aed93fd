import { eventually } from '@outlast/testing'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeDataFolder } from '@outlast/testing/files'
import { createTestDatabase, runStatement } from '@outlast/testing/postgres/database'
import { freePort, startServer } from '@outlast/testing/server/server-process'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Finding } from '../src/doctor/check.ts'
import { runCommand } from './support/cli.ts'

// Starts processes and databases, which is slow on a busy machine.
vi.setConfig({ testTimeout: 400_000 })

let parent: string
let dataDir: string
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'outlast-doctor-'))
  dataDir = join(parent, 'data')
})
afterAll(() => {
  removeDataFolder(dataDir)
  rmSync(parent, { recursive: true, force: true })
})

const doctor = async (env: Readonly<Record<string, string>>) => {
  const { code, out } = await runCommand('doctor', ['--json'], { env: { AUTO_SYNC: 'off', ...env } })
  const findings = JSON.parse(out) as Finding[]
  const levels = Object.fromEntries(findings.map(({ check, level }) => [check, level]))
  return { code, findings, levels, messageOf: (name: string) => findings.find(({ check }) => check === name)?.message }
}

test('doctor works before the first start, while the pool runs, and while it is stopped, and changes nothing', async () => {
  const port = await freePort()
  const env = {
    OUTLAST_DATA: dataDir,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    BACKUP_DIR: join(parent, 'backups'),
  }
  expect(await doctor(env)).toMatchObject({ code: 0, levels: { database: 'ok', server: 'warn', address: 'warn' } })
  expect(readdirSync(parent)).not.toContain('data')

  const server = await startServer({ env: { AUTO_SYNC: 'off', ...env }, port })
  await eventually(() => expect(readdirSync(join(parent, 'backups')).filter((name) => name.endsWith('.tar'))).toHaveLength(1))
  const running = await doctor(env)
  expect([running.code, running.levels]).toEqual([
    0,
    {
      settings: 'ok',
      server: 'ok',
      service: 'ok',
      'public address': 'warn',
      proxy: 'ok',
      'data folder': 'ok',
      database: 'ok',
      clock: 'ok',
      migrations: 'ok',
      scoreboard: 'ok',
      outbox: 'ok',
      'push devices': 'ok',
      backup: 'ok',
      'backup disk': 'warn',
      disk: expect.any(String),
      'backup folder': 'ok',
      memory: expect.any(String),
      keys: 'ok',
      mail: 'warn',
      push: 'ok',
      feed: 'ok',
      address: 'ok',
      websocket: 'ok',
    },
  ])
  // The folder of backups is lost while the pool runs, and a setting is changed without a restart.
  rmSync(env.BACKUP_DIR, { recursive: true })
  writeFileSync(env.BACKUP_DIR, '')
  const changed = await doctor({ ...env, TRUST_PROXY: '1' })
  expect([changed.code, changed.levels['backup folder'], changed.messageOf('service')]).toEqual([
    1,
    'fail',
    'The running pool has another value of TRUST_PROXY: restart it, or run this with its settings',
  ])
  const stranger = await doctor({ ...env, JWT_SECRET: 'q7Zp0vNw3xKd8Rt5Yb1Hc6Jm2Lf9Gs4A' })
  expect(stranger.messageOf('service')).toMatch(/could not be asked.*its secret is not that of this command/)
  rmSync(env.BACKUP_DIR)
  expect((await doctor(env)).levels['backup folder']).toBe('ok')
  await server.stop()
  const stopped = await doctor(env)
  expect(stopped).toMatchObject({
    code: 0,
    levels: { database: 'ok', migrations: 'ok', backup: 'ok', server: 'warn', address: 'warn', service: 'warn' },
  })
  // Nothing is claimed that only the pool can know.
  expect(Object.keys(stopped.levels)).not.toContain('backup folder')
})

test('doctor prints one line for each check, and exits with 1 and a sentence if one fails', async () => {
  const ended = await runCommand('doctor', [], { env: { OUTLAST_DATA: join(parent, 'none'), PORT: 'eighty' } })
  expect(ended).toMatchObject({ code: 1, out: expect.stringMatching(/^fail {2}settings {7}PORT must be a port number/) })
  const away = await doctor({ OUTLAST_DATA: join(parent, 'none'), DATABASE_URL: 'postgres://outlast:secret@127.0.0.1:1/outlast' })
  expect([away.code, away.levels['database'], away.messageOf('database')]).toEqual([
    1,
    'fail',
    expect.stringMatching(/no program accepts connections there\. Start PostgreSQL/),
  ])
  expect(JSON.stringify(away.findings)).not.toContain('secret')
})

test('doctor names a database of a newer version, and reads nothing else of it', async () => {
  const database = await createTestDatabase()
  const { connectionString } = database
  await runStatement(connectionString, `INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-later', '')`)
  const { code, levels, messageOf } = await doctor({ OUTLAST_DATA: join(parent, 'none'), DATABASE_URL: connectionString })
  expect([code, levels['migrations'], levels['backup'], messageOf('migrations')]).toEqual([
    1,
    'fail',
    undefined,
    expect.stringContaining('9999-later'),
  ])
  await database.drop()
})
