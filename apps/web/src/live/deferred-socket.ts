import type { SocketIoSocket } from '@outlast/contract/live'
import type { Socket } from 'socket.io-client'

/** How long to wait before another attempt to load the library, in milliseconds. */
const RETRY_MS = 3_000

/**
 * A socket whose library loads when it first connects. The first screen shows what REST sends, so it does not wait for a tenth of the
 * app's JavaScript that only later changes need.
 */
export class DeferredSocket implements SocketIoSocket {
  #auth: unknown
  readonly #open: () => Promise<Socket>
  readonly #listeners: (readonly [event: string, listener: (argument: unknown) => void])[] = []
  #socket: Socket | undefined
  #isLoading = false

  /** @param open loads the library and creates the socket, which does not connect automatically */
  constructor(open: () => Promise<Socket>, auth: unknown) {
    this.#open = open
    this.#auth = auth
  }

  get auth(): unknown {
    return this.#auth
  }

  /** Applies to the next connection. */
  set auth(auth: unknown) {
    this.#auth = auth
    if (this.#socket !== undefined) this.#socket.auth = auth as Socket['auth']
  }

  get connected(): boolean {
    return this.#socket?.connected === true
  }

  /** Connects now, without waiting for the time of the next attempt. */
  connect(): void {
    if (this.#socket === undefined) return void this.#load()
    if (!this.#socket.connected) this.#socket.disconnect().connect()
  }

  on(event: string, listener: (argument: unknown) => void): void {
    this.#listeners.push([event, listener])
    this.#socket?.on(event, listener)
  }

  off(event: string, listener: (argument: unknown) => void): void {
    const index = this.#listeners.findIndex(([name, known]) => name === event && known === listener)
    if (index >= 0) this.#listeners.splice(index, 1)
    this.#socket?.off(event, listener)
  }

  timeout(ms: number): { emitWithAck(event: string, payload: unknown): Promise<unknown> } {
    const emitWithAck = (event: string, payload: unknown): Promise<unknown> =>
      this.#socket === undefined
        ? Promise.reject(new Error('the socket is not connected'))
        : this.#socket.timeout(ms).emitWithAck(event, payload)
    return { emitWithAck }
  }

  async #load(): Promise<void> {
    if (this.#isLoading) return
    this.#isLoading = true
    try {
      const socket = await this.#open()
      for (const [event, listener] of this.#listeners) socket.on(event, listener)
      this.#socket = socket
      this.auth = this.#auth
      this.connect()
    } catch {
      setTimeout(() => this.connect(), RETRY_MS)
    } finally {
      this.#isLoading = false
    }
  }
}
