import * as z from 'zod'
import { count, id, pickResult, season, teamAbbr, weekNo } from '../fields/responses.ts'
import { seasonInText } from '../fields/numbers.ts'
import { week } from './weeks.ts'

export const matrixQuery = z.object({ season: seasonInText.optional() })

/** A locked week or the current week, with its number of picks. */
export const historyWeek = week.extend({ pick_count: count }).meta({ id: 'HistoryWeek' })
export type HistoryWeek = z.output<typeof historyWeek>

/** A cell of The Grid. */
const matrixPick = z.strictObject({
  team_abbr: teamAbbr,
  result: pickResult,
  /** Made automatically at the lock. */
  is_auto: z.literal(true).optional(),
})

const matrixCell = matrixPick.extend({
  /** The other picks of a week with several. */
  more: z.array(matrixPick).optional(),
})
export type MatrixCell = z.output<typeof matrixCell>

/** A row of The Grid: revealed picks by week number. */
const matrixEntry = z
  .strictObject({
    id,
    name: z.string(),
    user_name: z.string(),
    picks: z.record(z.string().regex(/^\d{1,2}(\.\d)?$/), matrixCell),
    is_eliminated: z.boolean(),
    eliminated_week: weekNo.nullable(),
    /** Lives left; null in a year without weeks. */
    lives_left: count.nullable(),
    /** Lives lost, without waived losses. */
    losses: count,
  })
  .meta({ id: 'MatrixEntry' })
export type MatrixEntry = z.output<typeof matrixEntry>

/** The matrix of a season. `season_year` is null while the pool has no weeks. */
export const matrix = z
  .strictObject({
    season_year: season.nullable(),
    weeks: z.array(z.strictObject({ id, week_number: weekNo, is_locked: z.boolean() })),
    entries: z.array(matrixEntry),
    /** The champion or co-champions in the order of their IDs; empty while the season is running. */
    champion_entry_ids: z.array(id),
  })
  .meta({ id: 'Matrix' })
export type Matrix = z.output<typeof matrix>
