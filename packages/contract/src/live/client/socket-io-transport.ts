import type { Acknowledgement, AuthRequest, ChangesMessage, JoinRequest, LeaveRequest, ResetMessage } from '../wire.ts'
import type { LiveTransport } from './live-client.ts'
import type { Scheduler } from './topic-feed.ts'

const ACKNOWLEDGEMENT_TIMEOUT_MS = 10_000
/** After the server closed the connections, clients reconnect spread over this time. */
const RECONNECT_SPREAD_MS = 2_000

/** The part of socket.io-client's `Socket` that is used, so that this package does not depend on it. */
export interface SocketIoSocket {
  readonly connected: boolean
  auth: unknown
  connect(): unknown
  on(event: string, listener: (argument: unknown) => void): unknown
  off(event: string, listener: (argument: unknown) => void): unknown
  timeout(ms: number): { emitWithAck(event: string, payload: unknown): Promise<unknown> }
}

/** Creates a live transport over a socket of socket.io-client with `{ path, transports: ['websocket'] }`. */
export function socketIoTransport(socket: SocketIoSocket, scheduler: Pick<Scheduler, 'schedule' | 'random'>): LiveTransport {
  const request = async (event: string, payload: JoinRequest | LeaveRequest | AuthRequest): Promise<Acknowledgement> =>
    (await socket.timeout(ACKNOWLEDGEMENT_TIMEOUT_MS).emitWithAck(event, payload)) as Acknowledgement
  return {
    get connected() {
      return socket.connected
    },
    join: (topic, have) => request('join', have === undefined ? { topic } : { topic, have }),
    leave: (topic) => {
      // Lost requests do no harm: messages for a topic without listeners are dropped.
      request('leave', { topic }).catch(() => {})
    },
    authenticate: async (token) => {
      socket.auth = token === null ? {} : { token }
      if (!socket.connected) return
      // Errors are ignored here, because the joins that follow report whether the token is valid.
      await request('auth', { token }).catch(() => {})
    },
    listen: (listener) => {
      const onDisconnect = (reason: unknown): void => {
        listener.disconnected()
        // socket.io-client reconnects automatically after every other reason.
        if (reason !== 'io server disconnect') return
        scheduler.schedule(scheduler.random() * RECONNECT_SPREAD_MS, () => void socket.connect())
      }
      const listeners: readonly [string, (argument: unknown) => void][] = [
        ['connect', () => listener.connected()],
        ['disconnect', onDisconnect],
        ['changes', (message) => listener.changes(message as ChangesMessage)],
        ['reset', (message) => listener.reset(message as ResetMessage)],
      ]
      for (const [event, run] of listeners) socket.on(event, run)
      return () => {
        for (const [event, run] of listeners) socket.off(event, run)
      }
    },
  }
}
