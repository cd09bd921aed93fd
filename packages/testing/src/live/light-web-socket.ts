import { connect, type Socket } from 'node:net'

/** The headers that a browser sends. What the server keeps of them counts in its memory. */
const HEADERS = [
  'Connection: Upgrade',
  'Pragma: no-cache',
  'Cache-Control: no-cache',
  'User-Agent: Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Accept-Encoding: gzip, deflate, br, zstd',
  'Accept-Language: en-US,en;q=0.9',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits',
]

/** The buffer into which all sockets read: each read is handled before the next one. */
const READ = Buffer.allocUnsafe(262_144)

const HEAD_END = Buffer.from('\r\n\r\n')
const TEXT = 0x81
const CLOSE = 0x88
const MASKED = 0x80
const LENGTH_16 = 126
const LENGTH_64 = 127

export interface WebSocketOptions {
  readonly port: number
  readonly path: string
  readonly onOpen: () => void
  /** Called with each text message. The buffer is reused after the call. */
  readonly onText: (text: Buffer) => void
  /** Called when the connection closes without {@link LightWebSocket.close}. */
  readonly onClose: (reason: string) => void
}

/**
 * A WebSocket client that costs little, because load clients share the cores of a small machine with the server. It reads
 * uncompressed text messages of a single frame, which is what both servers of a benchmark send.
 */
export class LightWebSocket {
  readonly #options: WebSocketOptions
  readonly #socket: Socket
  #isOpen = false
  #isClosed = false
  #rest: Buffer | undefined

  constructor(options: WebSocketOptions) {
    this.#options = options
    this.#socket = connect({
      host: '127.0.0.1',
      port: options.port,
      noDelay: true,
      onread: { buffer: READ, callback: (length) => this.#read(READ.subarray(0, length)) },
    })
    const origin = `http://127.0.0.1:${options.port}`
    const head = [`GET ${options.path} HTTP/1.1`, `Host: 127.0.0.1:${options.port}`, `Origin: ${origin}`, ...HEADERS]
    this.#socket.write(`${head.join('\r\n')}\r\n\r\n`)
    this.#socket.on('error', (error) => this.#fail(error.message))
    this.#socket.on('close', () => this.#fail('closed'))
  }

  send(text: string): void {
    this.#socket.write(frameOf(text))
  }

  close(): void {
    this.#isClosed = true
    this.#socket.destroy()
  }

  #fail(reason: string): void {
    if (this.#isClosed) return
    this.close()
    this.#options.onClose(reason)
  }

  #read(read: Buffer): boolean {
    let bytes = this.#rest === undefined ? read : Buffer.concat([this.#rest, read])
    if (!this.#isOpen) bytes = this.#readHead(bytes)
    while (this.#isOpen && !this.#isClosed) {
      const length = this.#readFrame(bytes)
      if (length === 0) break
      bytes = bytes.subarray(length)
    }
    this.#rest = bytes.length === 0 ? undefined : Buffer.from(bytes)
    return true
  }

  #readHead(bytes: Buffer): Buffer {
    const end = bytes.indexOf(HEAD_END)
    if (end === -1) return bytes
    const status = bytes.toString('latin1', 9, 12)
    if (status !== '101') {
      this.#fail(`status ${status}`)
      return bytes
    }
    this.#isOpen = true
    this.#options.onOpen()
    return bytes.subarray(end + HEAD_END.length)
  }

  /** Reads the frame at the beginning of the bytes. Returns its length, or 0 when it is incomplete. */
  #readFrame(bytes: Buffer): number {
    if (bytes.length < 2) return 0
    const short = bytes.readUInt8(1)
    const start = short === LENGTH_16 ? 4 : short === LENGTH_64 ? 10 : 2
    if (bytes.length < start) return 0
    const length = short === LENGTH_16 ? bytes.readUInt16BE(2) : short === LENGTH_64 ? bytes.readUIntBE(4, 6) : short
    const end = start + length
    if (bytes.length < end) return 0
    const kind = bytes.readUInt8(0)
    if (kind === TEXT) this.#options.onText(bytes.subarray(start, end))
    else this.#fail(kind === CLOSE ? 'closed by the server' : `a frame of type ${kind}`)
    return end
  }
}

/** Returns a text frame. Clients must mask theirs; a mask of zeros changes nothing. */
function frameOf(text: string): Buffer {
  const payload = Buffer.from(text)
  const isShort = payload.length < LENGTH_16
  const head = Buffer.alloc(isShort ? 6 : 8)
  head.writeUInt8(TEXT, 0)
  head.writeUInt8(MASKED | (isShort ? payload.length : LENGTH_16), 1)
  if (!isShort) head.writeUInt16BE(payload.length, 2)
  return Buffer.concat([head, payload])
}
