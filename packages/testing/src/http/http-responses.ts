import type { Socket } from 'node:net'

const HEAD_END = Buffer.from('\r\n\r\n')

export interface RawResponse {
  readonly status: number
  /** Empty with `discardBodies`. */
  readonly body: Buffer
}

/**
 * Calls back with each response on a connection once all of it has arrived, in order. It costs little, because load clients
 * share the cores of a small machine with the server. Responses need Content-Length, unless they are 204 or 304.
 */
export function readResponses(socket: Socket, onResponse: (response: RawResponse) => void, { discardBodies = false } = {}): void {
  let partialHead: Buffer | undefined
  let head: Head | undefined
  let missing = 0
  let chunks: Buffer[] = []
  socket.on('data', (data: Buffer) => {
    let bytes = partialHead === undefined ? data : Buffer.concat([partialHead, data])
    partialHead = undefined
    for (;;) {
      if (head === undefined) {
        head = parseHead(bytes)
        if (head === undefined) break
        bytes = bytes.subarray(head.bytes)
        missing = head.bodyBytes
      }
      const taken = Math.min(missing, bytes.length)
      if (!discardBodies) chunks.push(bytes.subarray(0, taken))
      missing -= taken
      bytes = bytes.subarray(taken)
      if (missing > 0) return
      const { status } = head
      const body = Buffer.concat(chunks)
      head = undefined
      chunks = []
      onResponse({ status, body })
    }
    if (bytes.length > 0) partialHead = bytes
  })
}

interface Head {
  readonly status: number
  readonly bytes: number
  readonly bodyBytes: number
}

function parseHead(bytes: Buffer): Head | undefined {
  const end = bytes.indexOf(HEAD_END)
  if (end === -1) return undefined
  const text = bytes.toString('latin1', 0, end)
  const status = Number(text.slice(9, 12))
  const length = status === 204 || status === 304 ? '0' : /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
  if (length === undefined) throw new Error(`a response without Content-Length: ${text.slice(0, 200)}`)
  return { status, bytes: end + HEAD_END.length, bodyBytes: Number(length) }
}
