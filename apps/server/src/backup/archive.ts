import { createHash, type Hash } from 'node:crypto'
import { on } from 'node:events'
import { createReadStream } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { create, Parser, type ReadEntry } from 'tar'
import { BackupError, type Manifest, MANIFEST, MANIFEST_CHECKSUM, parseManifest } from './manifest.ts'

// The file is a tar archive with the manifest, the rows of each table (PostgreSQL's text format, compressed with zstd), and
// the files of the data folder, so that it can also be read without Outlast.

const NEWLINE = 0x0a
const MANIFEST_MAX_BYTES = 10_000_000

/** Writes the archive of a folder with all parts, and waits until it is on the disk. */
export async function writeArchive(path: string, folder: string, manifest: Manifest): Promise<void> {
  const text = JSON.stringify(manifest, null, 2)
  await writeFile(join(folder, MANIFEST), text, { mode: 0o600 })
  await writeFile(join(folder, MANIFEST_CHECKSUM), sha256(text), { mode: 0o600 })
  const parts = [...manifest.tables, ...manifest.files].map(({ part }) => part)
  await create({ file: path, cwd: folder, portable: true, strict: true, mode: 0o600 }, [MANIFEST, ...parts, MANIFEST_CHECKSUM])
  await syncFile(path)
}

/** Waits until a file, or the names in a folder, are on the disk. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Receives the parts of an archive in their order. */
interface ArchiveReader {
  readonly onManifest?: (manifest: Manifest) => void
  readonly onPart: (name: string, content: Readable) => Promise<void>
}

/** Reads an archive from its beginning. Returns its manifest. */
async function readArchive(path: string, reader: ArchiveReader): Promise<Manifest> {
  let manifest: Manifest | undefined
  let text = ''
  let last = MANIFEST
  for await (const { name, content } of entriesOf(path)) {
    if (manifest === undefined) {
      if (name !== MANIFEST) break
      text = await textOf(content)
      manifest = parseManifest(text)
      reader.onManifest?.(manifest)
    } else if (name === MANIFEST_CHECKSUM) {
      if ((await textOf(content)) === sha256(text)) return manifest
      throw damaged(MANIFEST)
    } else {
      last = name
      await reader.onPart(name, content)
    }
  }
  if (manifest === undefined) throw new BackupError(`${path} is not a backup of Outlast`)
  throw new BackupError(`The backup is incomplete: it ends after its part ${last}`)
}

/** Yields the entries of a tar archive. Each must be consumed before the next one. Ends early if the archive is damaged. */
async function* entriesOf(path: string): AsyncGenerator<{ readonly name: string; readonly content: Readable }> {
  const parser = new Parser()
  const input = createReadStream(path)
  const ended = new AbortController()
  let failure: Error | undefined
  input.on('error', (error) => {
    failure = error
    ended.abort()
  })
  // The archive has no readable entry, or no further one.
  parser.on('error', () => ended.abort())
  input.pipe(parser as NodeJS.WritableStream)
  try {
    for await (const [entry] of on(parser, 'entry', { close: ['end'], signal: ended.signal })) {
      const { path: name } = entry as ReadEntry
      yield { name, content: Readable.from(entry as ReadEntry) }
    }
  } catch (error) {
    if (!ended.signal.aborted) throw error
  } finally {
    input.destroy()
  }
  if (failure !== undefined) throw failure
}

const isFileError = (error: unknown): boolean => error instanceof Error && 'syscall' in error

const damaged = (part: string): BackupError => new BackupError(`The backup is damaged: its part ${part} is not what was written`)

async function textOf(entry: Readable): Promise<string> {
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
      const decompressed = table === undefined ? [] : [createZstdDecompress()]
      await pipeline([content, hashing(hash), ...decompressed, countRows(rows)]).catch((error: unknown) => {
        throw isFileError(error) ? error : damaged(name)
      })
      if (hash.digest('hex') !== part.sha256 || (table !== undefined && table.rows !== rows.count)) throw damaged(name)
    },
  })
  const missing = [...manifest.tables, ...manifest.files].find(({ part }) => !seen.has(part))
  if (missing !== undefined) throw new BackupError(`The backup is damaged: its part ${missing.part} is missing`)
  return manifest
}

/** Passes each part of a backup to a function. It does not compare checksums, so verify the backup first. */
export function forEachPart(path: string, onPart: ArchiveReader['onPart']): Promise<Manifest> {
  return readArchive(path, { onPart })
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

/** Counts rows of PostgreSQL's text format: one line each, since line breaks in values are escaped. */
function countRows(rows: { count: number }): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) rows.count += 1
      done()
    },
  })
}
