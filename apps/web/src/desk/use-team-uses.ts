import type { TeamUses } from '@outlast/domain/rules'
import { teamUsesOf } from '@outlast/views'
import { useTopicView } from '../live/use-topic.ts'

/** Returns how often an entry can use a team; the default while the pool loads. */
export function useTeamUses(): TeamUses {
  return useTopicView('pool', ({ rules }) => teamUsesOf(rules)) ?? { teamUses: 1, teamsFreeAgainIn: null }
}
