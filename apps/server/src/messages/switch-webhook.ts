import { type Actor, type PoolState, userId } from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { CommandQueue } from '../commands/queue.ts'
import type { Tables } from '../database/tables.ts'
import { enqueueMail } from '../outbox/outbox.ts'
import { webhookOffMail } from '../channels/mail/templates.ts'
import { hasWebhooks, setSwitch } from '../channels/webhook/store.ts'
import { startNews } from './check-news.ts'

type Db = Kysely<Tables>

type Queue = Pick<CommandQueue, 'submit'>

/** Switches off a webhook that has failed for too long, and mails the admins. If several processes try, only one succeeds. */
export async function switchOffWebhook(
  queue: Queue,
  id: number,
  { clubName, publicUrl }: { readonly clubName: string; readonly publicUrl: string },
): Promise<void> {
  await switchWebhook(queue, { kind: 'system' }, id, false, async (tx, pool, label) => {
    await enqueueMail(tx, [
      webhookOffMail(await adminAddresses(tx, pool), { clubName, label, url: `${publicUrl}/admin/webhooks` }),
    ])
  })
}

/** Switches a webhook on again after a test. */
export async function switchOnWebhook(queue: Queue, actor: Actor, id: number): Promise<void> {
  await switchWebhook(queue, actor, id, true, async () => {})
}

async function switchWebhook(
  queue: Queue,
  actor: Actor,
  id: number,
  isOn: boolean,
  onSwitched: (tx: Db, pool: PoolState, label: string) => Promise<void>,
): Promise<void> {
  await queue.submit({
    envelope: async (tx: Db) => {
      const exists = (await labelOf(tx, id, !isOn)) !== undefined
      return { command: { type: 'SwitchWebhook', data: { webhookId: id, isOn, exists } }, actor }
    },
    effects: async (tx, { events, pool }) => {
      for (const { type, position, recordedAt } of events) {
        if (type !== 'WebhookSwitched') continue
        const label = (await labelOf(tx, id, !isOn)) ?? ''
        if (isOn && !pool.reminders.enabled && !(await hasWebhooks(tx))) await startNews(tx, pool, { position, recordedAt })
        await setSwitch(tx, id, isOn)
        await onSwitched(tx, pool, label)
      }
    },
    toResponse: () => null,
  })
}

/** Returns the label of a webhook if it is on (`isOn`) or off (otherwise). */
async function labelOf(db: Db, id: number, isOn: boolean): Promise<string | undefined> {
  const query = db.selectFrom('webhooks').select('label').where('id', '=', id)
  return (await query.where('switched_off_at', isOn ? 'is' : 'is not', null).executeTakeFirst())?.label
}

async function adminAddresses(tx: Db, pool: PoolState): Promise<readonly string[]> {
  const rows = await tx.selectFrom('accounts').select(['user_id', 'email']).orderBy('user_id').execute()
  return rows.filter(({ user_id }) => pool.users.get(userId(user_id))?.isAdmin === true).map(({ email }) => email)
}
