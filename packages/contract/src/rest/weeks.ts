import {
  type Game as PoolGame,
  GAME_PHASES,
  GAME_STATUSES,
  isSlate,
  MAX_PICKS_A_WEEK,
  MAX_SLATES,
  type OpenPool,
  UNREAD_PARTS,
  type Round,
  type ScoreMeaning,
  slotCount,
  type WeekId,
  weekLabel,
} from '@outlast/domain'
import * as z from 'zod'
import {
  count,
  countsAs,
  countsAsField,
  day,
  hex32,
  id,
  instant,
  logPosition,
  season,
  teamAbbr,
  weekNo,
} from '../fields/responses.ts'
import { idInText, seasonInText, seasonYear, weekInText, weekNumber } from '../fields/numbers.ts'
import { timeField, timeOrWord } from '../fields/times.ts'
import { text } from '../fields/text.ts'

export const weekParams = z.object({ id: idInText<WeekId>('Week ID') })

const slateStarts = z
  .array(timeField('Slate'), { error: 'Slates must be a list of times' })
  .min(1, 'Give at least one time at which a slate starts')
  .max(MAX_SLATES - 1, `A week has ${MAX_SLATES} slates at most`)
  .refine(
    (starts) => starts.every((start, i) => i === 0 || start > (starts[i - 1] ?? '')),
    'The slates must start one after the other',
  )

/** `lock_time`: the automatic one unless given. `slates`: when each slate after the first one starts; the week is added as its slates. */
export const createWeekBody = z
  .object({
    season_year: seasonYear,
    week_number: weekNumber,
    lock_time: timeOrWord('Lock time', 'auto').optional(),
    slates: slateStarts.optional(),
    make_current: z.boolean({ error: 'It must be true or false' }).optional(),
  })
  .refine((body) => body.slates === undefined || body.lock_time === undefined, {
    error: 'Each slate has its own lock. Set them once the slates are there',
    path: ['lock_time'],
  })

const lockTime = timeOrWord('Lock time', 'auto')

const ineligibleTeams = z
  .array(text({ label: 'Team', max: 40, required: 'Teams must not be blank' }).toUpperCase(), {
    error: 'Ineligible teams must be a list of abbreviations',
  })
  .max(64, 'Ineligible teams can be 32 at most')

const picksOfWeek = z
  .int({ error: `Picks must be a number from 1 to ${MAX_PICKS_A_WEEK}` })
  .min(1, `Picks must be from 1 to ${MAX_PICKS_A_WEEK}`)
  .max(MAX_PICKS_A_WEEK, `Picks must be from 1 to ${MAX_PICKS_A_WEEK}`)

/**
 * Changes one thing, because each is its own event in the log: the lock time, the ineligible teams, or how many picks each entry has
 * (null: as many as the rules say).
 */
export const patchWeekBody = z
  .object({
    lock_time: lockTime.optional(),
    ineligible_teams: ineligibleTeams.optional(),
    picks: picksOfWeek.nullable().optional(),
  })
  .refine((body) => Object.values(body).filter((value) => value !== undefined).length === 1, {
    error: 'Give one of lock_time, ineligible_teams and picks',
    path: ['lock_time'],
  })

/** A week with the state of its lock. */
export const week = z
  .strictObject({
    id,
    season_year: season,
    week_number: weekNo,
    /** What people call a slate, like 13a. Left out for a week that takes all games of the league's week. */
    label: z.string().optional(),
    is_current: z.boolean(),
    /** How many picks each entry has in it. Left out with one. */
    picks: z.int().min(2).optional(),
    /** How many picks an admin gave each entry in it. Left out for as many as the rules say. */
    own_picks: z.int().min(1).optional(),
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

/** What only slates have on the wire. */
export function slateLabel(weekNumber: number): { readonly label?: string } {
  return isSlate(weekNumber) ? { label: weekLabel(weekNumber) } : {}
}

/** Maps a week of the pool's state to the wire. */
export function toWeek(pool: OpenPool, from: Round): Week {
  const picks = slotCount(pool, from)
  return {
    id: from.id,
    season_year: from.seasonYear,
    week_number: from.weekNumber,
    ...slateLabel(from.weekNumber),
    is_current: pool.currentWeekId === from.id,
    ...(picks > 1 && { picks }),
    ...(from.picks !== null && { own_picks: from.picks }),
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

/** What of a game the scoreboard says in a way that could not be read, and what it says there. */
const unreadPart = z.strictObject({ what: z.enum(UNREAD_PARTS), value: z.string() })

/** What the status alone does not say about a game (docs/rules.md §4.9). */
export const gameStateFields = {
  /** Null if there is no more to say. A `moved` game is played in another week, or listed under another id. */
  phase: z.enum(GAME_PHASES).nullable(),
  /** What of the scoreboard's newest answer about the game could not be read. */
  unread: z.array(unreadPart),
  /** Whether an admin decided about it. Then the scoreboard does not count until an admin returns the game to it. */
  by_hand: z.boolean(),
  /** Which admin decided, and why; null if none did. The name is empty once the account is deleted. */
  decided_by: z.strictObject({ name: z.string(), reason: z.string().nullable() }).nullable(),
  /** It concerns the result: the week cannot be complete until the scoreboard, or an admin, says more. */
  result_unread: z.boolean(),
  /** What its final score counts as for a pick, by the rules of the season. Left out where a team that is ahead wins, and all others lose. */
  counts_as: countsAs.optional(),
  /** What was expected of the game before its kickoff. Left out where nothing is known of a team, and once it is final. */
  pregame: z
    .strictObject({
      /** The chance of the home team, from 0 to 1. */
      home: z.number().min(0).max(1),
      /** By how many points it was expected to win. */
      margin: z.number(),
      /** What it follows from: the results so far. */
      from: z.enum(['rating']),
    })
    .optional(),
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
    ...gameStateFields,
  })
  .meta({ id: 'Game' })
export type Game = z.output<typeof game>

/** Maps a game of the pool's state to the wire, apart from names. The read models select the same fields in SQL. */
export function toGame(from: PoolGame, meaning: ScoreMeaning): Omit<Game, 'decided_by'> {
  return {
    id: from.id,
    week_id: from.weekId,
    start_time: from.kickoff,
    kickoff_known: from.kickoffKnown,
    home_team_abbr: from.home,
    away_team_abbr: from.away,
    home_score: from.homeScore,
    away_score: from.awayScore,
    status: from.status,
    detail: from.detail,
    phase: from.phase ?? null,
    unread: [...(from.unread ?? [])],
    by_hand: from.byHand !== undefined,
    result_unread: from.isResultUnread === true,
    ...countsAsField(meaning),
  }
}

/** Which week to look up; by default the one that comes next. */
export const nextWeekQuery = z.object({ season: seasonInText.optional(), week: weekInText.optional() })

/** A week that could be added: what the feed knows of its games, or else the calendar. */
export const nextWeek = z
  .strictObject({
    season_year: season,
    week_number: weekNo,
    /** The automatic lock time. */
    lock_time: instant,
    source: z.enum(['feed', 'calendar']),
    games: count,
    /** Null while no kickoff is known. */
    first_kickoff: instant.nullable(),
    last_kickoff: instant.nullable(),
    /** The days in New York on which games kick off, in order. `starts_at`: when such a day begins, which is where a slate can start. */
    days: z.array(z.strictObject({ day, starts_at: instant, games: count })),
  })
  .meta({ id: 'NextWeek' })
export type NextWeek = z.output<typeof nextWeek>
