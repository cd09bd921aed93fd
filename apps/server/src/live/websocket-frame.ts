/** A Socket.IO event, encoded once for many clients. */
export interface WebSocketFrame {
  /** The Socket.IO packet in the form that Engine.IO sends: an event of the default namespace. */
  readonly packet: string
  /** The same packet as a complete WebSocket frame. `ws` expects a list of buffers. */
  readonly bytes: readonly [Buffer]
}

const ENGINE_IO_MESSAGE = '4'
const SOCKET_IO_EVENT = '2'
const FINAL_TEXT_FRAME = 0x81
/** Header values that announce a length of 16 or 64 bits. */
const LENGTH_16 = 126
const LENGTH_64 = 127
const MAX_UINT16 = 65_535

export function encodeFrame(event: string, payload: object): WebSocketFrame {
  const packet = SOCKET_IO_EVENT + JSON.stringify([event, payload])
  const text = Buffer.from(ENGINE_IO_MESSAGE + packet)
  return { packet, bytes: [Buffer.concat([frameHeader(text.length), text])] }
}

/** Returns the header of an unmasked, uncompressed text frame (RFC 6455 §5.2). */
function frameHeader(length: number): Buffer {
  if (length < LENGTH_16) return Buffer.of(FINAL_TEXT_FRAME, length)
  const isShort = length <= MAX_UINT16
  const header = Buffer.alloc(isShort ? 4 : 10)
  header.writeUInt8(FINAL_TEXT_FRAME, 0)
  header.writeUInt8(isShort ? LENGTH_16 : LENGTH_64, 1)
  if (isShort) header.writeUInt16BE(length, 2)
  else header.writeBigUInt64BE(BigInt(length), 2)
  return header
}
