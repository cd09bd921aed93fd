import type { LiveState } from '@outlast/contract/live'
import type { ReactNode } from 'react'
import { liveClient } from '../live/live-client.ts'
import { viewOf } from '../live/use-topic.ts'
import { ErrorBox } from './errors.tsx'

interface LiveBoundaryProps<V> {
  readonly state: LiveState<V>
  /** The placeholder until the first view arrives. Give it the size of the content. */
  readonly skeleton: ReactNode
  /** Replaces the server's message when it refuses the view. */
  readonly refusal?: (code: string, message: string) => ReactNode
  readonly children: (view: V) => ReactNode
}

/** Asking again brings the same refusal. */
const FINAL_REFUSALS: ReadonlySet<string> = new Set(['topic_not_found', 'forbidden', 'unauthenticated'])

/** Renders a live view, its placeholder or its error. A stale view stays: the shell shows that the connection is lost. */
export function LiveBoundary<V>({ state, skeleton, refusal, children }: LiveBoundaryProps<V>): ReactNode {
  const view = viewOf(state)
  if (view !== undefined) return children(view)
  if (state.status !== 'refused') return skeleton
  const retry = FINAL_REFUSALS.has(state.code) ? undefined : () => liveClient.refresh()
  return refusal?.(state.code, state.error) ?? <ErrorBox message={state.error} onRetry={retry} />
}
