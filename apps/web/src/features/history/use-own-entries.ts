import { userTopic, type UserView } from '@outlast/contract/live'
import { useMemo } from 'react'
import { useTopicView } from '../../live/use-topic.ts'
import { useSession } from '../../session/session.ts'

const idsOf = (view: UserView): readonly number[] => view.entries.map((entry) => entry.id)

/** The ids of the viewer's own entries; none for a visitor. */
export function useOwnEntries(): ReadonlySet<number> {
  const session = useSession()
  const ids = useTopicView(session.status === 'signed-in' ? userTopic(session.user.id) : null, idsOf)
  return useMemo(() => new Set(ids), [ids])
}
