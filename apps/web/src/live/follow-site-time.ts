import type { PoolView } from '@outlast/contract/live'
import { isSiteTimeOverridden, syncClock } from '../clock/site-clock.ts'
import { useLiveStore } from './live-store.ts'
import { viewOf } from './use-topic.ts'

/** Fetches site time, and again whenever an admin moves or clears it, whatever the page shows. Called once when the app starts. */
export function followSiteTime(): void {
  const started = syncClock()
  let known: PoolView['site_time'] | undefined
  useLiveStore.subscribe(({ topics: { pool } }) => {
    const view = pool === undefined ? undefined : (viewOf(pool) as PoolView | undefined)
    if (view === undefined || isSame(view.site_time, known)) return
    const isFirst = known === undefined
    known = view.site_time
    void (isFirst ? started.then(syncOverriddenClock) : syncClock())
  })

  /** The override may be younger than the first answer, or older than it and cleared since. */
  function syncOverriddenClock(): void {
    if (known !== null || isSiteTimeOverridden()) void syncClock()
  }
}

function isSame(clock: PoolView['site_time'], known: PoolView['site_time'] | undefined): boolean {
  return clock?.at === known?.at && clock?.since === known?.since && clock?.running === known?.running && known !== undefined
}
