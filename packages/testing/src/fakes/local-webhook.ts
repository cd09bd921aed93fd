import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { finished } from 'node:stream/promises'

/** A message that a webhook received. */
export interface ReceivedMessage {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** How the receiver fails: with a status, without ever answering, by a redirect, or with an endless response. */
export type ReceiverFault = number | 'mute' | 'redirect' | 'endless' | 'forget'

/** A chat or service that receives the messages of a webhook: a real HTTP server. */
export interface LocalWebhook {
  readonly url: string
  /** Every accepted message, oldest first; with `forget`, it is accepted but not acknowledged. */
  readonly received: readonly ReceivedMessage[]
  /** Counts every request, also those that failed. */
  readonly requests: () => number
  /** Fails the next requests: a number of times, or until it is called with `undefined`. */
  failWith(fault: ReceiverFault | undefined, times?: number): void
  stop(): Promise<void>
}

/** Starts a receiver on a port of this machine; 0: any free one. */
export async function startLocalWebhook(port = 0): Promise<LocalWebhook> {
  const received: ReceivedMessage[] = []
  let requests = 0
  let failure: { fault: ReceiverFault; remaining: number } | undefined
  const server = createServer((request, response) => {
    requests += 1
    const fault = failure !== undefined && failure.remaining > 0 ? failure.fault : undefined
    if (failure !== undefined) failure.remaining -= 1
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    void finished(request).then(() => {
      const message = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() }
      if (fault === undefined || fault === 'forget') received.push(message)
      if (fault === undefined) response.writeHead(204).end()
      else if (typeof fault === 'number') response.writeHead(fault).end('no')
      else if (fault === 'redirect') response.writeHead(302, { location: '/elsewhere' }).end()
      else if (fault === 'forget') request.socket.destroy()
      else if (fault === 'endless') sendForever(() => response.write('x'.repeat(10_000)), response)
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    requests: () => requests,
    failWith: (fault, times = Infinity) => {
      failure = fault === undefined ? undefined : { fault, remaining: times }
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function sendForever(write: () => void, stream: NodeJS.EventEmitter): void {
  const timer = setInterval(write, 1)
  stream.on('close', () => clearInterval(timer))
}
