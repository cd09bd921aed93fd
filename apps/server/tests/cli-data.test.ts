import { chmodSync, existsSync, mkdtempSync, readdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeDataFolder } from '@outlast/testing/files'
import { startProgram } from '@outlast/testing/process/program'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runCommand } from './support/cli.ts'

// Starts processes and databases, which is slow on a busy machine.
vi.setConfig({ testTimeout: 400_000 })

const isRoot = process.getuid?.() === 0
let parent: string
let dataDir: string

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'outlast-data-'))
  chmodSync(parent, 0o755)
  dataDir = join(parent, 'data')
})

afterEach(() => {
  removeDataFolder(dataDir)
  rmSync(parent, { recursive: true, force: true })
})

const data = (...args: string[]) => runCommand('data', args, { env: { OUTLAST_DATA: dataDir } })
const startPool = async () => {
  const pool = startProgram(process.execPath, ['apps/server/src/main.ts', 'start'], {
    env: { OUTLAST_DATA: dataDir, PORT: '0', AUTO_SYNC: 'off' },
  })
  await pool.waitForOutput('http://')
  return pool
}

test('data remove: deletes only with --yes, only a stopped pool, and everything that the pool has stored', async () => {
  const pool = await startPool()
  const refused = await data('remove', '--yes')
  expect(refused).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/is in use: Outlast already runs on it as process/),
  })
  await pool.stop()
  const asked = await data('remove')
  expect(asked).toMatchObject({ code: 1, out: '' })
  expect(asked.err).toContain('This would delete every account, pick and mail in these folders, for good:')
  expect(asked.err).toContain('npm run data -- remove --yes')
  expect(existsSync(join(dataDir, 'postgres/data'))).toBe(true)
  expect(await data('remove', '--yes')).toMatchObject({ code: 0, err: expect.stringContaining(`Deleted:\n  ${dataDir}  `) })
  expect(existsSync(dataDir)).toBe(false)
})

test('data remove: deletes the database of a killed pool, whose PostgreSQL still runs', async () => {
  const pool = await startPool()
  await pool.kill()
  expect((await data('remove', '--yes')).code).toBe(0)
  expect(existsSync(dataDir)).toBe(false)
})

test('data remove: keeps files that are not Outlast’s', async () => {
  await (await startPool()).stop()
  writeFileSync(join(dataDir, 'thesis.txt'), 'mine')
  expect((await data('remove', '--yes')).err).toContain('were kept: thesis.txt')
  expect(readdirSync(dataDir)).toEqual(['thesis.txt'])
})

test('data show and remove: report a missing data folder and do not create it', async () => {
  expect(await data('show')).toMatchObject({ code: 0, err: expect.stringContaining(`No data folder at ${dataDir}`) })
  expect(await data('remove', '--yes')).toMatchObject({ code: 1, err: `No data folder at ${dataDir}\n` })
  expect(existsSync(dataDir)).toBe(false)
})

describe.skipIf(!isRoot)('as root, with the database in /var/lib/outlast', () => {
  beforeEach(() => chmodSync(parent, 0o700))

  test('the start and data show name the folder, and data remove deletes it too', async () => {
    const pool = await startPool()
    const place = realpathSync(join(dataDir, 'postgres'))
    expect(pool.output()).toContain(
      `The database is in ${place}. Deleting ${dataDir} does not delete it; npm run data -- remove does`,
    )
    await pool.stop()
    expect((await data('show')).out).toMatch(new RegExp(`^${dataDir}  \\d+ MB\n${place}  \\d+ MB\n`))
    expect((await data('remove', '--yes')).code).toBe(0)
    expect([existsSync(place), existsSync(dataDir)]).toEqual([false, false])
  })

  test('data remove-leftovers deletes the database of a deleted data folder, and no other', async () => {
    await (await startPool()).stop()
    const place = realpathSync(join(dataDir, 'postgres'))
    expect(await data('remove-leftovers', place, '--yes')).toMatchObject({ code: 1, err: `${place} is not an unused database\n` })
    renameSync(join(dataDir, 'postgres'), join(parent, 'link'))
    rmSync(dataDir, { recursive: true })
    expect((await data('show')).out).toMatch(new RegExp(`^${place}  \\d+ MB  unused, belonged to ${dataDir}$`, 'm'))
    expect(await data('remove-leftovers', place)).toMatchObject({ code: 1 })
    expect(existsSync(place)).toBe(true)
    expect((await data('remove-leftovers', place, '--yes')).code).toBe(0)
    expect(existsSync(place)).toBe(false)
  })
})
