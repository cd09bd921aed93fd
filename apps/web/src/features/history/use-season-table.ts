import type { SeasonView } from '@outlast/contract/live'
import { useDeferredValue, useMemo } from 'react'
import { useOwnEntryIds } from '../../live/use-own-entries.ts'
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
  // The first table is not deferred: nothing is there yet that could be blocked.
  const shown = deferred.view === undefined ? input : deferred
  return useMemo(() => (shown.view === undefined ? undefined : seasonTable({ ...shown, view: shown.view })), [shown])
}
