import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Tables } from '../database/tables.ts'
import { createWaiter, sleep, type Waiter } from '../lib/wait.ts'
import { claim, claimOnce, type Delivery, giveUpExpired, untilNextDue } from './claims.ts'
import { type FailingEndpoint, type Outcome, recordOutcomes } from './outcomes.ts'
import { isSecretPurpose } from './purposes.ts'
import {
  AttemptFailed,
  type ChannelName,
  MessageRejected,
  RecipientDeferred,
  RecipientGone,
  type Transport,
} from './transport.ts'

/** Some attempts at the same time. A channel with two lanes keeps slow endpoints in one of their own. */
interface Lane {
  /** Attempts at the same time. */
  readonly slots: number
  /** Of these, the most at the endpoints of one host. Default: all. */
  readonly perHost?: number
  /** An attempt that takes longer goes on, but frees its slot, in milliseconds. Default: it keeps its slot. */
  readonly patienceMs?: number
  /** Takes only endpoints that did not answer in time at their last attempt (`true`), or only others. Default: all. */
  readonly slow?: boolean
}

export interface ChannelOptions {
  readonly db: Kysely<Tables>
  readonly channel: ChannelName
  readonly transport: Transport
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  readonly lanes: readonly Lane[]
  /** Attempts at one endpoint at the same time. */
  readonly perEndpoint: number
  /** Attempts that are in progress, including those that have freed their slots. More end the oldest one. Default: any number. */
  readonly maxOpen?: number
  /** The timeout of one attempt, in milliseconds. The lease lasts twice as long. */
  readonly attemptMs: number
  /** After this many attempts a message is kept but no longer sent. Default: there is no limit. */
  readonly maxAttempts?: number
  /** The delay after the first failed attempt, in milliseconds; it doubles up to an hour. */
  readonly retryMs: number
  /** The longest rest of an endpoint that fails, in milliseconds. Default: an hour. */
  readonly maxRestMs?: number
  /** How often the worker polls the outbox, in milliseconds. */
  readonly pollMs?: number
  /** Whether nothing may be sent now. */
  readonly isPaused?: () => boolean
  /** Returns how a message for a purpose ends. Without it, or if it fails, messages are sent as they were queued. */
  readonly footer?: (purpose: string) => Promise<string | undefined>
  /** Called after a message was refused for good, before it is given up. */
  readonly onRejected?: (to: string, error: MessageRejected) => Promise<void>
  /** Called with the recipients of messages that were delivered. */
  readonly onDelivered?: (to: readonly string[]) => Promise<void>
  /** Called after an endpoint failed. */
  readonly onFailing?: (endpoint: FailingEndpoint) => Promise<void>
}

/** The worker of a channel. */
export interface ChannelWorker {
  /** Polls the outbox now. Call it after the commit of a transaction that queued messages. */
  wake(): void
  /**
   * Makes the only attempt at a message that no worker sends, and returns its result; undefined if an earlier call has attempted it. A failure
   * says nothing about the webhook.
   */
  attemptOnce(webhookId: number, onceKey: string): Promise<Outcome['result'] | undefined>
  /** Finishes the attempts in progress, claims no more, and closes the transport. */
  stop(): Promise<void>
}

const POLL_MS = 15_000
const MAX_RETRY_MS = 3_600_000
/** Between two claims, so that one claim takes many messages, in milliseconds. */
const CLAIM_PAUSE_MS = 10
/** The delay after outcomes could not be recorded, in milliseconds. */
const RECORD_AGAIN_MS = 1000
/** While messages are due for endpoints that are busy, in milliseconds. */
const BUSY_PAUSE_MS = 1000

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
 * Sends the queued messages of a channel, in any number of processes at once. Delivery is at least once: if a process dies after the
 * receiver accepted a message and before it records that, the message is sent again with the same id.
 *
 * Endpoints do not delay each other: each has few attempts at the same time, one that does not answer soon frees its slot, goes to the lane of
 * slow ones, and rests after five failures in a row (docs/decisions/064).
 */
export function startChannel(options: ChannelOptions): ChannelWorker {
  const channel = new Channel(options)
  const stopping = new AbortController()
  const running = Promise.all(options.lanes.map((lane) => channel.run(lane, stopping.signal)))
  return {
    wake: () => channel.wake(),
    attemptOnce: (webhookId, onceKey) => channel.attemptOnce(webhookId, onceKey),
    stop: async () => {
      stopping.abort()
      await running
      await channel.finish()
      options.transport.close()
    },
  }
}

class Channel {
  readonly #options: ChannelOptions
  readonly #holder = randomUUID()
  readonly #waiters: Waiter[] = []
  /** The attempts in progress, oldest first. */
  readonly #open = new Map<number, AbortController>()
  readonly #running = new Set<Promise<void>>()
  readonly #outcomes: Outcome[] = []
  #recording: Promise<void> | undefined
  #isStopping = false

  constructor(options: ChannelOptions) {
    this.#options = options
  }

  wake(): void {
    for (const waiter of this.#waiters) waiter.wake()
  }

  async finish(): Promise<void> {
    this.#isStopping = true
    await Promise.all(this.#running)
    await this.#recording
  }

  /** Claims messages for one lane and starts their attempts, until the signal aborts. */
  async run(lane: Lane, stopping: AbortSignal): Promise<void> {
    const { db, channel, perEndpoint, attemptMs, log, isPaused = () => false, pollMs = POLL_MS } = this.#options
    const waiter = createWaiter()
    this.#waiters.push(waiter)
    /** The hosts of the attempts that hold slots. */
    const slots = new Map<number, string>()
    /** Returns how long to wait until the next call. */
    const claimMore = async (): Promise<number> => {
      const free = lane.slots - slots.size
      if (free <= 0) return Number.POSITIVE_INFINITY
      if (isPaused()) return pollMs
      const filter = { channel, slow: lane.slow, perEndpoint, perHost: lane.perHost, busyHosts: busyHosts(slots.values(), lane) }
      const claimed = await claim(db, filter, this.#holder, free, 2 * attemptMs)
      for (const delivery of claimed) {
        slots.set(delivery.id, delivery.host)
        this.#start(delivery, lane, () => {
          slots.delete(delivery.id)
          waiter.wake()
        })
      }
      if (claimed.length > 0) {
        await sleep(CLAIM_PAUSE_MS, stopping)
        return 0
      }
      await giveUpExpired(db)
      const due = (await untilNextDue(db, channel)) ?? pollMs
      return Math.min(due === 0 ? BUSY_PAUSE_MS : due, pollMs)
    }
    while (!stopping.aborted) {
      const pause = await claimMore().catch((error: unknown) => {
        log.error({ err: error, channel }, 'Reading the outbox failed')
        return pollMs
      })
      await waiter.wait(Math.min(pause, pollMs), stopping)
    }
  }

  /** Starts an attempt. `onFree` is called when its slot is free: at its end, or when the patience of its lane ends. */
  #start(delivery: Delivery, { patienceMs }: Lane, onFree: () => void): void {
    const { maxOpen = Number.POSITIVE_INFINITY } = this.#options
    const abort = new AbortController()
    const timer = patienceMs === undefined ? undefined : setTimeout(onFree, patienceMs)
    this.#open.set(delivery.id, abort)
    const running = this.#attempt(delivery, abort).then((outcome) => {
      clearTimeout(timer)
      this.#open.delete(delivery.id)
      this.#running.delete(running)
      this.#record(outcome)
      onFree()
    })
    this.#running.add(running)
    const oldest = this.#open.size > maxOpen ? this.#open.entries().next().value : undefined
    if (oldest === undefined) return
    this.#open.delete(oldest[0])
    oldest[1].abort()
  }

  async attemptOnce(webhookId: number, onceKey: string): Promise<Outcome['result'] | undefined> {
    const { db, retryMs } = this.#options
    const delivery = await claimOnce(db, webhookId, onceKey, this.#holder)
    if (delivery === undefined) return undefined
    const outcome = await this.#attempt(delivery)
    const { result, status } = outcome
    const only: Outcome = result === 'failed' ? { delivery, result: 'rejected', status, error: outcome.error } : outcome
    await recordOutcomes(db, this.#holder, [only], { retryMs, maxRestMs: retryMs })
    return result
  }

  /** Never rejects. */
  async #attempt(delivery: Delivery, abort = new AbortController()): Promise<Outcome> {
    const { channel, transport, attemptMs, retryMs, maxAttempts = Number.POSITIVE_INFINITY } = this.#options
    const log = isSecretPurpose(delivery.kind) ? undefined : this.#options.log
    const context = { delivery: delivery.id, channel, kind: delivery.kind, attempts: delivery.attempts }
    const timer = setTimeout(() => abort.abort(), attemptMs)
    try {
      const text = await this.#withFooter(delivery)
      const message = { ...delivery, text, messageId: `${delivery.messageId}@${transport.domain}` }
      const status = await Promise.race([transport.send(message, abort.signal), rejectedBy(abort.signal)])
      return { delivery, result: 'delivered', status: status ?? null, isWritten: transport.isFolder === true }
    } catch (error) {
      const isSlow = abort.signal.aborted
      const text = isSlow ? 'It did not answer in time' : error instanceof Error ? error.message : String(error)
      const status = error instanceof AttemptFailed ? error.status : null
      if (error instanceof MessageRejected) {
        await this.#options
          .onRejected?.(delivery.to, error)
          .catch((err: unknown) => log?.error({ err, ...context }, 'A refusal could not be recorded'))
        if (error instanceof RecipientGone) log?.info(context, 'The recipient of a message no longer exists')
        else log?.error(context, 'A message could not be sent and was given up')
        return { delivery, result: 'rejected', status, error: text }
      }
      const delay = delivery.attempts >= maxAttempts ? null : retryDelayMs(delivery.attempts, retryMs, Math.random())
      if (delay === null) log?.error(context, 'A message could not be sent and was given up')
      else
        log?.warn({ ...context, retryMs: delay, status, code: codeOf(error) }, 'A message could not be sent and will be retried')
      const isDeferred = error instanceof RecipientDeferred
      return { delivery, result: 'failed', status, error: text, retryMs: delay, isSlow, isDeferred }
    } finally {
      clearTimeout(timer)
    }
  }

  /** Records an outcome, together with those that come in while others are recorded. */
  #record(outcome: Outcome): void {
    this.#outcomes.push(outcome)
    this.#recording ??= this.#recordAll().finally(() => {
      this.#recording = undefined
    })
  }

  /** Never rejects. While the database is away, outcomes are kept. What is lost at a stop is sent again when its lease expires. */
  async #recordAll(): Promise<void> {
    const { db, retryMs, maxRestMs = MAX_RETRY_MS, log, onFailing, onDelivered } = this.#options
    while (this.#outcomes.length > 0) {
      const outcomes = this.#outcomes.splice(0)
      try {
        const failing = await recordOutcomes(db, this.#holder, outcomes, { retryMs, maxRestMs })
        for (const endpoint of failing) await onFailing?.(endpoint)
        const delivered = outcomes.filter(({ result }) => result === 'delivered')
        if (delivered.length > 0) await onDelivered?.(delivered.map(({ delivery }) => delivery.to))
        this.wake()
      } catch (error) {
        log.error({ err: error, messages: outcomes.length }, 'Outcomes of messages could not be recorded')
        if (this.#isStopping) return
        this.#outcomes.unshift(...outcomes)
        await sleep(RECORD_AGAIN_MS, new AbortController().signal)
      }
    }
  }

  async #withFooter({ kind, text }: Delivery): Promise<string> {
    const { footer, log } = this.#options
    try {
      const line = await footer?.(kind)
      return line === undefined ? text : `${text.trimEnd()}\n\n${line}\n`
    } catch (error) {
      log.error({ err: error }, 'A mail is sent without the head of the log')
      return text
    }
  }
}

function busyHosts(hosts: Iterable<string>, { perHost }: Lane): readonly string[] {
  if (perHost === undefined) return []
  return [...Map.groupBy(hosts, (host) => host)].filter(([, slots]) => slots.length >= perHost).map(([host]) => host)
}

/** A transport has its own timeouts, but a slow server can stay within each of them. */
function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new AttemptFailed('It did not answer in time')), { once: true })
  })
}

/** Returns the error's code for the log. Its message is not logged because it may contain the recipient's address. */
function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
