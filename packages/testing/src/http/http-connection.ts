import { connect, type Socket } from 'node:net'

const READ = Buffer.allocUnsafe(262_144)
const HEAD_END = Buffer.from('\r\n\r\n')

/** A kept-alive HTTP connection for one GET at a time, as light as the WebSocket beside it. */
export class HttpConnection {
  readonly #port: number
  readonly #socket: Socket
  #parts: Buffer[] = []
  #length = 0
  #expected = Infinity
  #bodyAt = 0
  #onBody: (body: Buffer) => void = () => {}

  constructor(port: number) {
    this.#port = port
    this.#socket = connect({
      host: '127.0.0.1',
      port,
      noDelay: true,
      onread: {
        buffer: READ,
        callback: (length) => {
          this.#read(Buffer.from(READ.subarray(0, length)))
          return true
        },
      },
    })
    this.#socket.on('error', (error) => {
      console.error(`an HTTP connection failed: ${error.message}`)
      process.exit(1)
    })
  }

  get(path: string, onBody: (body: Buffer) => void): void {
    this.#onBody = onBody
    this.#socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${this.#port}\r\nConnection: keep-alive\r\nAccept: application/json\r\nAccept-Encoding: gzip, deflate, br\r\n\r\n`,
    )
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(bytes: Buffer): void {
    this.#parts.push(bytes)
    this.#length += bytes.length
    if (this.#expected === Infinity) this.#readHead()
    if (this.#length < this.#expected) return
    const body = Buffer.concat(this.#parts).subarray(this.#bodyAt)
    this.#parts = []
    this.#length = 0
    this.#expected = Infinity
    this.#onBody(body)
  }

  #readHead(): void {
    const whole = Buffer.concat(this.#parts)
    const end = whole.indexOf(HEAD_END)
    if (end === -1) return
    const length = /\r\ncontent-length: (\d+)/i.exec(whole.toString('latin1', 0, end))?.[1]
    this.#bodyAt = end + HEAD_END.length
    this.#expected = this.#bodyAt + Number(length)
    this.#parts = [whole]
  }
}
