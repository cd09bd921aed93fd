import { get } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '@outlast/testing'

const INTERVAL_MS = 20

/** Another client: reads at an interval on a connection of its own, and records how long each response takes. */
export class Prober {
  readonly latencies: number[] = []
  readonly failures: string[] = []
  readonly #url: string
  #isStopped = false
  #running: Promise<void> | undefined

  constructor(url: string) {
    this.#url = url
  }

  start(): this {
    this.#running = this.#run()
    return this
  }

  /** Stops, and returns a text with the median, the 99th percentile and the longest response. */
  async stop(): Promise<string> {
    this.#isStopped = true
    await this.#running
    const sorted = Float64Array.from(this.latencies).sort()
    return [0.5, 0.99, 1].map((share) => `${percentile(sorted, share).toFixed(0)} ms`).join(', ')
  }

  get slowestMs(): number {
    return Math.max(...this.latencies)
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const startedAt = performance.now()
      await this.#read().catch((error: unknown) => this.failures.push(String(error)))
      this.latencies.push(performance.now() - startedAt)
      await sleep(INTERVAL_MS)
    }
  }

  #read(): Promise<void> {
    return new Promise((resolve, reject) => {
      const request = get(this.#url, { agent: false, createConnection: (options) => connect(options as never) }, (response) => {
        response.resume().once('end', () => {
          if (response.statusCode === 200) resolve()
          else reject(new Error(`status ${response.statusCode}`))
        })
      })
      request.once('error', reject)
    })
  }
}
