import { randomUUID } from 'node:crypto'
import { type Instant, instantToMs } from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Tables } from '../database/tables.ts'
import { createWaiter, type Waiter } from '../lib/wait.ts'
import { retryDelayMs } from '../mail/worker.ts'
import { type SendOptions, type SendResult, sendMessage } from './send.ts'
import { signatureHeaders } from './signature.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  deleteOldDeliveries,
  markDelivered,
  markFailed,
  noteFailure,
  untilNextDelivery,
} from './store.ts'

/** A webhook that has failed for this long is switched off, in milliseconds. */
const SWITCH_OFF_MS = 24 * 3_600_000

export interface WebhookWorkerOptions {
  readonly db: Kysely<Tables>
  /** Real time, for the signatures. */
  readonly now: () => Instant
  /** Whether the pool runs in real time. Under a site-time override nothing is sent, because the news is part of a rehearsal. */
  readonly isRealTime: () => boolean
  /** Switches off a webhook that has failed for too long. */
  readonly switchOff: (webhookId: number) => Promise<void>
  readonly send: SendOptions
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** The delay after the first failure, in milliseconds; it doubles up to an hour. */
  readonly retryMs?: number
  readonly pollMs?: number
  readonly switchOffMs?: number
}

export interface WebhookWorker {
  /** Looks for deliveries now. */
  wake(): void
  /** Makes one attempt now, whatever the site time. */
  attempt(delivery: ClaimedDelivery): Promise<SendResult>
  /** Finishes the attempts in progress. */
  stop(): Promise<void>
}

const DEFAULTS = { retryMs: 30_000, pollMs: 15_000, switchOffMs: SWITCH_OFF_MS } as const
const BATCH = 5
/** Longer than an attempt can take. */
const LEASE_MS = 60_000

type Options = WebhookWorkerOptions & Required<Pick<WebhookWorkerOptions, keyof typeof DEFAULTS>>

/**
 * Sends the queued messages of webhooks, in any number of processes at once. Delivery is at least once, with the same
 * `webhook-id`: a process may die after the receiver accepted a message and before it records that.
 */
export function startWebhookWorker(given: WebhookWorkerOptions): WebhookWorker {
  const options: Options = { ...DEFAULTS, ...given }
  const holder = randomUUID()
  const waiter = createWaiter()
  const stopping = new AbortController()
  const running = run(options, holder, waiter, stopping.signal)
  return {
    wake: () => waiter.wake(),
    attempt: (delivery) => attempt(options, delivery),
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

async function run(options: Options, holder: string, waiter: Waiter, stopping: AbortSignal): Promise<void> {
  const { db, log, pollMs, isRealTime } = options
  while (!stopping.aborted) {
    try {
      const claimed = isRealTime() ? await claimDeliveries(db, holder, BATCH, LEASE_MS) : []
      await Promise.all(claimed.map((delivery) => deliver(options, holder, delivery)))
      if (claimed.length > 0) continue
      await deleteOldDeliveries(db)
      const due = isRealTime() ? await untilNextDelivery(db) : undefined
      await waiter.wait(Math.min(due ?? pollMs, pollMs), stopping)
    } catch (error) {
      log.error({ err: error }, 'Reading the webhook deliveries failed')
      await waiter.wait(pollMs, stopping)
    }
  }
}

async function deliver(options: Options, holder: string, delivery: ClaimedDelivery): Promise<void> {
  const { db, log, retryMs, switchOffMs, switchOff } = options
  const { ok, status, error } = await attempt(options, delivery)
  if (ok) return markDelivered(db, delivery, status)
  const failingMs = await noteFailure(db, delivery.webhookId)
  const delay = retryDelayMs(delivery.attempts, retryMs, Math.random())
  await markFailed(db, delivery, holder, { status, error, retryMs: delay })
  log.warn(
    { webhook: delivery.webhookId, attempts: delivery.attempts, status, retryMs: delay },
    'A webhook failed and will be retried',
  )
  if (failingMs >= switchOffMs) await switchOff(delivery.webhookId)
}

async function attempt({ send, now }: Options, { messageId, url, secret, body }: ClaimedDelivery): Promise<SendResult> {
  const timestamp = Math.floor(instantToMs(now()) / 1000)
  const headers = signatureHeaders(secret, { id: `msg_${messageId}`, timestamp, body })
  return sendMessage({ url, headers, body }, send)
}
