import type { RouteInput } from '@outlast/contract/routes'
import { type UserId, userId, visibleTo } from '@outlast/domain'
import type { Kysely } from 'kysely'
import {
  type Account,
  changeAccount,
  deleteAccounts,
  findById,
  insertAccount,
  isEmailTaken,
  profileChange,
  saltedNames,
  userRow,
} from '../accounts/accounts.ts'
import { listNewcomers, madeBy } from '../accounts/newcomers.ts'
import { mailEmailChange } from '../accounts/account-links.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import { type LinkSettings, mailInvitations, mailPasswordChosen } from '../accounts/password-links.ts'
import { deleteSessions } from '../accounts/devices.ts'
import { deletePasskeys } from '../accounts/passkeys.ts'
import type { Passwords } from '../accounts/passwords.ts'
import type { Tables } from '../database/tables.ts'
import { commandCall, previewedCall } from '../http/command-call.ts'
import { handlers, NO_CONTENT } from '../http/handler.ts'
import { checkOwnEmailChange } from './account.ts'
import { rejectCommonPassword } from '../http/reject-common-password.ts'
import { HttpError } from '../lib/http-error.ts'
import type { ReadDependencies } from './read-dependencies.ts'

export interface AdminPeopleDependencies extends Pick<ReadDependencies, 'db' | 'pool'> {
  readonly passwords: Passwords
  readonly limits: RateLimits
  readonly links: LinkSettings
  /** Called when mails are queued. */
  readonly onMail: () => void
}

/** Accounts and purges for admins. Personal data is written to tables beside the log, never to events. */
export function adminPeopleRoutes(deps: AdminPeopleDependencies) {
  const { db, links } = deps
  return handlers({
    adminCreateUser: async ({ body }, { ip, submit, actor, now, newNonce }) => {
      if (body.password !== undefined) await rejectCommonPassword(deps.passwords, 'password', body.password)
      const passwordHash = body.password === undefined ? null : await deps.passwords.hash(body.password, ip)
      const salt = newNonce()
      const readCommand = async (tx: Kysely<Tables>) => ({
        names: saltedNames(body, salt),
        emailTaken: await isEmailTaken(tx, body.email),
        hasPassword: passwordHash !== null,
        takesOver: body.entry_ids,
      })
      const created = await submit('CreateUser', readCommand, {
        toResponse: ({ reply }) => ({ userId: reply.userId }),
        effects: async (tx, { reply, pool }) => {
          await insertAccount(tx, reply.userId, { ...body, passwordHash, salt })
          const to = { ...recipientOf(body), userId: reply.userId }
          if (passwordHash === null) await mailInvitations(tx, [to], { actor, pool, now }, links)
          else await mailPasswordChosen(tx, to, links)
        },
      })
      deps.onMail()
      return { status: 201, body: await readUser(deps, created.userId) }
    },
    adminUpdateUser: previewedCall(
      'adminUpdateUser',
      async (input, { newNonce }) => ({ type: 'ChangeProfile', data: await readChange(db, input, newNonce()) }),
      async (input, { viewer, ip, seal, submit, newNonce }) => {
        const { params, body } = input
        const salt = newNonce()
        if (viewer.kind === 'admin' && viewer.userId === params.id) await checkOwnEmailChange(deps, params.id, body, ip)
        await submit('ChangeProfile', (tx) => readChange(tx, input, salt), {
          toResponse: () => null,
          effects: async (tx, { events }) => {
            const before = await findById(tx, params.id)
            const isByOwner = viewer.kind === 'admin' && viewer.userId === params.id && seal === undefined
            await changeAccount(tx, params.id, profileChangeOf(body), isByOwner, salt)
            for (const { type, data } of events) {
              if (type !== 'EmailChangedByAdmin' || before === undefined || body.email === undefined) continue
              await mailEmailChange(tx, before, body.email, data.sealedUntil, links)
              await deletePasskeys(tx, data.userId)
              await deleteSessions(tx, data.userId)
            }
          },
        })
        if (body.email !== undefined) deps.onMail()
        return { status: 200, body: await readUser(deps, params.id) }
      },
    ),
    adminDeleteUser: commandCall('adminDeleteUser', {
      toCommand: ({ params }) => ({ type: 'DeleteUser', data: { userId: params.id } }),
      toResponse: () => null,
      effects: (tx, _accepted, { params }) => deleteAccounts(tx, [params.id]),
      answer: () => NO_CONTENT,
    }),
    newcomers: async (_input, { actor }) => ({ status: 200, body: await listNewcomers(db, visibleTo(deps.pool(), actor)) }),
    removeNewcomers: commandCall('removeNewcomers', {
      toCommand: async ({ body }) => ({
        type: 'RemoveNewcomers',
        data: await madeBy(db, body.address, body.user_ids, body.entry_ids),
      }),
      metadata: ({ body }) => ({
        reason: `Asked to remove ${body.user_ids.length} accounts and ${body.entry_ids.length} entries of one network address`,
      }),
      effects: (tx, { reply }) => deleteAccounts(tx, reply.users),
      toResponse: ({ reply }) => ({ accounts: reply.users.length, entries: reply.entries }),
      answer: (body) => ({ status: 200, body }),
    }),
    purgeUsersAndEntries: commandCall('purgeUsersAndEntries', {
      toCommand: () => ({ type: 'PurgeUsersAndEntries', data: {} }),
      toResponse: ({ reply }) => reply,
      effects: async (tx, { pool }) => deleteAccounts(tx, await accountsWithout(tx, (id) => pool.users.has(id))),
      answer: (body) => ({ status: 200, body }),
    }),
  })

  function recipientOf(body: { readonly email: string; readonly first_name: string }) {
    return { email: body.email, firstName: body.first_name }
  }

  async function readChange(tx: Kysely<Tables>, { params, body }: RouteInput<'adminUpdateUser'>, salt: string) {
    const change = profileChange(await findById(tx, params.id), profileChangeOf(body), salt)
    const emailTaken = body.email !== undefined && (await isEmailTaken(tx, body.email, params.id))
    return { userId: params.id, emailTaken, isAdmin: body.is_admin, roles: body.roles, handsOver: body.hands_over, ...change }
  }

  async function accountsWithout(tx: Kysely<Tables>, isKept: (id: UserId) => boolean): Promise<readonly UserId[]> {
    const rows = await tx.selectFrom('accounts').select('user_id').execute()
    return rows.map((row) => userId(row.user_id)).filter((id) => !isKept(id))
  }

  async function readUser({ pool }: AdminPeopleDependencies, id: UserId) {
    const account: Account | undefined = await findById(db, id)
    const row = account === undefined ? undefined : userRow(account, pool())
    if (row === undefined) throw new HttpError('user_not_found')
    return row
  }
}

/** The role is in the log, and a password is only compared. */
function profileChangeOf(body: RouteInput<'adminUpdateUser'>['body']) {
  const { is_admin: _isAdmin, roles: _roles, hands_over: _handsOver, current_password: _password, ...change } = body
  return change
}
