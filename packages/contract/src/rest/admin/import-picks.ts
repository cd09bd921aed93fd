import * as z from 'zod'
import { seasonYear } from '../../fields/numbers.ts'
import { count, id } from '../../fields/responses.ts'
import { verbatim } from '../../fields/text.ts'
import { reasonInput } from '../picks.ts'
import { MAX_IMPORT_KB } from './import.ts'

export const importPicksBody = z.object({
  /** A CSV file or pasted cells of a spreadsheet: `email,entry,1,2,3 …` with a row per entry, or `email,entry,week,team`. */
  csv: verbatim('List', 'Paste the list of past picks, with its header', MAX_IMPORT_KB * 1024),
  /** Default: the season of the current week. */
  season_year: seasonYear.optional(),
  /** Public, as for every override. */
  reason: reasonInput.optional(),
  /** Only checks the list. */
  dry_run: z.boolean({ error: 'Say with dry_run whether to check only: true or false' }),
})
export type ImportPicksBody = z.output<typeof importPicksBody>

/** One pick of the list, and what became of it, or would. */
const importedPick = z.strictObject({
  /** Null if the list has no number of a week there. */
  week_number: z.int().nullable(),
  /** The abbreviation; the text of the list if it names no team. */
  team_abbr: z.string(),
  status: z.enum(['new', 'exists', 'invalid']),
  /** Why the pick is not imported; null for a new one. */
  reason: z.string().nullable(),
})

/** One row of the list. */
export const importedPicksRow = z.strictObject({
  /** The line of the list, from 1 with the header. */
  line: z.int(),
  email: z.string(),
  /** The name of the entry; the text of the list if there is no such entry. */
  entry: z.string(),
  entry_id: id.nullable(),
  /** Why none of the row's picks can be imported; null if there is an entry. */
  reason: z.string().nullable(),
  picks: z.array(importedPick),
})
export type ImportedPicksRow = z.output<typeof importedPicksRow>

export const importPicksResult = z
  .strictObject({
    dry_run: z.boolean(),
    season_year: z.int(),
    rows: z.array(importedPicksRow),
    /** Counts picks. A row without an entry counts as one invalid pick. */
    counts: z.strictObject({ new: count, exists: count, invalid: count }),
  })
  .meta({ id: 'PickImport' })
export type ImportPicksResult = z.output<typeof importPicksResult>
