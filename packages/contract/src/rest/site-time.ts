import * as z from 'zod'
import { instant } from '../fields/responses.ts'
import { timeOrNull } from '../fields/times.ts'

/** Sets the pool's "now", frozen or running on from there; empty, null or absent goes back to real time. */
export const siteTimeBody = z.object({
  now_iso: timeOrNull('Site time').optional(),
  running: z.boolean().optional(),
})
export type SiteTimeBody = z.output<typeof siteTimeBody>

/** The pool's "now" at this moment. */
export const siteTime = z
  .strictObject({
    now_iso: instant,
    /** An admin's override stands. */
    override: z.boolean(),
    /** The clock moves: always without an override, and with one that runs on. */
    running: z.boolean(),
  })
  .meta({ id: 'SiteTime' })
export type SiteTime = z.output<typeof siteTime>
