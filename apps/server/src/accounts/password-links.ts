import { type Instant, type UserId, userId } from '@outlast/domain'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import {
  invitationMail,
  type MailRecipient,
  passwordChosenMail,
  type PasswordLink,
  passwordResetMail,
} from '../channels/mail/templates.ts'
import { enqueueMail } from '../outbox/outbox.ts'
import { revokeLinks } from './accounts.ts'
import { invitationFacts, type Inviting } from './invitation-facts.ts'
import { invitationKey, recordInvited } from './invited.ts'
import { hashLinkToken, newLinkToken } from './link-tokens.ts'

// Raw SQL fragments: links expire by the database’s clock, not by this machine’s.

/** The lifetimes of links, by the database's clock (docs/rules.md §11.4). */
const RESET_MINUTES = 30
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

/**
 * Queues a mail with a link that sets a new password. Call it in a transaction.
 * @param delayMs how long the mail waits. A link that does not wait revokes earlier ones; one that waits does not, because it may have been
 *   asked for by somebody who wants to make them useless
 */
export async function mailResetLink(tx: Db, to: LinkRecipient, delayMs: number, settings: LinkSettings): Promise<void> {
  if (delayMs === 0) await revokeLinks(tx, { user_id: to.userId, email: to.email })
  const link = await createLink(tx, to, settings.publicUrl, RESET_MINUTES, '30 minutes', delayMs)
  await enqueueMail(tx, [{ ...passwordResetMail({ ...to, clubName: settings.clubName() }, link), delayMs }])
}

/** Queues the invitations of members who have no other link. Call it in a transaction. */
export async function mailInvitations(
  tx: Db,
  members: readonly LinkRecipient[],
  inviting: Inviting,
  settings: LinkSettings,
): Promise<void> {
  if (members.length === 0) return
  const invited = members.map((to) => ({ to, token: newLinkToken() }))
  const expires_at = sql<Instant>`clock_timestamp() + make_interval(mins => ${INVITATION_MINUTES})`
  const rows = invited.map(({ to, token }) => ({ token_hash: hashLinkToken(token), user_id: to.userId, expires_at }))
  const links = await tx.insertInto('password_resets').values(rows).returning(['user_id', 'expires_at']).execute()
  const expiryOf = new Map(links.map((link) => [link.user_id, link.expires_at]))
  const clubName = settings.clubName()
  const factsFor = await invitationFacts(tx, inviting)
  const drafts = invited.flatMap(({ to, token }) => {
    const expiresAt = expiryOf.get(to.userId)
    const facts = factsFor(to.userId)
    // The page offers the first entry to a member who has none.
    const offer = facts.alive.length + facts.out.length === 0 ? '&invited' : ''
    const link = { url: `${settings.publicUrl}/reset-password?token=${token}${offer}`, lifetime: '7 days' }
    return expiresAt === undefined
      ? []
      : [{ ...invitationMail({ ...to, clubName }, { ...link, expiresAt }, facts), onceKey: invitationKey(to.userId) }]
  })
  await enqueueMail(tx, drafts)
  await recordInvited(tx, members, inviting.now)
}

/**
 * Queues the mail to a new member whose password an admin chose, with a link to set another one. Call it in the transaction of
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
  delayMs = 0,
): Promise<PasswordLink> {
  const token = newLinkToken()
  const { expires_at: expiresAt } = await tx
    .insertInto('password_resets')
    .values({
      token_hash: hashLinkToken(token),
      user_id: to.userId,
      expires_at: sql`clock_timestamp() + make_interval(mins => ${minutes}, secs => ${delayMs / 1000})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { url: `${publicUrl}/reset-password?token=${token}`, expiresAt, lifetime }
}
