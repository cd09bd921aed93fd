import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { Tables } from '../database/tables.ts'
import { addressOf } from '../mail/transport.ts'
import { startMailWorker } from '../mail/worker.ts'
import { createNotifier, type Notifier } from '../notifications/notify.ts'
import { removeSubscription } from '../notifications/push-subscriptions.ts'
import { pushTransport } from '../notifications/push-transport.ts'
import { vapidKeys } from '../notifications/vapid.ts'

/** Push services answer fast, and a reminder goes to several browsers of each member. */
const BATCH = 25

/** Sends push messages, and queues reminders and news on every channel. */
export interface Push {
  readonly notifier: Notifier
  /** The public VAPID key. */
  readonly key: string
  readonly stop: () => Promise<void>
}

interface PushOptions {
  readonly config: Config
  readonly secret: string
  readonly db: Kysely<Tables>
  readonly clubName: () => string
  readonly log: Logger
  readonly pace: { readonly timeoutMs: number; readonly retryMs: number } | undefined
  readonly wakeMail: () => void
}

export async function startPush({ config, secret, db, clubName, log, pace, wakeMail }: PushOptions): Promise<Push> {
  const keys = await vapidKeys(config)
  const worker = startMailWorker({
    db,
    channel: 'push',
    batch: BATCH,
    transport: pushTransport({
      keys,
      contact: `mailto:${addressOf(config.mail.from)}`,
      production: config.production,
      timeoutMs: pace?.timeoutMs,
    }),
    onGone: (endpoint) => removeSubscription(db, endpoint),
    log,
    ...pace,
  })
  const wake = (): void => {
    wakeMail()
    worker.wake()
  }
  return {
    notifier: createNotifier({ publicUrl: config.publicUrl, clubName, secret, wake }),
    key: keys.publicKey,
    stop: () => worker.stop(),
  }
}
