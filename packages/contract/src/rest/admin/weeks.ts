import { type EntryId, GAME_PHASES, GAME_STATUSES, UNREAD_PARTS, type WeekId } from '@outlast/domain'
import * as z from 'zod'
import { count, id, instant, season, weekNo } from '../../fields/responses.ts'
import { idField, seasonYear, weekOrSlate } from '../../fields/numbers.ts'
import { text } from '../../fields/text.ts'
import { reasonInput, slotInput, teamInput } from '../picks.ts'

export const setCurrentWeekBody = z.object({ week_id: idField<WeekId>('Week ID') })

export const unmaskBody = z.object({
  reason: text({ label: 'Reason', max: 200, required: 'Give a reason: every member will see it' }),
})

export const syncGamesBody = z.object({ season_year: seasonYear, week_number: weekOrSlate })

/** What of the scoreboard's answer could not be read, cannot be right (`held_back`), or is not in it (`missing`). */
const unreadEvent = z.strictObject({
  espn_id: z.string(),
  what: z.enum([...UNREAD_PARTS, 'missing']),
  /** What the scoreboard says there, shortened. */
  value: z.string(),
  /** The pool's game that it is about, as it counts now; null if it is not known. */
  game: z
    .strictObject({
      id,
      week_id: id,
      away_team_abbr: z.string(),
      home_team_abbr: z.string(),
      status: z.enum(GAME_STATUSES),
      phase: z.enum(GAME_PHASES).nullable(),
      away_score: z.int().nullable(),
      home_score: z.int().nullable(),
    })
    .nullable(),
})
export type UnreadEvent = z.output<typeof unreadEvent>

export const syncedGames = z
  .strictObject({
    created: count,
    updated: count,
    total: count,
    season_year: season,
    week_number: weekNo,
    source_url: z.string(),
    unread: z.array(unreadEvent),
  })
  .meta({ id: 'SyncedGames' })
export type SyncedGames = z.output<typeof syncedGames>

/** Who asked: `automatic`, or an admin's name. */
const askedBy = z.string().nullable()

/** A week with its requests to the feed. */
const weekSync = z.strictObject({
  week_id: id,
  season_year: season,
  week_number: weekNo,
  /** Whether the automatic sync asks for it. */
  asked: z.boolean(),
  /** Why it asks or does not ask. */
  reason: z.enum([
    'current',
    'playing',
    'postponed',
    'recent',
    'ahead',
    'auto_sync_off',
    'site_time_override',
    'over',
    'not_current',
  ]),
  every_seconds: z.int().nullable(),
  last_asked_at: instant.nullable(),
  last_asked_by: askedBy,
  last_ok_at: instant.nullable(),
  /** Null after a successful request. */
  last_error: z.string().nullable(),
  next_ask_at: instant.nullable(),
  unread: z.array(unreadEvent),
})

/** The state of the requests to the feed, automatic ones and those of admins. */
export const syncStatus = z
  .strictObject({
    auto_sync: z.boolean(),
    season_year: season.nullable(),
    week_number: weekNo.nullable(),
    last_asked_at: instant.nullable(),
    last_asked_by: askedBy,
    last_ok_at: instant.nullable(),
    /** Null after a successful request. */
    last_error: z.string().nullable(),
    next_ask_at: instant.nullable(),
    /** Why no week is asked for automatically; null while one is. */
    paused: z.enum(['auto_sync_off', 'no_current_week', 'site_time_override']).nullable(),
    source_url: z.string().nullable(),
    /** The weeks of the current season, and others that are asked for. */
    weeks: z.array(weekSync),
  })
  .meta({ id: 'SyncStatus' })
export type SyncStatus = z.output<typeof syncStatus>

export const randomizePicksBody = z.object({
  overwrite: z.boolean().prefault(false),
  /** Required when a game of the week has begun. */
  reason: reasonInput.optional(),
})
export const randomizedPicks = z.strictObject({ created: count, updated: count, skipped: count })

/** The body of calls without fields: `{}` or none. */
export const emptyBody = z.object({})

export const randomizedScores = z.strictObject({ updated: count })
export const finalizedScores = z.strictObject({
  updated: count,
  eliminated_count: count,
  eliminated_entries: z.array(z.strictObject({ id, name: z.string(), user_name: z.string() })),
})
export type FinalizedScores = z.output<typeof finalizedScores>

export const overridePickBody = z.object({
  entry_id: idField<EntryId>('Entry ID'),
  week_id: idField<WeekId>('Week ID'),
  slot: slotInput,
  team_abbr: teamInput,
  /** Required after the lock, when the team’s game has begun, and when a pick is replaced while a game of the week has begun. */
  reason: reasonInput.optional(),
})

/** Part of the query, because some proxies drop the body of a DELETE. */
export const removePickQuery = z.object({ reason: reasonInput.optional() })
