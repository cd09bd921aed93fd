import type { LiveState, Topic, ViewOf } from '@outlast/contract/live'
import { useEffect } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useWaiting } from '../lib/arrivals.ts'
import { useFetchFailure } from './live-client.ts'
import { useLiveStore, watchTopic } from './live-store.ts'

const CONNECTING: LiveState<never> = { status: 'connecting' }

/** Returns the view of a topic, which may be stale; undefined before the first one arrives. */
export function viewOf<V>(state: LiveState<V>): V | undefined {
  return state.status === 'live' || state.status === 'stale' ? state.view : undefined
}

/** Watches a topic while the component is mounted, and returns its state. Null watches nothing. */
export function useTopic<T extends Topic>(topic: T | null): LiveState<ViewOf<T>> {
  useWatch(topic)
  return useLiveStore((store) => stateOf<T>(store.topics, topic))
}

/**
 * Watches a topic while the component is mounted, and returns what `select` takes from its view. The component renders again only
 * when the selection changes, which is compared one level deep. Undefined before the first view arrives.
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
  const isConnecting = useLiveStore(({ topics }) => topic !== null && stateOf(topics, topic).status === 'connecting')
  const isFailing = useFetchFailure()
  useWaiting(isConnecting && !isFailing)
  useEffect(() => (topic === null ? undefined : watchTopic(topic)), [topic])
}

/** Returns a topic's state with its type: the topic's name determines the view. */
export function stateOf<T extends Topic>(
  topics: Partial<Record<Topic, LiveState<unknown>>>,
  topic: T | null,
): LiveState<ViewOf<T>> {
  return ((topic === null ? undefined : topics[topic]) as LiveState<ViewOf<T>> | undefined) ?? CONNECTING
}
