import { ApiError } from '@outlast/contract'
import {
  type Fold,
  LiveClient,
  TopicRefusedError,
  socketIoTransport,
  type Topic,
  type TopicView,
  type ViewOf,
} from '@outlast/contract/live'
import { create } from 'zustand'
import { api } from '../api/client.ts'
import { loadEndpoints } from '../api/pool-client.ts'
import { notePoolHeard } from '../api/pool-silence.ts'
import { getToken } from '../api/token.ts'
import { deviceNow, syncClock } from '../clock/site-clock.ts'
import { useSession } from '../session/session.ts'
import { loadChunk } from '../lib/load-chunk.ts'
import { DeferredSocket } from './deferred-socket.ts'

/** Statuses for which a retry would fail in the same way. */
const FINAL_STATUSES = new Set([401, 403, 404])

const timing = {
  now: deviceNow,
  schedule: (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  random: Math.random,
}

/** Comes with the library of the connection. */
let fold: Fold = () => undefined

const authOf = (token: string | null) => (token === null ? {} : { token })

/** How long the pool may take to accept a connection, in milliseconds. */
const CONNECT_MS = 10_000

/** The connection to the pool. It reconnects automatically. */
export const socket = new DeferredSocket(async () => {
  const [{ io }, { endWhenSilent }, folds] = await loadChunk(() =>
    Promise.all([
      import('socket.io-client'),
      import('./silent-connection.ts'),
      import('@outlast/contract/live/fold'),
      loadEndpoints(),
    ]),
  )
  ;({ fold } = folds)
  const opened = io({
    path: '/socket.io',
    transports: ['websocket'],
    autoConnect: false,
    reconnectionDelay: 500,
    reconnectionDelayMax: 10_000,
    timeout: CONNECT_MS,
  })
  endWhenSilent(opened, { now: deviceNow, onHeard: notePoolHeard })
  return opened
}, authOf(getToken()))

/** Whether the last fetch of a view failed. It is repeated. */
export const useFetchFailure = create<boolean>()(() => false)

/** Keeps every live view of this device up to date. */
export const liveClient = new LiveClient({
  ...timing,
  transport: socketIoTransport(socket, timing),
  fold: (kind, view, changes) => fold(kind, view, changes),
  fetchView,
})

async function fetchView<T extends Topic>(topic: T): Promise<TopicView<ViewOf<T>>> {
  try {
    const { topic: _, ...view } = await api.call('liveSnapshot', { params: { topic } })
    useFetchFailure.setState(false)
    // The topic determines the view's type; the type of the route is the union of all views.
    return view as TopicView<ViewOf<T>>
  } catch (error) {
    if (error instanceof ApiError && FINAL_STATUSES.has(error.status)) throw new TopicRefusedError(error.code, error.message)
    useFetchFailure.setState(true)
    throw error
  }
}

/** Connects to the pool, and authenticates again whenever someone signs in or out. Called once when the app starts. */
export function startLive(): void {
  let token = getToken()
  useSession.subscribe(() => {
    const newToken = getToken()
    if (newToken === token) return
    token = newToken
    void liveClient.authenticate(newToken)
  })
  socket.connect()
  // Does not wait for the next attempt, which may be seconds away.
  window.addEventListener('online', () => {
    socket.connect()
    // A connection over the network before may be dead without a word.
    liveClient.refresh()
  })
}

/** The interval of {@link startPeriodicRefresh}, in milliseconds. */
export const REFRESH_MS = 150_000

/**
 * Fetches every watched view and site time at an interval, and when the page becomes visible. Pushes make this redundant; it keeps
 * the page current when pushes fail. Called once when the app starts.
 */
export function startPeriodicRefresh(): void {
  const refreshIfVisible = (): void => {
    if (document.visibilityState !== 'visible') return
    liveClient.refresh()
    void syncClock()
  }
  setInterval(refreshIfVisible, REFRESH_MS)
  document.addEventListener('visibilitychange', refreshIfVisible)
}
