import type { EntryId, UserId } from '@outlast/domain'
import * as z from 'zod'
import { idField } from '../../fields/numbers.ts'
import { entryName } from '../entries.ts'

const MAX_ENTRIES = 200

/** The paper entries of a list: of those that go over to an account, or get another keeper. */
export const paperEntryIds = z
  .array(idField<EntryId>('Entry ID'))
  .min(1, 'Choose an entry')
  .max(MAX_ENTRIES, `At most ${MAX_ENTRIES} entries at once`)

export const createPaperEntriesBody = z.object({
  user_id: idField<UserId>('User ID'),
  names: z
    .array(entryName('A name is required'))
    .min(1, 'A name is required')
    .max(MAX_ENTRIES, `At most ${MAX_ENTRIES} entries at once`),
})

export const handOverEntriesBody = z.object({
  entry_ids: paperEntryIds,
  user_id: idField<UserId>('User ID'),
  /** Whether the account keeps them from now on; otherwise they become its own. */
  stays_paper: z.boolean(),
})
