import type { LiveState } from '@outlast/contract/live'
import type { ReactNode } from 'react'
import { ErrorBox } from './ui/errors.tsx'
import { liveClient } from '../live/live-client.ts'
import { viewOf } from '../live/use-topic.ts'

interface LiveGateProps<V> {
  readonly state: LiveState<V>
  /** Shown until there is something to show: of the size of what comes. */
  readonly skeleton: ReactNode
  /** What to say instead of the server's sentence when the view is refused. */
  readonly refusal?: (code: string, sentence: string) => ReactNode
  readonly children: (view: V) => ReactNode
}

/** Shows a live view in each of its states: loading, refused, and full. A stale view stays: the shell says that it is. */
export function LiveBoundary<V>({ state, skeleton, refusal, children }: LiveGateProps<V>): ReactNode {
  const view = viewOf(state)
  if (view !== undefined) return children(view)
  if (state.status !== 'refused') return skeleton
  return refusal?.(state.code, state.error) ?? <ErrorBox message={state.error} onRetry={() => liveClient.refresh()} />
}
