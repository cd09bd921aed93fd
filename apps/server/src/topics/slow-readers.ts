import type { Line } from './line.ts'

/** As much as waits for a client on a bad line; beyond, it fetches snapshots faster than it reads messages. */
const MAX_WAITING_BYTES = 1_048_576
const MAX_WAITING_PACKETS = 256
/** Looks in a row at which something was still waiting. */
const MAX_LOOKS = 30

/** Finds connections that do not read what is sent to them, so that nobody's slowness fills the memory. */
export class SlowReaders {
  readonly #behind = new WeakMap<Line, number>()

  /** Looks at one connection, once a second. True: it was cut. */
  look(line: Line): boolean {
    const { waitingBytes: bytes, waitingPackets: packets } = line
    if (bytes === 0 && packets === 0) {
      this.#behind.delete(line)
      return false
    }
    const looks = (this.#behind.get(line) ?? 0) + 1
    this.#behind.set(line, looks)
    if (bytes <= MAX_WAITING_BYTES && packets <= MAX_WAITING_PACKETS && looks < MAX_LOOKS) return false
    // Closing politely would wait for a client that does not read.
    line.cut()
    return true
  }
}
