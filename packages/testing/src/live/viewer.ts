import { LiveClient } from '@outlast/contract/live/client/live-client'
import { socketIoTransport } from '@outlast/contract/live/client/socket-io-transport'
import type { LiveState } from '@outlast/contract/live/client/state'
import type { ChangesMessage, ResetMessage } from '@outlast/contract/live/wire'
import type { Topic } from '@outlast/contract/live/topics'
import { io, type Socket } from 'socket.io-client'
import { get } from '../members/members.ts'

const timing = {
  now: () => performance.now(),
  schedule: (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  random: Math.random,
}

interface Versioned {
  readonly version: number
  readonly view: unknown
}

/**
 * Somebody who watches the pool as the web app does, with the same client, and looks besides whether the messages
 * themselves follow each other: on one connection each must begin where the last one of its topic ended.
 */
export class Viewer {
  readonly url: string
  readonly #token: string | undefined
  readonly #socket: Socket
  readonly #live: LiveClient
  readonly #states = new Map<Topic, LiveState<unknown>>()
  readonly #ends = new Map<string, number>()
  readonly #breaks: string[] = []
  #messages = 0
  /** Called with each state of each topic. */
  onState: (topic: Topic, state: LiveState<unknown>) => void = () => {}

  constructor(url: string, token?: string) {
    this.url = url
    this.#token = token
    this.#socket = io(url, {
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: 50,
      reconnectionDelayMax: 500,
      ...(token === undefined ? {} : { auth: { token } }),
    })
    // Before the client listens: what it folds was looked at already.
    this.#socket.on('changes', (message: ChangesMessage) => this.#follow(message))
    this.#socket.on('reset', ({ topic, to }: ResetMessage) => this.#ends.set(topic, to))
    this.#socket.on('disconnect', () => this.#ends.clear())
    const fetchView = (topic: Topic) => get(url, `/api/live/${topic}`, token)
    this.#live = new LiveClient({
      ...timing,
      transport: socketIoTransport(this.#socket, timing),
      fetchView: fetchView as never,
    })
  }

  /** Messages that did not follow the one before: something lost, doubled, or out of order. */
  get breaks(): readonly string[] {
    return this.#breaks
  }

  get messages(): number {
    return this.#messages
  }

  watch(...topics: readonly Topic[]): void {
    for (const topic of topics) {
      this.#live.watch(topic, (state) => {
        this.#states.set(topic, state)
        this.onState(topic, state)
      })
    }
  }

  /** The state it shows of each topic. */
  get states(): ReadonlyMap<Topic, LiveState<unknown>> {
    return this.#states
  }

  /** Waits until it shows what a server's fresh snapshot says, topic by topic. Those that never did, after a while. */
  async differences(url = this.url, withinMs = 30_000): Promise<readonly string[]> {
    const deadline = performance.now() + withinMs
    for (;;) {
      const different: string[] = []
      for (const [topic, state] of this.#states) {
        const fresh = await get<Versioned>(url, `/api/live/${topic}`, this.#token)
        const shown = state.status === 'live' ? JSON.stringify([state.version, state.view]) : state.status
        if (shown !== JSON.stringify([fresh.version, fresh.view]))
          different.push(`${topic} at ${fresh.version}, shown: ${state.status} ${'version' in state ? state.version : ''}`)
      }
      if (different.length === 0 || performance.now() > deadline) return different
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  close(): void {
    this.#live.close()
    this.#socket.disconnect()
  }

  #follow({ topic, from, to }: ChangesMessage): void {
    this.#messages += 1
    const end = this.#ends.get(topic)
    if (to <= from || (end !== undefined && from !== end)) this.#breaks.push(`${topic}: ${from}–${to} after ${end}`)
    this.#ends.set(topic, to)
  }
}
