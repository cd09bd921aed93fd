import type { Instant } from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { fileTransport } from '../channels/mail/file-transport.ts'
import { smtpTransport } from '../channels/mail/smtp-transport.ts'
import { pushContact } from '../channels/push/contact.ts'
import { markRefused, removeSubscription, unmarkRefused } from '../channels/push/push-subscriptions.ts'
import { DeviceRefused, pushTransport } from '../channels/push/push-transport.ts'
import { vapidKeys } from '../channels/push/vapid.ts'
import { webhookTransport } from '../channels/webhook/webhook-transport.ts'
import type { Config } from '../config/config.ts'
import type { Tables } from '../database/tables.ts'
import { createNotifier, type Notifier } from '../messages/notify.ts'
import { webhookIdOf } from '../outbox/outbox.ts'
import { RecipientGone } from '../outbox/transport.ts'
import { type ChannelOptions, type ChannelWorker, startChannel } from '../outbox/worker.ts'

/** The timeout for one reply of the mail server or a push service, and the delay until the next attempt, in milliseconds. */
export interface MailPace {
  readonly timeoutMs: number
  readonly retryMs: number
}

/** The delays of webhooks, in milliseconds: until the next attempt, and until a webhook that fails is switched off. */
export interface WebhookPace {
  readonly retryMs: number
  readonly switchOffMs: number
}

interface ChannelsOptions {
  readonly config: Config
  readonly secret: string
  readonly db: Kysely<Tables>
  readonly now: () => Instant
  readonly clubName: () => string
  readonly log: Logger
  /** Whether the pool runs in real time. Under a site-time override webhooks get nothing, because the news is part of a rehearsal. */
  readonly isRealTime: () => boolean
  /** Returns how a mail for a purpose ends. */
  readonly footer: (purpose: string) => Promise<string | undefined>
  /** Switches off a webhook that has failed for too long. */
  readonly switchOff: (webhookId: number) => Promise<void>
  readonly mailPace: MailPace | undefined
  readonly webhookPace: WebhookPace | undefined
}

/** The workers of all channels, and what queues messages for them. */
export interface Channels {
  readonly mail: ChannelWorker
  readonly push: ChannelWorker
  readonly webhook: ChannelWorker
  readonly notifier: Notifier
  /** The public VAPID key. */
  readonly pushKey: string
  readonly stop: () => Promise<void>
}

const RETRY_MS = 30_000
/** How long a push service or a webhook may take, in milliseconds. */
const HTTP_ATTEMPT_MS = 10_000
const MAX_ATTEMPTS = 24
const DAY_MS = 86_400_000

/** One mail server for everybody: a few mails at the same time, and after a failure a pause of at most a minute. */
const MAIL = {
  channel: 'mail',
  lanes: [{ slots: 5 }],
  perEndpoint: 5,
  attemptMs: 60_000,
  retryMs: RETRY_MS,
  maxAttempts: MAX_ATTEMPTS,
} as const satisfies Partial<ChannelOptions>

/**
 * Any number of browsers, at addresses that members choose. A push service answers in a fraction of a second, so that an attempt has a slot
 * for a quarter of a second: a thousand silent browsers hold up the others for seconds. Those that did not answer have a lane of their own.
 */
const PUSH = {
  channel: 'push',
  lanes: [
    { slots: 192, perHost: 128, patienceMs: 250, slow: false },
    { slots: 32, patienceMs: 1000, slow: true },
  ],
  perEndpoint: 1,
  maxOpen: 512,
  attemptMs: HTTP_ATTEMPT_MS,
  retryMs: RETRY_MS,
  maxAttempts: MAX_ATTEMPTS,
} as const satisfies Partial<ChannelOptions>

/** At most ten webhooks, each with a slot of its own, so that its messages arrive in order. */
const WEBHOOK = {
  channel: 'webhook',
  lanes: [{ slots: 20 }],
  perEndpoint: 1,
  attemptMs: HTTP_ATTEMPT_MS,
  retryMs: RETRY_MS,
} as const satisfies Partial<ChannelOptions>

/** Starts the workers that send what is queued. */
export async function startChannels(options: ChannelsOptions): Promise<Channels> {
  const { config, secret, db, now, clubName, log, footer, isRealTime, switchOff, mailPace, webhookPace } = options
  const keys = await vapidKeys(config)
  const mailRetryMs = mailPace?.retryMs ?? RETRY_MS
  const mail = startChannel({
    ...MAIL,
    db,
    log,
    transport:
      config.mail.kind === 'smtp' ? smtpTransport({ ...config.mail, ...mailPace }) : fileTransport({ ...config.mail, log }),
    footer,
    retryMs: mailRetryMs,
    maxRestMs: 2 * mailRetryMs,
  })
  const push = startChannel({
    ...PUSH,
    db,
    log,
    transport: pushTransport({ keys, contact: pushContact(config), production: config.production }),
    onRejected: async (address, error) => {
      if (error instanceof RecipientGone) await removeSubscription(db, address)
      else if (error instanceof DeviceRefused) await markRefused(db, address, error.status)
    },
    onDelivered: (addresses) => unmarkRefused(db, addresses),
    ...(mailPace === undefined ? {} : { attemptMs: mailPace.timeoutMs, retryMs: mailPace.retryMs }),
  })
  const switchOffMs = webhookPace?.switchOffMs ?? DAY_MS
  const webhook = startChannel({
    ...WEBHOOK,
    db,
    log,
    transport: webhookTransport({ db, now, rules: config }),
    isPaused: () => !isRealTime(),
    onFailing: async ({ endpoint, failingMs }) => {
      if (failingMs >= switchOffMs) await switchOff(webhookIdOf(endpoint))
    },
    retryMs: webhookPace?.retryMs ?? RETRY_MS,
  })
  const wake = (): void => {
    mail.wake()
    push.wake()
  }
  return {
    mail,
    push,
    webhook,
    notifier: createNotifier({ publicUrl: config.publicUrl, clubName, secret, wake }),
    pushKey: keys.publicKey,
    stop: async () => {
      // A webhook that is switched off queues a mail.
      await webhook.stop()
      await Promise.all([mail.stop(), push.stop()])
    },
  }
}
