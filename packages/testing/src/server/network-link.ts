import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What the browsers' connections to a server run through: it can be cut, as a phone's is in a tunnel. */
export interface Wire {
  readonly port: number
  /** Where the connections made from now on lead. */
  leadTo(port: number): void
  /** Cuts every connection, WebSockets included, and refuses new ones. `silently`: nobody is told, nothing gets through. */
  cut(options?: { readonly silently?: boolean }): void
  /** Lets new connections through again. Those that were cut, silently or not, stay dead. */
  restore(): void
  stop(): Promise<void>
}

/** Starts a wire on a free port of this machine. */
export async function startWire(): Promise<Wire> {
  const sockets = new Set<Socket>()
  let state: 'whole' | 'cut' | 'silent' = 'whole'
  let upstreamPort = 0
  const keep = (socket: Socket, other?: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      other?.destroy()
    })
  }
  const server = createServer((client) => {
    if (state === 'cut') return void client.destroy()
    if (state === 'silent') return keep(client)
    const upstream = connect(upstreamPort, '127.0.0.1')
    keep(client, upstream)
    keep(upstream, client)
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const destroyAll = () => sockets.forEach((socket) => socket.destroy())
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: (port) => void (upstreamPort = port),
    cut: ({ silently = false } = {}) => {
      state = silently ? 'silent' : 'cut'
      if (!silently) return destroyAll()
      for (const socket of sockets) socket.unpipe().pause()
    },
    restore: () => {
      state = 'whole'
      destroyAll()
    },
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      destroyAll()
      await closed
    },
  }
}
