import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { serveRequests } from '@outlast/testing/process/worker'
import '../../support/collect-on-signal.ts'
import * as ws from 'ws'

/*
 * The comparator: `ws` and `node:http` alone. No accounts, no topics, no heartbeat. Every client receives what the benchmark
 * sends, as one frame that is built once, and every GET receives one body that is already compressed.
 */

/** What the benchmark asks for. The reply to `listen` is the port. */
export type BareRequest =
  | { readonly do: 'listen' }
  | { readonly do: 'set-body'; readonly body: Uint8Array }
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
http.on('connection', (socket: Socket) => socket.setNoDelay(true))
const sockets = new ws.WebSocketServer({ server: http, perMessageDeflate: false })

/** The part of `ws` that accepts a frame that is already built, for which it has no public API. */
interface FrameSender {
  readonly _sender: { sendFrame(list: readonly Buffer[]): void }
}

interface FrameBuilder {
  readonly Sender: { frame(data: Buffer, options: object): readonly Buffer[] }
}
const { Sender } = ws as typeof ws & FrameBuilder

function sendToAll(text: string): void {
  const chunks = Sender.frame(Buffer.from(text), { fin: true, opcode: 1, mask: false, readOnly: true, rsv1: false })
  // One chunk needs one write instead of two.
  const frame = [Buffer.concat(chunks)]
  for (const client of sockets.clients) (client as typeof client & FrameSender)._sender.sendFrame(frame)
}

serveRequests(async (request: BareRequest): Promise<unknown> => {
  switch (request.do) {
    case 'listen':
      await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
      return (http.address() as AddressInfo).port
    case 'set-body':
      body = request.body
      return undefined
    case 'send':
      sendToAll(request.text)
      return undefined
    default:
      return request satisfies never
  }
})
