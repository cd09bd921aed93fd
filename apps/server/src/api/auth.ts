import { emailKey } from '@outlast/contract/fields/email-address'
import { type AdminGrant, userId } from '@outlast/domain'
import { type Account, findByEmail, insertAccount, isEmailTaken, saltedNames } from '../accounts/accounts.ts'
import { addressKey } from '../accounts/address.ts'
import { isSameAddress, mailAdminAddress } from '../accounts/account-links.ts'
import { findInvitation } from '../accounts/invitations.ts'
import type { LinkSettings } from '../accounts/password-links.ts'
import type { NewcomerRecorder } from '../accounts/newcomers.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import type { Passwords } from '../accounts/passwords.ts'
import { isSetupToken, needsSetupLink } from '../accounts/setup-link.ts'
import type { Config } from '../config/config.ts'
import { issuedToken, sessionAfterCheck, sessionOf, type SessionOptions } from '../accounts/sessions.ts'
import { handlers } from '../http/handler.ts'
import { HttpError } from '../lib/http-error.ts'
import { rejectCommonPassword } from '../http/reject-common-password.ts'
import { readOwnUser } from './account.ts'

export interface AuthRouteDependencies extends SessionOptions {
  readonly passwords: Passwords
  readonly limits: RateLimits
  readonly newcomers: NewcomerRecorder
  readonly admin: Pick<Config, 'production' | 'adminEmail'>
  /** The server's secret, from which the setup link is derived. */
  readonly secret: string
  readonly links: LinkSettings
  /** Called when mails are queued. */
  readonly onMail: () => void
}

/** The routes for signing in, registering, and reading the signed-in user. */
export function authRoutes(deps: AuthRouteDependencies) {
  const { db, passwords, limits, admin, links, newcomers } = deps
  return handlers({
    login: async ({ body }, { ip, userAgent }) => {
      let account: Account | undefined
      const isRight = await limits.login(emailKey(body.email), ip, async () => {
        account = await findByEmail(db, body.email)
        return passwords.verify(body.password, account?.password_hash, ip)
      })
      const session = isRight && account !== undefined ? await sessionAfterCheck(deps, account, userAgent) : undefined
      if (session === undefined) throw new HttpError('invalid_credentials')
      return { status: 200, body: session }
    },

    register: async ({ body: { setup_token: token, code, ...body } }, { ip, userAgent, submit, newNonce }) => {
      await limits.register(ip)
      const adminGrant = await grantOf(deps, token)
      const isAdminAddress = admin.adminEmail !== undefined && isSameAddress(body.email, admin.adminEmail)
      await rejectCommonPassword(passwords, 'password', body.password)
      const passwordHash = await passwords.hash(body.password, ip)
      const salt = newNonce()
      const registration = async (tx: typeof db) => ({
        names: saltedNames(body, salt),
        emailTaken: await isEmailTaken(tx, body.email),
        adminGrant,
        invitationId: await findInvitation(tx, code),
      })
      const register = () =>
        submit('RegisterUser', registration, {
          actor: { kind: 'visitor' },
          effects: async (tx, { reply, pool }) => {
            await insertAccount(tx, reply.userId, { ...body, passwordHash, salt })
            await newcomers.record(tx, ip, reply.userId)
            if (!isAdminAddress || pool.hadAdmin) return
            await mailAdminAddress(tx, { userId: reply.userId, email: body.email, firstName: body.first_name }, links)
          },
          // The receipt stores this response, so it must not contain a token. The token is signed below.
          toResponse: (accepted) => ({ id: accepted.reply.userId, ...issuedToken(accepted, accepted.reply.userId) }),
        })
      const requester = addressKey(ip)
      const reveal = () => limits.revealEmail(requester, register)
      const registered = await (code === undefined ? reveal() : limits.revealCode(requester, reveal))
      if (isAdminAddress) deps.onMail()
      const session = await sessionOf(deps, userId(registered.id), registered, { method: 'registration', userAgent })
      return { status: 201, body: session }
    },

    me: async (_input, { viewer }) => ({ status: 200, body: await readOwnUser(deps, viewer) }),
  })
}

/** Returns how this registration can create an admin. A token is checked even if the pool needs none, so that no link fails silently. */
async function grantOf({ db, admin, secret }: AuthRouteDependencies, token: string | undefined): Promise<AdminGrant> {
  if (token !== undefined) {
    if (needsSetupLink(admin) && (await isSetupToken(db, secret, token))) return 'setup_link'
    throw new HttpError('setup_link_invalid')
  }
  return admin.production || admin.adminEmail !== undefined ? 'never' : 'first_account'
}
