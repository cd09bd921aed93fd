import { once } from 'node:events'
import { WebSocket } from 'ws'

/** A message of a topic as it came: one WebSocket frame. */
export interface Heard {
  readonly text: string
  readonly bytes: number
  /** By performance.now(). */
  readonly atMs: number
}

/** Somebody who looks at one live topic: Socket.IO's protocol spoken by hand, so that frames can be counted. */
export class Viewer {
  readonly #socket: WebSocket
  readonly #heard: Heard[] = []
  #woken: (() => void) | undefined

  /** Resolves once the server has put it into the topic's room. */
  static async join(port: number, topic: string): Promise<Viewer> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, { perMessageDeflate: false })
    const viewer = new Viewer(socket, topic)
    await viewer.#joined.promise
    return viewer
  }

  readonly #joined = Promise.withResolvers<void>()

  private constructor(socket: WebSocket, topic: string) {
    this.#socket = socket
    socket.on('error', (error) => this.#joined.reject(error))
    socket.on('message', (data: Buffer) => {
      const atMs = performance.now()
      const text = data.toString()
      if (text.startsWith('0{')) socket.send('40{}')
      else if (text.startsWith('40')) socket.send(`420${JSON.stringify(['join', { topic }])}`)
      else if (text.startsWith('43')) this.#answered(text)
      else if (text === '2') socket.send('3')
      else this.#hear({ text, bytes: data.length, atMs })
    })
  }

  /** Waits until as many messages have come, and answers all of them. */
  async heard(count: number): Promise<readonly Heard[]> {
    while (this.#heard.length < count) await new Promise<void>((resolve) => (this.#woken = resolve))
    return this.#heard
  }

  get count(): number {
    return this.#heard.length
  }

  async leave(): Promise<void> {
    this.#socket.close()
    await once(this.#socket, 'close')
  }

  #answered(text: string): void {
    if (text.includes('"ok":true')) this.#joined.resolve()
    else this.#joined.reject(new Error(`the server said ${text}`))
  }

  #hear(heard: Heard): void {
    this.#heard.push(heard)
    this.#woken?.()
  }
}
