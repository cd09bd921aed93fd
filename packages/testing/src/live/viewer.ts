import { fold } from '@outlast/contract/live/fold'
import { LiveClient } from '@outlast/contract/live/client/live-client'
import { socketIoTransport } from '@outlast/contract/live/client/socket-io-transport'
import type { LiveState } from '@outlast/contract/live/client/state'
import type { ChangesMessage, ResetMessage } from '@outlast/contract/live/wire'
import type { Topic } from '@outlast/contract/live/topics'
import { io, type Socket } from 'socket.io-client'
import { getJson } from '../http/requests.ts'

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
 * Watches topics with the web app's own client. It also checks the sequence of messages: on one connection, each message must
 * begin at the version at which the previous one of its topic ended.
 */
export class Viewer {
  readonly url: string
  readonly #token: string | undefined
  readonly #socket: Socket
  readonly #live: LiveClient
  readonly #states = new Map<Topic, LiveState<unknown>>()
  readonly #versions = new Map<string, number>()
  readonly #sequenceErrors: string[] = []
  #messages = 0
  /** Called whenever the state of a topic changes. */
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
    // Registered before the client's own listeners, so that each message is checked before it is applied.
    this.#socket.on('changes', (message: ChangesMessage) => this.#checkSequence(message))
    this.#socket.on('reset', ({ topic, to }: ResetMessage) => this.#versions.set(topic, to))
    this.#socket.on('disconnect', () => this.#versions.clear())
    const fetchView = (topic: Topic) => getJson(`${url}/api/live/${topic}`, token)
    this.#live = new LiveClient({
      ...timing,
      transport: socketIoTransport(this.#socket, timing),
      fold,
      fetchView: fetchView as never,
    })
  }

  /** Messages that were lost, duplicated or out of order. */
  get sequenceErrors(): readonly string[] {
    return this.#sequenceErrors
  }

  /** How many messages arrived. */
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

  /** Waits until every topic equals a fresh snapshot of a server. Returns the topics that still differ after the timeout. */
  async differences(url = this.url, timeoutMs = 30_000): Promise<readonly string[]> {
    const deadline = performance.now() + timeoutMs
    for (;;) {
      const different: string[] = []
      for (const [topic, state] of this.#states) {
        const fresh = await getJson<Versioned>(`${url}/api/live/${topic}`, this.#token)
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

  #checkSequence({ topic, from, to }: ChangesMessage): void {
    this.#messages += 1
    const version = this.#versions.get(topic)
    if (to <= from || (version !== undefined && from !== version))
      this.#sequenceErrors.push(`${topic}: ${from}–${to} after ${version}`)
    this.#versions.set(topic, to)
  }
}
