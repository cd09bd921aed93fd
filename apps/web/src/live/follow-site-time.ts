import type { PoolView } from '@outlast/contract/live'
import { syncClock } from '../clock/site-clock.ts'
import { useLiveStore } from './live-store.ts'
import { viewOf } from './use-topic.ts'

/** Fetches site time again whenever an admin moves or clears it, whatever the page shows. Called once when the app starts. */
export function followSiteTime(): void {
  let known: PoolView['site_time'] | undefined
  useLiveStore.subscribe(({ topics: { pool } }) => {
    const view = pool === undefined ? undefined : (viewOf(pool) as PoolView | undefined)
    if (view === undefined || isSame(view.site_time, known)) return
    // The app fetches site time itself when it starts.
    const isFirst = known === undefined
    known = view.site_time
    if (!isFirst) void syncClock()
  })
}

function isSame(clock: PoolView['site_time'], known: PoolView['site_time'] | undefined): boolean {
  return clock?.at === known?.at && clock?.since === known?.since && clock?.running === known?.running && known !== undefined
}
