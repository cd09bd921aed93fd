import { type SeasonView, userTopic, type UserView } from '@outlast/contract/live'
import { useDeferredValue, useMemo } from 'react'
import { useTopicView } from '../../live/use-topic.ts'
import { useSession } from '../../session/session.ts'
import type { HistoryParams } from './history-params.ts'
import { seasonTable, type SeasonTable } from './season-table.ts'
import { usePreparedSeason } from './use-prepared-season.ts'

/**
 * Returns the table of a tab; undefined while it is derived for the first time. Updates are deferred, so that neither typing nor
 * scores wait for ten thousand rows.
 */
export function useSeasonTable(
  view: SeasonView,
  { tab, search, sort }: Pick<HistoryParams, 'tab' | 'search' | 'sort'>,
): SeasonTable | undefined {
  const prepared = usePreparedSeason(view)
  const ownEntryIds = useOwnEntryIds()
  const input = useMemo(
    () => ({ tab, search: search.trim(), sort, ownEntryIds, view: prepared }),
    [tab, search, sort, ownEntryIds, prepared],
  )
  const deferred = useDeferredValue(input)
  return useMemo(() => (deferred.view === undefined ? undefined : seasonTable({ ...deferred, view: deferred.view })), [deferred])
}

const entryIds = (view: UserView): readonly number[] => view.entries.map((entry) => entry.id)

/** Returns the ids of the viewer's own entries; none for a visitor. */
function useOwnEntryIds(): ReadonlySet<number> {
  const session = useSession()
  const ids = useTopicView(session.status === 'signed-in' ? userTopic(session.user.id) : null, entryIds)
  return useMemo(() => new Set(ids), [ids])
}
