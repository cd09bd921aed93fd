import { type Instant, type UserId, userId } from '@outlast/domain'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import {
  invitationMail,
  type MailRecipient,
  passwordChosenMail,
  type PasswordLink,
  passwordResetMail,
} from '../mail/templates.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { revokeLinks } from './accounts.ts'
import { hashLinkToken, newLinkToken } from './link-tokens.ts'

// Raw SQL fragments: links expire by the database’s clock, not by this machine’s.

/** The lifetimes of links, by the database's clock (docs/rules.md §11.4). */
export const RESET_MINUTES = 30
/** Longer, since members may read their mail only once a week. */
const INVITATION_MINUTES = 7 * 24 * 60

type Db = Kysely<Tables>

/** The recipient of a link. */
interface LinkRecipient extends Omit<MailRecipient, 'clubName'> {
  readonly userId: UserId
}

export interface LinkSettings {
  readonly publicUrl: string
  /** Returns the club's name as it is now. */
  readonly clubName: () => string
}

/** Queues a mail with a link that sets a new password, and revokes earlier links. Call it in a transaction. */
export async function mailResetLink(tx: Db, to: LinkRecipient, settings: LinkSettings): Promise<void> {
  const link = await createLink(tx, to, settings.publicUrl, RESET_MINUTES, '30 minutes')
  await enqueueMail(tx, [passwordResetMail({ ...to, clubName: settings.clubName() }, link)])
}

/** Queues the invitation of a member whom an admin added without a password. Call it in the transaction of `UserRegistered`. */
export function mailInvitation(tx: Db, to: LinkRecipient, settings: LinkSettings): Promise<void> {
  return mailInvitations(tx, [to], settings)
}

/** Queues the invitations of new members, who have no earlier links. Call it in the transaction of their `UserRegistered`. */
export async function mailInvitations(tx: Db, members: readonly LinkRecipient[], settings: LinkSettings): Promise<void> {
  if (members.length === 0) return
  const invited = members.map((to) => ({ to, token: newLinkToken() }))
  const expires_at = sql<Instant>`clock_timestamp() + make_interval(mins => ${INVITATION_MINUTES})`
  const rows = invited.map(({ to, token }) => ({ token_hash: hashLinkToken(token), user_id: to.userId, expires_at }))
  const links = await tx.insertInto('password_resets').values(rows).returning(['user_id', 'expires_at']).execute()
  const expiryOf = new Map(links.map((link) => [link.user_id, link.expires_at]))
  const clubName = settings.clubName()
  const drafts = invited.flatMap(({ to, token }) => {
    const expiresAt = expiryOf.get(to.userId)
    const link = { url: `${settings.publicUrl}/reset-password?token=${token}`, lifetime: '7 days' }
    return expiresAt === undefined ? [] : [invitationMail({ ...to, clubName }, { ...link, expiresAt })]
  })
  await enqueueMail(tx, drafts)
}

/**
 * Queues the mail to a member whose password an admin chose, with a link to set another one. Call it in the transaction of
 * `PasswordChosenByAdmin`.
 */
export async function mailPasswordChosen(tx: Db, to: LinkRecipient, settings: LinkSettings): Promise<void> {
  const link = await createLink(tx, to, settings.publicUrl, INVITATION_MINUTES, '7 days')
  await enqueueMail(tx, [passwordChosenMail({ ...to, clubName: settings.clubName() }, link)])
}

/** Returns the user whose password the token can set, or undefined if the token was used, replaced or has expired. */
export async function findLinkOwner(db: Db, token: string): Promise<UserId | undefined> {
  const row = await db
    .selectFrom('password_resets')
    .select('user_id')
    .where('token_hash', '=', hashLinkToken(token))
    .where('expires_at', '>', sql<Instant>`clock_timestamp()`)
    .executeTakeFirst()
  return row === undefined ? undefined : userId(row.user_id)
}

async function createLink(
  tx: Db,
  to: LinkRecipient,
  publicUrl: string,
  minutes: number,
  lifetime: string,
): Promise<PasswordLink> {
  const token = newLinkToken()
  await revokeLinks(tx, { user_id: to.userId, email: to.email })
  const { expires_at: expiresAt } = await tx
    .insertInto('password_resets')
    .values({
      token_hash: hashLinkToken(token),
      user_id: to.userId,
      expires_at: sql`clock_timestamp() + make_interval(mins => ${minutes})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { url: `${publicUrl}/reset-password?token=${token}`, expiresAt, lifetime }
}
