import * as z from 'zod'
import { count, id, instant, logPosition, teamAbbr } from '../fields/responses.ts'

/** What happened. */
export const MOMENT_KINDS = [
  'lead',
  'final',
  'corrected',
  /** A final score was taken back: the game goes on, or has not begun. */
  'reopened',
  'postponed',
  'moved',
  'called_off',
  /** The week is complete, and entries without a pick lose. */
  'missed',
  /** All that were left fell together, and come back. */
  'wipe_out',
  'half_gone',
  'champion',
] as const

const momentPerson = z
  .strictObject({
    entry_id: id,
    entry_name: z.string(),
    user_id: id,
    /** Empty after the account was deleted. */
    user_name: z.string(),
    /** Another entry of the season has the same name. */
    is_namesake: z.literal(true).optional(),
  })
  .meta({ id: 'MomentPerson' })
export type MomentPerson = z.output<typeof momentPerson>

const momentPeople = z
  .strictObject({
    /** The first three by the name of the entry. */
    people: z.array(momentPerson).min(1).max(3),
    /** How many there are besides. */
    more: count,
  })
  .meta({ id: 'MomentPeople' })
export type MomentPeople = z.output<typeof momentPeople>

/** Something that happened in a locked week, as data: `momentText` has the words. */
export const moment = z
  .strictObject({
    /** Stays the same as long as the moment is in the list. */
    id: z.string(),
    /** The event by which it became known: the game's, or the lock's, if that came later. */
    position: logPosition,
    /** Site time. */
    at: instant,
    kind: z.enum(MOMENT_KINDS),
    /** The game with its score at that time; null if the moment is about the pool. */
    game: z
      .strictObject({
        id,
        home_team_abbr: teamAbbr,
        away_team_abbr: teamAbbr,
        home_score: z.int().nullable(),
        away_score: z.int().nullable(),
        is_overtime: z.boolean(),
      })
      .nullable(),
    /** Of `lead`: the team that leads now, and whether for the first time. */
    leader: teamAbbr.optional(),
    is_first_lead: z.boolean().optional(),
    /** Of `lead`: the team whose picks lose if it stands, and how many entries have it. */
    losing: z.strictObject({ team: teamAbbr, entries: count }).optional(),
    /** Of a game that is called off: how many entries are on it. */
    entries: count.optional(),
    /** The entries that are through the week by it. Groups without entries are left out. */
    through: momentPeople.optional(),
    out: momentPeople.optional(),
    /** The entries that were out and are in again. */
    back: momentPeople.optional(),
    /** The entries that lost a life and are still in. */
    lost_life: momentPeople.optional(),
    champions: momentPeople.optional(),
    /** The team whose only entry went out by it, if it decided nothing else. */
    last_on: teamAbbr.optional(),
    /** Of `half_gone`: the entries that are still in, and all of the season. */
    alive: count.optional(),
    total: count.optional(),
    /** A later event took it back. */
    is_untrue: z.literal(true).optional(),
  })
  .meta({ id: 'Moment' })
export type Moment = z.output<typeof moment>
export type MomentKind = Moment['kind']

/** What happened in a locked week, newest first. */
export const weekMoments = z.array(moment)
