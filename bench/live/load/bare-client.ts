import { connect, type Socket } from 'node:net'
import { readResponses } from '@outlast/testing/http/http-responses'
import { LightWebSocket } from '@outlast/testing/live/light-web-socket'

/** A client of the comparator: a WebSocket, and perhaps a kept-alive HTTP connection. */
export class BareClient {
  onMessage: (message: Buffer) => void = () => {}
  /** Resolves when the WebSocket is open. */
  readonly current: Promise<void>
  readonly #port: number
  readonly #socket: LightWebSocket
  readonly #http: Socket | undefined
  #onBody: (body: Buffer) => void = () => {}

  constructor(port: number, withHttp: boolean, onFailure: (reason: string) => void) {
    this.#port = port
    if (withHttp) {
      this.#http = connect({ host: '127.0.0.1', port, noDelay: true })
      this.#http.on('error', (error) => onFailure(`an HTTP connection failed: ${error.message}`))
      readResponses(this.#http, ({ body }) => this.#onBody(body))
    }
    const opened = Promise.withResolvers<void>()
    this.current = opened.promise
    this.#socket = new LightWebSocket({
      port,
      path: '/',
      onOpen: () => opened.resolve(),
      onText: (text) => this.onMessage(text),
      onClose: (reason) => onFailure(`a connection to the comparator closed: ${reason}`),
    })
  }

  /** Fetches a path on the HTTP connection, one at a time. */
  get(path: string, onBody: (body: Buffer) => void): void {
    this.#onBody = onBody
    this.#http?.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${this.#port}\r\nConnection: keep-alive\r\nAccept: application/json\r\nAccept-Encoding: gzip, deflate, br\r\n\r\n`,
    )
  }

  close(): void {
    this.#socket.close()
    this.#http?.destroy()
  }
}
