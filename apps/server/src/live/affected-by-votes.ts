import { seasonTopic, userTopic } from '@outlast/contract/live/topics'
import type { PoolState, WeekId } from '@outlast/domain'
import { affected, type AffectedTopic, entries } from './invalidation.ts'

export const votedWeek = ({ seasonYear, weekId }: { readonly seasonYear: number; readonly weekId: WeekId }): AffectedTopic =>
  affected(seasonTopic(seasonYear), { kind: 'weeks', ids: [weekId] })

/** Returns the topics of all who could vote, so that nothing depends on who did. */
export function voters({ splitVote, entries: all }: PoolState): AffectedTopic[] {
  return (splitVote?.entryIds ?? []).flatMap((id) => {
    const entry = all.get(id)
    return entry === undefined ? [] : [affected(userTopic(entry.userId), entries(id))]
  })
}
