import { timingSafeEqual } from 'node:crypto'
import { type Instant, type UserId, userId } from '@outlast/domain'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { enqueueMail } from '../outbox/outbox.ts'
import { signInLinkMail } from '../channels/mail/templates.ts'
import { type Account, revokeSignInLinks } from './accounts.ts'
import { hashLinkToken, newLinkToken } from './link-tokens.ts'
import type { LinkSettings } from './password-links.ts'

// Raw SQL fragments: links expire by the database’s clock, not by this machine’s.

type Db = Kysely<Tables>

/** How long a link to sign in works, in minutes of real time. */
const LINK_MINUTES = 15

export interface SignInRequest {
  /** The secret of the browser that asks. */
  readonly browser: string | undefined
  /** How long the mail waits. A link that does not wait replaces earlier ones (see `mailResetLink`). */
  readonly delayMs: number
}

/** Queues a mail with a link to sign in. Call it in a transaction. */
export async function mailSignInLink(
  tx: Db,
  to: Pick<Account, 'user_id' | 'email' | 'first_name'>,
  { browser, delayMs }: SignInRequest,
  { publicUrl, clubName }: LinkSettings,
): Promise<void> {
  const token = newLinkToken()
  if (delayMs === 0) await revokeSignInLinks(tx, to)
  const { expires_at: expiresAt } = await tx
    .insertInto('account_links')
    .values({
      user_id: to.user_id,
      purpose: 'sign_in',
      token_hash: hashLinkToken(token),
      address: to.email,
      expires_at: sql`clock_timestamp() + make_interval(mins => ${LINK_MINUTES}, secs => ${delayMs / 1000})`,
      browser_hash: browser === undefined ? null : hashLinkToken(browser),
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  const link = { url: `${publicUrl}/sign-in?token=${token}`, expiresAt, lifetime: `${LINK_MINUTES} minutes` }
  const mail = signInLinkMail({ clubName: clubName(), email: to.email, firstName: to.first_name }, link)
  await enqueueMail(tx, [{ ...mail, delayMs }])
}

interface SignInLink {
  readonly userId: UserId
  /** The address that the link was mailed to. */
  readonly address: string
  /** Whether a different browser requested the link. */
  readonly isFromOtherBrowser: boolean
}

/** Returns the link with a token, or undefined if it was used, replaced or has expired. */
export async function findSignInLink(db: Db, token: string, browser: string | undefined): Promise<SignInLink | undefined> {
  const row = await db
    .selectFrom('account_links')
    .select(['user_id', 'address', 'browser_hash'])
    .where('purpose', '=', 'sign_in')
    .where('token_hash', '=', hashLinkToken(token))
    .where('expires_at', '>', sql<Instant>`clock_timestamp()`)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { user_id: id, address, browser_hash: expected } = row
  const isSame = expected === null || (browser !== undefined && timingSafeEqual(hashLinkToken(browser), expected))
  return { userId: userId(id), address, isFromOtherBrowser: !isSame }
}

/** Consumes a link and the others of its account. Returns false if another request was first, or if it was revoked meanwhile. */
export async function useSignInLink(db: Db, token: string): Promise<boolean> {
  const row = await db
    .deleteFrom('account_links')
    .where('purpose', '=', 'sign_in')
    .where('token_hash', '=', hashLinkToken(token))
    .where('expires_at', '>', sql<Instant>`clock_timestamp()`)
    .returning('user_id')
    .executeTakeFirst()
  if (row === undefined) return false
  await db.deleteFrom('account_links').where('user_id', '=', row.user_id).where('purpose', '=', 'sign_in').execute()
  return true
}
