import type { AuthRequest, ChangesMessage, JoinRequest, LeaveRequest, Acknowledgement, ResetMessage } from '../wire.ts'
import type { LiveTransport } from './live-client.ts'
import type { Timing } from './topic-feed.ts'

const ANSWER_MS = 10_000
/** After the server itself ended the connection, clients come back spread over this time. */
const RETURN_MS = 2_000

/** As much of socket.io-client's socket as is needed, so that this package does not depend on it. */
export interface SocketIoSocket {
  readonly connected: boolean
  auth: unknown
  connect(): unknown
  on(event: string, listener: (argument: unknown) => void): unknown
  off(event: string, listener: (argument: unknown) => void): unknown
  timeout(ms: number): { emitWithAck(event: string, payload: unknown): Promise<unknown> }
}

/** The live transport over a socket of socket.io-client, made with `{ path, transports: ['websocket'] }`. */
export function socketIoTransport(socket: SocketIoSocket, timing: Pick<Timing, 'later' | 'random'>): LiveTransport {
  const ask = async (event: string, payload: JoinRequest | LeaveRequest | AuthRequest): Promise<Acknowledgement> =>
    (await socket.timeout(ANSWER_MS).emitWithAck(event, payload)) as Acknowledgement
  return {
    get connected() {
      return socket.connected
    },
    join: (topic, have) => ask('join', have === undefined ? { topic } : { topic, have }),
    leave: (topic) => {
      // Whether the server heard it does not matter: what comes for a topic nobody watches is dropped.
      ask('leave', { topic }).catch(() => {})
    },
    authenticate: async (token) => {
      socket.auth = token === null ? {} : { token }
      if (!socket.connected) return
      // The joins that follow say what the token is good for.
      await ask('auth', { token }).catch(() => {})
    },
    listen: (listener) => {
      const returning = (reason: unknown): void => {
        listener.disconnected()
        // socket.io-client comes back by itself after every other reason.
        if (reason === 'io server disconnect') timing.later(timing.random() * RETURN_MS, () => void socket.connect())
      }
      const listeners: readonly [string, (argument: unknown) => void][] = [
        ['connect', () => listener.connected()],
        ['disconnect', returning],
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
