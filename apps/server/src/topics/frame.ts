/** An event as it goes to many clients: encoded once. */
export interface Frame {
  /** The packet of Socket.IO (an event of the default namespace), as Engine.IO takes it. */
  readonly packet: string
  /** The same as a WebSocket frame: whole, text, not compressed, not masked; one piece, as `ws` takes a list. */
  readonly bytes: readonly [Buffer]
}

const EVENT = '2'
const MESSAGE = '4'

const WHOLE_TEXT = 0x81
/** From here on the length takes two bytes of its own, and from there on eight. */
const LENGTH_16 = 126
const LENGTH_64 = 127
const MAX_16 = 65_535

export function frameOf(event: string, payload: object): Frame {
  const packet = EVENT + JSON.stringify([event, payload])
  const text = Buffer.from(MESSAGE + packet)
  return { packet, bytes: [Buffer.concat([headOf(text.length), text])] }
}

/** RFC 6455, section 5.2. */
function headOf(length: number): Buffer {
  if (length < LENGTH_16) return Buffer.of(WHOLE_TEXT, length)
  const isShort = length <= MAX_16
  const head = Buffer.alloc(isShort ? 4 : 10)
  head.writeUInt8(WHOLE_TEXT, 0)
  head.writeUInt8(isShort ? LENGTH_16 : LENGTH_64, 1)
  if (isShort) head.writeUInt16BE(length, 2)
  else head.writeBigUInt64BE(BigInt(length), 2)
  return head
}
