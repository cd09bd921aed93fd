import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import * as ws from 'ws'

/*
 * The comparator: what `ws` and `node:http` cost by themselves. No accounts, no topics, no heartbeat; whoever connects
 * is sent what the benchmark says, as one frame that is built once, and gets one body that was compressed before.
 */

/** What the benchmark says; the answer is the port, or 'done'. */
export type BareOrder =
  | { readonly do: 'listen' }
  | { readonly do: 'body'; readonly body: Uint8Array }
  | { readonly do: 'send'; readonly text: string }

let body: Uint8Array = new Uint8Array()

const http = createServer((_request, response) => {
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Encoding': 'br',
    'Content-Length': body.length,
  })
  response.end(body)
})
http.keepAliveTimeout = 600_000
const sockets = new ws.WebSocketServer({ server: http, perMessageDeflate: false })

/** How `ws` takes a frame that is built already; it has no public way. */
interface Framed {
  readonly _sender: { sendFrame(list: readonly Buffer[]): void }
}

interface Framing {
  readonly Sender: { frame(data: Buffer, options: object): readonly Buffer[] }
}
const { Sender } = ws as unknown as Framing

function sendToAll(text: string): void {
  const parts = Sender.frame(Buffer.from(text), { fin: true, opcode: 1, mask: false, readOnly: true, rsv1: false })
  // In one piece: one write instead of two.
  const frame = [Buffer.concat(parts)]
  for (const client of sockets.clients) (client as unknown as Framed)._sender.sendFrame(frame)
}

async function obey(order: BareOrder): Promise<unknown> {
  switch (order.do) {
    case 'listen':
      await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
      return (http.address() as { readonly port: number }).port
    case 'body':
      body = order.body
      return 'done'
    case 'send':
      sendToAll(order.text)
      return 'done'
    default:
      return order satisfies never
  }
}

http.on('connection', (socket: Socket) => socket.setNoDelay(true))
process.on('message', (order: BareOrder) => {
  void obey(order).then((answer) => process.send?.(answer))
})
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
