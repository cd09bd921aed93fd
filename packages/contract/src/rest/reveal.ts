import * as z from 'zod'
import { count, id, instant, pickResult, teamAbbr, weekNo } from '../fields/responses.ts'
import { madeBy } from './picks.ts'
import { week } from './weeks.ts'

/** The id of a row without a pick: `nopick-<entry id>`. */
const noPickId = z.string().regex(/^nopick-[1-9]\d{0,15}$/) as z.ZodType<`nopick-${number}`>

/** A pick besides the first of its entry in a week. */
const otherPick = z
  .strictObject({
    id,
    team_abbr: teamAbbr,
    team_city: z.string().nullable(),
    team_name: z.string().nullable(),
    result: pickResult,
    result_at: instant.nullable(),
    is_override: z.literal(true).optional(),
    is_auto: z.literal(true).optional(),
    made_by: madeBy.optional(),
  })
  .meta({ id: 'OtherPick' })
export type OtherPick = z.output<typeof otherPick>

/** The fields of every row in a week's list of picks. */
const pickRowFields = {
  id: z.union([id, noPickId]),
  entry_id: id,
  entry_name: z.string(),
  /** Present if the entry is of a person without an account. */
  is_paper: z.literal(true).optional(),
  week_id: id,
  week_number: weekNo,
  team_abbr: teamAbbr.nullable(),
  team_city: z.string().nullable(),
  team_name: z.string().nullable(),
  /** Null without a pick. */
  result: pickResult.nullable(),
  result_at: instant.nullable(),
  no_pick: z.literal(true).optional(),
  is_override: z.literal(true).optional(),
  /** Made automatically at the lock. */
  is_auto: z.literal(true).optional(),
  made_by: madeBy.optional(),
  /** The other picks of a week with several, in the order of their slots. */
  more: z.array(otherPick).optional(),
}

const pickRow = z.strictObject(pickRowFields)
export type PickRow = z.output<typeof pickRow>

/** A revealed pick, or the placeholder of an entry without a pick. */
const revealPick = pickRow
  .extend({
    /** The lives that the entry has left after the week, as far as its games are decided. */
    lives_left: z.int().min(0),
    /** The lives that it has lost up to the week, without waived losses. */
    losses: z.int().min(0),
  })
  .meta({ id: 'RevealPick' })
export type RevealPick = z.output<typeof revealPick>

/** A locked week with a row for every entry that was alive when it began, by entry name. */
export const reveal = z.strictObject({ week, picks: z.array(revealPick) }).meta({ id: 'Reveal' })
export type Reveal = z.output<typeof reveal>

/** A row of the admins' list of picks. Masked before the lock: `team_abbr: null, hidden: true`. */
const adminPickRow = z
  .strictObject({
    ...pickRowFields,
    /** How many picks the entry has in a week with several. */
    picked: count.optional(),
    user_id: id,
    user_name: z.string(),
    user_email: z.string(),
    user_mobile: z.string().nullable(),
    hidden: z.literal(true).optional(),
  })
  .meta({ id: 'AdminPick' })
export type AdminPickRow = z.output<typeof adminPickRow>

/** The response of `GET /api/weeks/{id}/picks`. Only admins see the members' names and addresses. */
export const weekPicks = z.union([z.array(adminPickRow), z.array(revealPick)])
export type WeekPicks = z.output<typeof weekPicks>
