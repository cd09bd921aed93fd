import { emailKey } from '@outlast/contract/fields/email-address'
import { RuleViolation } from '@outlast/domain'
import type { Kysely } from 'kysely'
import { isSameAddress } from '../accounts/account-links.ts'
import { lockByEmail } from '../accounts/accounts.ts'
import type { LinkSettings } from '../accounts/password-links.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import { type SessionOptions, sessionOf, userOf } from '../accounts/sessions.ts'
import { findSignInLink, mailSignInLink, type SignInRequest, useSignInLink } from '../accounts/sign-in-links.ts'
import { type IdempotencyKey, isRepeated, receiptOf, writeReceipts } from '../commands/receipts.ts'
import type { Tables } from '../database/tables.ts'
import { HttpError } from '../lib/http-error.ts'
import { handlers } from '../http/handler.ts'
import { withMinimumDuration } from '../http/minimum-duration.ts'

export interface SignInLinkDependencies extends SessionOptions {
  readonly limits: RateLimits
  readonly links: LinkSettings
  /** `ADMIN_EMAIL`. */
  readonly adminEmail: string | undefined
  /** Called when mails are queued. */
  readonly onMail: () => void
}

const REQUESTED = 'If that email exists, a link to sign in has been sent.'

/** The routes for signing in with a mailed link (docs/rules.md §11.8). */
export function signInLinkRoutes(deps: SignInLinkDependencies) {
  const { db, limits, follower } = deps
  return handlers({
    requestSignInLink: async ({ body: { email, browser } }, { ip, idempotency }) => {
      await limits.linkRequest(emailKey(email), ip)
      await withMinimumDuration(async () => {
        if (await isRepeated(db, idempotency)) return
        const delayMs = await limits.mailDelay('signInMail', emailKey(email))
        if (delayMs === undefined) return
        if (await sendLink(db, email, { browser, delayMs }, deps.links, idempotency)) deps.onMail()
      })
      return { status: 200, body: { message: REQUESTED } }
    },

    submitSignInLink: async ({ body: { token, browser, confirm } }, { ip, userAgent, submit }) => {
      const { link, session } = await limits.signInWithoutPassword(ip, async () => {
        // The token version is read before the link is used: a change of the address or the password in between revokes the session.
        await deps.catchUp()
        const link = await findSignInLink(db, token, browser)
        const user = link && follower.pool.users.get(link.userId)
        if (link === undefined || user === undefined) throw new HttpError('sign_in_link_invalid')
        if (link.isFromOtherBrowser && confirm !== true) throw new HttpError('other_browser')
        if (!(await useSignInLink(db, token))) throw new HttpError('sign_in_link_invalid')
        const session = await sessionOf(deps, user.id, user.tokenVersion, { method: 'link', userAgent })
        return { link, session }
      })
      await limits.resetLogins(emailKey(link.address), ip)
      if (!claimsAdmin(link.address)) return { status: 200, body: session }
      await submit('ClaimAdmin', { userId: link.userId }, { actor: { kind: 'visitor' }, toResponse: () => null }).catch(
        ignoreLateClaim,
      )
      return { status: 200, body: { ...session, user: await userOf(deps, link.userId) } }
    },
  })

  /** Like a password reset, the link confirms ADMIN_EMAIL if it was mailed there. */
  function claimsAdmin(address: string): boolean {
    return !follower.pool.hadAdmin && deps.adminEmail !== undefined && isSameAddress(address, deps.adminEmail)
  }
}

async function sendLink(
  db: Kysely<Tables>,
  email: string,
  request: SignInRequest,
  links: LinkSettings,
  idempotency: IdempotencyKey | undefined,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // Locked, so that only the later of two links that are requested at once is valid.
    const account = await lockByEmail(tx, email)
    // A repeat that was sent at the same time has waited for the account.
    if (account === undefined || (await isRepeated(tx, idempotency))) return false
    await mailSignInLink(tx, account, request, links)
    if (idempotency !== undefined) await writeReceipts(tx, [receiptOf(idempotency, { ok: true, response: null })])
    return true
  })
}

/** Another account may have become the first admin meanwhile. */
function ignoreLateClaim(error: unknown): void {
  if (!(error instanceof RuleViolation)) throw error
}
