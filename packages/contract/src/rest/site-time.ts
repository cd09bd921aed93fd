import * as z from 'zod'
import { instant } from '../fields/responses.ts'
import { timeOrNull } from '../fields/times.ts'

/** Overrides site time, frozen or running. Without `now_iso`, removes the override. */
export const siteTimeBody = z.object({
  now_iso: timeOrNull('Site time').optional(),
  running: z.boolean().optional(),
})
export type SiteTimeBody = z.output<typeof siteTimeBody>

/** The current site time. */
export const siteTime = z
  .strictObject({
    now_iso: instant,
    /** Whether an admin overrides the time. */
    override: z.boolean(),
    /** Whether time passes. Always true without an override. */
    running: z.boolean(),
  })
  .meta({ id: 'SiteTime' })
export type SiteTime = z.output<typeof siteTime>
