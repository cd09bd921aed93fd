import { type Audience, audienceOf, currentSiteTime, visibleTo } from '@outlast/domain'
import type { Kysely } from 'kysely'
import { findById, readAccountIds, readAddresses } from '../accounts/accounts.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import { broadcastMail } from '../channels/mail/templates.ts'
import { writeOnce } from '../commands/write-once.ts'
import type { Tables } from '../database/tables.ts'
import { enqueueMail, type MailDraft } from '../outbox/outbox.ts'
import { handlers, type Submit } from '../http/handler.ts'
import { memberId } from './account.ts'
import type { ReadDependencies } from './read-dependencies.ts'

export interface BroadcastDependencies extends Pick<ReadDependencies, 'db' | 'pool'> {
  readonly limits: RateLimits
  /** The sender of the pool's mails. */
  readonly from: string
  /** Called when mails are queued. */
  readonly onMail: () => void
}

/** Mails of admins to the members, and what they would do. */
export function broadcastRoutes(deps: BroadcastDependencies) {
  const { db, pool, limits, from } = deps
  return handlers({
    broadcast: async ({ body: { subject, text, audience } }, { submit }) => {
      const sent = await queueBroadcast(submit, audience, (emails) => broadcastMail(emails, subject, text))
      deps.onMail()
      return { status: 200, body: sent }
    },

    previewBroadcast: async ({ body }, { viewer, actor, now, idempotency }) => {
      const { subject, text, audience = 'all', test = false } = body
      const id = memberId(viewer)
      const mail = broadcastMail([], subject, text)
      const members = audienceOf(visibleTo(pool(), actor), audience, currentSiteTime(pool(), now))
      const recipients = (await readAccountIds(db)).filter((account) => members.has(account)).length
      const address = test ? ((await findById(db, id))?.email ?? null) : null
      const response = {
        audience,
        recipients,
        mail: { from, subject: mail.subject, text: mail.text },
        is_rehearsal: pool().siteClock.mode !== 'real',
        test_sent_to: address,
      }
      if (address === null) return { status: 200, body: response }
      await writeOnce(db, idempotency, async (tx) => {
        await limits.testMessage(id)
        await enqueueMail(tx, [{ ...mail, kind: 'test', to: [address] }])
      })
      deps.onMail()
      return { status: 200, body: response }
    },
  })
}

/** Queues a mail for an audience, and returns how many it goes to. Wake the mail worker afterwards. */
export function queueBroadcast(
  submit: Submit,
  audience: Audience | undefined,
  mailTo: (emails: readonly string[]) => MailDraft,
): Promise<{ sent: number }> {
  const readCommand = async (tx: Kysely<Tables>) => ({ audience: audience ?? 'all', accounts: await readAccountIds(tx) })
  return submit('QueueBroadcast', readCommand, {
    toResponse: ({ reply }) => ({ sent: reply.userIds.length }),
    effects: async (tx, { reply: { userIds }, events }) => {
      const cause = events.find((event) => event.type === 'BroadcastQueued')?.position
      await enqueueMail(tx, [{ ...mailTo(await readAddresses(tx, userIds)), cause }])
    },
  })
}
