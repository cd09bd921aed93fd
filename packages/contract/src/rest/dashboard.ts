import * as z from 'zod'
import { id, instant, teamAbbr, weekNo } from '../fields/responses.ts'
import { elimination, entryFields } from './entries.ts'
import { pick, refusedOverride } from './picks.ts'
import { champion } from './pool.ts'
import { week } from './weeks.ts'

/** An open week of the current season in which an entry can pick, whichever week is current. */
export const openWeek = z
  .strictObject({
    week_id: id,
    week_number: weekNo,
    lock_time: instant,
    has_pick: z.boolean(),
    /** How many picks each entry has in a week with several, and how many this one has made. */
    picks: z.int().min(2).optional(),
    picked: z.int().optional(),
    /** The team of its pick; null without one, and while it is sealed. */
    team_abbr: teamAbbr.nullable(),
    /** The locked week in which the entry used the team of its pick, or its own week if the team has no game in it; null if the pick can stand. */
    used_in_week: weekNo.nullable(),
    /** Only if the pick cannot stand because its team never had a game in the week. `used_in_week` is then the week's own number. */
    no_game: z.literal(true).optional(),
  })
  .meta({ id: 'OpenWeek' })
export type OpenWeek = z.output<typeof openWeek>

/** One of the user's entries with the data of its card. */
export const dashboardEntry = z
  .strictObject({
    ...entryFields,
    /** Whether it has a pick for the current week. */
    has_pick: z.boolean(),
    pick: pick.nullable(),
    /** Its other picks for the current week, in the order of their slots, if the week takes several. */
    more: z.array(pick).optional(),
    /** Whether one of its picks, of any week, is sealed. It can then pick for no week. */
    has_sealed_pick: z.boolean(),
    /** By number. Empty while the entry is out. */
    open_weeks: z.array(openWeek),
    /** Teams picked in other weeks of the season, except sealed ones. */
    used_teams: z.array(z.strictObject({ team_abbr: teamAbbr, week_id: id, week_number: weekNo })),
    elimination: elimination.nullable(),
    refused_override: refusedOverride.nullable(),
  })
  .meta({ id: 'DashboardEntry' })
export type DashboardEntry = z.output<typeof dashboardEntry>

export const dashboard = z
  .strictObject({
    current_week: week.nullable(),
    entries: z.array(dashboardEntry),
    /** Whether members may still rename and delete entries (docs/rules.md §8.2). */
    can_rename_and_delete: z.boolean(),
    champions: z.array(champion),
  })
  .meta({ id: 'Dashboard' })
export type Dashboard = z.output<typeof dashboard>
