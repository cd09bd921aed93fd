import { does } from '@outlast/domain'
import type { Logger } from 'pino'
import type { Follower } from '../pool/follower.ts'
import { checkNews, type NewsCheckOptions } from './check-news.ts'

/** The delay of a check, so that the results of one sync become one message, in milliseconds. */
const DELAY_MS = 250
const RETRY_MS = 5_000

export interface NewsJobOptions extends Omit<NewsCheckOptions, 'state'> {
  readonly follower: Pick<Follower, 'pool' | 'position' | 'onEvent'>
  /** Called when messages were queued. */
  readonly onQueued: () => void
  readonly log: Pick<Logger, 'error'>
}

/** Checks for news at the start and after each relevant event. Every process does so, but only one of them queues the news. */
export class NewsJob {
  readonly #options: NewsJobOptions
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isDue = false
  #stopped = false

  constructor(options: NewsJobOptions) {
    this.#options = options
    options.follower.onEvent((event) => {
      if (does(event, 'wakes_news')) this.#schedule(DELAY_MS)
    })
  }

  start(): void {
    this.#schedule(0)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#running
  }

  #schedule(ms: number): void {
    this.#isDue = true
    if (this.#stopped || this.#timer !== undefined || this.#running !== undefined) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#isDue = false
      this.#running = this.#check().finally(() => {
        this.#running = undefined
        if (this.#isDue) this.#schedule(DELAY_MS)
      })
    }, ms)
  }

  async #check(): Promise<void> {
    const { follower, onQueued, log } = this.#options
    try {
      const state = () => ({ pool: follower.pool, position: follower.position })
      if (await checkNews({ ...this.#options, state })) onQueued()
    } catch (error) {
      log.error({ err: error }, 'News could not be queued and will be retried')
      setTimeout(() => this.#schedule(0), RETRY_MS).unref()
    }
  }
}
