import { GAME_STATUSES, type PoolState, type Week as PoolWeek, type WeekId } from '@outlast/domain'
import * as z from 'zod'
import { count, hex32, id, instant, logPosition, season, teamAbbr } from '../fields/responses.ts'
import { idInText, seasonInText, seasonYear, weekInText, weekNumber } from '../fields/numbers.ts'
import { timeOrWord } from '../fields/times.ts'
import { text } from '../fields/text.ts'

export const weekParams = z.object({ id: idInText<WeekId>('Week ID') })

/** `lock_time`: the automatic one unless given. */
export const createWeekBody = z.object({
  season_year: seasonYear,
  week_number: weekNumber,
  lock_time: timeOrWord('Lock time', 'auto').optional(),
})
export type CreateWeekBody = z.output<typeof createWeekBody>

const lockTime = timeOrWord('Lock time', 'auto')

const ineligibleTeams = z
  .array(text({ label: 'Team', max: 40, required: 'Teams must not be blank' }).toUpperCase(), {
    error: 'Ineligible teams must be a list of abbreviations',
  })
  .max(64, 'Ineligible teams can be 32 at most')

/** Changes either the lock time or the ineligible teams, because each is its own event in the log. */
export const patchWeekBody = z
  .object({ lock_time: lockTime.optional(), ineligible_teams: ineligibleTeams.optional() })
  .refine((body) => (body.lock_time === undefined) !== (body.ineligible_teams === undefined), {
    error: 'Give either lock_time or ineligible_teams',
    path: ['lock_time'],
  })
export type PatchWeekBody = z.output<typeof patchWeekBody>

/** A week with the state of its lock. */
export const week = z
  .strictObject({
    id,
    season_year: season,
    week_number: z.int(),
    is_current: z.boolean(),
    lock_time: instant,
    lock_is_automatic: z.boolean(),
    ineligible_teams: z.array(teamAbbr),
    is_locked: z.boolean(),
    /** Site time of the lock; null while picks are open. */
    locked_at: instant.nullable(),
    reopened_after_reveal: z.boolean(),
    /** How often the week was reopened, rehearsals included. */
    reopenings: count,
    /** Whether an admin unmasked the admins' list of picks before the lock, and why. */
    unmasked: z.boolean(),
    unmask_reason: z.string().nullable(),
    /** Merkle root over the locked picks; null while picks are open. */
    merkle_root: hex32.nullable(),
    created_at: instant,
    version: logPosition,
  })
  .meta({ id: 'Week' })
export type Week = z.output<typeof week>

/** Maps a week of the pool's state to the wire. The read models select the same fields in SQL. */
export function toWeek(pool: PoolState, from: PoolWeek): Week {
  return {
    id: from.id,
    season_year: from.seasonYear,
    week_number: from.weekNumber,
    is_current: pool.currentWeekId === from.id,
    lock_time: from.lockTime,
    lock_is_automatic: from.lockIsAutomatic,
    ineligible_teams: [...from.ineligibleTeams],
    is_locked: from.locked !== null,
    locked_at: from.locked?.at ?? null,
    reopened_after_reveal: from.reopenedAfterReveal,
    reopenings: from.reopenings,
    unmasked: from.unmasked,
    unmask_reason: from.unmaskReason,
    merkle_root: from.locked?.merkleRoot ?? null,
    created_at: from.createdAt,
    version: from.version,
  }
}

/** A game. Scores are null until it starts. */
export const game = z
  .strictObject({
    id,
    week_id: id,
    start_time: instant,
    /** False while the kickoff is a placeholder. */
    kickoff_known: z.boolean(),
    home_team_abbr: teamAbbr,
    away_team_abbr: teamAbbr,
    home_score: z.int().nullable(),
    away_score: z.int().nullable(),
    status: z.enum(GAME_STATUSES),
    /** The feed's description of the game's progress, e.g. `1:01 - 4th`. */
    detail: z.string().nullable(),
  })
  .meta({ id: 'Game' })
export type Game = z.output<typeof game>

/** Which week to look up; by default the one that comes next. */
export const nextWeekQuery = z.object({ season: seasonInText.optional(), week: weekInText.optional() })

/** A week that could be added: what the feed knows of its games, or else the calendar. */
export const nextWeek = z
  .strictObject({
    season_year: season,
    week_number: z.int(),
    /** The automatic lock time. */
    lock_time: instant,
    source: z.enum(['feed', 'calendar']),
    games: count,
    /** Null while no kickoff is known. */
    first_kickoff: instant.nullable(),
    last_kickoff: instant.nullable(),
  })
  .meta({ id: 'NextWeek' })
export type NextWeek = z.output<typeof nextWeek>
