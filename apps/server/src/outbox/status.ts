import type { Arrival } from '@outlast/contract/rest/admin/reminders'
import type { Deliveries } from '@outlast/contract/rest/admin/deliveries'
import type { Instant, Position } from '@outlast/domain'
import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { causeKey, MAIL_SERVER } from './outbox.ts'
import { groupOf, SECRET_PURPOSES } from './purposes.ts'

// Raw SQL: counts with filters.

/** The state of the outbox, for the metrics. */
export interface OutboxStatus {
  /** Messages that are due and not delivered, including those that will be retried. */
  readonly waiting: number
  /** Messages of the last week that are not delivered and will not be retried. */
  readonly givenUp: number
  /** For how long the oldest waiting message has been due, in seconds; 0 if none waits. */
  readonly oldestWaitingSeconds: number
  /** Endpoints that rest, because they failed several times in a row. */
  readonly resting: number
}

/** Whether messages for a purpose count. An admin who asks for a test sees whether it arrives. */
const isShown = (column: string): RawBuilder<SqlBool> => sql`${sql.ref(column)} <> ALL (${['test', ...SECRET_PURPOSES]})`

/** How long a message that was given up counts, in days. */
const SHOWN_DAYS = 7

export async function outboxStatus(db: Kysely<Tables>): Promise<OutboxStatus> {
  const { rows } = await sql<OutboxStatus>`
    SELECT count(*) FILTER (WHERE given_up_at IS NULL AND due_at <= clock_timestamp())::integer AS waiting,
      count(*) FILTER (WHERE given_up_at > clock_timestamp() - make_interval(days => ${SHOWN_DAYS}))::integer AS "givenUp",
      coalesce(extract(epoch FROM clock_timestamp() - min(due_at) FILTER (WHERE given_up_at IS NULL AND due_at <= clock_timestamp())), 0)::float8
        AS "oldestWaitingSeconds",
      (SELECT count(*)::integer FROM delivery_endpoints WHERE rests_until > clock_timestamp()) AS resting
    FROM deliveries WHERE delivered_at IS NULL AND ${isShown('purpose')}`.execute(db)
  return rows[0] ?? { waiting: 0, givenUp: 0, oldestWaitingSeconds: 0, resting: 0 }
}

/** When the mail server last took a mail, and when it last failed, unless it took one since. */
export interface MailHistory {
  readonly lastDeliveredAt: Instant | null
  readonly lastFailedAt: Instant | null
}

export async function readMailHistory(db: Kysely<Tables>): Promise<MailHistory> {
  const { rows } = await sql<MailHistory>`
    SELECT (SELECT date_trunc('milliseconds', max(delivered_at)) FROM deliveries
        WHERE channel = 'mail' AND endpoint = ${MAIL_SERVER} AND ${isShown('purpose')})
        AS "lastDeliveredAt",
      (SELECT date_trunc('milliseconds', failed_at) FROM delivery_endpoints WHERE endpoint = ${MAIL_SERVER} AND failures > 0)
        AS "lastFailedAt"`.execute(db)
  return rows[0] ?? { lastDeliveredAt: null, lastFailedAt: null }
}

const SHOWN = 100

/**
 * Reads what failed and has not arrived since, by receiver and group of purposes: what a message to a member says is not for admins, and its
 * exact purpose could tell what is hidden from them.
 */
export async function readDeliveries(db: Kysely<Tables>): Promise<Deliveries> {
  const { waiting, resting } = await outboxStatus(db)
  const { rows } = await sql<Omit<Deliveries['not_delivered'][number], 'purpose'> & { readonly priority: number }>`
    SELECT d.channel, d.priority, coalesce(a.first_name || ' ' || a.last_name, w.label, d.recipient) AS "to", a.user_id,
      count(*)::integer AS messages, max(d.attempts) AS attempts, (array_agg(d.last_error ORDER BY d.id DESC))[1] AS error,
      date_trunc('milliseconds', min(d.created_at)) AS since,
      date_trunc('milliseconds', min(greatest(d.next_attempt_at, e.rests_until)) FILTER (WHERE d.given_up_at IS NULL)) AS next_attempt_at,
      date_trunc('milliseconds', max(e.rests_until) FILTER (WHERE e.rests_until > clock_timestamp() AND d.given_up_at IS NULL)) AS rests_until
    FROM deliveries AS d
      LEFT JOIN delivery_endpoints AS e ON e.endpoint = d.endpoint
      LEFT JOIN webhooks AS w ON w.id = d.webhook_id
      LEFT JOIN accounts AS a ON a.user_id = d.user_id OR (d.user_id IS NULL AND d.channel = 'mail' AND lower(a.email) = lower(d.recipient))
    WHERE d.delivered_at IS NULL AND d.last_error IS NOT NULL AND ${isShown('d.purpose')}
      AND (d.given_up_at IS NULL OR d.given_up_at > clock_timestamp() - make_interval(days => ${SHOWN_DAYS}))
    GROUP BY d.channel, d.priority, 3, a.user_id
    ORDER BY max(d.id) DESC LIMIT ${SHOWN}`.execute(db)
  const { rows: oldest } = await sql<{ at: Deliveries['oldest_due_at'] }>`
    SELECT date_trunc('milliseconds', min(due_at)) AS at FROM deliveries
    WHERE delivered_at IS NULL AND given_up_at IS NULL AND ${isShown('purpose')} AND due_at <= clock_timestamp()`.execute(db)
  return {
    waiting,
    resting,
    broadcasts: await readBroadcasts(db),
    oldest_due_at: oldest[0]?.at ?? null,
    not_delivered: rows.map(({ priority, ...row }) => ({ ...row, purpose: groupOf(priority) })),
  }
}

const SHOWN_BROADCASTS = 10

/** Counts what became of the broadcasts of the last week. What is written to files has reached nobody. */
async function readBroadcasts(db: Kysely<Tables>): Promise<Deliveries['broadcasts']> {
  const { rows } = await sql<Deliveries['broadcasts'][number]>`
    SELECT date_trunc('milliseconds', min(created_at)) AS at, count(*)::integer AS recipients,
      count(*) FILTER (WHERE delivered_at IS NOT NULL AND endpoint <> 'file')::integer AS sent,
      count(*) FILTER (WHERE delivered_at IS NOT NULL AND endpoint = 'file')::integer AS written,
      count(*) FILTER (WHERE delivered_at IS NULL AND given_up_at IS NULL)::integer AS waiting,
      count(*) FILTER (WHERE given_up_at IS NOT NULL)::integer AS failed
    FROM deliveries
    WHERE channel = 'mail' AND purpose = ANY (${['broadcast', 'week_summary']}) AND once_key IS NOT NULL
      AND created_at > clock_timestamp() - make_interval(days => ${SHOWN_DAYS})
    GROUP BY once_key ORDER BY min(id) DESC LIMIT ${SHOWN_BROADCASTS}`.execute(db)
  return rows
}

/** What became of the messages that events caused. */
export interface Arrivals {
  /** Says what became of those to one member: null when it is not known any more. */
  readonly of: (
    position: Position,
    userId: number,
    channels: { readonly mail: boolean; readonly push: boolean },
  ) => Arrival | null
}

/** Reads what became of the messages that events caused. The receivers of delivered messages are forgotten: they are those that are not left. */
export async function readArrivals(db: Kysely<Tables>, positions: readonly Position[]): Promise<Arrivals> {
  const { rows } = await sql<{ key: string; channel: string; user_id: number | null; written: boolean; waiting: boolean }>`
    SELECT once_key AS key, channel, user_id, bool_or(endpoint = 'file') AS written,
      bool_or(delivered_at IS NULL AND given_up_at IS NULL) AS waiting
    FROM deliveries WHERE webhook_id IS NULL AND once_key = ANY (${[...new Set(positions)].map(causeKey)})
    GROUP BY once_key, channel, user_id`.execute(db)
  const byKey = Map.groupBy(rows, ({ key }) => key)
  return {
    of: (position, userId, channels) => {
      const own = byKey.get(causeKey(position))
      if (own === undefined) return null
      const found = (['mail', 'push'] as const).flatMap((channel): Arrival[] => {
        if (!channels[channel]) return []
        const left = own.find((row) => row.channel === channel && row.user_id === userId)
        if (left !== undefined) return [left.waiting ? 'waiting' : 'failed']
        return [own.some((row) => row.channel === channel && row.written) ? 'written' : 'sent']
      })
      return (['sent', 'waiting', 'failed', 'written'] as const).find((arrival) => found.includes(arrival)) ?? null
    },
  }
}
