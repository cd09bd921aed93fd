import { createHash } from 'node:crypto'
import type { WeekId } from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'

type Db = Kysely<Tables>

/** Returns the SHA-256 of a text in hex, which the log records instead of the text. */
export const digestOf = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

/** Reads the summary that an admin wrote. */
export async function readSummaryText(db: Db, id: WeekId): Promise<string | undefined> {
  const row = await db.selectFrom('week_summaries').select('text').where('week_id', '=', id).executeTakeFirst()
  return row?.text
}

/** Stores the summary that an admin wrote; null removes it. */
export async function writeSummaryText(db: Db, id: WeekId, text: string | null): Promise<void> {
  if (text === null) return deleteSummaryTexts(db, id)
  await db
    .insertInto('week_summaries')
    .values({ week_id: id, text })
    .onConflict((conflict) => conflict.column('week_id').doUpdateSet({ text }))
    .execute()
}

/** Deletes the text of a week, or all texts if no week is given. */
export async function deleteSummaryTexts(db: Db, id?: WeekId): Promise<void> {
  const texts = db.deleteFrom('week_summaries')
  await (id === undefined ? texts : texts.where('week_id', '=', id)).execute()
}
