import { userId } from '@outlast/domain'
import { type Account, emailKey, findByEmail, insertAccount, isEmailTaken } from '../../accounts/accounts.ts'
import { addressKey } from '../../accounts/address.ts'
import type { RateLimits } from '../../accounts/rate-limits.ts'
import type { Passwords } from '../../accounts/passwords.ts'
import { sessionAfterCheck, sessionOf, type SessionOptions } from '../../accounts/sessions.ts'
import { handlers } from '../handler.ts'
import { HttpError } from '../../lib/http-error.ts'
import { rejectCommonPassword } from '../reject-common-password.ts'
import { readOwnUser } from './account.ts'

export interface AuthRouteDependencies extends SessionOptions {
  readonly passwords: Passwords
  readonly limits: RateLimits
  /** `ADMIN_EMAIL`. */
  readonly adminEmail: string | undefined
}

/** The routes for signing in, registering, and reading the signed-in user. */
export function authRoutes(deps: AuthRouteDependencies) {
  const { db, passwords, limits, adminEmail } = deps
  return handlers({
    login: async ({ body }, { ip }) => {
      let account: Account | undefined
      const isRight = await limits.login(emailKey(body.email), ip, async () => {
        account = await findByEmail(db, body.email)
        return passwords.verify(body.password, account?.password_hash, ip)
      })
      const session = isRight && account !== undefined ? await sessionAfterCheck(deps, account) : undefined
      if (session === undefined) throw new HttpError('invalid_credentials')
      return { status: 200, body: session }
    },

    register: async ({ body }, { ip, submit }) => {
      await limits.register(ip)
      await rejectCommonPassword(passwords, 'password', body.password)
      const passwordHash = await passwords.hash(body.password, ip)
      const registration = async (tx: typeof db) => ({
        emailTaken: await isEmailTaken(tx, body.email),
        isConfiguredAdmin: adminEmail === undefined ? null : emailKey(body.email) === emailKey(adminEmail),
      })
      const registered = await limits.revealEmail(addressKey(ip), () =>
        submit('RegisterUser', registration, {
          actor: { kind: 'visitor' },
          effects: (tx, { reply }) => insertAccount(tx, reply.userId, { ...body, passwordHash }),
          // The receipt stores this response, so it must not contain a token. The token is signed below.
          toResponse: ({ reply, pool }) => ({ id: reply.userId, logins: pool.users.get(reply.userId)?.tokenVersion ?? 0 }),
        }),
      )
      return { status: 201, body: await sessionOf(deps, userId(registered.id), registered.logins) }
    },

    me: async (_input, { viewer }) => ({ status: 200, body: await readOwnUser(deps, viewer) }),
  })
}
