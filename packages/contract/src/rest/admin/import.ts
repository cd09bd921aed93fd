import * as z from 'zod'
import { count, id } from '../../fields/responses.ts'
import { corrections, listCell, listColumns, listCorrected, listQuestions, listSheet } from './list-import.ts'
import { verbatim } from '../../fields/text.ts'

/** How large a list of members may be. */
export const MAX_IMPORT_KB = 2048

export const importBody = z.object({
  /** A CSV file or pasted cells of a spreadsheet, with the header `name,email,mobile,entries`. */
  csv: verbatim('List', 'Paste the list of members, with its header', MAX_IMPORT_KB * 1024),
  corrections,
  /**
   * Whether new members get an invitation at once, as they do by default. False brings in a season that has begun: they are invited later,
   * and each
   * has an entry unless the list has a column for entries.
   */
  invite: z.boolean({ error: 'Say with invite whether to invite the members: true or false' }).optional(),
  /** Only checks the list. */
  dry_run: z.boolean({ error: 'Say with dry_run whether to check only: true or false' }),
})
export type ImportBody = z.output<typeof importBody>

/** One row of the list, and what became of it, or would. */
export const importRow = z.strictObject({
  /** The line of the list, from 1 with the header. */
  line: z.int(),
  name: z.string(),
  email: z.string(),
  mobile: z.string().nullable(),
  /** The names of the entries. */
  entries: z.array(z.string()),
  status: z.enum(['new', 'exists', 'invalid']),
  /** Why the row creates nothing; null for a new member. */
  reason: z.string().nullable(),
  /** The account: of an existing member, and of a new one after the import. */
  user_id: id.nullable(),
  /** The cell that would correct an invalid row; null if there is none. */
  cell: listCell.nullable(),
})
export type ImportRow = z.output<typeof importRow>

export const importResult = z
  .strictObject({
    dry_run: z.boolean(),
    columns: listColumns,
    sheet: listSheet,
    corrected: listCorrected,
    questions: listQuestions,
    rows: z.array(importRow),
    counts: z.strictObject({ new: count, exists: count, invalid: count, entries: count }),
  })
  .meta({ id: 'MemberImport' })
export type ImportResult = z.output<typeof importResult>
