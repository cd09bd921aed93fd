import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendJson } from '../http/requests.ts'
import type { AcknowledgedPick } from '../log-check.ts'
import { teamAt } from './members.ts'

const READ_PATHS = (weekId: number) => ['/api/weeks', `/api/live/week:${weekId}`, '/api/teams', '/api/live/pool', '/readyz']
const READ_INTERVAL_MS = 100
/** The pause before a request is sent again. A real client waits longer. */
const RETRY_MS = 20

export interface TrafficOptions {
  /** Returns where the nth request goes; a restarted server may listen on another port. */
  readonly url: (n: number) => string
  readonly members: readonly { readonly token: string; readonly entryIds: readonly number[] }[]
  readonly weekId: number
  /** Of all members together. */
  readonly picksPerSecond: number
  /** Paths that a visitor reads meanwhile, in turn; true for a selection of them. Default: none. */
  readonly reads?: boolean | readonly string[]
  /** Whether a read that is refused with a 503 and Retry-After is sent once more after that time, as clients do. Default: it has failed. */
  readonly readsAgain?: boolean
  /** The teams to pick, in turn. Default: all. */
  readonly teams?: readonly string[]
}

/**
 * Members who submit picks at a steady rate, each entry on its own. A pick without a response is sent again with its
 * idempotency key, so that in the end every pick has been acknowledged exactly once.
 */
export class Traffic {
  readonly acknowledged: AcknowledgedPick[] = []
  /** Milliseconds that each pick took from the first attempt to its acknowledgement. */
  readonly latencies: number[] = []
  /** Responses that are neither a success nor a 503 with Retry-After. */
  readonly unexpectedResponses: string[] = []
  /** The sentences of the picks that were refused with a 503. */
  readonly refusals = new Set<string>()
  /** Reads that did not succeed, whatever the reason. */
  readonly failedReads: string[] = []
  readonly #options: TrafficOptions
  readonly #retried = new Set<string>()
  readonly #statuses = new Map<number, number>()
  #slowestResponseMs = 0
  #stopped = false
  #running: Promise<unknown> = Promise.resolve()

  constructor(options: TrafficOptions) {
    this.#options = options
  }

  /** The number of picks that were sent more than once. */
  get retried(): number {
    return this.#retried.size
  }

  /** How long the slowest response took, in milliseconds. */
  get slowestResponseMs(): number {
    return this.#slowestResponseMs
  }

  /** Returns how many responses had a status. */
  count(status: number): number {
    return this.#statuses.get(status) ?? 0
  }

  start(): void {
    const { members, picksPerSecond, reads = false, weekId } = this.#options
    const paths = typeof reads === 'boolean' ? (reads ? READ_PATHS(weekId) : []) : reads
    const entries = members.flatMap(({ token, entryIds }) => entryIds.map((entryId) => ({ token, entryId })))
    const intervalMs = (1000 * entries.length) / picksPerSecond
    const loops = entries.map(({ token, entryId }, i) =>
      this.#pickRepeatedly(token, entryId, intervalMs, (intervalMs * i) / entries.length),
    )
    this.#running = Promise.all([...loops, ...(paths.length > 0 ? [this.#readRepeatedly(paths)] : [])])
    // A failure stops all loops, not only its own.
    this.#running.catch(() => (this.#stopped = true))
  }

  /** Waits until a number of further picks has been acknowledged. */
  async waitForPicks(count: number): Promise<void> {
    const target = this.acknowledged.length + count
    while (this.acknowledged.length < target && !this.#stopped) await sleep(5)
    // Reports why the traffic ended early.
    if (this.acknowledged.length < target) await this.#running
  }

  /** Stops, once everything that was sent has been acknowledged. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#running
  }

  async #pickRepeatedly(token: string, entryId: number, intervalMs: number, delayMs: number): Promise<void> {
    const { teams } = this.#options
    await sleep(delayMs)
    for (let n = entryId; !this.#stopped; n += 1) {
      const startedAt = performance.now()
      const team = teams === undefined ? teamAt(n) : (teams[n % teams.length] ?? '')
      this.acknowledged.push(await this.#pick(n, token, entryId, team))
      const tookMs = performance.now() - startedAt
      this.latencies.push(tookMs)
      if (!this.#stopped) await sleep(Math.max(0, intervalMs - tookMs))
    }
  }

  async #pick(n: number, token: string, entryId: number, team: string): Promise<AcknowledgedPick> {
    const { url, weekId } = this.#options
    const key = randomUUID()
    const body = { entry_id: entryId, week_id: weekId, team_abbr: team }
    for (;;) {
      const response = await this.#request('POST /api/picks', () =>
        sendJson<{ receipt?: { position: number }; error?: string }>('POST', `${url(n)}/api/picks`, token, body, {
          'idempotency-key': key,
        }),
      )
      const position = response?.body.receipt?.position
      if (position !== undefined) return { position, entryId, team }
      if (response?.status === 503) this.refusals.add(String(response.body.error))
      else if (response !== undefined)
        throw new Error(`a pick was rejected with ${response.status}: ${JSON.stringify(response.body)}`)
      this.#retried.add(key)
      await sleep(RETRY_MS)
    }
  }

  async #readRepeatedly(paths: readonly string[]): Promise<void> {
    const { url } = this.#options
    const reads: Promise<void>[] = []
    for (let n = 0; !this.#stopped; n += 1) {
      // Awaited only at the end: a read that hangs must not keep the others from being sent.
      reads.push(this.#read(`${url(n)}${paths[n % paths.length]}`))
      await sleep(READ_INTERVAL_MS)
    }
    await Promise.all(reads)
  }

  async #read(url: string, isAgain = false): Promise<void> {
    let text = ''
    const response = await this.#request(`GET ${new URL(url).pathname}`, async () => {
      const received = await fetch(url, { signal: AbortSignal.timeout(60_000) })
      text = await received.text()
      return received
    })
    if (response?.ok === true) return
    const retryAfter = Number(response?.headers.get('retry-after') ?? NaN)
    if (this.#options.readsAgain === true && !isAgain && response?.status === 503 && retryAfter > 0) {
      await sleep(1_000 * retryAfter)
      return this.#read(url, true)
    }
    this.failedReads.push(`${url}: ${response === undefined ? 'no response' : `${response.status} ${text.slice(0, 200)}`}`)
  }

  /** Sends a request and records its response. Returns undefined when there was none. */
  async #request<R extends { readonly status: number; readonly headers: Headers }>(
    what: string,
    send: () => Promise<R>,
  ): Promise<R | undefined> {
    const startedAt = performance.now()
    const response = await send().catch(() => undefined)
    if (response === undefined) return undefined
    this.#slowestResponseMs = Math.max(this.#slowestResponseMs, performance.now() - startedAt)
    const { status, headers } = response
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1)
    const isExpected = status < 300 || (status === 503 && headers.has('retry-after'))
    if (!isExpected) this.unexpectedResponses.push(`${what}: ${status}`)
    return response
  }
}
