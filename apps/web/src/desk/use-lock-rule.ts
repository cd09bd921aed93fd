import type { LockRule } from '@outlast/domain/rules'
import { useTopicView } from '../live/use-topic.ts'

/** Returns the rule by which weeks lock; the default while the pool loads. */
export function useLockRule(): LockRule {
  return useTopicView('pool', ({ rules }) => ({ lock: rules.lock }))?.lock ?? 'sunday_noon'
}
