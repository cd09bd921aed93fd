import type { Socket } from 'socket.io'
import type { Frame } from './frame.ts'

/** What of Engine.IO and of `ws` below it has no types; all of it is looked for, and done without where it is missing. */
interface EngineConnection {
  readonly readyState: string
  /** Packets that wait until the transport has passed on those before. */
  readonly writeBuffer: readonly unknown[]
  readonly transport: { readonly writable: boolean; readonly socket?: WebSocketBelow }
  write(packet: string, options: object): unknown
}

interface WebSocketBelow {
  readonly readyState: number
  readonly bufferedAmount: number
  readonly _sender?: { sendFrame?(list: readonly Buffer[]): void }
  terminate(): void
}

const OPEN = 1

/** The way out to one client, below Socket.IO. */
export class Line {
  readonly #connection: EngineConnection
  // There is one transport only, and so one WebSocket, from the beginning to the end.
  readonly #transport: EngineConnection['transport']
  readonly #below: WebSocketBelow | undefined

  constructor(connection: Socket['conn']) {
    this.#connection = connection as unknown as EngineConnection
    this.#transport = this.#connection.transport
    this.#below = this.#transport.socket
  }

  /**
   * Sends a frame that was built for many. It goes straight to the WebSocket, as Engine.IO would pass it on in the end,
   * unless a packet is still on its way there: then it waits its turn behind it.
   */
  write(frame: Frame): void {
    const connection = this.#connection
    const below = this.#below
    if (
      this.#transport.writable &&
      connection.readyState === 'open' &&
      connection.writeBuffer.length === 0 &&
      below?.readyState === OPEN &&
      below._sender?.sendFrame !== undefined
    ) {
      below._sender.sendFrame(frame.bytes)
    } else {
      connection.write(frame.packet, { compress: false, wsPreEncodedFrame: frame.bytes })
    }
  }

  /** Bytes that the operating system has not taken yet. */
  get waitingBytes(): number {
    return this.#below?.bufferedAmount ?? 0
  }

  /** Packets that wait for their turn. */
  get waitingPackets(): number {
    return this.#connection.writeBuffer.length
  }

  /** Ends it at once, without asking the other side. */
  cut(): void {
    this.#below?.terminate()
  }
}
