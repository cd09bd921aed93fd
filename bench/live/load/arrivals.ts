import { brotliDecompressSync } from 'node:zlib'
import { foldWeek } from '@outlast/contract/live/fold'
import type { ChangesMessage, WeekChange, WeekView } from '@outlast/contract/live/wire'
import { BareConnection } from './bare-connection.ts'
import { type Connection, failed } from '@outlast/testing/live/live-connection'
import type { Arrived, Task } from './orders.ts'

/** Milliseconds since 1970, finer than a millisecond; the same for all processes of a machine. */
const now = (): number => performance.timeOrigin + performance.now()

/** Waits until every client of a group has a message, and has made of it what it shall. */
export class Arrivals {
  readonly #left: Set<Connection>
  readonly #start: Buffer
  readonly #task: Task
  readonly #cpu = process.cpuUsage()
  #first = 0
  #message = ''
  #resolve: (arrived: Arrived) => void = () => {}
  readonly all: Promise<Arrived>

  constructor(connections: readonly Connection[], start: string, task: Task) {
    this.#left = new Set(connections)
    this.#start = Buffer.from(start)
    this.#task = task
    this.all = new Promise((resolve) => (this.#resolve = resolve))
    for (const connection of connections) connection.onMessage = (text) => this.#look(connection, text)
  }

  #look(connection: Connection, text: Buffer): void {
    const start = this.#start
    if (text.length < start.length || text.compare(start, 0, start.length, 0, start.length) !== 0) return
    if (this.#message === '') this.#message = text.toString()
    switch (this.#task.kind) {
      case 'look':
        return this.#done(connection, undefined)
      case 'fold':
        return this.#done(connection, fold(this.#task.view as WeekView, text))
      case 'fetch': {
        if (!(connection instanceof BareConnection)) failed('only a bare client fetches')
        const { path, parse } = this.#task
        return connection.get(path, (body) => this.#done(connection, parse ? parsed(body) : undefined))
      }
      default:
        this.#task satisfies never
    }
  }

  #done(connection: Connection, made: unknown): void {
    if (!this.#left.delete(connection)) failed('a client had a message twice')
    const at = now()
    if (this.#first === 0) this.#first = at
    if (this.#left.size > 0) return
    const { user, system } = process.cpuUsage(this.#cpu)
    this.#resolve({
      first: this.#first,
      last: at,
      message: this.#message,
      made: made === undefined ? '' : JSON.stringify(made),
      cpu: (user + system) / 1e6,
    })
  }
}

function parsed(body: Buffer): unknown {
  const { view } = JSON.parse(brotliDecompressSync(body).toString()) as { view: unknown }
  return view
}

/** As the app's client does: the packet parsed, its changes folded into the view that it holds. */
function fold(view: WeekView, text: Buffer): WeekView {
  const [, message] = JSON.parse(text.toString('utf8', 2)) as [string, ChangesMessage<WeekChange>]
  return foldWeek(view, message.changes) ?? failed('a message was made for another view')
}
