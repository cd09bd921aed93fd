import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { ChannelName, MessageOptions } from './transport.ts'

// Raw SQL: claims select, lock and update in one statement, and outcomes are recorded as a set.

type Db = Kysely<Tables>

/** A message that a worker has claimed. The claim is a lease: if the worker dies, the message is due again when the lease expires. */
export interface Delivery {
  readonly id: number
  /** The same for every attempt, so that a receiver recognizes a message that was sent twice. */
  readonly messageId: string
  readonly endpoint: string
  readonly host: string
  readonly kind: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Including this attempt. */
  readonly attempts: number
  /** How often its endpoint had failed in a row. */
  readonly failures: number
  /** Milliseconds since 1970-01-01 UTC. */
  readonly createdAtMs: number
  readonly options: MessageOptions | null
  /** Milliseconds until the message expires; null if it never does. */
  readonly expiresInMs: number | null
}

/** Which messages of a channel a lane takes. */
export interface ClaimFilter {
  readonly channel: ChannelName
  /** Only endpoints that were slow at their last attempt, or only others. Default: all. */
  readonly slow?: boolean | undefined
  /** Attempts at one endpoint at the same time. */
  readonly perEndpoint: number
  /** Attempts at the endpoints of one host that may be claimed together. Default: any number. */
  readonly perHost?: number | undefined
  /** Hosts with as many attempts in progress as they may have. */
  readonly busyHosts?: readonly string[]
}

/** How many messages are looked at to find those of different endpoints. */
const SCANNED = 2000

const DELIVERY = sql`d.id::float8 AS id, d.message_id::text AS "messageId", d.endpoint, d.host, d.purpose AS kind, d.recipient AS "to",
  d.subject, d.text, d.attempts, (extract(epoch FROM d.created_at) * 1000)::float8 AS "createdAtMs", d.options,
  (extract(epoch FROM d.expires_at - clock_timestamp()) * 1000)::float8 AS "expiresInMs",
  coalesce((SELECT failures FROM delivery_endpoints AS e WHERE e.endpoint = d.endpoint), 0) AS failures`
const WAITS = sql`d.delivered_at IS NULL AND d.given_up_at IS NULL AND d.next_attempt_at <= clock_timestamp()`

/**
 * Claims up to `limit` messages that are due, most urgent first. Workers never hold the same message at the same time, an endpoint has at
 * most `perEndpoint` attempts in progress, and one that rests has none.
 *
 * @param holder the id of this worker
 * @param leaseMs longer than an attempt can take
 */
export async function claim(
  db: Db,
  filter: ClaimFilter,
  holder: string,
  limit: number,
  leaseMs: number,
): Promise<readonly Delivery[]> {
  const { channel, slow, perEndpoint, perHost = limit, busyHosts = [] } = filter
  const isShared = perEndpoint >= limit
  const { rows } = await sql<Delivery>`
    WITH candidates AS MATERIALIZED (
      SELECT d.id, d.endpoint, d.host, d.priority, d.next_attempt_at
      FROM deliveries AS d LEFT JOIN delivery_endpoints AS e ON e.endpoint = d.endpoint
      WHERE d.channel = ${channel} AND ${WAITS} AND (d.expires_at IS NULL OR d.expires_at > clock_timestamp())
        AND (e.rests_until IS NULL OR e.rests_until <= clock_timestamp())
        AND ${slow === undefined ? sql`true` : sql`coalesce(e.is_slow, false) = ${slow}`}
        AND ${busyHosts.length === 0 ? sql`true` : sql`d.host <> ALL (${busyHosts})`}
        AND ${isShared ? sql`true` : HAS_NONE_IN_PROGRESS}
      ORDER BY d.priority DESC, d.next_attempt_at, d.id
      LIMIT ${isShared ? limit : Math.max(limit, SCANNED)}
    ), by_endpoint AS (
      SELECT *, row_number() OVER (PARTITION BY endpoint ORDER BY priority DESC, next_attempt_at, id) AS place FROM candidates
    ), by_host AS (
      SELECT *, row_number() OVER (PARTITION BY host ORDER BY priority DESC, next_attempt_at, id) AS place_at_host
      FROM by_endpoint WHERE place <= ${perEndpoint}
    ), chosen AS (
      SELECT id FROM by_host WHERE place_at_host <= ${perHost} ORDER BY priority DESC, next_attempt_at, id LIMIT ${limit}
    ), due AS MATERIALIZED (
      SELECT d.id FROM deliveries AS d WHERE d.id = ANY (ARRAY (SELECT id FROM chosen)) AND ${WAITS} FOR UPDATE SKIP LOCKED
    )
    UPDATE deliveries AS d
    SET claimed_by = ${holder}, attempts = d.attempts + 1,
        next_attempt_at = clock_timestamp() + ${leaseMs}::float8 * interval '1 millisecond'
    WHERE d.id = ANY (ARRAY (SELECT id FROM due))
    RETURNING ${DELIVERY}`.execute(db)
  return rows.toSorted((a, b) => a.id - b.id)
}

const HAS_NONE_IN_PROGRESS = sql`NOT EXISTS (
  SELECT FROM deliveries AS o
  WHERE o.endpoint = d.endpoint AND o.claimed_by IS NOT NULL AND o.next_attempt_at > clock_timestamp()
    AND o.delivered_at IS NULL AND o.given_up_at IS NULL)`

/** Claims a message that no worker sends, for a single attempt, unless it was attempted already. */
export async function claimOnce(db: Db, webhookId: number, onceKey: string, holder: string): Promise<Delivery | undefined> {
  const { rows } = await sql<Delivery>`
    UPDATE deliveries AS d SET claimed_by = ${holder}, attempts = 1
    WHERE d.webhook_id = ${webhookId} AND d.once_key = ${onceKey} AND d.attempts = 0
    RETURNING ${DELIVERY}`.execute(db)
  return rows[0]
}

/** Gives up messages that have expired, and erases what they said. */
export async function giveUpExpired(db: Db): Promise<void> {
  await sql`
    UPDATE deliveries SET given_up_at = clock_timestamp(), claimed_by = NULL, text = '', options = NULL,
      last_error = coalesce(last_error, 'It expired before it could be sent')
    WHERE delivered_at IS NULL AND given_up_at IS NULL AND expires_at <= clock_timestamp()`.execute(db)
}

const KEPT_DAYS = 90

/** Deletes messages that ended more than {@link KEPT_DAYS} days ago, and failures of endpoints to which nothing was sent since. */
export async function deleteOldDeliveries(db: Db): Promise<void> {
  const limit = sql`clock_timestamp() - make_interval(days => ${KEPT_DAYS})`
  await sql`DELETE FROM deliveries WHERE created_at < ${limit} AND (delivered_at IS NOT NULL OR given_up_at IS NOT NULL)`.execute(
    db,
  )
  await sql`DELETE FROM delivery_endpoints WHERE failed_at < ${limit}`.execute(db)
}

/** Returns the milliseconds until the next message of a channel is due, 0 if one is due now, or undefined if none waits. */
export async function untilNextDue(db: Db, channel: ChannelName): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    SELECT (extract(epoch FROM min(greatest(d.next_attempt_at, e.rests_until)) - clock_timestamp()) * 1000)::float8 AS ms
    FROM deliveries AS d LEFT JOIN delivery_endpoints AS e ON e.endpoint = d.endpoint
    WHERE d.channel = ${channel} AND d.delivered_at IS NULL AND d.given_up_at IS NULL`.execute(db)
  const ms = rows[0]?.ms ?? undefined
  return ms === undefined ? undefined : Math.max(0, ms)
}
