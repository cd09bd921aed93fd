import type { PoolEvent } from '../events/events.ts'
import { evolve } from '../evolve/evolve.ts'
import { position } from '../values/ids.ts'
import { forkPool, type PoolState } from '../state/state.ts'
import { type DecisionContext, SYSTEM } from './context.ts'

/** Returns a copy of the pool as events that are about to be recorded will leave it. */
export function poolAfter(state: PoolState, events: readonly PoolEvent[], { now, siteNow }: DecisionContext): PoolState {
  const after = forkPool(state)
  for (const event of events) {
    evolve(after, { ...event, position: position(after.position + 1), recordedAt: now, siteTime: siteNow, metadata: SYSTEM })
  }
  return after
}
