import { connect, type Socket } from 'node:net'
import { percentile } from '../report/statistics.ts'

/** What a load client shall do: many connections, each sending its own requests in turn, one after the answer to the last. */
export interface LoadPlan {
  /** Where to; of several, each connection has the next one in turn. */
  readonly port: number | readonly number[]
  /** Requests of each connection, in turn, over and over: whole HTTP/1.1 messages. */
  readonly connections: readonly (readonly string[])[]
  /** Runs for so long before anything is counted, and then for so long. In seconds. */
  readonly warmUp: number
  readonly seconds: number
  /** Ends earlier when so many answers have come. */
  readonly maxAnswers: number
}

/** What came of it. Times in milliseconds. */
export interface LoadResult {
  /** Answers 200 to 299, and 304 to whoever asked for it, of the counted time, per second. */
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly max: number
  /** All of these answers, warm-up included: to be compared with what the server recorded. */
  readonly accepted: number
  /** How many of each other status came, and how many connections broke. */
  readonly others: Readonly<Record<string, number>>
  /** Processor seconds of the load client in the counted time, as a share of that time. */
  readonly clientLoad: number
}

/** A GET or a POST as it goes over the wire. */
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

/**
 * Runs a plan. Bare sockets and prepared bytes: whoever measures a server on a small machine shares its cores with it,
 * so the client must cost next to nothing.
 */
export class HttpLoad {
  readonly #plan: LoadPlan
  readonly #sockets: Socket[] = []
  readonly #others: Record<string, number> = {}
  #latencies: number[] = []
  #answers = 0
  #accepted = 0
  #counting = false
  #ended = false
  #full: () => void = () => {}

  constructor(plan: LoadPlan) {
    this.#plan = plan
  }

  async run(): Promise<LoadResult> {
    const { connections, warmUp, seconds, port } = this.#plan
    const ports = typeof port === 'number' ? [port] : port
    const lanes = await Promise.all(connections.map((requests, n) => this.#open(requests, ports[n % ports.length])))
    for (const send of lanes) send()
    const full = new Promise<void>((resolve) => (this.#full = resolve))
    await Promise.race([full, delay(warmUp * 1000)])
    this.#counting = true
    const start = performance.now()
    const cpuBefore = process.cpuUsage()
    await Promise.race([full, delay(seconds * 1000)])
    const took = (performance.now() - start) / 1000
    this.#counting = false
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

  /** Opens a connection; the answer starts its requests. */
  async #open(requests: readonly string[], port = 0): Promise<() => void> {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    this.#sockets.push(socket)
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    socket.on('error', () => this.#note('broken'))
    socket.on('close', () => (this.#ended ? undefined : this.#note('closed')))
    const bytes = requests.map((request) => Buffer.from(request))
    let turn = 0
    let sentAt = 0
    const send = (): void => {
      if (this.#ended) return void socket.end()
      const next = bytes[turn % bytes.length]
      turn += 1
      sentAt = performance.now()
      if (next !== undefined) socket.write(next)
    }
    readAnswers(socket, (status) => {
      this.#answered(status, sentAt)
      send()
    })
    return send
  }

  #answered(status: number, sentAt: number): void {
    this.#answers += 1
    if (this.#answers >= this.#plan.maxAnswers) this.#full()
    if ((status < 200 || status > 299) && status !== 304) return this.#note(String(status))
    this.#accepted += 1
    if (this.#counting) this.#latencies.push(performance.now() - sentAt)
  }

  #note(what: string): void {
    this.#others[what] = (this.#others[what] ?? 0) + 1
  }

  /** Lets every request on its way come back, so that what was accepted is known to the last one. */
  async #close(): Promise<void> {
    this.#ended = true
    const closed = this.#sockets.map(
      (socket) => new Promise((resolve) => (socket.destroyed ? resolve(true) : socket.once('close', resolve))),
    )
    await Promise.race([Promise.all(closed), delay(10_000)])
    for (const socket of this.#sockets) socket.destroy()
  }
}

/**
 * Calls back with the status of each answer once all of it has come. A body is counted, not kept: snapshots are large.
 * Answers must carry Content-Length, or be 204 or 304.
 */
function readAnswers(socket: Socket, answered: (status: number) => void): void {
  let waiting: Buffer | undefined
  let current: Head | undefined
  let missing = 0
  socket.on('data', (data: Buffer) => {
    let bytes = waiting === undefined ? data : Buffer.concat([waiting, data])
    waiting = undefined
    for (;;) {
      if (current === undefined) {
        current = headIn(bytes)
        if (current === undefined) break
        missing = current.length
      }
      const taken = Math.min(missing, bytes.length)
      missing -= taken
      bytes = bytes.subarray(taken)
      if (missing > 0) return
      const { status } = current
      current = undefined
      answered(status)
    }
    if (bytes.length > 0) waiting = bytes
  })
}

interface Head {
  readonly status: number
  /** Of the whole answer. */
  readonly length: number
}

const HEAD_END = Buffer.from('\r\n\r\n')

function headIn(bytes: Buffer): Head | undefined {
  const end = bytes.indexOf(HEAD_END)
  if (end === -1) return undefined
  const head = bytes.toString('latin1', 0, end)
  const status = Number(head.slice(9, 12))
  const bodyless = status === 204 || status === 304
  const length = bodyless ? '0' : /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`an answer without Content-Length: ${head.slice(0, 200)}`)
  return { status, length: end + HEAD_END.length + Number(length) }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
