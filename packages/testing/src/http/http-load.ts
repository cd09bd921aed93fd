import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../report/statistics.ts'
import { readResponses } from './http-responses.ts'

/** What a load client does: many connections, each sending its own requests in turn, one after the response to the last. */
export interface LoadPlan {
  /** The server's port; of several ports, each connection uses the next one. */
  readonly port: number | readonly number[]
  /** The requests of each connection, which it repeats: whole HTTP/1.1 messages. */
  readonly connections: readonly (readonly string[])[]
  /** Requests that each connection sends ahead of their responses. Default: 1, which waits for each response. */
  readonly pipelined?: number
  /** Whether responses are left unread, so that they fill the buffers of both sides. */
  readonly neverReads?: boolean
  /** Whether a connection that the server closes is replaced at once by a new one. */
  readonly reconnects?: boolean
  /** Seconds before the measurement begins. */
  readonly warmUp: number
  /** Seconds of the measurement. */
  readonly seconds: number
  /** Ends the run early after this many responses. */
  readonly maxResponses: number
}

/** What a load client measured. Times in milliseconds. */
export interface LoadResult {
  /** Accepted responses (2xx and 304) per second of the measurement. */
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly max: number
  /** All accepted responses, those of the warm-up included, to be compared with what the server recorded. */
  readonly accepted: number
  /** How many responses had each other status, and how many connections failed. */
  readonly others: Readonly<Record<string, number>>
  /** Processor seconds of the load client per second of the measurement. */
  readonly clientLoad: number
}

/** Returns an HTTP/1.1 request as it is sent over the connection. */
export function requestText(
  port: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): string {
  const length = body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
  const all = { Host: `127.0.0.1:${port}`, Connection: 'keep-alive', ...headers, ...length }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

/** The headers that a browser sends with every request of the web app. */
export const BROWSER_HEADERS = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  Accept: 'application/json',
  'Accept-Language': 'en-US,en;q=0.9',
  'Accept-Encoding': 'gzip, deflate, br',
} as const

/**
 * Runs a load plan with bare sockets and prepared requests: on a small machine the load client shares the cores with the
 * server, so it must cost little.
 */
export class HttpLoad {
  readonly #plan: LoadPlan
  readonly #sockets = new Set<Socket>()
  readonly #others: Record<string, number> = {}
  readonly #latencies: number[] = []
  #responses = 0
  #accepted = 0
  #measuring = false
  #ended = false
  #onLimit: () => void = () => {}

  constructor(plan: LoadPlan) {
    this.#plan = plan
  }

  async run(): Promise<LoadResult> {
    const { connections, warmUp, seconds, port } = this.#plan
    const ports = typeof port === 'number' ? [port] : port
    const starts = await Promise.all(connections.map((requests, n) => this.#open(requests, ports[n % ports.length])))
    const limit = new Promise<void>((resolve) => (this.#onLimit = resolve))
    for (const start of starts) start()
    await Promise.race([limit, sleep(warmUp * 1000)])
    this.#measuring = true
    const startedAt = performance.now()
    const cpuBefore = process.cpuUsage()
    await Promise.race([limit, sleep(seconds * 1000)])
    const took = (performance.now() - startedAt) / 1000
    this.#measuring = false
    const cpu = process.cpuUsage(cpuBefore)
    await this.#close()
    return this.#result(took, (cpu.user + cpu.system) / 1e6 / took)
  }

  #result(took: number, clientLoad: number): LoadResult {
    const sorted = Float64Array.from(this.#latencies).sort()
    return {
      perSecond: sorted.length / took,
      p50: percentile(sorted, 0.5),
      p99: percentile(sorted, 0.99),
      max: sorted.at(-1) ?? Number.NaN,
      accepted: this.#accepted,
      others: this.#others,
      clientLoad,
    }
  }

  /** Opens a connection. Returns a function that sends its first requests. */
  async #open(requests: readonly string[], port = 0): Promise<() => void> {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    this.#sockets.add(socket)
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    socket.on('error', () => this.#countOther('failed'))
    socket.on('close', () => {
      this.#sockets.delete(socket)
      if (this.#ended) return
      this.#countOther('closed')
      if (this.#plan.reconnects === true) void this.#reconnect(requests, port)
    })
    const messages = requests.map((request) => Buffer.from(request))
    let turn = 0
    let sentAt = 0
    const send = (): void => {
      if (this.#ended) return void socket.end()
      const next = messages[turn % messages.length]
      turn += 1
      sentAt = performance.now()
      if (next !== undefined) socket.write(next)
    }
    const onResponse = ({ status }: { readonly status: number }): void => {
      this.#count(status, sentAt)
      send()
    }
    if (this.#plan.neverReads === true) socket.pause()
    else readResponses(socket, onResponse, { discardBodies: true })
    return () => {
      for (let n = 0; n < (this.#plan.pipelined ?? 1); n += 1) send()
    }
  }

  async #reconnect(requests: readonly string[], port: number): Promise<void> {
    const start = await this.#open(requests, port).catch(() => this.#countOther('failed'))
    start?.()
  }

  #count(status: number, sentAt: number): void {
    this.#responses += 1
    if (this.#responses >= this.#plan.maxResponses) this.#onLimit()
    if ((status < 200 || status > 299) && status !== 304) return this.#countOther(String(status))
    this.#accepted += 1
    if (this.#measuring) this.#latencies.push(performance.now() - sentAt)
  }

  #countOther(what: string): void {
    this.#others[what] = (this.#others[what] ?? 0) + 1
  }

  /** Waits for the responses that are still on their way, so that no accepted request goes uncounted; a flood does not. */
  async #close(): Promise<void> {
    this.#ended = true
    const closed = Array.from(
      this.#sockets,
      (socket) => new Promise((resolve) => (socket.destroyed ? resolve(true) : socket.once('close', resolve))),
    )
    if (this.#plan.reconnects !== true) await Promise.race([Promise.all(closed), sleep(10_000)])
    for (const socket of this.#sockets) socket.destroy()
  }
}
