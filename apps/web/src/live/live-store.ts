import type { LiveState, Topic } from '@outlast/contract/live'
import { create } from 'zustand'
import { liveClient, socket } from './live-client.ts'

/** A state of any topic; hooks give it its type back. */
export type AnyState = LiveState<unknown>

interface LiveStore {
  /** What is held of each topic that somebody watches, or did a moment ago. */
  readonly topics: Partial<Record<Topic, AnyState>>
  /** Whether the connection stands. Views that are held are shown either way. */
  readonly connected: boolean
  /** It stood once: until then the page is merely opening. */
  readonly everConnected: boolean
}

/** Going back to a screen that was just left shows what it had. As long as the live client keeps it. */
const LINGER_MS = 15_000

/** All live views of the app: the one place that screens read them from. */
export const useLiveStore = create<LiveStore>()(() => ({ topics: {}, connected: false, everConnected: false }))

socket.on('connect', () => useLiveStore.setState({ connected: true, everConnected: true }))
socket.on('disconnect', () => useLiveStore.setState({ connected: false }))

const watchers = new Map<Topic, { count: number; readonly stop: () => void }>()

/** Watches a topic into the store. @returns ends the watching */
export function watchTopic(topic: Topic): () => void {
  const known = watchers.get(topic)
  if (known === undefined) {
    const keep = (state: AnyState): void => keepTopics({ ...useLiveStore.getState().topics, [topic]: state })
    watchers.set(topic, { count: 1, stop: liveClient.watch(topic, keep) })
  } else known.count += 1
  return () => {
    const watched = watchers.get(topic)
    if (watched === undefined) return
    watched.count -= 1
    if (watched.count > 0) return
    watchers.delete(topic)
    watched.stop()
    setTimeout(() => watchers.has(topic) || forget(topic), LINGER_MS)
  }
}

/** Forgets what only the one who signed out may know. */
export function clearPrivateViews(): void {
  for (const topic of Object.keys(useLiveStore.getState().topics) as Topic[]) {
    if (topic === 'admin' || topic.startsWith('user:')) forget(topic)
  }
}

function forget(topic: Topic): void {
  const { [topic]: _, ...others } = useLiveStore.getState().topics
  keepTopics(others)
}

/**
 * Given as it is, without Immer: the contract's folds have made a new view already, and Immer would look through all of it for drafts
 * (10,000 entries: 33 to 60 ms at each score).
 */
function keepTopics(topics: LiveStore['topics']): void {
  useLiveStore.setState({ topics })
}
