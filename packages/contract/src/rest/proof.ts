import * as z from 'zod'
import { GAME_STATUSES } from '@outlast/domain'
import { hex32, id, instant, logPosition, season, teamAbbr, weekNo } from '../fields/responses.ts'

/**
 * An event of the log with everything that its hash covers (docs/proofs.md). After a name was redacted, `data` does not produce
 * `data_hash` any more.
 */
const provedEvent = z
  .strictObject({
    position: logPosition,
    stream: z.string(),
    version: z.int().min(1),
    event_id: z.string(),
    type: z.string(),
    schema_version: z.int().min(1),
    recorded_at: instant,
    site_time: instant,
    data: z.record(z.string(), z.unknown()),
    data_hash: hex32,
    metadata: z.record(z.string(), z.unknown()),
    /** The hash of the event before this one. */
    previous_hash: hex32,
    hash: hex32,
  })
  .meta({ id: 'ProvedEvent' })
export type ProvedEvent = z.output<typeof provedEvent>

/** The data to recompute a locked week's Merkle root (RFC 6962). The leaves are in the order of the tree. */
export const weekProof = z
  .strictObject({
    week_id: id,
    season_year: season,
    week_number: weekNo,
    /** Log position of the week's `WeekLocked` event. */
    position: logPosition,
    merkle_root: hex32,
    leaves: z.array(
      z.strictObject({
        entry_id: id,
        /** The slot of the pick in a week with several, unless it is the first. */
        slot: z.int().min(2).optional(),
        team_abbr: teamAbbr.nullable(),
        nonce: hex32.nullable(),
        commitment: hex32.nullable(),
        /** Made automatically at the lock. */
        is_auto: z.literal(true).optional(),
      }),
    ),
    /** Ids of entries whose pick an admin set, changed or cleared after the lock, according to the log. */
    changed_after_lock: z.array(id),
    /** The week's `WeekLocked` event, which contains the root. */
    lock: provedEvent,
    /**
     * The events from which everything follows that the pool shows of the week, in the order of the log: why a pick differs from its leaf
     * (changes after the lock, picks of entries without a leaf, deletions of entries), the results of the games, the rules of the season,
     * eliminations, reinstatements and buybacks, and which entries joined after the week if that costs them a life.
     */
    events: z.array(provedEvent),
    /** The picks that the pool shows for the week. */
    picks: z.array(z.strictObject({ entry_id: id, team_abbr: teamAbbr })),
    /** The games that the pool shows for the week. */
    games: z.array(
      z.strictObject({
        id,
        home_team_abbr: teamAbbr,
        away_team_abbr: teamAbbr,
        status: z.enum(GAME_STATUSES),
        home_score: z.int().nullable(),
        away_score: z.int().nullable(),
      }),
    ),
    /** Ids of the entries that the pool shows as out since this week. */
    out: z.array(id),
    /** Ids of entries whose standing cannot be proved now, because the events that decide it name a week that is hidden. */
    unproved: z.array(id),
  })
  .meta({ id: 'WeekProof' })
export type WeekProof = z.output<typeof weekProof>
