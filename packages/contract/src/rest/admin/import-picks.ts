import * as z from 'zod'
import { seasonYear } from '../../fields/numbers.ts'
import { count, id, weekNo } from '../../fields/responses.ts'
import { verbatim } from '../../fields/text.ts'
import { corrections, listCell, listColumns, listCorrected, listQuestions, listSheet } from './list-import.ts'
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
  /** `no_pick`: the list says that there is none; `replaced`: another answer for the same entry and week counts. */
  status: z.enum(['new', 'exists', 'invalid', 'no_pick', 'replaced']),
  /** Why the pick is not imported; null for a new one. Beside `no_pick`, what the pool says instead; null if it says the same. */
  reason: z.string().nullable(),
  /** Whether the entry was in when the week began, as far as the picks say. Only beside `no_pick`. */
  was_alive: z.boolean().optional(),
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

const outcome = z.strictObject({
  status: z.enum(['alive', 'out', 'won', 'lost']),
  /** The week of it; null if none is said. */
  week: weekNo.nullable(),
})

/** An outcome that the list states and that does not follow from its picks. */
const importDifference = z.strictObject({
  line: z.int(),
  column: z.int(),
  text: z.string(),
  /** The name of the entry. */
  entry: z.string(),
  entry_id: id,
  sheet: outcome,
  /** What follows from the picks, with those of the list. */
  pool: outcome,
  /** The first week in which the two differ; null if the list names none. */
  week: weekNo.nullable(),
})
export type ImportDifference = z.output<typeof importDifference>

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
    corrected: listCorrected,
    questions: listQuestions,
    rows: z.array(importedPicksRow),
    /** Where the outcomes of the list, such as a column of who is out, do not follow from the picks. */
    differences: z.array(importDifference),
    /** Counts picks, and cells that say that there is none. A row without an entry counts as one invalid pick. */
    counts: z.strictObject({ new: count, exists: count, invalid: count, no_pick: count }),
  })
  .meta({ id: 'PickImport' })
export type ImportPicksResult = z.output<typeof importPicksResult>
