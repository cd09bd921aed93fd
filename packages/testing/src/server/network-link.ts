import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What a link swallows. */
interface Swallowed {
  /** Default: both. Where only answers are swallowed, the server does what it was asked for and nobody hears of it. */
  readonly direction?: 'requests' | 'answers'
  /** Default: both. `live` is the WebSocket of live messages. */
  readonly only?: 'http' | 'live'
}

/** A TCP proxy between browsers and a server that can be cut, as a phone loses its network in a tunnel. */
export interface NetworkLink {
  readonly port: number
  /** Sets the port to which new connections are forwarded. */
  forwardTo(port: number): void
  /** Closes every connection, WebSockets included, and refuses new ones. */
  cut(): void
  /** Swallows what is sent: all connections stay open and new ones are accepted, but nothing is answered and nothing is refused. */
  swallow(what?: Swallowed): void
  /**
   * Ends the swallowing. Connections that lost something stay dead without a word, as when a phone has changed its network; new ones work.
   * `late` delivers what was held, as a network does that was slow.
   */
  release(options?: { readonly late?: boolean }): void
  /** How many connections have a request that is held. */
  heldRequests(): number
  /** Accepts new connections again. All connections are closed, also those that are dead without a word. */
  restore(): void
  stop(): Promise<void>
}

/** One direction of a connection. */
interface Pipe {
  readonly direction: 'requests' | 'answers'
  readonly from: Socket
  readonly to: Socket
  /** What was swallowed. From then on everything is, until it is delivered late. */
  readonly held: Buffer[]
}

interface Connection {
  kind: 'http' | 'live' | undefined
  readonly pipes: readonly Pipe[]
}

/** Starts a link on a free port of this machine. */
export async function startNetworkLink(): Promise<NetworkLink> {
  const connections = new Set<Connection>()
  let isCut = false
  let swallowed: Swallowed | undefined
  let upstreamPort = 0
  const isSwallowed = ({ kind }: Connection, { direction, held }: Pipe): boolean => {
    if (held.length > 0) return true
    if (swallowed === undefined) return false
    return (swallowed.direction ?? direction) === direction && (swallowed.only ?? kind) === kind
  }
  const forward = (connection: Connection, pipe: Pipe): void => {
    pipe.from.on('error', () => undefined)
    pipe.from.on('data', (data: Buffer) => {
      if (pipe.direction === 'requests') connection.kind ??= kindOf(data)
      if (isSwallowed(connection, pipe)) return void pipe.held.push(data)
      if (pipe.to.write(data)) return
      pipe.from.pause()
      pipe.to.once('drain', () => pipe.from.resume())
    })
    pipe.from.on('close', () => {
      // The other side does not hear of the end either. What is held may be delivered late, although nobody waits for it any more.
      if (isSwallowed(connection, pipe)) return
      pipe.to.destroy()
      connections.delete(connection)
    })
  }
  const server = createServer((client) => {
    if (isCut) return void client.destroy()
    const upstream = connect(upstreamPort, '127.0.0.1')
    const pipes: readonly Pipe[] = [
      { direction: 'requests', from: client, to: upstream, held: [] },
      { direction: 'answers', from: upstream, to: client, held: [] },
    ]
    const connection: Connection = { kind: undefined, pipes }
    connections.add(connection)
    for (const pipe of pipes) forward(connection, pipe)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const destroyAll = (): void => {
    for (const { pipes } of connections) for (const { from } of pipes) from.destroy()
    connections.clear()
  }
  const deliver = ({ from, to, held }: Pipe): void => {
    for (const data of held.splice(0)) to.write(data)
    if (from.destroyed) to.end()
  }
  return {
    port: (server.address() as AddressInfo).port,
    forwardTo: (port) => void (upstreamPort = port),
    cut: () => {
      isCut = true
      destroyAll()
    },
    swallow: (what = {}) => void (swallowed = what),
    release: ({ late = false } = {}) => {
      swallowed = undefined
      if (late) for (const { pipes } of connections) pipes.forEach(deliver)
    },
    heldRequests: () =>
      [...connections].filter(({ pipes }) => pipes.some(({ direction, held }) => direction === 'requests' && held.length > 0))
        .length,
    restore: () => {
      isCut = false
      swallowed = undefined
      destroyAll()
    },
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      destroyAll()
      await closed
    },
  }
}

const kindOf = (firstData: Buffer): 'http' | 'live' => (firstData.includes('GET /socket.io/') ? 'live' : 'http')
