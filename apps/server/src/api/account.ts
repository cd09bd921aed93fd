import { emailKey } from '@outlast/contract/fields/email-address'
import type { ProfileBody, User } from '@outlast/contract'
import { errorMessage } from '@outlast/contract/errors'
import type { UserId } from '@outlast/domain'
import { changeAccount, findById, isEmailTaken, profileChange, setPassword } from '../accounts/accounts.ts'
import { deleteSessions } from '../accounts/devices.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import type { Passwords } from '../accounts/passwords.ts'
import { issuedToken, sessionOf, type SessionOptions, userOf } from '../accounts/sessions.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { isRepeated } from '../commands/receipts.ts'
import { handlers, NO_CONTENT } from '../http/handler.ts'
import { HttpError } from '../lib/http-error.ts'
import { rejectCommonPassword } from '../http/reject-common-password.ts'

/** What a check of the current password needs. */
type PasswordCheck = Pick<AccountRouteDependencies, 'db' | 'passwords' | 'limits'>

export interface AccountRouteDependencies extends SessionOptions {
  readonly passwords: Passwords
  readonly limits: RateLimits
}

/** The routes of the signed-in user's own account. */
export function accountRoutes(deps: AccountRouteDependencies) {
  const { db, passwords, limits } = deps
  return handlers({
    getAccount: async (_input, { viewer }) => ({ status: 200, body: await readOwnUser(deps, viewer) }),

    updateAccount: async ({ body }, { viewer, ip, seal, submit, newNonce }) => {
      const id = memberId(viewer)
      await checkOwnEmailChange(deps, id, body, ip)
      const salt = newNonce()
      const change = async (tx: typeof db) => {
        const emailTaken = body.email !== undefined && (await isEmailTaken(tx, body.email, id))
        return { userId: id, emailTaken, ...profileChange(await findById(tx, id), body, salt) }
      }
      const submitChange = () =>
        submit('ChangeProfile', change, {
          effects: (tx) => changeAccount(tx, id, body, seal === undefined, salt),
          toResponse: () => null,
        })
      await (body.email === undefined ? submitChange() : limits.revealEmail(`user ${id}`, submitChange))
      return { status: 200, body: await readOwnUser(deps, viewer) }
    },

    changePassword: async ({ body }, { viewer, ip, sessionId, userAgent, submit, idempotency }) => {
      const id = memberId(viewer)
      // A repeat comes after the change, so the password that it sends as the current one no longer is.
      if (!(await isRepeated(db, idempotency))) await checkCurrentPassword(deps, id, body.current_password, ip)
      await rejectCommonPassword(passwords, 'new_password', body.new_password)
      const passwordHash = await passwords.hash(body.new_password, ip)
      const issued = await submit(
        'ChangePassword',
        { userId: id, by: 'self' },
        {
          effects: (tx) => setPassword(tx, id, passwordHash, sessionId),
          toResponse: (accepted) => issuedToken(accepted, id, sessionId),
        },
      )
      return { status: 200, body: await sessionOf(deps, id, issued, { method: 'password', userAgent }) }
    },

    signOutEverywhere: async (_input, { viewer, submit }) => {
      const id = memberId(viewer)
      await submit('EndLogins', {}, { effects: (tx) => deleteSessions(tx, id), toResponse: () => null })
      return NO_CONTENT
    },
  })
}

/** Reads the viewer's own account. */
export async function readOwnUser(deps: Pick<SessionOptions, 'db' | 'follower'>, viewer: Viewer): Promise<User> {
  return userOf(deps, memberId(viewer))
}

/** Returns the viewer’s user id. serve-route.ts has rejected visitors already; the check narrows the type. */
export function memberId(viewer: Viewer): UserId {
  if (viewer.kind === 'visitor') throw new HttpError('unauthenticated')
  return viewer.userId
}

/** Requires the current password for a new e-mail address, so that an open login is not enough to take over an account. */
export async function checkOwnEmailChange(
  deps: PasswordCheck,
  id: UserId,
  body: Pick<ProfileBody, 'email' | 'current_password'>,
  ip: string,
): Promise<void> {
  if (body.email === undefined) return
  const account = await findById(deps.db, id)
  if (account === undefined || emailKey(account.email_key) === emailKey(body.email)) return
  if (body.current_password !== undefined) return checkCurrentPassword(deps, id, body.current_password, ip)
  const message = 'Current password required'
  throw new HttpError('invalid_input', { message, extras: { fields: { current_password: message } } })
}

export async function checkCurrentPassword(
  { db, passwords, limits }: PasswordCheck,
  id: UserId,
  password: string,
  ip: string,
): Promise<void> {
  const account = await findById(db, id)
  const isRight = await limits.currentPassword(id, () => passwords.verify(password, account?.password_hash, ip))
  if (isRight) return
  throw new HttpError('password_wrong', { extras: { fields: { current_password: errorMessage('password_wrong') } } })
}
