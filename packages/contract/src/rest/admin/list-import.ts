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
    }),
    { error: 'Give the corrections as a list of {line, column, text}' },
  )
  .max(MAX_CORRECTIONS, { error: `A list can have ${MAX_CORRECTIONS} corrections at most` })
  .optional()

const place = { line: z.int(), column: z.int() }

/** A column of the list, where its title is, and what it is used as; null: it is ignored. */
export const listColumns = z.array(z.strictObject({ ...place, title: z.string(), used_as: z.string().nullable() }))

/** The lines of the list from its header on, with its corrections. */
export const listSheet = z.array(z.strictObject({ line: z.int(), cells: z.array(z.string()) }))

/** A cell of the list, and what it probably means if it must be corrected. */
export const listCell = z.strictObject({ ...place, text: z.string(), suggestion: z.string().nullable() })
