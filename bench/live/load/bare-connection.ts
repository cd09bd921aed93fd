import { HttpConnection } from '@outlast/testing/http/http-connection'
import { type Connection, failed } from '@outlast/testing/live/live-connection'
import { LightWebSocket } from '@outlast/testing/live/light-web-socket'

/** A client of the bare server: a WebSocket, and perhaps an HTTP connection beside it. */
export class BareConnection implements Connection {
  onMessage: (text: Buffer) => void = () => {}
  readonly current: Promise<void>
  readonly #socket: LightWebSocket
  readonly #http: HttpConnection | undefined

  constructor(port: number, withHttp: boolean) {
    this.#http = withHttp ? new HttpConnection(port) : undefined
    let resolve = (): void => {}
    this.current = new Promise((done) => (resolve = done))
    this.#socket = new LightWebSocket({
      port,
      path: '/',
      onOpen: () => resolve(),
      onText: (text) => this.onMessage(text),
      onEnd: (why) => failed(`a bare client ended: ${why}`),
    })
  }

  get(path: string, onBody: (body: Buffer) => void): void {
    this.#http?.get(path, onBody)
  }

  close(): void {
    this.#socket.close()
    this.#http?.close()
  }
}
