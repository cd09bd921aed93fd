import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Tables } from '../database/tables.ts'
import { sleep, createWaiter, type Waiter } from '../lib/wait.ts'
import { claimMails, deleteExpiredMails, markFailed, markGivenUp, markSent, untilNextDue, type ClaimedMessage } from './claims.ts'
import type { Channel } from './outbox.ts'
import { MessageRejected, RecipientGone, type Transport } from './transport.ts'

export interface MailWorkerOptions {
  readonly db: Kysely<Tables>
  readonly transport: Transport
  /** The channel whose messages the worker sends. Default: mail. Each channel has its own worker, so that one cannot delay the other. */
  readonly channel?: Channel
  /** Called for a recipient that no longer exists, before the message is given up. */
  readonly onGone?: (to: string) => Promise<void>
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Returns the last line of every mail. Without it, or if it fails, mails are sent as they were queued. */
  readonly footer?: () => Promise<string | undefined>
  /** Mails per batch. */
  readonly batch?: number
  /** The timeout of one attempt, in milliseconds. The lease lasts twice as long. */
  readonly attemptMs?: number
  /** After this many attempts a mail is kept but no longer sent. */
  readonly maxAttempts?: number
  /** The delay after the first failed attempt, in milliseconds; it doubles up to an hour. */
  readonly retryMs?: number
  /** How often the worker polls the outbox, in milliseconds. */
  readonly pollMs?: number
  /** For the metrics. */
  readonly onMail?: (outcome: MailOutcome) => void
  readonly waiter?: Waiter
}

type MailOutcome = 'sent' | 'failed' | 'given_up'

export interface MailWorker {
  /** Polls the outbox now. Call it after the commit of a transaction that queued mails. */
  wake(): void
  /** Finishes the mails in progress, claims no more, and closes the transport. */
  stop(): Promise<void>
}

const DEFAULTS = { channel: 'mail' as Channel, batch: 5, attemptMs: 60_000, maxAttempts: 24, retryMs: 30_000, pollMs: 15_000 }
const MAX_RETRY_MS = 3_600_000
const MAX_ERROR_LENGTH = 500

/**
 * Returns the delay before the next attempt: it doubles from `retryMs` to an hour, with a jitter of a quarter. With the
 * defaults a mail is retried for about 17 hours.
 *
 * @param attempts failed attempts so far, at least 1
 * @param random a number in [0, 1)
 */
export function retryDelayMs(attempts: number, retryMs: number, random: number): number {
  const delay = Math.min(retryMs * 2 ** (attempts - 1), MAX_RETRY_MS)
  return Math.round(delay * (0.75 + random * 0.5))
}

/**
 * Sends queued mails, in any number of processes at once. Delivery is at least once: if a process dies after the server
 * accepted a mail and before it records that, the mail is sent again with the same Message-ID.
 */
export function startMailWorker(overrides: MailWorkerOptions): MailWorker {
  const options = { ...DEFAULTS, ...overrides }
  const holder = randomUUID()
  const waiter = options.waiter ?? createWaiter()
  const stopping = new AbortController()
  const running = run(options, holder, waiter, stopping.signal)
  return {
    wake: () => waiter.wake(),
    stop: async () => {
      stopping.abort()
      await running
      options.transport.close()
    },
  }
}

type Options = MailWorkerOptions & Required<Pick<MailWorkerOptions, keyof typeof DEFAULTS>>

async function run(options: Options, holder: string, waiter: Waiter, stopping: AbortSignal): Promise<void> {
  let failedBatches = 0
  while (!stopping.aborted) {
    try {
      const { claimed, failed } = await sendBatch(options, holder)
      failedBatches = claimed > 0 && failed === claimed ? failedBatches + 1 : 0
      if (failedBatches === 0 && claimed > 0) continue
      await waiter.wait(await pauseBefore(options, failedBatches), stopping)
    } catch (error) {
      options.log.error({ err: error }, 'Reading the mail outbox failed')
      await waiter.wait(options.pollMs, stopping)
    }
  }
}

/**
 * Returns how long to wait before the next batch: until a mail is due; but if every mail of the last batch failed, as long
 * as a failed mail waits, so that thousands of mails do not use up their attempts while the mail server is down.
 */
async function pauseBefore(options: Options, failedBatches: number): Promise<number> {
  if (failedBatches > 0) return Math.min(retryDelayMs(failedBatches, options.retryMs, 0.5), MAX_PAUSE_FACTOR * options.retryMs)
  await deleteExpiredMails(options.db)
  return Math.min((await untilNextDue(options.db, options.channel)) ?? options.pollMs, options.pollMs)
}

/** The maximum pause after failed batches, as a multiple of `retryMs`. Otherwise a busy minute with many failures would delay all mails. */
const MAX_PAUSE_FACTOR = 2

async function sendBatch(options: Options, holder: string): Promise<{ claimed: number; failed: number }> {
  const mails = await claimMails(options.db, holder, options.batch, 2 * options.attemptMs, options.channel)
  const results = await Promise.allSettled(mails.map((mail) => attempt(options, holder, mail)))
  const outcomes = results.filter((result) => result.status === 'fulfilled').map((result) => result.value)
  for (const outcome of outcomes) options.onMail?.(outcome)
  // The database failed meanwhile: those mails are due again when their lease expires.
  const rejected = results.find((result) => result.status === 'rejected')
  if (rejected !== undefined) throw rejected.reason
  return { claimed: mails.length, failed: outcomes.filter((outcome) => outcome === 'failed').length }
}

async function attempt(options: Options, holder: string, mail: ClaimedMessage): Promise<MailOutcome> {
  const { db, log, transport } = options
  const context = { mail: mail.id, channel: options.channel, kind: mail.kind, attempts: mail.attempts }
  try {
    const text = await withFooter(options, mail.text)
    const messageId = `${mail.messageId}@${transport.domain}`
    await withDeadline(options.attemptMs, transport.send({ ...mail, text, messageId }))
  } catch (error) {
    const message = (error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR_LENGTH)
    if (error instanceof RecipientGone && options.onGone !== undefined) {
      await options.onGone(mail.to)
      await markGivenUp(db, mail.id, holder, message)
      log.info(context, 'The recipient of a message no longer exists')
      return 'given_up'
    }
    if (error instanceof MessageRejected || mail.attempts >= options.maxAttempts) {
      await markGivenUp(db, mail.id, holder, message)
      log.error(context, 'A message could not be sent and was given up')
      return 'given_up'
    }
    const retryMs = retryDelayMs(mail.attempts, options.retryMs, Math.random())
    await markFailed(db, mail.id, holder, message, retryMs)
    log.warn({ ...context, retryMs, code: codeOf(error) }, 'A message could not be sent and will be retried')
    return 'failed'
  }
  await markSent(db, mail.id)
  return 'sent'
}

async function withFooter({ footer, log }: Options, text: string): Promise<string> {
  try {
    const line = await footer?.()
    return line === undefined ? text : `${text.trimEnd()}\n\n${line}\n`
  } catch (error) {
    log.error({ err: error }, 'A mail is sent without the head of the log')
    return text
  }
}

/** Returns the error's code for the log. Its message is not logged because it may contain the recipient's address. */
function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

/** Limits the whole attempt. The transport has its own timeouts, but a slow server can stay within each of them. */
async function withDeadline(ms: number, sending: Promise<void>): Promise<void> {
  const finished = new AbortController()
  try {
    await Promise.race([
      sending,
      sleep(ms, finished.signal).then(() => {
        if (!finished.signal.aborted) throw new Error(`not sent within ${ms} ms`)
      }),
    ])
  } finally {
    finished.abort()
  }
}
