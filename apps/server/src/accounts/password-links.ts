import { createHash, randomBytes } from 'node:crypto'
import { type Instant, type UserId, userId } from '@outlast/domain'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { invitationLetter, type LetterTo, type PasswordLink, passwordResetLetter } from '../mail/templates.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { voidLinks } from './accounts.ts'

/** How long links hold, in real time by the database's clock (decisions.md §Settled further, "Password reset"). */
const RESET_MINUTES = 30
/** An invitation waits for people who read their mail on Sundays. */
const INVITATION_MINUTES = 7 * 24 * 60

type Db = Kysely<Tables>

/** Who gets a link, and what the mail needs to say. */
export interface LinkTo extends Omit<LetterTo, 'clubName'> {
  readonly userId: UserId
}

export interface LinkSettings {
  readonly publicUrl: string
  readonly clubName: string
}

/** Queues a mail with a link to set a new password; earlier links of the account are void. In a transaction. */
export async function mailResetLink(tx: Db, to: LinkTo, settings: LinkSettings): Promise<void> {
  const link = await makeLink(tx, to, settings.publicUrl, RESET_MINUTES, '30 minutes')
  await enqueueMail(tx, [passwordResetLetter({ ...to, clubName: settings.clubName }, link)])
}

/** Queues the mail that invites a member whom an admin added without a password. In the transaction of `UserRegistered`. */
export async function mailInvitation(tx: Db, to: LinkTo, settings: LinkSettings): Promise<void> {
  const link = await makeLink(tx, to, settings.publicUrl, INVITATION_MINUTES, '7 days')
  await enqueueMail(tx, [invitationLetter({ ...to, clubName: settings.clubName }, link)])
}

/** Whose password a link's token may set now; undefined when it was used, replaced, or has run out. */
export async function ownerOfLink(db: Db, token: string): Promise<UserId | undefined> {
  const row = await db
    .selectFrom('password_resets')
    .select('user_id')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', sql<Instant>`clock_timestamp()`)
    .executeTakeFirst()
  return row === undefined ? undefined : userId(row.user_id)
}

/** Only the hash is kept: who reads the table, or a backup of it, holds no link. */
async function makeLink(tx: Db, to: LinkTo, publicUrl: string, minutes: number, lifetime: string): Promise<PasswordLink> {
  const token = randomBytes(32).toString('base64url')
  await voidLinks(tx, { user_id: to.userId, email: to.email })
  const { expires_at: expiresAt } = await tx
    .insertInto('password_resets')
    .values({
      token_hash: hashOf(token),
      user_id: to.userId,
      expires_at: sql`clock_timestamp() + make_interval(mins => ${minutes})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { url: `${publicUrl}/reset-password?token=${token}`, expiresAt, lifetime }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
