import { randomUUID } from 'node:crypto'
import type { Webhook } from '@outlast/contract'
import { type Actor, type Instant, WEBHOOK_NEWS_EVENTS } from '@outlast/domain'
import { type Kysely, sql } from 'kysely'
import type { RateLimits } from '../limits/rate-limits.ts'
import { isRepeated } from '../commands/receipts.ts'
import type { CommandQueue } from '../commands/queue.ts'
import { writeOnce } from '../commands/write-once.ts'
import type { Tables } from '../database/tables.ts'
import { HttpError } from '../lib/http-error.ts'
import { startNews } from '../messages/check-news.ts'
import { switchOnWebhook } from '../messages/switch-webhook.ts'
import type { ClubMessage } from '../channels/webhook/message.ts'
import { newWebhookSecret } from '../channels/webhook/signature.ts'
import { enqueueDelivery, hasWebhooks, readDelivery, readWebhooks } from '../channels/webhook/store.ts'
import type { ChannelWorker } from '../outbox/worker.ts'
import { resolveTarget, TargetRejected, type TargetRules } from '../channels/webhook/target.ts'
import { handlers, NO_CONTENT } from '../http/handler.ts'
import type { ReadDependencies } from './read-dependencies.ts'

// Raw SQL: the next id of a sequence.

export interface WebhookRouteDependencies extends Pick<ReadDependencies, 'db'> {
  readonly targets: TargetRules
  readonly limits: Pick<RateLimits, 'testMessage'>
  readonly worker: Pick<ChannelWorker, 'attemptOnce'>
  readonly queue: Pick<CommandQueue, 'submit'>
  readonly clubName: () => string
  readonly publicUrl: string
  readonly now: () => Instant
}

type Db = Kysely<Tables>

/** The services that receive the pool's public news. Their addresses and secrets are in a table beside the log. */
export function webhookRoutes(deps: WebhookRouteDependencies) {
  const { db, targets } = deps
  return handlers({
    listWebhooks: async () => ({ status: 200, body: await readWebhooks(db) }),

    createWebhook: async ({ body }, { submit }) => {
      const url = new URL(body.url)
      await resolveTarget(url, targets).catch(rejectAddress)
      const command = async (tx: Db) => {
        const { rows } = await sql<{ id: number }>`SELECT nextval('webhook_ids')::float8 AS id`.execute(tx)
        const existing = await tx.selectFrom('webhooks').select('id').execute()
        const { preset = 'standard', events = [...WEBHOOK_NEWS_EVENTS] } = body
        return { webhookId: rows[0]?.id ?? 0, preset, events, existing: existing.length }
      }
      const { id } = await submit('AddWebhook', command, {
        effects: async (tx, { events: recorded, pool }) => {
          for (const { type, data, position, recordedAt } of recorded) {
            if (type !== 'WebhookAdded') continue
            if (!pool.reminders.enabled && !(await hasWebhooks(tx))) await startNews(tx, pool, { position, recordedAt })
            const { webhookId, preset, events } = data
            await tx
              .insertInto('webhooks')
              .values({
                id: webhookId,
                label: body.label ?? url.hostname,
                preset,
                events: [...events],
                url: url.href,
                secret: newWebhookSecret(),
                created_at: recordedAt,
              })
              .execute()
          }
        },
        toResponse: ({ events }) => ({ id: events.find((event) => event.type === 'WebhookAdded')?.data.webhookId ?? 0 }),
      })
      const webhook = await requireWebhook(db, id)
      return { status: 201, body: { ...webhook, secret: await secretOf(db, id) } }
    },

    deleteWebhook: async ({ params: { id } }, { submit }) => {
      const command = async (tx: Db) => ({ webhookId: id, exists: await exists(tx, id) })
      await submit('RemoveWebhook', command, {
        effects: async (tx) => void (await tx.deleteFrom('webhooks').where('id', '=', id).execute()),
        toResponse: () => null,
      })
      return NO_CONTENT
    },

    testWebhook: async ({ params: { id } }, { actor, viewer, idempotency }) => {
      await requireWebhook(db, id)
      if (viewer.kind !== 'visitor' && !(await isRepeated(db, idempotency))) await deps.limits.testMessage(viewer.userId)
      const key = `test:${idempotency?.keyHash ?? randomUUID()}`
      await writeOnce(db, idempotency, async (tx) => {
        const receiver = await tx
          .selectFrom('webhooks')
          .select(['id', 'preset', 'url'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        // Not due for the workers: this request makes the only attempt.
        await enqueueDelivery(tx, receiver, testMessage(key, deps), deps.clubName(), deps.now(), { isDue: false })
      })
      await attemptTest(deps, id, key, actor)
      return { status: 200, body: (await readDelivery(db, id, key)) ?? notFound() }
    },
  })
}

function testMessage(key: string, { clubName, publicUrl }: WebhookRouteDependencies): ClubMessage {
  return {
    key,
    event: 'test',
    text: (escape) => `This is a test message from ${escape(clubName())}. The pool’s news will arrive here:`,
    url: publicUrl,
    data: {},
  }
}

/** Attempts to deliver a test message. Does nothing if an earlier request with the same key has attempted it. */
async function attemptTest({ worker, queue }: WebhookRouteDependencies, id: number, key: string, actor: Actor): Promise<void> {
  if ((await worker.attemptOnce(id, key)) === 'delivered') await switchOnWebhook(queue, actor, id)
}

function rejectAddress(error: unknown): never {
  if (!(error instanceof TargetRejected)) throw error
  throw new HttpError('invalid_input', { message: error.message, extras: { fields: { url: error.message } } })
}

async function exists(db: Db, id: number): Promise<boolean> {
  return (await db.selectFrom('webhooks').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

async function requireWebhook(db: Db, id: number): Promise<Webhook> {
  return (await readWebhooks(db, id))[0] ?? notFound()
}

async function secretOf(db: Db, id: number): Promise<string> {
  return (await db.selectFrom('webhooks').select('secret').where('id', '=', id).executeTakeFirst())?.secret ?? notFound()
}

function notFound(): never {
  throw new HttpError('webhook_not_found')
}
