import {
  NEWS_KINDS,
  type NewsKind,
  type NotificationChannel,
  type PatchNotificationsBody,
} from '@outlast/contract/rest/notifications'
import { POOL_TIME_ZONE, type UserId, userId } from '@outlast/domain'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'

type Db = Kysely<Tables>

/** The kinds of notices: those that a member can switch off, and those that always arrive. */
export type NoticeKind = NewsKind | 'pick_changed' | 'plan_void' | 'proxy_pick' | 'test'

/** A member who can be reached, with the channels and addresses. */
export interface Recipient {
  readonly userId: UserId
  readonly email: string
  readonly firstName: string
  /** The member's choice; without one, push follows as soon as a browser is subscribed. */
  readonly channel: NotificationChannel
  readonly timeZone: string
  /** What the member switched on or off. */
  readonly news: Readonly<Partial<Record<NewsKind, boolean>>>
  readonly devices: readonly Device[]
}

/** A browser that receives push messages. */
interface Device {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** Kinds that also arrive by mail unless they are switched off. The others arrive by push unless they are switched off. */
const MAILED_BY_DEFAULT: ReadonlySet<NoticeKind> = new Set(['reminder', 'week_results'])
/** Kinds that nobody can switch off: they arrive even if the member chose no channel. */
const ALWAYS: ReadonlySet<NoticeKind> = new Set(['pick_changed', 'plan_void', 'proxy_pick'])

/** Returns whether a notice of a kind goes to a member by mail, and whether by push. */
export function channelsFor({ channel, news, devices }: Recipient, kind: NoticeKind): { mail: boolean; push: boolean } {
  const wantsMail = channel === 'mail' || channel === 'both'
  const wantsPush = (channel === 'push' || channel === 'both') && devices.length > 0
  if (ALWAYS.has(kind)) return { mail: wantsMail || !wantsPush, push: wantsPush }
  if (kind === 'test') return { mail: wantsMail, push: wantsPush }
  const switched = news[kind as NewsKind]
  if (switched === false) return { mail: false, push: false }
  return { mail: wantsMail && (switched === true || MAILED_BY_DEFAULT.has(kind)), push: wantsPush }
}

/** Returns whether a member gets a kind at all, for the switches of the account page. */
export function isSwitchedOn({ channel, news }: Recipient, kind: NewsKind): boolean {
  return news[kind] ?? (MAILED_BY_DEFAULT.has(kind) || channel === 'push' || channel === 'both')
}

/** Reads the members who have an account; `undefined` reads all of them. */
export async function readRecipients(db: Db, ids: readonly UserId[] | undefined): Promise<ReadonlyMap<UserId, Recipient>> {
  // Raw SQL: one statement for any number of members, with their devices as JSON.
  const only =
    ids === undefined
      ? sql`true`
      : sql`a.user_id IN (SELECT value::bigint FROM json_array_elements_text(${JSON.stringify(ids)}::json))`
  const { rows } = await sql<{
    user_id: number
    email: string
    first_name: string
    channel: NotificationChannel | null
    time_zone: string | null
    news: Recipient['news'] | null
    devices: Device[] | null
  }>`
    SELECT a.user_id::float8 AS user_id, a.email, a.first_name, p.channel, p.time_zone, p.news, s.devices
    FROM accounts AS a
      LEFT JOIN notification_preferences AS p ON p.user_id = a.user_id
      LEFT JOIN (
        SELECT user_id, json_agg(json_build_object('endpoint', endpoint, 'p256dh', p256dh, 'auth', auth) ORDER BY created_at) AS devices
        FROM push_subscriptions GROUP BY user_id
      ) AS s ON s.user_id = a.user_id
    WHERE ${only}`.execute(db)
  return new Map(
    rows.map((row) => {
      const devices = row.devices ?? []
      const recipient: Recipient = {
        userId: userId(row.user_id),
        email: row.email,
        firstName: row.first_name,
        channel: row.channel ?? (devices.length > 0 ? 'both' : 'mail'),
        timeZone: row.time_zone ?? POOL_TIME_ZONE,
        news: row.news ?? {},
        devices,
      }
      return [recipient.userId, recipient]
    }),
  )
}

/** Changes the given settings of a member and keeps the others. */
export async function changePreferences(db: Db, id: UserId, change: PatchNotificationsBody): Promise<void> {
  const news = JSON.stringify(change.news ?? {})
  await db
    .insertInto('notification_preferences')
    .values({ user_id: id, channel: change.channel ?? null, time_zone: change.time_zone ?? null, news })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        ...(change.channel === undefined ? {} : { channel: change.channel }),
        ...(change.time_zone === undefined ? {} : { time_zone: change.time_zone }),
        news: sql`notification_preferences.news || ${news}::jsonb`,
      }),
    )
    .execute()
}

/** Returns the zones of all members. */
export async function zonesInUse(db: Db): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('accounts as a')
    .leftJoin('notification_preferences as p', 'p.user_id', 'a.user_id')
    .select(sql<string>`DISTINCT coalesce(p.time_zone, ${POOL_TIME_ZONE})`.as('zone'))
    .execute()
  return rows.map((row) => row.zone)
}

/** Returns an object with a value for each kind of news, for responses. */
export function eachKind<T>(valueOf: (kind: NewsKind) => T): Readonly<Record<NewsKind, T>> {
  return Object.fromEntries(NEWS_KINDS.map((kind) => [kind, valueOf(kind)])) as Record<NewsKind, T>
}
