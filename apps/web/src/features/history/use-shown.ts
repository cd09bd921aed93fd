import { useDeferredValue, useMemo } from 'react'
import type { SeasonView } from '@outlast/contract/live'
import type { HistoryParams } from './history-params.ts'
import { type Shown, shownOf } from './shown.ts'
import { useOwnEntries } from './use-own-entries.ts'
import { usePrepared } from './use-prepared.ts'

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
