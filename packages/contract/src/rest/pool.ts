import * as z from 'zod'
import { id, instant } from '../fields/responses.ts'
import { clubhouseScreen } from './club.ts'
import { joiningMode } from './admin/joining.ts'
import { rules } from './rules.ts'
import { week } from './weeks.ts'

/**
 * The site-time override (docs/rules.md §2.5), as values that stay the same while time passes, so that ETags stay valid. While
 * `running`, site time is `at` + (now − `since`); otherwise it is `at`.
 */
export const siteClock = z.strictObject({ at: instant, since: instant, running: z.boolean() }).meta({ id: 'SiteClock' })
export type SiteClock = z.output<typeof siteClock>

export const champion = z.strictObject({ entry_id: id, entry_name: z.string(), user_name: z.string() })
export type Champion = z.output<typeof champion>

/** The data of the pool that every screen needs. */
export const pool = z
  .strictObject({
    club_name: z.string(),
    /** `#rrggbb`; null: the app's own accent. */
    club_color: z.string().nullable(),
    /** The version of the club's crest, for its address; null: none. */
    club_crest: z.string().nullable(),
    /** Whether the app shows the chances of revealed weeks. */
    shows_odds: z.boolean(),
    clubhouse_screen: clubhouseScreen,
    current_week: week.nullable(),
    weeks: z.array(week),
    site_time: siteClock.nullable(),
    rules,
    /** Who may register. */
    joining: joiningMode,
    /** The champion or co-champions of the current week's season; empty while it is running. */
    champions: z.array(champion),
  })
  .meta({ id: 'Pool' })
export type Pool = z.output<typeof pool>
