import { emailKey } from '@outlast/contract/fields/email-address'
import { RuleViolation, type UserId, userId } from '@outlast/domain'
import type { Kysely } from 'kysely'
import { findById, lockByEmail, setPassword } from '../accounts/accounts.ts'
import { isSameAddress } from '../accounts/account-links.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import { type LinkSettings, mailResetLink, findLinkOwner } from '../accounts/password-links.ts'
import { deletePasskeys } from '../accounts/passkeys.ts'
import { recordOpened } from '../accounts/invited.ts'
import type { Passwords } from '../accounts/passwords.ts'
import { type IssuedToken, issuedToken, sessionOf, type SessionOptions } from '../accounts/sessions.ts'
import { type IdempotencyKey, isRepeated, receiptOf, writeReceipts } from '../commands/receipts.ts'
import { writeOnce } from '../commands/write-once.ts'
import type { Tables } from '../database/tables.ts'
import { handlers, NO_CONTENT } from '../http/handler.ts'
import { HttpError } from '../lib/http-error.ts'
import { rejectCommonPassword } from '../http/reject-common-password.ts'
import { withMinimumDuration } from '../http/minimum-duration.ts'

export interface PasswordResetDependencies extends LinkSettings, SessionOptions {
  readonly passwords: Passwords
  readonly limits: RateLimits
  /** `ADMIN_EMAIL`. */
  readonly adminEmail: string | undefined
  /** Wakes the mail worker after a mail is queued. */
  readonly wakeMail: () => void
}

const REQUESTED = 'If that email exists, a reset link has been sent.'
const UPDATED = 'Password updated. You can now sign in.'

/** Whose password was set. With what the token of a session is made of if it was the account's first. */
type PasswordSet = UserId | ({ readonly id: UserId } & IssuedToken)

/** The user id of an invalid link. It never exists, so the rules reject the command. */
const NO_USER = userId(0)

/** The routes for forgotten passwords (docs/rules.md §11.4). */
export function passwordResetRoutes(deps: PasswordResetDependencies) {
  const { db, passwords, limits } = deps
  return handlers({
    requestPasswordReset: async ({ body }, { ip, idempotency }) => {
      await limits.linkRequest(emailKey(body.email), ip)
      await withMinimumDuration(async () => {
        if (await isRepeated(db, idempotency)) return
        const delayMs = await limits.mailDelay('resetMail', emailKey(body.email))
        if (delayMs !== undefined) await sendLink(deps, body.email, delayMs, idempotency)
      })
      return { status: 200, body: { message: REQUESTED } }
    },

    invitationOpened: async ({ body }, { now, idempotency }) => {
      await writeOnce(db, idempotency, (tx) => recordOpened(tx, body.token, now))
      return NO_CONTENT
    },

    submitPasswordReset: async ({ body }, { ip, userAgent, submit, idempotency }) => {
      await limits.resetSubmit(ip)
      // A repeat finds its link used. Its receipt decides, and its password is not hashed again.
      const isRepeat = await isRepeated(db, idempotency)
      if (!isRepeat && (await findLinkOwner(db, body.token)) === undefined) throw new HttpError('reset_token_invalid')
      await rejectCommonPassword(passwords, 'password', body.password)
      const passwordHash = isRepeat ? undefined : await passwords.hash(body.password, ip)
      let isFirstPassword = false
      // Read again under the lock, so that the second of two requests with the same link finds it used.
      const readCommand = async (tx: Kysely<Tables>) => {
        const owner = passwordHash === undefined ? NO_USER : ((await findLinkOwner(tx, body.token)) ?? NO_USER)
        // The link was mailed to the account's address, so that it also confirms ADMIN_EMAIL.
        const account = await findById(tx, owner)
        const email = account?.email
        isFirstPassword = account?.password_hash === null
        const claimsAdmin = email !== undefined && deps.adminEmail !== undefined && isSameAddress(email, deps.adminEmail)
        return { userId: owner, by: 'reset' as const, claimsAdmin }
      }
      const set = await submit('ChangePassword', readCommand, {
        actor: { kind: 'visitor' },
        effects: async (tx, { events }) => {
          if (passwordHash === undefined) return
          for (const { type, data } of events) {
            if (type !== 'PasswordChanged') continue
            await setPassword(tx, data.userId, passwordHash)
            // The person who resets the password may have lost control of the account.
            await deletePasskeys(tx, data.userId)
          }
        },
        toResponse: (accepted): PasswordSet => {
          const id = accepted.events.find((event) => event.type === 'PasswordChanged')?.data.userId ?? NO_USER
          return isFirstPassword ? { id, ...issuedToken(accepted, id) } : id
        },
      }).catch(rejectInvalidLink)
      const account = await findById(db, typeof set === 'number' ? set : set.id)
      if (account !== undefined) await limits.resetLogins(emailKey(account.email), ip)
      if (typeof set === 'number') return { status: 200, body: { message: UPDATED } }
      const session = await sessionOf(deps, set.id, set, { method: 'link', userAgent })
      return { status: 200, body: { message: UPDATED, session } }
    },
  })
}

async function sendLink(
  { db, publicUrl, clubName, wakeMail }: PasswordResetDependencies,
  email: string,
  delayMs: number,
  idempotency: IdempotencyKey | undefined,
): Promise<void> {
  const wasSent = await db.transaction().execute(async (tx) => {
    // Locked, so that only the later of two links that are requested at once is valid.
    const account = await lockByEmail(tx, email)
    // A repeat that was sent at the same time has waited for the account.
    if (account === undefined || (await isRepeated(tx, idempotency))) return false
    const to = { userId: userId(account.user_id), email: account.email, firstName: account.first_name }
    await mailResetLink(tx, to, delayMs, { publicUrl, clubName })
    if (idempotency !== undefined) await writeReceipts(tx, [receiptOf(idempotency, { ok: true, response: null })])
    return true
  })
  if (wasSent) wakeMail()
}

function rejectInvalidLink(error: unknown): never {
  if (error instanceof RuleViolation && error.code === 'user_not_found') throw new HttpError('reset_token_invalid')
  throw error
}
