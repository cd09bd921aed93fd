import type { Socket } from 'node:net'

const HEAD_END = Buffer.from('\r\n\r\n')

/** Calls back with each answer on a connection, body and all, in the order they come. They must carry Content-Length. */
export function readAnswers(socket: Socket, answered: (status: number, body: Buffer) => void): void {
  let bytes: Buffer = Buffer.alloc(0)
  socket.on('data', (data: Buffer) => {
    bytes = bytes.length === 0 ? data : Buffer.concat([bytes, data])
    for (let end = bytes.indexOf(HEAD_END); end !== -1; end = bytes.indexOf(HEAD_END)) {
      const head = bytes.toString('latin1', 0, end)
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])
      if (Number.isNaN(length)) throw new Error(`an answer without Content-Length: ${head}`)
      const bodyAt = end + HEAD_END.length
      if (bytes.length < bodyAt + length) return
      const body = bytes.subarray(bodyAt, bodyAt + length)
      bytes = bytes.subarray(bodyAt + length)
      answered(Number(head.slice(9, 12)), body)
    }
  })
}
