import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy between browsers and a server that can be cut, as a phone loses its network in a tunnel. */
export interface NetworkLink {
  readonly port: number
  /** Sets the port to which new connections are forwarded. */
  forwardTo(port: number): void
  /** Closes every connection, WebSockets included, and refuses new ones. `silently` keeps them open but forwards nothing. */
  cut(options?: { readonly silently?: boolean }): void
  /** Accepts new connections again. Connections that were cut, silently or not, are closed. */
  restore(): void
  stop(): Promise<void>
}

/** Starts a link on a free port of this machine. */
export async function startNetworkLink(): Promise<NetworkLink> {
  const sockets = new Set<Socket>()
  let state: 'open' | 'cut' | 'silent' = 'open'
  let upstreamPort = 0
  const track = (socket: Socket, peer?: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      peer?.destroy()
    })
  }
  const server = createServer((client) => {
    if (state === 'cut') return void client.destroy()
    if (state === 'silent') return track(client)
    const upstream = connect(upstreamPort, '127.0.0.1')
    track(client, upstream)
    track(upstream, client)
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const destroyAll = () => sockets.forEach((socket) => socket.destroy())
  return {
    port: (server.address() as AddressInfo).port,
    forwardTo: (port) => void (upstreamPort = port),
    cut: ({ silently = false } = {}) => {
      state = silently ? 'silent' : 'cut'
      if (!silently) return destroyAll()
      for (const socket of sockets) socket.unpipe().pause()
    },
    restore: () => {
      state = 'open'
      destroyAll()
    },
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      destroyAll()
      await closed
    },
  }
}
