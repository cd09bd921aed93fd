import * as z from 'zod'
import { id, instant } from '../fields/responses.ts'
import { rules } from './rules.ts'
import { week } from './weeks.ts'

/**
 * The override of the pool's "now", in facts that do not change by themselves (so that an ETag can stand): while
 * `running`, site time is `at` + (now − `since`); else it stands at `at`. Null: real time.
 */
export const siteClock = z.strictObject({ at: instant, since: instant, running: z.boolean() }).meta({ id: 'SiteClock' })
export type SiteClock = z.output<typeof siteClock>

export const champion = z.strictObject({ entry_id: id, entry_name: z.string(), user_name: z.string() })
export type Champion = z.output<typeof champion>

/** What every screen needs of the pool as a whole. */
export const pool = z
  .strictObject({
    club_name: z.string(),
    current_week: week.nullable(),
    weeks: z.array(week),
    site_time: siteClock.nullable(),
    rules,
    /** Who won the current week's season; several when they fell together, none while it runs. */
    champions: z.array(champion),
  })
  .meta({ id: 'Pool' })
export type Pool = z.output<typeof pool>
