import { emailKey } from '@outlast/contract/fields/email-address'
import { type Instant, type UserId, userId } from '@outlast/domain'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { deleteUnsentMail, enqueueMail } from '../outbox/outbox.ts'
import { adminAddressMail, emailChangeMail, newAddressMail } from '../channels/mail/templates.ts'
import type { Account } from './accounts.ts'
import { hashLinkToken, newLinkToken } from './link-tokens.ts'
import type { LinkSettings } from './password-links.ts'

// Raw SQL fragments: links expire by the database’s clock, not by this machine’s.

/** How long the link that confirms `ADMIN_EMAIL` works. */
const ADMIN_LINK_DAYS = 7

type Db = Kysely<Tables>
type Purpose = 'email_change' | 'admin_email'

/** A link that has not expired, with the address that it was mailed to. */
interface AccountLink {
  readonly userId: UserId
  readonly address: string
}

/** Returns the link with a token, or undefined if it was used, replaced or has expired. */
export async function findAccountLink(db: Db, purpose: Purpose, token: string): Promise<AccountLink | undefined> {
  const row = await usableLinks(db, purpose).where('token_hash', '=', hashLinkToken(token)).executeTakeFirst()
  return row === undefined ? undefined : { userId: userId(row.user_id), address: row.address }
}

export async function deleteAccountLink(tx: Db, id: UserId, purpose: Purpose): Promise<void> {
  await tx.deleteFrom('account_links').where('user_id', '=', id).where('purpose', '=', purpose).execute()
}

/** Deletes expired links, sessions and challenges. Links contain addresses, and sessions describe devices. */
export async function deleteExpiredCredentials(db: Db): Promise<void> {
  for (const table of ['account_links', 'sessions', 'used_challenges'] as const) {
    await db
      .deleteFrom(table)
      .where('expires_at', '<', sql<Instant>`clock_timestamp()`)
      .execute()
  }
}

/**
 * Queues the mails about an admin's change of an address. The link that ends the seal goes to the address from before the
 * seal: after a second change, the address in between may be the admin's own. Call it in the transaction of
 * `EmailChangedByAdmin`.
 * @param before the account before the change
 */
export async function mailEmailChange(
  tx: Db,
  before: Account,
  newAddress: string,
  sealedUntil: Instant,
  { publicUrl, clubName }: LinkSettings,
): Promise<void> {
  const id = userId(before.user_id)
  const link = await usableLinks(tx, 'email_change').where('user_id', '=', id).executeTakeFirst()
  const trusted = link?.address ?? before.email
  await deleteUnsentMail(tx, trusted, ['email_change'])
  const token = await createLink(tx, { userId: id, address: trusted }, 'email_change', sealedUntil)
  const to = { clubName: clubName(), email: trusted, firstName: before.first_name }
  const others = [...new Set([before.email, newAddress])].filter((address) => address !== trusted)
  await enqueueMail(tx, [
    emailChangeMail(to, { url: `${publicUrl}/confirm-email-change?token=${token}`, expiresAt: sealedUntil }),
    ...(others.length === 0 ? [] : [newAddressMail({ ...to, emails: others })]),
  ])
}

/** Queues the mail that asks the owner of `ADMIN_EMAIL` to confirm it. Call it in the transaction of `UserRegistered`. */
export async function mailAdminAddress(
  tx: Db,
  to: { readonly userId: UserId; readonly email: string; readonly firstName: string },
  { publicUrl, clubName }: LinkSettings,
): Promise<void> {
  const expiresAt = sql<Instant>`clock_timestamp() + make_interval(days => ${ADMIN_LINK_DAYS})`
  const token = await createLink(tx, { userId: to.userId, address: to.email }, 'admin_email', expiresAt)
  await enqueueMail(tx, [
    adminAddressMail({ ...to, clubName: clubName() }, `${publicUrl}/confirm-admin?token=${token}`, `${ADMIN_LINK_DAYS} days`),
  ])
}

/** Returns whether two e-mail addresses are the same, by {@link emailKey}. */
export function isSameAddress(a: string, b: string): boolean {
  return emailKey(a) === emailKey(b)
}

function usableLinks(db: Db, purpose: Purpose) {
  return db
    .selectFrom('account_links')
    .select(['user_id', 'address'])
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Instant>`clock_timestamp()`)
}

/** Replaces the account's link with the same purpose. */
async function createLink(
  tx: Db,
  { userId: id, address }: AccountLink,
  purpose: Purpose,
  expiresAt: Instant | ReturnType<typeof sql<Instant>>,
): Promise<string> {
  const token = newLinkToken()
  await deleteAccountLink(tx, id, purpose)
  await tx
    .insertInto('account_links')
    .values({ user_id: id, purpose, token_hash: hashLinkToken(token), address, expires_at: expiresAt })
    .execute()
  return token
}
