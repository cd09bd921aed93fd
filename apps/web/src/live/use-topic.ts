import type { LiveState, Topic, ViewOf } from '@outlast/contract/live'
import { useEffect } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { type AnyState, useLiveStore, watchTopic } from './live-store.ts'

const CONNECTING: LiveState<never> = { status: 'connecting' }

/** What is held of a topic while it connects, is current, or was before the connection was lost. */
export function viewOf<V>(state: LiveState<V>): V | undefined {
  return state.status === 'live' || state.status === 'stale' ? state.view : undefined
}

/** Watches a topic as long as the component is mounted; null watches nothing. */
export function useTopic<T extends Topic>(topic: T | null): LiveState<ViewOf<T>> {
  useWatch(topic)
  return useLiveStore((store) => stateOf<T>(store.topics, topic))
}

/**
 * Watches a topic, and takes of it only what `select` gives: the component renders again when that is another one (compared one
 * level deep). Undefined while there is nothing to show.
 */
export function useTopicView<T extends Topic, R>(topic: T | null, select: (view: ViewOf<T>) => R): R | undefined {
  useWatch(topic)
  return useLiveStore(
    useShallow((store) => {
      const view = viewOf(stateOf<T>(store.topics, topic))
      return view === undefined ? undefined : select(view)
    }),
  )
}

function useWatch(topic: Topic | null): void {
  useEffect(() => (topic === null ? undefined : watchTopic(topic)), [topic])
}

/** The store keeps every topic's state as it came; which view that is follows from the topic's name. */
function stateOf<T extends Topic>(topics: Partial<Record<Topic, AnyState>>, topic: T | null): LiveState<ViewOf<T>> {
  return ((topic === null ? undefined : topics[topic]) as LiveState<ViewOf<T>> | undefined) ?? CONNECTING
}
