import { type SeasonView } from '@outlast/contract/live'
import { seasonOutcomeOf, standingsOf } from '@outlast/views'
import { nextTask } from '../../lib/next-task.ts'
import { preloadWindowedTable } from '../../ui/table/data-table.tsx'
import { startTransition, useEffect, useRef, useState } from 'react'

/** Up to this many entries, everything derived from a season takes less than a frame. */
const SMALL_SEASON = 1_500

/** The steps from which every table follows, each building on the one before. Each result is cached per view. */
const STEPS: readonly ((view: SeasonView) => unknown)[] = [standingsOf, seasonOutcomeOf]

/**
 * Returns the newest season whose standings are derived, so that rendering does not have to. With thousands of entries that takes a
 * while, so each step runs in a task of its own and a new score does not block scrolling.
 */
export function usePreparedSeason(view: SeasonView): SeasonView | undefined {
  const isSmall = view.entries.length <= SMALL_SEASON
  const [prepared, setPrepared] = useState<SeasonView>()
  const newest = useRef<SeasonView>(undefined)
  const isFirst = prepared === undefined
  useEffect(() => {
    // The first season is shown at once; an update must not block scrolling.
    const setPreparedSoon = (ready: SeasonView): void =>
      isFirst ? setPrepared(ready) : startTransition(() => setPrepared(ready))
    if (isSmall) return
    preloadWindowedTable()
    const isRunning = newest.current !== undefined
    newest.current = view
    if (!isRunning) void prepare(newest, setPreparedSoon)
  }, [view, isSmall, isFirst])
  return isSmall ? view : prepared
}

/** Prepares views until the newest is ready. Skips views that a newer one replaced meanwhile. */
async function prepare(newest: { current: SeasonView | undefined }, ready: (view: SeasonView) => void): Promise<void> {
  for (let view = newest.current; view !== undefined; view = newest.current === view ? undefined : newest.current) {
    for (const step of STEPS) {
      step(view)
      await nextTask()
    }
    ready(view)
  }
  newest.current = undefined
}
