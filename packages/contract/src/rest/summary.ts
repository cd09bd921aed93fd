import * as z from 'zod'
import { count, id, season, weekNo } from '../fields/responses.ts'
import { optionalText } from '../fields/text.ts'

const MAX_SUMMARY = 2_000

/** What a complete week was about, in sentences. */
export const weekSummary = z
  .strictObject({
    week_id: id,
    season_year: season,
    week_number: weekNo,
    /** One sentence each: those that follow from the log, or the lines of the text that an admin wrote. */
    lines: z.array(z.string()),
    /** Whether an admin wrote it. */
    is_edited: z.boolean(),
    /** Whether the dashboard shows it until it is unpinned. */
    is_pinned: z.boolean(),
  })
  .meta({ id: 'WeekSummary' })
export type WeekSummary = z.output<typeof weekSummary>

/** Changes the given fields and keeps the others. A blank text, or null, goes back to the summary that follows from the log. */
export const patchWeekSummaryBody = z
  .object({
    text: optionalText({ label: 'Summary', max: MAX_SUMMARY, lines: true }).optional(),
    is_pinned: z.boolean().optional(),
  })
  .refine((body) => body.text !== undefined || body.is_pinned !== undefined, {
    error: 'Nothing to change: give a text, or whether it is pinned',
  })

/** How many accounts the summary was mailed to. */
export const mailedSummary = z.strictObject({ sent: count })
