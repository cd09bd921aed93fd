import { type UserId, userId } from '@outlast/domain'
import type { Kysely } from 'kysely'
import { findById, lockAccounts, revokeLinks, userRow } from '../accounts/accounts.ts'
import { readInvited } from '../accounts/invited.ts'
import { deleteInvitation, insertInvitation, newInvitationCode, readInvitations } from '../accounts/invitations.ts'
import { type LinkSettings, mailInvitations } from '../accounts/password-links.ts'
import { writeOnce } from '../commands/write-once.ts'
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
    invitedMembers: async (_input, { now }) => ({ status: 200, body: await readInvited(db, now) }),
    inviteMembers: async ({ body }, { actor, now, idempotency }) => {
      const mails = await writeOnce(db, idempotency, async (tx) => {
        const { members } = await readInvited(tx, now)
        const wanted = new Set<number>(body.user_ids)
        const due = members.flatMap(({ user_id: id, next_at }) => (wanted.has(id) && next_at === null ? [userId(id)] : []))
        await mailInvitations(tx, await withoutLinks(tx, due), { actor, pool: pool(), now }, links)
        return due.length
      })
      onMail()
      return { status: 200, body: { mails } }
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

  /** Locks members, so that two invitations at once leave one valid link, and revokes their earlier links. */
  async function withoutLinks(tx: Kysely<Tables>, ids: readonly UserId[]) {
    const accounts = await lockAccounts(tx, ids)
    for (const account of accounts) await revokeLinks(tx, account)
    return accounts.map(({ user_id: id, email, first_name: firstName }) => ({ userId: userId(id), email, firstName }))
  }

  async function mailApproval(tx: Kysely<Tables>, id: Parameters<typeof findById>[1]): Promise<void> {
    const account = await findById(tx, id)
    if (account === undefined) return
    const to = { clubName: links.clubName(), email: account.email, firstName: account.first_name }
    await enqueueMail(tx, [approvalMail(to, links.publicUrl)])
  }
}
