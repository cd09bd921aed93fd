import { type UserId, userId } from '@outlast/domain'
import type { Kysely } from 'kysely'
import {
  type Account,
  changeAccount,
  changedFields,
  deleteAccounts,
  readAddresses,
  findById,
  insertAccount,
  isEmailTaken,
  userRow,
} from '../../accounts/accounts.ts'
import { mailEmailChange } from '../../accounts/account-links.ts'
import type { RateLimits } from '../../accounts/rate-limits.ts'
import { type LinkSettings, mailInvitation, mailPasswordChosen } from '../../accounts/password-links.ts'
import { deleteSessions } from '../../accounts/devices.ts'
import { deletePasskeys } from '../../accounts/passkeys.ts'
import type { Passwords } from '../../accounts/passwords.ts'
import type { Tables } from '../../database/tables.ts'
import { broadcastMail } from '../../mail/templates.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { handlers, NO_CONTENT } from '../handler.ts'
import { checkOwnEmailChange } from './account.ts'
import { rejectCommonPassword } from '../reject-common-password.ts'
import { HttpError } from '../../lib/http-error.ts'
import type { ReadDependencies } from './read-dependencies.ts'

export interface AdminPeopleDependencies extends Pick<ReadDependencies, 'db' | 'pool'> {
  readonly passwords: Passwords
  readonly limits: RateLimits
  readonly links: LinkSettings
  /** Called when mails are queued. */
  readonly onMail: () => void
}

/** Accounts, purges and broadcasts for admins. Personal data is written to tables beside the log, never to events. */
export function adminPeopleRoutes(deps: AdminPeopleDependencies) {
  const { db, links } = deps
  return handlers({
    adminCreateUser: async ({ body }, { ip, submit }) => {
      if (body.password !== undefined) await rejectCommonPassword(deps.passwords, 'password', body.password)
      const passwordHash = body.password === undefined ? null : await deps.passwords.hash(body.password, ip)
      const readCommand = async (tx: Kysely<Tables>) => ({
        emailTaken: await isEmailTaken(tx, body.email),
        hasPassword: passwordHash !== null,
      })
      const created = await submit('CreateUser', readCommand, {
        toResponse: ({ reply }) => ({ userId: reply.userId }),
        effects: async (tx, { reply }) => {
          await insertAccount(tx, reply.userId, { ...body, passwordHash })
          const mail = passwordHash === null ? mailInvitation : mailPasswordChosen
          await mail(tx, { ...recipientOf(body), userId: reply.userId }, links)
        },
      })
      deps.onMail()
      return { status: 201, body: await readUser(deps, created.userId) }
    },
    adminUpdateUser: async ({ params, body }, { viewer, ip, submit }) => {
      const { is_admin: isAdmin, current_password: _, ...change } = body
      if (viewer.kind === 'admin' && viewer.userId === params.id) await checkOwnEmailChange(deps, params.id, body, ip)
      const readCommand = async (tx: Kysely<Tables>) => {
        const fields = changedFields(await findById(tx, params.id), change)
        const emailTaken = change.email !== undefined && (await isEmailTaken(tx, change.email, params.id))
        return { userId: params.id, fields, emailTaken, isAdmin }
      }
      await submit('ChangeProfile', readCommand, {
        toResponse: () => null,
        effects: async (tx, { events }) => {
          const before = await findById(tx, params.id)
          await changeAccount(tx, params.id, change)
          for (const { type, data } of events) {
            if (type !== 'EmailChangedByAdmin' || before === undefined || change.email === undefined) continue
            await mailEmailChange(tx, before, change.email, data.sealedUntil, links)
            await deletePasskeys(tx, data.userId)
            await deleteSessions(tx, data.userId)
          }
        },
      })
      if (change.email !== undefined) deps.onMail()
      return { status: 200, body: await readUser(deps, params.id) }
    },
    adminDeleteUser: async ({ params }, { submit }) => {
      await submit(
        'DeleteUser',
        { userId: params.id },
        {
          toResponse: () => null,
          effects: (tx) => deleteAccounts(tx, [params.id]),
        },
      )
      return NO_CONTENT
    },
    purgeUsersAndEntries: async (_input, { submit }) => ({
      status: 200,
      body: await submit(
        'PurgeUsersAndEntries',
        {},
        {
          toResponse: ({ reply }) => reply,
          effects: async (tx, { pool }) => deleteAccounts(tx, await accountsWithout(tx, (id) => pool.users.has(id))),
        },
      ),
    }),
    broadcast: async ({ body }, { submit }) => {
      const readCommand = async (tx: Kysely<Tables>) => ({ recipients: (await readAddresses(tx)).length })
      const counts = await submit('QueueBroadcast', readCommand, {
        toResponse: ({ events }) => ({
          sent: events.findLast((event) => event.type === 'BroadcastQueued')?.data.recipients ?? 0,
        }),
        effects: async (tx) => void (await enqueueMail(tx, [broadcastMail(await readAddresses(tx), body.subject, body.text)])),
      })
      deps.onMail()
      return { status: 200, body: counts }
    },
  })

  function recipientOf(body: { readonly email: string; readonly first_name: string }) {
    return { email: body.email, firstName: body.first_name }
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
