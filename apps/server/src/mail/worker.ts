import { randomUUID } from 'node:crypto'
import type { QueryExecutorProvider } from 'kysely'
import type { Logger } from 'pino'
import { sleep } from '../lib/sleep.ts'
import { createWaiter, type Waiter } from '../lib/waiter.ts'
import { claimMails, dropExpired, markFailed, markGivenUp, markSent, untilNextDue, type ClaimedMail } from './claims.ts'
import { MailRefused, type MailTransport } from './transport.ts'

/** What the worker works with, and how patient it is. */
export interface MailWorkerOptions {
  readonly db: QueryExecutorProvider
  readonly transport: MailTransport
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Mails at a time. */
  readonly batch?: number
  /** How long one attempt may take. Its lease lasts twice as long. */
  readonly attemptMs?: number
  /** After this many attempts a mail is kept, but no longer tried. */
  readonly maxAttempts?: number
  /** The wait after a first failed attempt; it doubles up to an hour. */
  readonly retryMs?: number
  /** How often the outbox is looked at without being woken. */
  readonly pollMs?: number
  /** For the metrics. */
  readonly onMail?: (outcome: MailOutcome) => void
  readonly waiter?: Waiter
}

export type MailOutcome = 'sent' | 'failed' | 'given_up'

export interface MailWorker {
  /** Looks at the outbox now: call it after the commit of a transaction that queued mails. */
  wake(): void
  /** Finishes the mails in flight, claims no more, and closes the transport. */
  stop(): Promise<void>
}

const DEFAULTS = { batch: 5, attemptMs: 60_000, maxAttempts: 24, retryMs: 30_000, pollMs: 15_000 } as const
const LONGEST_RETRY_MS = 3_600_000
const LONGEST_ERROR = 500

/**
 * The wait before the next attempt: doubling from `retryMs` to an hour, spread by a quarter. With the defaults a mail
 * is tried for about 17 hours.
 * @param attempts failed so far, at least 1 @param random a number in [0, 1)
 */
export function retryDelayMs(attempts: number, retryMs: number, random: number): number {
  const delay = Math.min(retryMs * 2 ** (attempts - 1), LONGEST_RETRY_MS)
  return Math.round(delay * (0.75 + random * 0.5))
}

/**
 * Sends what is queued, in any number of processes at once. A mail is sent at least once: when a process dies between
 * the server's yes and its own note of it, the mail goes out again with the same Message-ID.
 */
export function startMailWorker(given: MailWorkerOptions): MailWorker {
  const options = { ...DEFAULTS, ...given }
  const holder = randomUUID()
  const waiter = options.waiter ?? createWaiter()
  const stopping = new AbortController()
  const done = run(options, holder, waiter, stopping.signal)
  return {
    wake: () => waiter.wake(),
    stop: async () => {
      stopping.abort()
      await done
      options.transport.close()
    },
  }
}

type Options = MailWorkerOptions & Required<Pick<MailWorkerOptions, keyof typeof DEFAULTS>>

async function run(options: Options, holder: string, waiter: Waiter, stopping: AbortSignal): Promise<void> {
  let troubles = 0
  while (!stopping.aborted) {
    try {
      const { claimed, failed } = await sendBatch(options, holder)
      troubles = claimed > 0 && failed === claimed ? troubles + 1 : 0
      if (troubles === 0 && claimed > 0) continue
      await waiter.wait(await pauseOf(options, troubles), stopping)
    } catch (error) {
      options.log.error({ err: error }, 'the outbox cannot be read')
      await waiter.wait(options.pollMs, stopping)
    }
  }
}

/**
 * How long to wait before the next look: until a mail is due; but when not one of a batch went out (the mail server is
 * away), as long as a failed mail waits, lest ten thousand mails use up their attempts on a server that is down.
 */
async function pauseOf(options: Options, troubles: number): Promise<number> {
  if (troubles > 0) return Math.min(retryDelayMs(troubles, options.retryMs, 0.5), LONGEST_TROUBLE * options.retryMs)
  await dropExpired(options.db)
  return Math.min((await untilNextDue(options.db)) ?? options.pollMs, options.pollMs)
}

/** In first waits. Every new mail is one more trouble: without a bound, a busy minute would mean a long wait for all. */
const LONGEST_TROUBLE = 2

async function sendBatch(options: Options, holder: string): Promise<{ claimed: number; failed: number }> {
  const mails = await claimMails(options.db, holder, options.batch, 2 * options.attemptMs)
  const settled = await Promise.allSettled(mails.map((mail) => attempt(options, holder, mail)))
  const outcomes = settled.filter((one) => one.status === 'fulfilled').map((one) => one.value)
  for (const outcome of outcomes) options.onMail?.(outcome)
  // The database went away meanwhile: those mails are due again when their lease has run out.
  const broken = settled.find((one) => one.status === 'rejected')
  if (broken !== undefined) throw broken.reason
  return { claimed: mails.length, failed: outcomes.filter((outcome) => outcome === 'failed').length }
}

async function attempt(options: Options, holder: string, mail: ClaimedMail): Promise<MailOutcome> {
  const { db, log, transport } = options
  const told = { mail: mail.id, kind: mail.kind, attempts: mail.attempts }
  try {
    await withDeadline(options.attemptMs, transport.send({ ...mail, messageId: `${mail.messageId}@${transport.domain}` }))
  } catch (error) {
    const words = (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_ERROR)
    if (error instanceof MailRefused || mail.attempts >= options.maxAttempts) {
      await markGivenUp(db, mail.id, holder, words)
      log.error(told, 'a mail could not be sent and is given up')
      return 'given_up'
    }
    const retryMs = retryDelayMs(mail.attempts, options.retryMs, Math.random())
    await markFailed(db, mail.id, holder, words, retryMs)
    log.warn({ ...told, retryMs, code: codeOf(error) }, 'a mail could not be sent and will be tried again')
    return 'failed'
  }
  await markSent(db, mail.id)
  return 'sent'
}

/** The error's code alone goes to the log: its message may name the recipient. */
function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

/** A transport has its own timeouts; this one is for a server that always says just enough to stay within them. */
async function withDeadline(ms: number, sending: Promise<void>): Promise<void> {
  const over = new AbortController()
  try {
    await Promise.race([
      sending,
      sleep(ms, over.signal).then(() => {
        if (!over.signal.aborted) throw new Error(`not sent within ${ms} ms`)
      }),
    ])
  } finally {
    over.abort()
  }
}
