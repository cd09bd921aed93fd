import type { Arrival } from '@outlast/contract/rest/admin/reminders'
import type { InvitedMember, InvitedMembers } from '@outlast/contract/rest/admin/invited'
import { addMs, type Instant, type UserId } from '@outlast/domain'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { hashLinkToken } from './link-tokens.ts'

// Raw SQL: rows are written as a set, and the last mail of each member is found by its key.

type Db = Kysely<Tables>

/** How long it takes until a member can be invited again, in milliseconds. */
const AGAIN_AFTER_MS = 3_600_000

/** The key in `announced` of how far a member's invitation has got: `{at, opened_at}`. */
const ANNOUNCED = 'invitation'
/** The key of the mails that invite a member. */
export const invitationKey = (id: UserId): string => `invitation:${id}`

/** Records when members were invited; null: they are in the pool, and are invited later. */
export async function recordInvited(tx: Db, members: readonly { readonly userId: UserId }[], at: Instant | null): Promise<void> {
  const ids = JSON.stringify(members.map(({ userId }) => userId))
  await sql`
    INSERT INTO announced (key, user_id, value)
    SELECT ${ANNOUNCED}, id::bigint, jsonb_build_object('at', ${at}::text, 'opened_at', NULL) FROM json_array_elements_text(${ids}::json) AS id
    ON CONFLICT (key, user_id) DO UPDATE SET value = EXCLUDED.value`.execute(tx)
}

/** Records that the link of an invitation was opened. Any other token changes nothing. */
export async function recordOpened(db: Db, token: string, at: Instant): Promise<void> {
  await sql`
    UPDATE announced AS i SET value = i.value || jsonb_build_object('opened_at', ${at}::text)
    FROM password_resets AS p
    WHERE p.token_hash = ${hashLinkToken(token)} AND p.expires_at > clock_timestamp() AND i.key = ${ANNOUNCED} AND i.user_id = p.user_id
      AND i.value ->> 'opened_at' IS NULL`.execute(db)
}

/** A member who has not chosen a password. Members from before invitations were recorded were invited with their account. */
interface Row {
  readonly user_id: number
  readonly name: string
  readonly email: string
  readonly at: Instant | null
  readonly opened_at: Instant | null
  readonly arrived: Arrival | null
}

/** Reads how far the invitations of members who have not joined have got: those without a password, a passkey and a login. */
export async function readInvited(db: Db, now: Instant): Promise<InvitedMembers> {
  const { rows } = await sql<Row & { readonly joined: boolean }>`
    SELECT a.user_id, a.first_name || ' ' || a.last_name AS name, a.email,
      a.password_hash IS NOT NULL OR EXISTS (SELECT FROM passkeys WHERE user_id = a.user_id)
        OR EXISTS (SELECT FROM sessions WHERE user_id = a.user_id) AS joined,
      CASE WHEN i.value IS NULL THEN to_char(a.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') ELSE i.value ->> 'at' END AS at,
      i.value ->> 'opened_at' AS opened_at,
      CASE WHEN d.delivered_at IS NOT NULL THEN CASE d.endpoint WHEN 'file' THEN 'written' ELSE 'sent' END
        WHEN d.given_up_at IS NOT NULL THEN 'failed' WHEN d.id IS NOT NULL THEN 'waiting' END AS arrived
    FROM accounts AS a
      LEFT JOIN announced AS i ON i.key = ${ANNOUNCED} AND i.user_id = a.user_id
      LEFT JOIN LATERAL (
        SELECT * FROM deliveries WHERE webhook_id IS NULL AND once_key = ${'invitation:'} || a.user_id ORDER BY id DESC LIMIT 1
      ) AS d ON a.password_hash IS NULL
    ORDER BY a.first_name, a.last_name, a.user_id`.execute(db)
  return {
    joined: rows.filter(({ joined }) => joined).length,
    members: rows.flatMap(({ joined, ...row }) => (joined ? [] : [memberOf(row, now)])),
  }
}

function memberOf({ at, ...row }: Row, now: Instant): InvitedMember {
  const state = at === null ? 'not_invited' : row.opened_at === null ? 'invited' : 'opened'
  const next = at === null || row.arrived === 'failed' || row.arrived === 'written' ? null : addMs(at, AGAIN_AFTER_MS)
  return { ...row, state, invited_at: at, next_at: next !== null && next > now ? next : null }
}
