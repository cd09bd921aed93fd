import { userId } from '@outlast/domain'
import type { Kysely } from 'kysely'
import { deleteAccountLink, findAccountLink, isSameAddress } from '../accounts/account-links.ts'
import { findById } from '../accounts/accounts.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import type { Tables } from '../database/tables.ts'
import { handlers } from '../http/handler.ts'

interface AccountLinkDependencies {
  readonly limits: RateLimits
  /** `ADMIN_EMAIL`. */
  readonly adminEmail: string | undefined
}

/** The user id of an invalid link. It never exists, so the rules reject the command. */
const NO_USER = userId(0)

const CONFIRMED = 'Thank you. The picks are not sealed any more.'
const IS_ADMIN = 'Thank you. This account is the pool’s admin now.'

/** The routes for links in mails that need no login, because the mailbox is the proof. Each link works once. */
export function accountLinkRoutes({ limits, adminEmail }: AccountLinkDependencies) {
  return handlers({
    confirmEmailChange: async ({ body }, { ip, submit }) => {
      await limits.resetSubmit(ip)
      const readCommand = async (tx: Kysely<Tables>) => ({
        userId: (await findAccountLink(tx, 'email_change', body.token))?.userId ?? NO_USER,
      })
      await submit('ConfirmEmailChange', readCommand, {
        actor: { kind: 'visitor' },
        effects: async (tx, { events }) => {
          for (const { type, data } of events) {
            if (type === 'PicksUnsealed') await deleteAccountLink(tx, data.userId, 'email_change')
          }
        },
        toResponse: () => null,
      })
      return { status: 200, body: { message: CONFIRMED } }
    },

    confirmAdmin: async ({ body }, { ip, submit }) => {
      await limits.resetSubmit(ip)
      await submit('ClaimAdmin', async (tx) => ({ userId: await claimant(tx, body.token) }), {
        actor: { kind: 'visitor' },
        effects: async (tx, { events }) => {
          for (const { type, data } of events)
            if (type === 'AdminGranted') await deleteAccountLink(tx, data.userId, 'admin_email')
        },
        toResponse: () => null,
      })
      return { status: 200, body: { message: IS_ADMIN } }
    },
  })

  /** Returns whom a link makes an admin. The account must still have the address that it confirms, which must still be `ADMIN_EMAIL`. */
  async function claimant(tx: Kysely<Tables>, token: string) {
    const link = await findAccountLink(tx, 'admin_email', token)
    const account = link === undefined ? undefined : await findById(tx, link.userId)
    if (link === undefined || account === undefined || adminEmail === undefined) return NO_USER
    return isSameAddress(account.email, adminEmail) && isSameAddress(link.address, adminEmail) ? link.userId : NO_USER
  }
}
