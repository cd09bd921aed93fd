import type { LiveState, Topic } from '@outlast/contract/live'
import { create } from 'zustand'
import { assumeOffset, deviceNow, siteNow } from '../clock/site-clock.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { forgetSavedViews, readSavedViews, saveViews } from '../session/saved-views.ts'
import { useSession } from '../session/session.ts'
import { liveClient, socket } from './live-client.ts'

interface LiveStore {
  /** The state of each topic that a component watches or recently stopped watching. */
  readonly topics: Partial<Record<Topic, LiveState<unknown>>>
  readonly isConnected: boolean
  /** False while the page opens its first connection. */
  readonly wasConnected: boolean
  /** When the device saved the views that are shown until the pool answers, by its clock; null once it answers. */
  readonly savedAt: string | null
}

/** How long the view of an unwatched topic stays, in milliseconds. A return to the screen then shows it at once. */
const UNWATCHED_MS = 15_000

/** How long after the start the dashboard is saved, in milliseconds. */
const SAVE_AFTER_MS = 8_000

/** Holds all live views of the app. */
export const useLiveStore = create<LiveStore>()(() => ({ topics: {}, isConnected: false, wasConnected: false, savedAt: null }))

socket.on('connect', () => useLiveStore.setState({ isConnected: true, wasConnected: true, savedAt: null }))
socket.on('disconnect', () => useLiveStore.setState({ isConnected: false }))

const watchers = new Map<Topic, { count: number; readonly stop: () => void }>()

/** Keeps the store's view of a topic up to date. @returns a function that stops watching */
export function watchTopic(topic: Topic): () => void {
  const watcher = watchers.get(topic)
  if (watcher === undefined) watchers.set(topic, { count: 1, stop: liveClient.watch(topic, (state) => setTopic(topic, state)) })
  else watcher.count += 1
  return () => unwatchTopic(topic)
}

function unwatchTopic(topic: Topic): void {
  const watcher = watchers.get(topic)
  if (watcher === undefined) return
  watcher.count -= 1
  if (watcher.count > 0) return
  watchers.delete(topic)
  watcher.stop()
  setTimeout(() => watchers.has(topic) || removeTopic(topic), UNWATCHED_MS)
}

/** Shows the views that the device has saved, until the pool sends newer ones. */
export function showSavedViews(): void {
  const saved = readSavedViews()
  if (saved === undefined || useLiveStore.getState().isConnected) return
  assumeOffset(saved.clockOffset)
  const since = deviceNow()
  const stale = Object.entries(saved.topics).map(
    ([topic, versioned]) => [topic, { status: 'stale', reason: 'offline', ...versioned, since }] as const,
  )
  useLiveStore.setState(({ topics }) => {
    const received = Object.entries(topics).filter(([, state]) => state?.status !== 'connecting')
    return { topics: Object.fromEntries([...stale, ...received]), savedAt: saved.savedAt }
  })
}

/** Saves the dashboard for the next visit, some time after the start and whenever the page is left. Called once when the app starts. */
export function startSavingViews(): void {
  const save = (): void => {
    const session = useSession.getState()
    if (session.status !== 'signed-in') return
    const now = deviceNow()
    const savedAt = new Date(now).toISOString()
    saveViews({ user: session.user, savedAt, clockOffset: siteNow() - now, topics: useLiveStore.getState().topics })
  }
  setTimeout(() => whenIdle(save), SAVE_AFTER_MS)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && save())
}

/** Removes the views that only the previous user may see. */
export function clearPrivateViews(): void {
  forgetSavedViews()
  for (const topic of Object.keys(useLiveStore.getState().topics) as Topic[]) {
    if (topic === 'admin' || topic.startsWith('user:')) removeTopic(topic)
  }
}

/** Stores a view without Immer: the contract's folds already return a new one (docs/decisions/023). */
function setTopic(topic: Topic, state: LiveState<unknown>): void {
  useLiveStore.setState(({ topics }) => {
    const hasSaved = state.status === 'connecting' && topics[topic]?.status === 'stale'
    return hasSaved ? {} : { topics: { ...topics, [topic]: state } }
  })
}

function removeTopic(topic: Topic): void {
  const { [topic]: _, ...topics } = useLiveStore.getState().topics
  useLiveStore.setState({ topics })
}
