import { eventually } from '@outlast/testing'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Instant } from '@outlast/domain'
import { createTestDatabase, type TestDatabase } from '@outlast/testing/postgres/database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type BackupWriterOptions, createBackupWriter } from '../backup/backup-writer.ts'
import { readBackupStatus } from '../backup/status.ts'
import { type Database, openDatabase } from '../database/pool.ts'
import type { Tables } from '../database/tables.ts'
import { startJobs } from './job.ts'
import { backupJob, backUpIfDue } from './scheduled-backups.ts'

const HOUR_MS = 3_600_000

let created: TestDatabase
let database: Database<Tables>
let folder: string
let now = '2030-09-01T00:00:00.000Z' as Instant
const logged: string[] = []
const log = {
  info: (...args: unknown[]) => void logged.push(`info ${String(args.at(-1))}`),
  warn: (...args: unknown[]) => void logged.push(`warn ${String(args.at(-1))}`),
  error: (...args: unknown[]) => void logged.push(`error ${String(args.at(-1))}`),
}

beforeEach(async () => {
  created = await createTestDatabase()
  database = openDatabase<Tables>({ connectionString: created.connectionString, max: 2, onError: () => {} })
  folder = mkdtempSync(join(tmpdir(), 'outlast-scheduled-'))
  now = '2030-09-01T00:00:00.000Z' as Instant
  logged.length = 0
})

afterEach(async () => {
  await database.close()
  await created.drop()
  rmSync(folder, { recursive: true, force: true })
})

const schedule = () => ({ folder: join(folder, 'backups'), everyMs: 6 * HOUR_MS, keep: 2 })

const options = (writeFile?: BackupWriterOptions['writeFile']) => {
  const common = {
    db: database.db,
    config: { dataDir: join(folder, 'data'), backups: schedule() },
    now: () => now,
  }
  const { connectionString } = created
  return {
    ...common,
    writer: createBackupWriter({ ...common, connectionString, log, ...(writeFile && { writeFile }) }),
  }
}

/** Writes a file instead of a backup. */
const write = (file: string) => {
  writeFileSync(file, '')
  return Promise.resolve({ createdAt: now, position: 1 })
}

const backUp = (writeFile = write) => backUpIfDue(options(writeFile), schedule(), new AbortController().signal)

const files = (): string[] => (existsSync(join(folder, 'backups')) ? readdirSync(join(folder, 'backups')).toSorted() : [])

test('backUpIfDue makes the first backup at once, later ones after the interval, and keeps the newest', async () => {
  expect(await backUp()).toBe(true)
  now = '2030-09-01T05:59:00.000Z' as Instant
  expect(await backUp()).toBe(true)
  expect(files()).toEqual(['outlast-2030-09-01T00-00-00Z.tar'])
  for (const time of ['2030-09-01T06:00:00.000Z', '2030-09-01T12:00:00.000Z']) {
    now = time as Instant
    await backUp()
  }
  expect(files()).toEqual(['outlast-2030-09-01T06-00-00Z.tar', 'outlast-2030-09-01T12-00-00Z.tar'])
})

test('backUpIfDue counts failures until a backup succeeds, and logs the reason', async () => {
  const failing = () => Promise.reject(new Error('no space'))
  expect(await backUp(failing)).toBe(false)
  expect(await backUp(failing)).toBe(false)
  expect(await readBackupStatus(database.db)).toMatchObject({ failures: 2, lastSuccessAt: null })
  expect(logged).toContain('error The backup failed and will be tried again')
  expect(await backUp()).toBe(true)
  expect(await readBackupStatus(database.db)).toMatchObject({ failures: 0, lastSuccessAt: now })
})

test('backUpIfDue reports a folder that cannot be created as a failure', async () => {
  writeFileSync(join(folder, 'backups'), 'a file')
  expect(await backUp()).toBe(false)
  expect(await readBackupStatus(database.db)).toMatchObject({ failures: 1 })
})

test('backupJob writes a verified backup in a worker thread, in one of two processes', async () => {
  const { connectionString } = created
  const jobs = [1, 2].map(() => startJobs({ jobs: [backupJob(options())], connectionString, log }))
  await eventually(async () => expect(await readBackupStatus(database.db)).toMatchObject({ lastSuccessAt: expect.any(String) }))
  await Promise.all(jobs.map((job) => job.stop()))
  expect(files()).toEqual(['outlast-2030-09-01T00-00-00Z.tar'])
  expect(logged.filter((line) => line === 'info Backup written')).toHaveLength(1)
})
