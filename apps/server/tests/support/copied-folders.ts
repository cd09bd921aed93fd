import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeDataFolder } from '@outlast/testing/files'
import { afterEach, beforeEach } from 'vitest'
import { EmbeddedApps, end, query } from './embedded-apps.ts'

export const apps = new EmbeddedApps()
/** A new folder for each test, which holds the two data folders. */
export let folder: string
export let original: string
export let copy: string

/** Gives each test of a file folders of its own, in which nothing is yet. */
export function useDataFolders(): void {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'outlast-copies-'))
    chmodSync(folder, 0o755)
    original = join(folder, 'original', '.outlast')
    copy = join(folder, 'copy', '.outlast')
    mkdirSync(join(folder, 'original'))
    mkdirSync(join(folder, 'copy'))
  })

  afterEach(async () => {
    await apps.endAll()
    removeDataFolder(original)
    removeDataFolder(copy)
    rmSync(folder, { recursive: true, force: true })
  })
}

export const copyFolder = (from = original, to = copy): void => {
  const copied = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
  if (copied.status !== 0) throw new Error(copied.stderr)
}

export const countKept = async (connectionString: string) =>
  (await query(connectionString, 'SELECT count(*)::int AS n FROM kept')).rows[0].n

export const socketOf = (dataDir: string): string => join(dataDir, 'postgres/socket/.s.PGSQL.5432')

/** Starts the original, writes one row and stops it. */
export async function createOriginal(): Promise<void> {
  const app = await apps.start(original)
  await query(app.connectionString, 'CREATE TABLE kept AS SELECT 1 AS n')
  await end(app.child, 'SIGTERM')
}
