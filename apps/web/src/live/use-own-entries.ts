import { userTopic, type UserView } from '@outlast/contract/live'
import { useMemo } from 'react'
import { useSession } from '../session/session.ts'
import { useTopicView } from './use-topic.ts'

const entryIds = (view: UserView): readonly number[] => view.entries.map((entry) => entry.id)

/** Returns the ids of the viewer's own entries; none for a visitor. */
export function useOwnEntryIds(): ReadonlySet<number> {
  const session = useSession()
  const ids = useTopicView(session.status === 'signed-in' ? userTopic(session.user.id) : null, entryIds)
  return useMemo(() => new Set(ids), [ids])
}
