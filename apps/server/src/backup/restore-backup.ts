import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { migrate } from '../database/migrate.ts'
import { knownMigrations } from '../database/migrations.ts'
import { forEachPart, hashing, syncFile, verifyBackup } from './archive.ts'
import { BackupError, type FilePart, KEY_FILES, type Manifest, type TablePart } from './manifest.ts'
import { BACKUPS_FOLDER } from './schedule.ts'
import { copyTarget, withCopyConnection } from './snapshot.ts'

/** What a disk or a container volume may have at its root, and the pool's own backups. */
const IGNORED_FILES: ReadonlySet<string> = new Set(['lost+found', '.DS_Store', BACKUPS_FOLDER])

/**
 * Reads a whole backup and compares it with its checksums, before anything is changed.
 *
 * @throws BackupError if it is damaged, or newer than this program
 */
export async function readBackup(file: string): Promise<Manifest> {
  const known = new Set(await knownMigrations())
  return verifyBackup(file, ({ migrations, version }) => {
    const unknown = migrations.filter((name) => !known.has(name))
    if (unknown.length === 0) return
    throw new BackupError(
      `The backup was made by a newer version of Outlast (${version}, with ${unknown.join(', ')}): restore it with that version`,
    )
  })
}

/**
 * Rejects a data folder whose files would conflict with the restored pool: with the embedded database it must be empty, otherwise it
 * must have none of the files that the backup contains.
 *
 * @throws BackupError
 */
export async function assertRestorable(dataDir: string, { embedded }: { readonly embedded: boolean }): Promise<void> {
  const names = existsSync(dataDir) ? (await readdir(dataDir)).filter((name) => !IGNORED_FILES.has(name)) : []
  const conflicting = embedded ? names : names.filter((name) => (KEY_FILES as readonly string[]).includes(name))
  if (conflicting.length === 0) return
  throw new BackupError(
    `The data folder ${dataDir} is not empty (${conflicting.slice(0, 3).join(', ')}): a backup is only restored into an empty one. Set OUTLAST_DATA to a new folder.`,
  )
}

/**
 * Rejects a database that has tables.
 *
 * @throws BackupError
 */
export async function assertEmptyDatabase(connectionString: string): Promise<void> {
  const tables = await withCopyConnection(connectionString, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' LIMIT 3`,
    )
    return rows.map(({ name }) => name)
  })
  if (tables.length === 0) return
  throw new BackupError(
    `The database is not empty (it has ${tables.join(', ')}): a backup is only restored into an empty one. Create a new database and set DATABASE_URL to it.`,
  )
}

interface RestoreOptions {
  readonly file: string
  readonly manifest: Manifest
  readonly connectionString: string
  readonly dataDir: string
}

/**
 * Loads a verified backup into an empty database, in one transaction, and puts the keys into the data folder. The database first gets the
 * schema of the backup, and then the changes since then, so that they migrate the data as well.
 */
export async function restoreBackup(options: RestoreOptions): Promise<void> {
  await loadBackup(options)
  await migrate({ connectionString: options.connectionString })
}

/** Restores a backup with the schema that it was made from. */
export async function loadBackup({ file, manifest, connectionString, dataDir }: RestoreOptions): Promise<void> {
  await migrate({ connectionString, only: manifest.migrations })
  const files = new Map<string, Buffer>()
  await withCopyConnection(connectionString, async (client) => {
    await client.query('BEGIN')
    await prepareTables(client, manifest)
    await forEachPart(file, async (name, content) => {
      const table = manifest.tables.find(({ part }) => part === name)
      const key = manifest.files.find(({ part }) => part === name)
      if (table !== undefined) await loadTable(client, table, content)
      if (key !== undefined) files.set(key.name, await contentOf(key, content))
    })
    for (const { name, value } of manifest.sequences)
      await client.query('SELECT setval($1::regclass, $2)', [`public.${pg.escapeIdentifier(name)}`, value])
    // Before the commit: a pool without its keys would generate new ones and sign everyone out.
    await writeFiles(dataDir, files)
    try {
      await client.query('COMMIT')
    } catch (error) {
      await removeFiles(dataDir, files)
      throw error
    }
  })
}

/** Deletes the rows that migrations created, and lets the log contain the events that it had before event hashes. */
async function prepareTables(client: pg.Client, manifest: Manifest): Promise<void> {
  for (const { name } of manifest.tables.toReversed())
    if (name !== 'events') await client.query(`DELETE FROM public.${pg.escapeIdentifier(name)}`)
  if (manifest.last_without_event_hash === 0) return
  await client.query(`ALTER TABLE public.events DROP CONSTRAINT IF EXISTS events_have_hashes`)
  await client.query(
    `ALTER TABLE public.events ADD CONSTRAINT events_have_hashes
       CHECK (event_hash IS NOT NULL OR position <= ${String(manifest.last_without_event_hash)})`,
  )
}

async function loadTable(client: pg.Client, table: TablePart, content: Readable): Promise<void> {
  const copy = client.query(copyFrom(`COPY ${copyTarget(table)} FROM STDIN`))
  const hash = createHash('sha256')
  await pipeline(content, hashing(hash), createZstdDecompress(), copy)
  if (copy.rowCount !== table.rows || hash.digest('hex') !== table.sha256) throw changed(table.part)
}

async function contentOf(file: FilePart, content: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  if (createHash('sha256').update(bytes).digest('hex') !== file.sha256) throw changed(file.part)
  return bytes
}

const changed = (part: string): BackupError => new BackupError(`The backup changed while it was read: its part ${part}`)

async function writeFiles(dataDir: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  for (const [name, content] of files) await writeFile(join(dataDir, name), content, { mode: 0o600, flag: 'wx', flush: true })
  await syncFile(dataDir)
}

async function removeFiles(dataDir: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
  for (const name of files.keys()) await rm(join(dataDir, name), { force: true })
}
