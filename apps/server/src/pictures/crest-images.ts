import type { CrestSize } from '@outlast/contract/crest'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { RenderedCrest } from './render-crest.ts'

/** Replaces the club's stored crest; null: the club has none. */
export async function storeCrest(db: Kysely<Tables>, crest: RenderedCrest | null): Promise<void> {
  await db.deleteFrom('crest_images').execute()
  if (crest === null) return
  const rows = crest.images.map(({ size, png }) => ({ crest: crest.hash, size, png }))
  await db.insertInto('crest_images').values(rows).execute()
}

/** Reads the crest in one size; undefined if it is not stored. */
export async function readCrest(db: Kysely<Tables>, crest: string, size: CrestSize): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('crest_images')
    .select('png')
    .where('crest', '=', crest)
    .where('size', '=', size)
    .executeTakeFirst()
  return row?.png
}
