import * as z from 'zod'
import { seasonYear } from '../../fields/numbers.ts'
import { count, id, weekNo } from '../../fields/responses.ts'
import { verbatim } from '../../fields/text.ts'
import { corrections, listCell, listColumns, listSheet } from './list-import.ts'
import { reasonInput } from '../picks.ts'
import { MAX_IMPORT_KB } from './import.ts'

export const importPicksBody = z.object({
  /** A CSV file or pasted cells of a spreadsheet: a row per entry with a column for each week, a row per pick, or a column per entry. */
  csv: verbatim('List', 'Paste the list of past picks, with its header', MAX_IMPORT_KB * 1024),
  /** Default: the season of the current week. */
  season_year: seasonYear.optional(),
  /** Public, as for every override. */
  reason: reasonInput.optional(),
  /** Adds the weeks of the list that are over and that the pool does not have, with their games and results. */
  add_weeks: z.boolean({ error: 'Say with add_weeks whether to add missing weeks: true or false' }).optional(),
  corrections,
  /** Only checks the list. */
  dry_run: z.boolean({ error: 'Say with dry_run whether to check only: true or false' }),
})

/** One pick of the list, and what became of it, or would. */
const importedPick = z.strictObject({
  /** Null if the list has no number of a week there. */
  week_number: weekNo.nullable(),
  /** The abbreviation; the text of the list if it names no team. */
  team_abbr: z.string(),
  status: z.enum(['new', 'exists', 'invalid']),
  /** Why the pick is not imported; null for a new one. */
  reason: z.string().nullable(),
  /** Where the list says so. */
  cell: listCell,
})

/** One row of the list. */
const importedPicksRow = z.strictObject({
  /** The line of the list, from 1 with the header. */
  line: z.int(),
  email: z.string(),
  /** The name of the entry; the text of the list if there is no such entry. */
  entry: z.string(),
  entry_id: id.nullable(),
  /** Why none of the row's picks can be imported; null if there is an entry. */
  reason: z.string().nullable(),
  /** The cell that would correct it; null if there is none, or nothing to correct. */
  cell: listCell.nullable(),
  picks: z.array(importedPick),
})
export type ImportedPicksRow = z.output<typeof importedPicksRow>

export const importPicksResult = z
  .strictObject({
    dry_run: z.boolean(),
    season_year: z.int(),
    /** The weeks that the import adds, or would, by number. */
    added_weeks: z.array(weekNo),
    /** Weeks of the list that are over and that the pool does not have, unless they are added. */
    missing_weeks: z.array(weekNo),
    columns: listColumns,
    sheet: listSheet,
    rows: z.array(importedPicksRow),
    /** Counts picks. A row without an entry counts as one invalid pick. */
    counts: z.strictObject({ new: count, exists: count, invalid: count }),
  })
  .meta({ id: 'PickImport' })
export type ImportPicksResult = z.output<typeof importPicksResult>
