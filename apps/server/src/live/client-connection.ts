import type { EventEmitter } from 'node:events'
import type { Socket } from 'socket.io'
import { TokenBucket } from '../limits/token-bucket.ts'
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
  readonly _receiver?: { readonly _state?: number; readonly _bufferedBytes?: number; _mask?: Buffer | undefined }
  terminate(): void
}

const OPEN = 1
/** The state of a receiver between two frames. */
const BETWEEN_FRAMES = 0
/** A client that lags further behind can fetch the view faster than it can read the messages. */
const MAX_QUEUED_BYTES = 1_048_576
const MAX_QUEUED_PACKETS = 256
/** How many checks in a row may find unsent data. */
const MAX_CHECKS_BEHIND = 30
/** Packets per client, of any kind. Opening a screen joins a handful of topics; coming back joins them all. */
export const PACKET_LIMIT = { burst: 120, perSecond: 5 }
/** Bytes per client. A login token and a screen's topics are about two kilobytes. */
export const BYTE_LIMIT = { burst: 65_536, perSecond: 4_096 }

/** A client's connection below Socket.IO. See docs/decisions/024. */
export class ClientConnection {
  /** The key of the client's network address, for the limits. */
  readonly address: string
  readonly #connection: EngineConnection
  #checksBehind = 0

  constructor(connection: Socket['conn'], address: string) {
    this.address = address
    // Its types say that what waits is private.
    const emitter: EventEmitter = connection
    this.#connection = emitter as EngineConnection
  }

  get isClosed(): boolean {
    return this.#connection.readyState === 'closed'
  }

  // WebSocket is the only transport, so it stays the same for the whole connection.
  get #webSocket(): RawWebSocket | undefined {
    return this.#connection.transport.socket
  }

  /**
   * Ends the connection with the first packet or byte that exceeds its budget, also before the Socket.IO handshake: Engine.IO packets,
   * pings and pongs of the WebSocket protocol, and bytes. A budget that only slows a client down would let a flood go on until the
   * heartbeat of Engine.IO ends it, 45 seconds later.
   */
  limitReceived(nowMs: () => number): void {
    const packets = new TokenBucket(PACKET_LIMIT, nowMs())
    const bytes = new TokenBucket(BYTE_LIMIT, nowMs())
    const onPacket = (): void => {
      if (!packets.take(nowMs())) this.terminate()
    }
    this.#connection.on('packet', onPacket)
    this.#webSocket?.on('ping', onPacket).on('pong', onPacket)
    this.#webSocket?._socket?.prependListener('data', ({ length }: Buffer) => {
      if (!bytes.take(nowMs(), length)) this.terminate()
    })
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

  /** Sends a frame directly to the WebSocket, or through Engine.IO's queue if packets are waiting there. */
  send(frame: WebSocketFrame): void {
    const connection = this.#connection
    const webSocket = this.#webSocket
    if (
      connection.transport.writable &&
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

  /** Releases the last bytes that the client sent, which the receiver would keep until the next frame because of the mask in them. */
  releaseReceived(): void {
    const receiver = this.#webSocket?._receiver
    if (receiver?._mask === undefined || receiver._state !== BETWEEN_FRAMES || receiver._bufferedBytes !== 0) return
    receiver._mask = undefined
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
