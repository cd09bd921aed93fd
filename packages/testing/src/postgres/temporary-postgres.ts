import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@outlast/server/postgres'
import { removeDataFolder } from '../files.ts'

const silent = { info: () => undefined, warn: () => undefined }

/** Starts a PostgreSQL on a new folder. `remove` stops it and takes the folder away. Not durable unless asked for. */
export async function startTemporaryPostgres(options: { durable?: boolean; settings?: Record<string, string> } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'outlast-test-'))
  const postgres = await startEmbeddedPostgres({ durable: false, ...options, dataDir, log: silent })
  return { postgres, dataDir, remove: () => removeCluster(postgres, dataDir) }
}

async function removeCluster(postgres: EmbeddedPostgres, dataDir: string): Promise<void> {
  await postgres.stop()
  removeDataFolder(dataDir)
}
