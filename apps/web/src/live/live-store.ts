import type { LiveState, Topic } from '@outlast/contract/live'
import { create } from 'zustand'
import { liveClient, socket } from './live-client.ts'

interface LiveStore {
  /** The state of each topic that a component watches or recently stopped watching. */
  readonly topics: Partial<Record<Topic, LiveState<unknown>>>
  readonly isConnected: boolean
  /** False while the page opens its first connection. */
  readonly wasConnected: boolean
}

/** How long the view of an unwatched topic stays, in milliseconds. A return to the screen then shows it at once. */
const UNWATCHED_MS = 15_000

/** Holds all live views of the app. */
export const useLiveStore = create<LiveStore>()(() => ({ topics: {}, isConnected: false, wasConnected: false }))

socket.on('connect', () => useLiveStore.setState({ isConnected: true, wasConnected: true }))
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

/** Removes the views that only the previous user may see. */
export function clearPrivateViews(): void {
  for (const topic of Object.keys(useLiveStore.getState().topics) as Topic[]) {
    if (topic === 'admin' || topic.startsWith('user:')) removeTopic(topic)
  }
}

/** Stores a view without Immer: the contract's folds already return a new one (docs/decisions/023). */
function setTopic(topic: Topic, state: LiveState<unknown>): void {
  useLiveStore.setState(({ topics }) => ({ topics: { ...topics, [topic]: state } }))
}

function removeTopic(topic: Topic): void {
  const { [topic]: _, ...topics } = useLiveStore.getState().topics
  useLiveStore.setState({ topics })
}
