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
    }),
    { error: 'Give the corrections as a list of {line, column, text}' },
  )
  .max(MAX_CORRECTIONS, { error: `A list can have ${MAX_CORRECTIONS} corrections at most` })
  .optional()

/** A column of the list, and what it is used as; null: it is ignored. */
export const listColumns = z.array(z.strictObject({ title: z.string(), used_as: z.string().nullable() }))

/** A cell that could be corrected, and what it probably means. */
export const correctable = z
  .strictObject({ line: z.int(), column: z.int(), text: z.string(), suggestion: z.string().nullable() })
  .nullable()
