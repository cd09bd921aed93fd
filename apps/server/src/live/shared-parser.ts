import { Decoder, Encoder, type Packet } from 'socket.io-parser'

// Socket.IO makes a decoder for each client: 320 bytes that only matter for binary packets, which arrive in several messages. No
// client of the pool sends any, so one decoder decodes the packets of all clients. One that does send them gets a decoder of its own.

type Listener = (packet: Packet) => void

const ignore: Listener = () => {}
/** Binary events and acknowledgements: the first characters of their packets. */
const BINARY = /^[56]/
const shared = new Decoder()
let receiver: Listener = ignore
shared.on('decoded', (packet) => receiver(packet))

class SharedDecoder {
  #listener: Listener = ignore
  #own: Decoder | undefined

  on(_event: 'decoded', listener: Listener): void {
    this.#listener = listener
  }

  removeListener(): void {
    this.#listener = ignore
  }

  /** Decodes a packet, or throws; Socket.IO then closes the connection. */
  add(packet: unknown): void {
    if (this.#own === undefined && typeof packet === 'string' && !BINARY.test(packet)) {
      receiver = this.#listener
      shared.add(packet)
    } else {
      this.#own ??= new Decoder().on('decoded', (decoded) => this.#listener(decoded))
      this.#own.add(packet)
    }
  }

  destroy(): void {
    this.#own?.destroy()
  }
}

/** The option `parser` of Socket.IO. */
export const SHARED_PARSER = { Encoder, Decoder: SharedDecoder }
