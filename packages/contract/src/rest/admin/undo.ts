import { type Position, UNDOABLE_KINDS } from '@outlast/domain'
import * as z from 'zod'
import { count, id, instant, logPosition, season, teamAbbr, weekNo } from '../../fields/responses.ts'
import { idField } from '../../fields/numbers.ts'

/** Without a position, whatever the last action is. */
export const undoBody = z.object({ position: idField<Position>('Position').optional() })

export const undoneAction = z.strictObject({ undone: logPosition })

/** The last action of an admin that can be taken back, and why it cannot be any more. Both null without one. */
export const lastAction = z
  .strictObject({
    action: z
      .strictObject({
        position: logPosition,
        kind: z.enum(UNDOABLE_KINDS),
        done_at: instant,
        /** The admin who did it; null for the pool itself. */
        actor_id: id.nullable(),
        entry: z.strictObject({ id, name: z.string() }).nullable(),
        week: z.strictObject({ id, season_year: season, week_number: weekNo }).nullable(),
        /** The game that was set by hand; null for other actions. */
        game: z.strictObject({ id, away_team_abbr: teamAbbr, home_team_abbr: teamAbbr }).nullable(),
        /** How many picks an import set; null for other actions. */
        picks: count.nullable(),
      })
      .nullable(),
    problem: z.string().nullable(),
  })
  .meta({ id: 'LastAction' })
export type LastAction = z.output<typeof lastAction>
