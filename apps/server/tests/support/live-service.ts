import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Acknowledgement } from '@outlast/contract/live/wire'
import { instantFromMs, userId } from '@outlast/domain'
import { io, type Socket } from 'socket.io-client'
import { authenticator } from '../../src/accounts/authenticate.ts'
import { Tokens } from '../../src/accounts/tokens.ts'
import { startLiveTopics } from '../../src/live/live-topics.ts'
import { type LivePool, openLivePool, silent } from './live-pool.ts'

const SECRET = 'a secret of a test, long enough to be one'
export const OWN_ORIGIN = 'http://pool.example'

export interface LiveServiceOptions {
  readonly limits?: boolean
}

/** Starts the live server with real sockets on its own pool. */
export async function startLiveService({ limits = false }: LiveServiceOptions = {}) {
  const pool = await openLivePool()
  const { follower, db, versions, reader } = pool
  const catchUp = (): Promise<void> => follower.catchUp(db)
  const tokens = new Tokens({ secret: SECRET, now: () => instantFromMs(Date.now()) })
  const http = createServer((_request, response) => response.writeHead(404).end())
  const live = startLiveTopics({
    http,
    follower,
    catchUp,
    versions,
    reader,
    authenticate: authenticator({ tokens, follower, catchUp }),
    isAllowedOrigin: (origin) => origin === OWN_ORIGIN,
    addressOf: (request) => request.socket.remoteAddress ?? '',
    limits,
    log: silent,
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  pool.start()
  const { port } = http.address() as AddressInfo
  const sockets = new Set<Socket>()
  const connect = (options: { readonly token?: string; readonly headers?: Record<string, string> } = {}): Socket => {
    const socket = io(`http://127.0.0.1:${port}`, {
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: 20,
      reconnectionDelayMax: 100,
      ...(options.token === undefined ? {} : { auth: { token: options.token } }),
      ...(options.headers === undefined ? {} : { extraHeaders: options.headers }),
    })
    sockets.add(socket)
    return socket
  }
  return {
    ...pool,
    live,
    url: `http://127.0.0.1:${port}`,
    connect,
    tokenOf: (id: number) => tokens.sign(userId(id), follower.pool.users.get(userId(id))?.tokenVersion ?? 1),
    async close() {
      for (const socket of sockets) socket.disconnect()
      await live.close()
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
      await pool.close()
    },
  }
}

export type LiveService = Awaited<ReturnType<typeof startLiveService>> & LivePool

/** Sends a request and waits for the acknowledgement. */
export async function emitWithAck(socket: Socket, event: string, ...payload: unknown[]): Promise<Acknowledgement> {
  return (await socket.timeout(10_000).emitWithAck(event, ...payload)) as Acknowledgement
}

/** Waits until a condition is true. */
export async function waitUntil(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let i = 0; i < 4_000; i += 1) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error(`timed out waiting until ${what}`)
}
