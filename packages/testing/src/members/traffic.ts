import { randomUUID } from 'node:crypto'
import { type Fan, post, teamOf } from './members.ts'
import type { Acknowledged } from '../log-check.ts'
import { atLeast, type Demand, none } from '../../../../soak/support/scenario.ts'

/** What is asked for again and again beside the picks. */
const READS = (weekId: number) => ['/api/weeks', `/api/live/week:${weekId}`, '/api/teams', '/api/live/pool', '/readyz']
const READ_EVERY_MS = 100
/** After no answer, or one that says "later": a careful client would wait longer. */
const AGAIN_MS = 20

export interface TrafficOptions {
  /** Where the next request goes; the server may have come back on another port. */
  readonly url: (n: number) => string
  readonly fans: readonly Fan[]
  readonly weekId: number
  /** All members together. */
  readonly picksPerSecond: number
  /** Also reads while it lasts. */
  readonly reads?: boolean
}

/**
 * Members who pick at a steady rate, each entry by itself. What was not answered is sent again with its key, as a careful
 * client does, so that in the end every pick has been acknowledged once.
 */
export class Traffic {
  readonly acknowledged: Acknowledged[] = []
  /** Milliseconds that each pick took from its first try to its acknowledgement. */
  readonly latencies: number[] = []
  readonly #options: TrafficOptions
  readonly #retried = new Set<string>()
  readonly #statuses = new Map<number, number>()
  readonly #unclear: string[] = []
  #longestAnswerMs = 0
  #over = false
  #running: Promise<unknown> = Promise.resolve()

  constructor(options: TrafficOptions) {
    this.#options = options
  }

  /** Picks that had to be sent again. */
  get retried(): number {
    return this.#retried.size
  }

  /** How long the slowest answer of any kind took, in milliseconds. */
  get longestAnswerMs(): number {
    return this.#longestAnswerMs
  }

  count(status: number): number {
    return this.#statuses.get(status) ?? 0
  }

  start(): void {
    const { fans, picksPerSecond, reads } = this.#options
    const entries = fans.flatMap(({ token, entryIds }) => entryIds.map((entryId) => ({ token, entryId })))
    const everyMs = (1000 * entries.length) / picksPerSecond
    const lanes = entries.map(({ token, entryId }, i) => this.#pickOn(token, entryId, everyMs, (everyMs * i) / entries.length))
    this.#running = Promise.all([...lanes, ...(reads === true ? [this.#readOn()] : [])])
    // A failure must end the whole run, not only its own loop.
    this.#running.catch(() => (this.#over = true))
  }

  /** Waits until so many more picks have been acknowledged. */
  async untilMore(picks: number): Promise<void> {
    const enough = this.acknowledged.length + picks
    while (this.acknowledged.length < enough && !this.#over) await sleep(5)
  }

  /** Ends once everything that was sent has been acknowledged. */
  async stop(): Promise<void> {
    this.#over = true
    await this.#running
  }

  /** What every fault demands of answers. */
  demands(leastPicks: number): readonly Demand[] {
    return [
      atLeast('picks acknowledged', leastPicks, this.acknowledged.length),
      none('answers that are neither yes nor a clear 503 with Retry-After', this.#unclear),
    ]
  }

  async #pickOn(token: string, entryId: number, everyMs: number, firstMs: number): Promise<void> {
    await sleep(firstMs)
    for (let n = entryId; !this.#over; n += 1) {
      const begun = performance.now()
      this.acknowledged.push(await this.#pick(n, token, entryId, teamOf(n)))
      const took = performance.now() - begun
      this.latencies.push(took)
      if (!this.#over) await sleep(Math.max(0, everyMs - took))
    }
  }

  async #pick(n: number, token: string, entryId: number, team: string): Promise<Acknowledged> {
    const { url, weekId } = this.#options
    const key = randomUUID()
    const body = { entry_id: entryId, week_id: weekId, team_abbr: team }
    for (;;) {
      const answer = await this.#asked('POST /api/picks', () =>
        post<{ receipt?: { position: number } }>(url(n), '/api/picks', token, body, { 'idempotency-key': key }),
      )
      const position = answer?.body.receipt?.position
      if (position !== undefined) return { position, entryId, team }
      if (answer !== undefined && answer.status !== 503)
        throw new Error(`a pick was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
      this.#retried.add(key)
      await sleep(AGAIN_MS)
    }
  }

  async #readOn(): Promise<void> {
    const { url, weekId } = this.#options
    const addresses = READS(weekId)
    for (let n = 0; !this.#over; n += 1) {
      const address = addresses[n % addresses.length] ?? ''
      // One that hangs must not keep the others from being looked at.
      void this.#asked(`GET ${address}`, async () => {
        const response = await fetch(`${url(n)}${address}`)
        await response.arrayBuffer()
        return response
      })
      await sleep(READ_EVERY_MS)
    }
  }

  /** Asks, and notes how it was answered; undefined when it was not. */
  async #asked<A extends { readonly status: number; readonly headers: Headers }>(
    what: string,
    ask: () => Promise<A>,
  ): Promise<A | undefined> {
    const begun = performance.now()
    const answer = await ask().catch(() => undefined)
    if (answer === undefined) return undefined
    this.#longestAnswerMs = Math.max(this.#longestAnswerMs, performance.now() - begun)
    const { status, headers } = answer
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1)
    const isClear = status < 300 || (status === 503 && headers.has('retry-after'))
    if (!isClear) this.#unclear.push(`${what}: ${status}`)
    return answer
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
