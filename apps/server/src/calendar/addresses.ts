import { createHmac, randomUUID } from 'node:crypto'
import type { CalendarAddress } from '@outlast/contract'
import type { UserId } from '@outlast/domain'
import type { Kysely } from 'kysely'
import { hashLinkToken } from '../accounts/link-tokens.ts'
import type { Tables } from '../database/tables.ts'

interface AddressOptions {
  readonly secret: string
  readonly publicUrl: string
}

/** Gives a member a new calendar address. The old one stops working. */
export async function replaceCalendarAddress(tx: Kysely<Tables>, user: UserId, { secret }: AddressOptions): Promise<void> {
  const salt = randomUUID()
  await tx.deleteFrom('calendar_addresses').where('user_id', '=', user).execute()
  const token_hash = hashLinkToken(tokenOf(secret, user, salt))
  await tx.insertInto('calendar_addresses').values({ user_id: user, salt, token_hash }).execute()
}

/** Returns a member's calendar address. It is derived anew, because only a hash of it is stored. */
export async function readCalendarAddress(
  db: Kysely<Tables>,
  user: UserId,
  { secret, publicUrl }: AddressOptions,
): Promise<CalendarAddress> {
  const row = await db.selectFrom('calendar_addresses').selectAll().where('user_id', '=', user).executeTakeFirst()
  if (row === undefined) return { url: null, created_at: null }
  const token = tokenOf(secret, user, row.salt)
  // After a change of the secret, the address still works, but cannot be shown.
  const isKnown = hashLinkToken(token).equals(row.token_hash)
  return { url: isKnown ? `${publicUrl}/api/calendar/${token}.ics` : null, created_at: row.created_at }
}

/** Returns whether a token belongs to a member's calendar. */
export async function isCalendarToken(db: Kysely<Tables>, token: string): Promise<boolean> {
  const query = db.selectFrom('calendar_addresses').select('user_id').where('token_hash', '=', hashLinkToken(token))
  return (await query.executeTakeFirst()) !== undefined
}

function tokenOf(secret: string, user: UserId, salt: string): string {
  return createHmac('sha256', secret).update(`calendar ${user} ${salt}`).digest('base64url')
}
