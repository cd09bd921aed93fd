import type { Kysely } from 'kysely'
import { findById, userRow } from '../accounts/accounts.ts'
import { deleteInvitation, insertInvitation, newInvitationCode, readInvitations } from '../accounts/invitations.ts'
import type { LinkSettings } from '../accounts/password-links.ts'
import type { Tables } from '../database/tables.ts'
import { HttpError } from '../lib/http-error.ts'
import { enqueueMail } from '../outbox/outbox.ts'
import { approvalMail } from '../channels/mail/templates.ts'
import { handlers, NO_CONTENT } from '../http/handler.ts'
import type { ReadDependencies } from './read-dependencies.ts'

interface AdminJoiningDependencies extends Pick<ReadDependencies, 'db' | 'pool'> {
  readonly links: LinkSettings
  /** Called when mails are queued. */
  readonly onMail: () => void
}

/** Who may register, invitations, and the approval of accounts. */
export function adminJoiningRoutes({ db, pool, links, onMail }: AdminJoiningDependencies) {
  return handlers({
    changeJoining: async ({ body }, { submit }) => {
      const mode = await submit('ChangeJoining', body, { toResponse: (run) => run.pool.joining })
      return { status: 200, body: { mode } }
    },
    listInvitations: async () => ({ status: 200, body: [...(await readInvitations(db, pool(), links.publicUrl))] }),
    createInvitation: async ({ body }, { submit }) => {
      const limits = { maxUses: body.max_uses ?? null, expiresAt: body.expires_at ?? null }
      const code = newInvitationCode()
      const id = await submit('CreateInvitation', limits, {
        // The receipt must not contain the code, which a repeat of the request reads below.
        toResponse: ({ reply }) => reply.invitationId,
        effects: (tx, { reply }) => insertInvitation(tx, reply.invitationId, code, body.label),
      })
      const created = (await readInvitations(db, pool(), links.publicUrl, id))[0]
      // Revoked before the request was repeated.
      if (created === undefined) throw new HttpError('invitation_not_found')
      return { status: 201, body: created }
    },
    revokeInvitation: async ({ params }, { submit }) => {
      await submit(
        'RevokeInvitation',
        { invitationId: params.id },
        { toResponse: () => null, effects: (tx) => deleteInvitation(tx, params.id) },
      )
      return NO_CONTENT
    },
    approveUser: async ({ params }, { submit }) => {
      await submit(
        'ApproveUser',
        { userId: params.id },
        {
          toResponse: () => null,
          effects: async (tx, { events }) => {
            if (events.some(({ type }) => type === 'UserApproved')) await mailApproval(tx, params.id)
          },
        },
      )
      onMail()
      const account = await findById(db, params.id)
      const row = account === undefined ? undefined : userRow(account, pool())
      if (row === undefined) throw new HttpError('user_not_found')
      return { status: 200, body: row }
    },
  })

  async function mailApproval(tx: Kysely<Tables>, id: Parameters<typeof findById>[1]): Promise<void> {
    const account = await findById(tx, id)
    if (account === undefined) return
    const to = { clubName: links.clubName(), email: account.email, firstName: account.first_name }
    await enqueueMail(tx, [approvalMail(to, links.publicUrl)])
  }
}
