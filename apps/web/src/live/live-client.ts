import { ApiError } from '@outlast/contract'
import { LiveClient, LiveRefusal, type TopicView, socketIoTransport, type Topic, type ViewOf } from '@outlast/contract/live'
import { io } from 'socket.io-client'
import { api } from '../api/client.ts'
import { deviceNow, syncClock } from '../clock/site-clock.ts'
import { useSessionStore } from '../session/session.ts'
import { getToken } from '../api/token.ts'

/** Answers that will be the same next time. Anything else is tried again. */
const FOR_GOOD = new Set([401, 403, 404])

const timing = {
  now: deviceNow,
  later: (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  random: Math.random,
}

const auth = (token: string | null) => (token === null ? {} : { token })

/** The connection to the pool, which comes back by itself. */
export const socket = io({
  path: '/socket.io',
  transports: ['websocket'],
  auth: auth(getToken()),
  autoConnect: false,
  reconnectionDelay: 500,
  reconnectionDelayMax: 10_000,
})

/** Every live view of this device. */
export const liveClient = new LiveClient({ ...timing, transport: socketIoTransport(socket, timing), fetchSnapshot })

async function fetchSnapshot<T extends Topic>(topic: T): Promise<TopicView<ViewOf<T>>> {
  try {
    const { topic: _, ...snapshot } = await api.call('liveSnapshot', { params: { topic } })
    // Which view it is follows from the topic; the route's type has them all.
    return snapshot as unknown as TopicView<ViewOf<T>>
  } catch (error) {
    if (error instanceof ApiError && FOR_GOOD.has(error.status)) throw new LiveRefusal(error.code, error.message)
    throw error
  }
}

/** Connects, and from then on as whoever is signed in. Called once, when the app starts. */
export function startLive(): void {
  let token = getToken()
  useSessionStore.subscribe(() => {
    const now = getToken()
    if (now === token) return
    token = now
    void liveClient.authenticate(now)
  })
  socket.connect()
}

/** Source: pool.md §9. Pushes make it needless; it is there for the day when they do not arrive. */
export const REFRESH_MS = 150_000

/** Fetches every watched view again every 150 s, and when the page becomes visible. Called once, when the app starts. */
export function startPeriodicRefresh(): void {
  const refresh = (): void => {
    liveClient.refresh()
    void syncClock()
  }
  setInterval(() => {
    if (document.visibilityState === 'visible') refresh()
  }, REFRESH_MS)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') refresh()
  })
}
