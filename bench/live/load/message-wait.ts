import { brotliDecompressSync } from 'node:zlib'
import { foldWeek } from '@outlast/contract/live/fold'
import type { ChangesMessage, WeekChange, WeekView } from '@outlast/contract/live/wire'
import type { LiveConnection } from '@outlast/testing/live/live-connection'
import { BareClient } from './bare-client.ts'
import type { Received, Task } from './requests.ts'

export type Client = Pick<LiveConnection, 'onMessage' | 'close'>

/** The current time in milliseconds since 1970, with a higher resolution than Date.now(). */
const now = (): number => performance.timeOrigin + performance.now()

/** Waits until every client of a group has received a message and handled it. */
export class MessageWait {
  /** Resolves when all clients are done. */
  readonly received: Promise<Received>
  readonly #waiting: Set<Client>
  readonly #start: Buffer
  readonly #task: Task
  #first = 0
  #message = ''
  #resolve: (received: Received) => void = () => {}

  constructor(clients: readonly Client[], start: string, task: Task) {
    this.#waiting = new Set(clients)
    this.#start = Buffer.from(start)
    this.#task = task
    this.received = new Promise((resolve) => (this.#resolve = resolve))
    for (const client of clients) client.onMessage = (message) => this.#handle(client, message)
  }

  #handle(client: Client, message: Buffer): void {
    const start = this.#start
    if (message.length < start.length || message.compare(start, 0, start.length, 0, start.length) !== 0) return
    if (this.#message === '') this.#message = message.toString()
    switch (this.#task.kind) {
      case 'compare':
        return this.#finish(client, undefined)
      case 'fold':
        return this.#finish(client, fold(this.#task.view as WeekView, message))
      case 'fetch': {
        if (!(client instanceof BareClient)) fail('only clients of the comparator fetch')
        const { path, parse } = this.#task
        return client.get(path, (body) => this.#finish(client, parse ? parseView(body) : undefined))
      }
      default:
        this.#task satisfies never
    }
  }

  #finish(client: Client, result: unknown): void {
    if (!this.#waiting.delete(client)) fail('a client received the message twice')
    const at = now()
    if (this.#first === 0) this.#first = at
    if (this.#waiting.size > 0) return
    this.#resolve({
      first: this.#first,
      last: at,
      message: this.#message,
      result: result === undefined ? '' : JSON.stringify(result),
    })
  }
}

/** Ends the process: a load that differs from the one that was requested measures nothing. */
export function fail(reason: string): never {
  console.error(reason)
  process.exit(1)
}

function parseView(body: Buffer): unknown {
  const { view } = JSON.parse(brotliDecompressSync(body).toString()) as { view: unknown }
  return view
}

/** Parses the packet and folds its changes into a view, as the web app's client does. */
function fold(view: WeekView, message: Buffer): WeekView {
  const [, { changes }] = JSON.parse(message.toString('utf8', 2)) as [string, ChangesMessage<WeekChange>]
  return foldWeek(view, changes) ?? fail('the message does not fit the view')
}
