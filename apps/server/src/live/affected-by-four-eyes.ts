import type { PoolState } from '@outlast/domain'
import { affected, type AffectedTopic, WAITING } from './invalidation.ts'

const waiting = (): readonly AffectedTopic[] => [affected('admin', WAITING)]

/** What waits for a second admin is for the desks of all admins. */
export const FOUR_EYES_RULES = {
  FourEyesSwitched: (): readonly AffectedTopic[] => [],
  ActionRequested: waiting,
  ActionConfirmed: waiting,
  ActionRefused: waiting,
  ActionWithdrawn: waiting,
  ActionDoneAlone: waiting,
}

/** A reopening ends the requests about its week, and a revoked admin right the requests of that admin. */
export function endedRequests(before: PoolState): readonly AffectedTopic[] {
  return before.waiting.length > 0 ? waiting() : []
}
