import type { Socket } from 'socket.io'

type Connection = Socket['conn']

/** As much as waits for a client on a bad line; beyond, it fetches snapshots faster than it reads messages. */
const MAX_WAITING_BYTES = 1_048_576
const MAX_WAITING_PACKETS = 256
/** Looks in a row at which something was still waiting. */
const MAX_LOOKS = 30

interface Line {
  readonly bufferedAmount: number
  terminate(): void
}

/** Finds connections that do not read what is sent to them, so that nobody's slowness fills the memory. */
export class SlowReaders {
  readonly #behind = new WeakMap<Connection, number>()

  /** Looks at one connection, once a second. True: it was cut. */
  look(connection: Connection): boolean {
    const line = lineOf(connection)
    const bytes = line?.bufferedAmount ?? 0
    const packets = packetsWaiting(connection)
    if (bytes === 0 && packets === 0) {
      this.#behind.delete(connection)
      return false
    }
    const looks = (this.#behind.get(connection) ?? 0) + 1
    this.#behind.set(connection, looks)
    if (bytes <= MAX_WAITING_BYTES && packets <= MAX_WAITING_PACKETS && looks < MAX_LOOKS) return false
    // Closing politely would wait for a client that does not read.
    line?.terminate()
    return true
  }
}

function lineOf(connection: Connection): Line | undefined {
  return (connection.transport as unknown as { readonly socket?: Line }).socket
}

function packetsWaiting(connection: Connection): number {
  return (connection as unknown as { readonly writeBuffer: readonly unknown[] }).writeBuffer.length
}
