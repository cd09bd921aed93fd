import * as z from 'zod'

// What the imports of lists have in common.

const MAX_CORRECTIONS = 5_000
const MAX_CELL = 500

/** Cells that an admin corrected after a check; the file itself stays as it is. Lines count from 1, columns from 0. */
export const corrections = z
  .array(
    z.object({
      line: z.int().positive(),
      column: z.int().nonnegative(),
      text: z.string({ error: 'Give the corrected cell as text' }).max(MAX_CELL, { error: 'A cell is too long' }),
      /** What the cell had. If the list has something else there by now, the correction is left out. */
      was: z
        .string({ error: 'Give the earlier text of the cell as text' })
        .max(MAX_CELL, { error: 'A cell is too long' })
        .optional(),
      /** Leaves alone the other cells that have the same text and the same use. Without it, they are corrected as well. */
      only_here: z.boolean({ error: 'Say with only_here whether to correct this cell only: true or false' }).optional(),
    }),
    { error: 'Give the corrections as a list of {line, column, text}' },
  )
  .max(MAX_CORRECTIONS, { error: `A list can have ${MAX_CORRECTIONS} corrections at most` })
  .optional()

const place = { line: z.int(), column: z.int() }

/** A column of the list, where its title is, and what it is used as; null: it is not used. */
export const listColumns = z.array(z.strictObject({ ...place, title: z.string(), used_as: z.string().nullable() }))

/**
 * What became of a cell of a list. Each cell with text has exactly one of these:
 * `heading`: it names a column; `read`: it says what is imported, or is here already; `no_pick`: it says that there is no pick;
 * `question`: an admin must answer what it means; `refused`: it is understood, but cannot be imported; `waiting`: nothing is imported
 * because of a question in its line; `compared`: an outcome that is compared with what the pool says; `replaced`: another answer counts;
 * `cleared`: an admin emptied it; `unused`: its column is not used; `surplus`: it has no heading; `total`: its line counts others;
 * `note`: its line belongs to nobody, or it is a time that cannot be read.
 */
const LIST_CELL_KINDS = [
  'heading',
  'read',
  'no_pick',
  'question',
  'refused',
  'waiting',
  'compared',
  'replaced',
  'cleared',
  'unused',
  'surplus',
  'total',
  'note',
] as const
export type ListCellKind = (typeof LIST_CELL_KINDS)[number]

/** The lines of the list with its corrections: the texts of their cells, and what became of each; empty for a cell without text. */
export const listSheet = z.array(
  z.strictObject({ line: z.int(), cells: z.array(z.string()), as: z.array(z.enum(['', ...LIST_CELL_KINDS])) }),
)

/** A cell of the list, and what it probably means if it must be corrected. */
export const listCell = z.strictObject({ ...place, text: z.string(), suggestion: z.string().nullable() })

/** A cell that is in question: nothing is imported from it until it is corrected. */
const listQuestion = z.strictObject({
  ...place,
  /** The heading of its column; empty without one. */
  heading: z.string(),
  text: z.string(),
  problem: z.string(),
  suggestion: z.string().nullable(),
  /** Answers to choose from, as texts of a correction. Others can be typed. */
  choices: z.array(z.strictObject({ text: z.string(), label: z.string() })),
  /** Whether an answer is for this cell only: send its correction with `only_here`. */
  only_here: z.boolean(),
})
export type ListQuestion = z.output<typeof listQuestion>

export const listQuestions = z.array(listQuestion)

/** Cells that an admin corrected, with the text of the file. */
export const listCorrected = z.array(z.strictObject({ ...place, was: z.string() }))
