import { type Instant, instantToMs } from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { AttemptFailed, RecipientGone, type Transport } from '../../outbox/transport.ts'
import { sendMessage } from './send.ts'
import { signatureHeaders } from './signature.ts'
import type { TargetRules } from './target.ts'

interface WebhookOptions {
  readonly db: Kysely<Tables>
  /** Real time, for the signatures. */
  readonly now: () => Instant
  readonly rules: TargetRules
}

/** Sends the messages of webhooks, signed by the specification of Standard Webhooks. A message goes to the webhook with the id `to`. */
export function webhookTransport({ db, now, rules }: WebhookOptions): Transport {
  return {
    domain: 'webhook',
    send: async ({ to, messageId, text: body }, signal) => {
      const webhook = await db.selectFrom('webhooks').select(['url', 'secret']).where('id', '=', Number(to)).executeTakeFirst()
      if (webhook === undefined) throw new RecipientGone('The webhook was deleted')
      const timestamp = Math.floor(instantToMs(now()) / 1000)
      const id = `msg_${messageId.replace(/@.*/, '')}`
      const headers = signatureHeaders(webhook.secret, { id, timestamp, body })
      const { ok, status, error } = await sendMessage({ url: webhook.url, headers, body }, rules, signal)
      if (!ok) throw new AttemptFailed(error ?? '', status)
      return status ?? undefined
    },
    close: () => {},
  }
}
