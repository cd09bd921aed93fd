import { RuleViolation, userId } from '@outlast/domain'
import type { Kysely } from 'kysely'
import { emailKey, findById, lockByEmail, setPassword } from '../accounts/accounts.ts'
import { isSameAddress } from '../accounts/account-links.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import { type LinkSettings, mailResetLink, findLinkOwner } from '../accounts/password-links.ts'
import { deletePasskeys } from '../accounts/passkeys.ts'
import type { Passwords } from '../accounts/passwords.ts'
import { type IdempotencyKey, isRepeated, receiptOf, writeReceipts } from '../commands/receipts.ts'
import type { Tables } from '../database/tables.ts'
import { handlers } from '../http/handler.ts'
import { HttpError } from '../lib/http-error.ts'
import { rejectCommonPassword } from '../http/reject-common-password.ts'
import { withMinimumDuration } from '../http/minimum-duration.ts'

export interface PasswordResetDependencies extends LinkSettings {
  readonly db: Kysely<Tables>
  readonly passwords: Passwords
  readonly limits: RateLimits
  /** `ADMIN_EMAIL`. */
  readonly adminEmail: string | undefined
  /** Wakes the mail worker after a mail is queued. */
  readonly wakeMail: () => void
}

const REQUESTED = 'If that email exists, a reset link has been sent.'
const UPDATED = 'Password updated. You can now sign in.'

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

    submitPasswordReset: async ({ body }, { ip, submit, idempotency }) => {
      await limits.resetSubmit(ip)
      // A repeat finds its link used. Its receipt decides, and its password is not hashed again.
      const isRepeat = await isRepeated(db, idempotency)
      if (!isRepeat && (await findLinkOwner(db, body.token)) === undefined) throw new HttpError('reset_token_invalid')
      await rejectCommonPassword(passwords, 'password', body.password)
      const passwordHash = isRepeat ? undefined : await passwords.hash(body.password, ip)
      // Read again under the lock, so that the second of two requests with the same link finds it used.
      const readCommand = async (tx: Kysely<Tables>) => {
        const owner = passwordHash === undefined ? NO_USER : ((await findLinkOwner(tx, body.token)) ?? NO_USER)
        // The link was mailed to the account's address, so that it also confirms ADMIN_EMAIL.
        const email = (await findById(tx, owner))?.email
        const claimsAdmin = email !== undefined && deps.adminEmail !== undefined && isSameAddress(email, deps.adminEmail)
        return { userId: owner, by: 'reset' as const, claimsAdmin }
      }
      const id = await submit('ChangePassword', readCommand, {
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
        toResponse: ({ events }) => events.find((event) => event.type === 'PasswordChanged')?.data.userId ?? NO_USER,
      }).catch(rejectInvalidLink)
      const account = await findById(db, id)
      if (account !== undefined) await limits.resetLogins(account.email_key, ip)
      return { status: 200, body: { message: UPDATED } }
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
    if (account === undefined) return false
    const to = { userId: userId(account.user_id), email: account.email, firstName: account.first_name }
    await mailResetLink(tx, to, delayMs, { publicUrl, clubName })
    if (idempotency !== undefined) await writeReceipts(tx, [{ ...idempotency, outcome: receiptOf({ ok: true, response: null }) }])
    return true
  })
  if (wasSent) wakeMail()
}

function rejectInvalidLink(error: unknown): never {
  if (error instanceof RuleViolation && error.code === 'user_not_found') throw new HttpError('reset_token_invalid')
  throw error
}
