import { LiveConnection } from './live-connection.ts'

/** A message of a topic: one WebSocket frame. */
export interface Frame {
  readonly text: string
  readonly bytes: number
  /** When it arrived, by performance.now(). */
  readonly atMs: number
}

/** A visitor who watches one topic and keeps every WebSocket frame, so that frames can be counted and measured. */
export class FrameViewer {
  readonly #frames: Frame[] = []
  readonly #connection: LiveConnection
  #onFrame: () => void = () => {}

  /** Joins a topic. Rejects when the server refuses. */
  static async join(port: number, topic: string): Promise<FrameViewer> {
    const failed = Promise.withResolvers<never>()
    // A later failure shows as a frame that never arrives.
    failed.promise.catch(() => {})
    const connection = new LiveConnection(port, {
      topics: [{ topic }],
      onFailure: (reason) => failed.reject(new Error(reason)),
    })
    await Promise.race([connection.current, failed.promise])
    return new FrameViewer(connection)
  }

  private constructor(connection: LiveConnection) {
    this.#connection = connection
    connection.onMessage = (message) => {
      this.#frames.push({ text: message.toString(), bytes: message.length, atMs: performance.now() })
      this.#onFrame()
    }
  }

  get count(): number {
    return this.#frames.length
  }

  /** Waits until a number of frames has arrived, and returns all of them. */
  async frames(count: number): Promise<readonly Frame[]> {
    while (this.#frames.length < count) await new Promise<void>((resolve) => (this.#onFrame = resolve))
    return this.#frames
  }

  leave(): void {
    this.#connection.close()
  }
}
