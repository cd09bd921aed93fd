import type { Readable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { parseTimestamp } from '../database/types.ts'
import { parseExportRow } from '../log/export.ts'
import { parseHeads } from '../log/signed-heads.ts'
import type { StoredEvent } from '../log/stored-event.ts'
import { FoldedEvents } from '../log/verified-log.ts'
import { linesOf } from '../verify/outlast-verify.mjs'
import { forEachPart } from './archive.ts'
import { BackupError, type Manifest, type TablePart } from './manifest.ts'

/**
 * Verifies the log in a backup before anything is restored: each event with its hashes, its recorded head, the head up to which the pool
 * itself had verified it, and the heads that the server signed.
 *
 * @throws ForgedLog if the log is not what was recorded
 * @throws BackupError if its rows cannot be read
 */
export async function verifyBackedUpLog(file: string, manifest: Manifest): Promise<void> {
  const { events, verified_log: verified } = Object.fromEntries(manifest.tables.map((table) => [table.name, table]))
  const heads = manifest.files.find(({ name }) => name === 'heads.ndjson')
  const expected = [{ ...manifest.head, origin: 'that the database has recorded' }]
  await forEachPart(file, async (name, content) => {
    if (name === heads?.part)
      for (const { signedAt, ...head } of parseHeads(await textOf(content)))
        expected.push({ ...head, origin: `that the server signed at ${signedAt}` })
    else if (verified !== undefined && name === verified.part)
      for await (const row of rowsOf(verified, content))
        expected.push({
          position: Number(row['position']),
          hash: hexOf(row['hash']) ?? '',
          origin: `that was verified at ${String(row['verified_at'])}`,
        })
    else content.resume()
  })
  const log = new FoldedEvents(
    undefined,
    expected.filter(({ position }) => position > 0),
  )
  await forEachPart(file, async (name, content) => {
    if (events === undefined || name !== events.part) return void content.resume()
    // Backups of earlier versions have events whose names were redacted at the end.
    const later = new Map<number, StoredEvent>()
    for await (const row of rowsOf(events, content)) {
      const read = parseExportRow(exportedRow(row))
      if (read === undefined) throw new BackupError(`The backup is damaged: its part ${name} has a row that is not an event`)
      later.set(read.position, read)
      for (let event = next(log, later); event !== undefined; event = next(log, later)) {
        later.delete(event.position)
        log.check([event])
      }
    }
    log.check([...later.values()].sort((a, b) => a.position - b.position))
  })
  log.finish()
}

const next = (log: FoldedEvents, later: ReadonlyMap<number, StoredEvent>): StoredEvent | undefined =>
  later.get(log.head.position + 1)

type Row = Readonly<Record<string, string | null>>

/** Reads the rows of a table, which are in PostgreSQL's text format. */
async function* rowsOf({ columns }: TablePart, content: Readable): AsyncGenerator<Row> {
  for await (const line of linesOf(content.pipe(createZstdDecompress())))
    if (line !== '') yield Object.fromEntries(line.split('\t').map((value, i) => [columns[i] ?? '', valueOf(value)]))
}

const ESCAPED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

const valueOf = (text: string): string | null =>
  text === String.raw`\N` ? null : text.replaceAll(/\\(.)/g, (_, escaped: string) => ESCAPED[escaped] ?? escaped)

/** A `bytea` as hex. */
const hexOf = (text: string | null | undefined): string | null => text?.slice(String.raw`\x`.length) ?? null

type Fields = readonly (readonly [name: string, value: unknown])[]

/** Returns a row as a line of an exported log has it. */
function exportedRow(row: Row): Record<string, unknown> {
  const numbers: Fields = ['position', 'version', 'schema_version'].map((name) => [name, Number(row[name])])
  const json: Fields = ['data', 'metadata'].map((name) => [name, JSON.parse(row[name] ?? 'null')])
  const times: Fields = ['recorded_at', 'site_time'].map((name) => [name, parseTimestamp(row[name] ?? '')])
  const hashes: Fields = ['data_hash', 'event_hash', 'hash'].map((name) => [name, hexOf(row[name])])
  return { ...row, ...Object.fromEntries<unknown>([...numbers, ...json, ...times, ...hashes]) }
}

async function textOf(content: Readable): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
