import { hex32 } from '@outlast/contract/fields/responses'
import { parseInstant } from '@outlast/domain'
import * as z from 'zod'
import { parseJson } from '../lib/parse-json.ts'

/** The version of the file's format. A restore rejects a file with a higher one. */
export const BACKUP_FORMAT = 1

/** The first entry of the file: what it contains. */
export const MANIFEST = 'manifest.json'

/** The last entry: the checksum of the manifest, which itself has the checksums of all others. */
export const MANIFEST_CHECKSUM = 'manifest.sha256'

/** The files of the data folder that belong to the pool rather than to one installation of its database. */
export const KEY_FILES = ['jwt-secret', 'vapid-key', 'head-key', 'heads.ndjson'] as const

const part = { bytes: z.int().nonnegative(), sha256: hex32 }
const table = z.object({
  /** The name of the entry, and what its checksum covers: the compressed rows. */
  part: z.string(),
  name: z.string(),
  columns: z.array(z.string()).nonempty(),
  rows: z.int().nonnegative(),
  ...part,
})
const file = z.object({ part: z.string(), name: z.enum(KEY_FILES), ...part })

const manifest = z.object({
  format: z.literal(BACKUP_FORMAT),
  /** The version of Outlast that wrote it. */
  version: z.string(),
  /** The database's time of the snapshot. */
  created_at: z.string().transform((text, context) => {
    const parsed = parseInstant(text)
    if (parsed !== undefined) return parsed
    context.addIssue('not an instant')
    return z.NEVER
  }),
  /** The version of PostgreSQL that the data comes from. */
  postgres: z.string(),
  migrations: z.array(z.string()).nonempty(),
  head: z.object({ position: z.int().nonnegative(), hash: hex32 }),
  /** The last position without an event hash, which a constraint of the log allows up to there; 0 if there is none. */
  last_without_event_hash: z.int().nonnegative(),
  /** In the order in which they are loaded: a table comes after those that it references. */
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), value: z.int() })),
  files: z.array(file),
})

export type Manifest = z.output<typeof manifest>
export type TablePart = z.output<typeof table>
export type FilePart = z.output<typeof file>

/** A backup that cannot be written or used. The message says why, for the operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** Parses a manifest. @throws BackupError if the text is not a manifest, or has a newer format */
export function parseManifest(text: string): Manifest {
  const value = parseJson(text)
  const { format, version } = z.looseObject({ format: z.int(), version: z.string().catch('unknown') }).safeParse(value).data ?? {}
  if (format !== undefined && format > BACKUP_FORMAT)
    throw new BackupError(`The backup was made by a newer version of Outlast (${version}): restore it with that version`)
  const parsed = manifest.safeParse(value)
  if (parsed.success) return parsed.data
  throw new BackupError(`The backup is damaged: its part ${MANIFEST} cannot be read`)
}
