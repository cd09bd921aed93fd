import * as z from 'zod'
import { hex32, id, instant, logPosition, season, teamAbbr } from '../fields/responses.ts'

/**
 * An event of the log with everything that its hash covers (docs/proofs.md). After a name was redacted, `data` does not produce
 * `data_hash` any more.
 */
export const provedEvent = z
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
    week_number: z.int(),
    /** Log position of the week's `WeekLocked` event. */
    position: logPosition,
    merkle_root: hex32,
    leaves: z.array(
      z.strictObject({
        entry_id: id,
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
     * The events that explain why a pick differs from its leaf, in the order of the log: changes after the lock, picks of entries without a
     * leaf, and deletions of entries.
     */
    events: z.array(provedEvent),
    /** The picks that the pool shows for the week. */
    picks: z.array(z.strictObject({ entry_id: id, team_abbr: teamAbbr })),
  })
  .meta({ id: 'WeekProof' })
export type WeekProof = z.output<typeof weekProof>
