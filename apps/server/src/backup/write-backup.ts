import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { chmod, link, lstat, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { VERSION } from '../lib/paths.ts'
import { hasCode } from '../lib/secret-file.ts'
import { hashing, syncFile, verifyBackup, writeArchive } from './archive.ts'
import { BACKUP_FORMAT, BackupError, type FilePart, KEY_FILES, type Manifest, type TablePart } from './manifest.ts'
import { type CopiedTable, copiedTables, copySource, snapshotFacts, withCopyConnection } from './snapshot.ts'

interface BackupOptions {
  readonly connectionString: string
  readonly dataDir: string
  readonly file: string
  /** Whether to replace a file of that name. Default: false. */
  readonly force?: boolean
}

/**
 * Writes a backup of a running or stopped pool: all tables as of one moment, and the keys and signed heads of the data folder. The file
 * appears under its name only when it is complete, on the disk, and verified.
 *
 * @throws BackupError
 */
export async function writeBackup({ connectionString, dataDir, file, force = false }: BackupOptions): Promise<Manifest> {
  const path = resolve(file)
  if (!force) await assertFree(path)
  const folder = await temporaryFolder(path)
  try {
    // The signed heads are copied first, so that the snapshot contains the event of every one of them.
    const files = await storeFiles(dataDir, folder)
    const manifest = await withCopyConnection(connectionString, (client) => storeSnapshot(client, folder, files))
    const archive = join(folder, 'archive')
    await writeArchive(archive, folder, manifest)
    await verifyBackup(archive)
    await publish(archive, path, force)
    return manifest
  } catch (error) {
    throw hasCode(error, 'ENOSPC') ? new BackupError(`The disk of ${dirname(path)} is full: the backup was not written`) : error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function assertFree(path: string): Promise<void> {
  const exists = await lstat(path).then(
    () => true,
    () => false,
  )
  if (exists) throw new BackupError(`${path} already exists: choose another name, or replace it with --force`)
}

/** Creates a folder for the parts, on the same disk as the backup and readable only by its owner. */
async function temporaryFolder(path: string): Promise<string> {
  try {
    return await mkdtemp(`${join(dirname(path), `.${basename(path)}`)}.partial-`)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) throw new BackupError(`The folder ${dirname(path)} does not exist`)
    if (hasCode(error, 'ENOTDIR')) throw new BackupError(`${dirname(path)} is not a folder`)
    if (hasCode(error, 'EACCES') || hasCode(error, 'EROFS'))
      throw new BackupError(`The folder ${dirname(path)} cannot be written`)
    throw error
  }
}

async function storeFiles(dataDir: string, folder: string): Promise<readonly FilePart[]> {
  const stored: FilePart[] = []
  await mkdir(join(folder, 'data'))
  // The key that signed `heads.ndjson` may be created just now, so the key is read after it.
  for (const name of KEY_FILES.toReversed()) {
    const content = await readFile(join(dataDir, name)).catch((error: unknown) => {
      if (hasCode(error, 'ENOENT')) return undefined
      throw new BackupError(`Cannot read ${join(dataDir, name)}: run the backup as the user that runs the pool`)
    })
    if (content === undefined) continue
    await writeFile(join(folder, 'data', name), content, { mode: 0o600 })
    const sha256 = createHash('sha256').update(content).digest('hex')
    stored.push({ part: `data/${name}`, name, bytes: content.length, sha256 })
  }
  return stored
}

/** Copies all tables within one transaction, which sees the database as of its beginning. */
async function storeSnapshot(client: pg.Client, folder: string, files: readonly FilePart[]): Promise<Manifest> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const facts = await snapshotFacts(client)
  if (facts === undefined) throw new BackupError('The database contains no pool, so there is nothing to back up')
  const tables: TablePart[] = []
  await mkdir(join(folder, 'tables'))
  for (const table of await copiedTables(client)) tables.push(await storeTable(client, table, folder))
  await client.query('COMMIT')
  const events = tables.find(({ name }) => name === 'events')?.rows ?? 0
  if (events !== facts.head.position)
    throw new BackupError(
      `The log is damaged: its head is at position ${facts.head.position}, but it has ${events} events. Keep the database unchanged, and run log verify`,
    )
  return { format: BACKUP_FORMAT, version: VERSION, ...facts, tables, files: [...files] }
}

async function storeTable(client: pg.Client, table: CopiedTable, folder: string): Promise<TablePart> {
  const part = `tables/${table.name}.copy.zst`
  const hash = createHash('sha256')
  const copy = client.query(copyTo(`COPY ${copySource(table)} TO STDOUT`))
  const output = createWriteStream(join(folder, part), { mode: 0o600 })
  await pipeline(copy, createZstdCompress(), hashing(hash), output)
  return {
    part,
    name: table.name,
    columns: [...table.columns],
    rows: copy.rowCount,
    bytes: output.bytesWritten,
    sha256: hash.digest('hex'),
  }
}

/** Gives the archive its name. Never replaces a file that appeared meanwhile, except with `force`. */
async function publish(archive: string, path: string, force: boolean): Promise<void> {
  await chmod(archive, 0o600)
  if (force) await rename(archive, path)
  else await linkOrRename(archive, path)
  await syncFile(dirname(path))
}

async function linkOrRename(archive: string, path: string): Promise<void> {
  try {
    await link(archive, path)
  } catch (error) {
    if (hasCode(error, 'EEXIST')) throw new BackupError(`${path} already exists: choose another name, or replace it with --force`)
    // Some file systems, such as exFAT, have no links.
    await assertFree(path)
    await rename(archive, path)
  }
}
