import type { Job } from './job.ts'
import { sleep } from '../lib/wait.ts'
import type { Follower } from '../pool/follower.ts'
import { checkNews, type NewsCheckOptions } from '../messages/check-news.ts'

/** The delay of a check after an event, so that the results of one sync become one message, in milliseconds. */
const DELAY_MS = 250
/** The time until the next check without an event, and after a failure, in milliseconds. */
const [IDLE_MS, RETRY_MS] = [3_600_000, 5_000]

interface NewsJobOptions extends Omit<NewsCheckOptions, 'state'> {
  readonly follower: Pick<Follower, 'pool' | 'position'>
  /** Called when messages were queued. */
  readonly onQueued: () => void
}

/** Checks for news at the start and after each relevant event. Every process does so, but only one of them queues the news. */
export function newsJob({ follower, onQueued, ...options }: NewsJobOptions): Job {
  const state = () => ({ pool: follower.pool, position: follower.position })
  let delay = 0
  return {
    name: 'the news',
    wakesOn: 'wakes_news',
    every: RETRY_MS,
    run: async (signal) => {
      await sleep(delay, signal)
      delay = DELAY_MS
      if (!signal.aborted && (await checkNews({ ...options, state }))) onQueued()
      return IDLE_MS
    },
  }
}
