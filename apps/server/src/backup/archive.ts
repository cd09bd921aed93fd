import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { extract, pack, type Entry } from 'tar-stream'
import { BackupError, type Manifest, MANIFEST, MANIFEST_CHECKSUM, parseManifest } from './manifest.ts'

// The file is a tar archive with the manifest, the rows of each table (PostgreSQL's text format, compressed with zstd), and
// the files of the data folder, so that it can also be read without Outlast.

const NEWLINE = 0x0a
const MANIFEST_MAX_BYTES = 10_000_000

/** A part that is stored in a file of its own until the archive is written. */
export interface StoredPart {
  readonly part: string
  readonly path: string
  readonly bytes: number
}

/** Writes the archive and waits until it is on the disk. */
export async function writeArchive(path: string, manifest: Manifest, parts: readonly StoredPart[]): Promise<void> {
  const archive = pack()
  const text = JSON.stringify(manifest, null, 2)
  const writing = pipeline(archive, createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }))
  const fill = async (): Promise<void> => {
    archive.entry({ name: MANIFEST, mode: 0o600 }, text)
    for (const part of parts) {
      const entry = archive.entry({ name: part.part, size: part.bytes, mode: 0o600 })
      await pipeline(createReadStream(part.path), entry)
    }
    archive.entry({ name: MANIFEST_CHECKSUM, mode: 0o600 }, sha256(text))
    archive.finalize()
  }
  await Promise.all([writing, fill().catch((error: unknown) => void archive.destroy(error as Error))])
}

/** Makes a file's name durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Receives the parts of an archive in their order. A part that is not consumed is skipped. */
interface ArchiveReader {
  readonly onManifest?: (manifest: Manifest) => void | Promise<void>
  readonly onPart: (name: string, content: Entry) => Promise<void>
}

/** Reads an archive from its beginning. Returns its manifest. */
async function readArchive(path: string, reader: ArchiveReader): Promise<Manifest> {
  const archive = extract()
  const input = createReadStream(path)
  input.on('error', (error) => archive.destroy(error))
  let manifest: Manifest | undefined
  let text = ''
  let isComplete = false
  let last = MANIFEST
  try {
    for await (const entry of input.pipe(archive)) {
      const { name } = entry.header
      if (manifest === undefined) {
        if (name !== MANIFEST) throw new BackupError(`${path} is not a backup of Outlast`)
        text = await textOf(entry)
        manifest = parseManifest(text)
        await reader.onManifest?.(manifest)
      } else if (name === MANIFEST_CHECKSUM) {
        if ((await textOf(entry)) !== sha256(text)) throw damaged(MANIFEST)
        isComplete = true
      } else {
        last = name
        await reader.onPart(name, entry)
        entry.resume()
      }
    }
  } catch (error) {
    if (error instanceof BackupError || isFileError(error) || manifest === undefined) throw asBackupError(path, error, manifest)
    throw error instanceof ArchiveConsumerError ? error.cause : damaged(last)
  } finally {
    input.destroy()
  }
  if (manifest === undefined) throw new BackupError(`${path} is not a backup of Outlast`)
  if (!isComplete) throw new BackupError(`The backup is incomplete: it ends after its part ${last}`)
  return manifest
}

/** An error of the code that receives a part, to be told from errors of the archive. */
class ArchiveConsumerError extends Error {}

const isFileError = (error: unknown): boolean => error instanceof Error && 'syscall' in error

function asBackupError(path: string, error: unknown, manifest: Manifest | undefined): unknown {
  if (error instanceof BackupError || isFileError(error) || manifest !== undefined) return error
  return new BackupError(`${path} is not a backup of Outlast`)
}

const damaged = (part: string): BackupError => new BackupError(`The backup is damaged: its part ${part} is not what was written`)

async function textOf(entry: Entry): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of entry) {
    size += (chunk as Buffer).length
    if (size > MANIFEST_MAX_BYTES) throw damaged(MANIFEST)
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString()
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Reads a whole backup from the disk and compares every part with its checksum, and every table with its number of rows.
 *
 * @throws BackupError that names the damaged part
 */
export async function verifyBackup(path: string, onManifest?: (manifest: Manifest) => void): Promise<Manifest> {
  const seen = new Set<string>()
  let expected: Manifest | undefined
  const manifest = await readArchive(path, {
    onManifest: (found) => {
      expected = found
      onManifest?.(found)
    },
    onPart: async (name, content) => {
      const file = expected?.files.find(({ part }) => part === name)
      const table = expected?.tables.find(({ part }) => part === name)
      const part = table ?? file
      if (part === undefined) throw new BackupError(`The backup is damaged: its part ${name} is not in its list`)
      seen.add(name)
      const hash = createHash('sha256')
      const rows = { count: 0 }
      const check = table === undefined ? [discard()] : ([createZstdDecompress(), countRows(rows)] as const)
      await pipeline([content, hashing(hash), ...check]).catch((error: unknown) => {
        throw isFileError(error) ? error : damaged(name)
      })
      if (hash.digest('hex') !== part.sha256 || (table !== undefined && table.rows !== rows.count)) throw damaged(name)
    },
  })
  const missing = [...manifest.tables, ...manifest.files].find(({ part }) => !seen.has(part))
  if (missing !== undefined) throw new BackupError(`The backup is damaged: its part ${missing.part} is missing`)
  return manifest
}

/** Passes each part of a backup to a function, compared with no checksum: verify the backup first. */
export function forEachPart(path: string, use: (name: string, content: Entry) => Promise<void>): Promise<Manifest> {
  return readArchive(path, {
    onPart: async (name, content) => {
      try {
        await use(name, content)
      } catch (cause) {
        throw new ArchiveConsumerError('The part could not be used', { cause })
      }
    },
  })
}

/** Passes bytes on and adds them to a hash. */
export function hashing(hash: Hash): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
}

const discard = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() })

/** Counts rows of PostgreSQL's text format: one line each, since line breaks in values are escaped. */
function countRows(rows: { count: number }): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) rows.count += 1
      done()
    },
  })
}
