import type { EventEmitter } from 'node:events'
import type { Socket } from 'socket.io'
import type { WebSocketFrame } from './websocket-frame.ts'

/** The members of Engine.IO's connection that have no types. All of them are checked before use. */
interface EngineConnection extends EventEmitter {
  readonly readyState: string
  /** Packets that wait until the transport has sent the earlier ones. */
  readonly writeBuffer: readonly unknown[]
  readonly transport: { readonly writable: boolean; readonly socket?: RawWebSocket }
  write(packet: string, options: object): unknown
}

interface RawWebSocket extends EventEmitter {
  readonly readyState: number
  /** The TCP connection. */
  readonly _socket?: EventEmitter
  /** Whether it answers pings. */
  _autoPong?: boolean
  readonly bufferedAmount: number
  readonly _sender?: { sendFrame?(list: readonly Buffer[]): void }
  terminate(): void
}

const OPEN = 1
/** A client that lags further behind can fetch the view faster than it can read the messages. */
const MAX_QUEUED_BYTES = 1_048_576
const MAX_QUEUED_PACKETS = 256
/** How many checks in a row may find unsent data. */
const MAX_CHECKS_BEHIND = 30
/** How long a client may take to confirm that the connection is closed, in milliseconds. */
const CLOSE_TIMEOUT_MS = 1_000

/** A client's connection below Socket.IO. See docs/decisions/024. */
export class ClientConnection {
  readonly #connection: EngineConnection
  // WebSocket is the only transport, so both stay the same for the whole connection.
  readonly #transport: EngineConnection['transport']
  readonly #webSocket: RawWebSocket | undefined
  #checksBehind = 0

  constructor(connection: Socket['conn']) {
    this.#connection = connection as unknown as EngineConnection
    this.#transport = this.#connection.transport
    this.#webSocket = this.#transport.socket
  }

  /**
   * Reports everything that the client sends, from the first byte: Engine.IO packets, pings and pongs of the WebSocket protocol,
   * and bytes.
   */
  onReceived(onPacket: () => void, onBytes: (count: number) => void): void {
    this.#connection.on('packet', onPacket)
    this.#webSocket?.on('ping', onPacket).on('pong', onPacket)
    this.#webSocket?._socket?.prependListener('data', (bytes: Buffer) => onBytes(bytes.length))
  }

  /** Ends the connection without a closing handshake. Nothing that the client has sent is processed after that. */
  terminate(): void {
    this.#connection.removeAllListeners('data')
    const webSocket = this.#webSocket
    if (webSocket === undefined) return
    webSocket.removeAllListeners('message').removeAllListeners('ping').removeAllListeners('pong')
    // Otherwise the server would try to answer each of the pings that have already arrived, possibly thousands, and fail slowly.
    webSocket._autoPong = false
    webSocket.terminate()
  }

  /** Terminates the connection if the client does not confirm its end. */
  terminateAfterClose(): void {
    this.#webSocket?.removeAllListeners('message')
    setTimeout(() => this.#webSocket?.terminate(), CLOSE_TIMEOUT_MS).unref()
  }

  /** Sends a frame directly to the WebSocket, or through Engine.IO's queue if packets are waiting there. */
  send(frame: WebSocketFrame): void {
    const connection = this.#connection
    const webSocket = this.#webSocket
    if (
      this.#transport.writable &&
      connection.readyState === 'open' &&
      connection.writeBuffer.length === 0 &&
      webSocket?.readyState === OPEN &&
      webSocket._sender?.sendFrame !== undefined
    ) {
      webSocket._sender.sendFrame(frame.bytes)
    } else {
      connection.write(frame.packet, { compress: false, wsPreEncodedFrame: frame.bytes })
    }
  }

  /**
   * Closes the connection if its client does not read, so that unsent messages cannot fill the memory. Called once a second.
   * @returns whether it was closed
   */
  closeIfSlow(): boolean {
    const queuedBytes = this.#webSocket?.bufferedAmount ?? 0
    const queuedPackets = this.#connection.writeBuffer.length
    this.#checksBehind = queuedBytes === 0 && queuedPackets === 0 ? 0 : this.#checksBehind + 1
    const isSlow = queuedBytes > MAX_QUEUED_BYTES || queuedPackets > MAX_QUEUED_PACKETS || this.#checksBehind >= MAX_CHECKS_BEHIND
    // A closing handshake would wait for a client that does not read.
    if (isSlow) this.terminate()
    return isSlow
  }
}
