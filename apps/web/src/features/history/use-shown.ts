import { type SeasonView, userTopic, type UserView } from '@outlast/contract/live'
import { useDeferredValue, useMemo } from 'react'
import type { HistoryParams } from './history-params.ts'
import { type Shown, shownOf } from './shown.ts'
import { usePrepared } from './use-prepared.ts'
import { useTopicView } from '../../live/use-topic.ts'
import { useSession } from '../../session/session.ts'

/**
 * What is shown of a season; undefined while it is derived for the first time. It follows typing and scores when there is time for
 * it, so that neither waits for ten thousand rows.
 */
export function useShown(
  view: SeasonView,
  { tab, search, sort }: Pick<HistoryParams, 'tab' | 'search' | 'sort'>,
): Shown | undefined {
  const prepared = usePrepared(view)
  const own = useOwnEntries()
  const input = useMemo(() => ({ tab, search: search.trim(), sort, own, view: prepared }), [tab, search, sort, own, prepared])
  const deferred = useDeferredValue(input)
  return useMemo(() => (deferred.view === undefined ? undefined : shownOf({ ...deferred, view: deferred.view })), [deferred])
}

const idsOf = (view: UserView): readonly number[] => view.entries.map((entry) => entry.id)

/** The ids of the viewer's own entries; none for a visitor. */
export function useOwnEntries(): ReadonlySet<number> {
  const session = useSession()
  const ids = useTopicView(session.status === 'signed-in' ? userTopic(session.user.id) : null, idsOf)
  return useMemo(() => new Set(ids), [ids])
}
