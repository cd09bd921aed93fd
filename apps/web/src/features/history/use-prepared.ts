import { seasonOutcomeOf, matrixOf, type SeasonView, standingsOf } from '@outlast/contract/live'
import { startTransition, useEffect, useRef, useState } from 'react'

/** Up to so many entries everything derived from a season takes less than a frame. */
const SMALL = 1_500

/** What the matrix stands on, in the order in which each builds on the one before. Each is remembered per view. */
const STEPS: readonly ((view: SeasonView) => unknown)[] = [standingsOf, seasonOutcomeOf, matrixOf]

/**
 * The season once its matrix is there to be drawn. With thousands of entries that takes a while, so it is derived step by step,
 * each a task of its own: a score that comes in does not hold up whoever scrolls. Until then the season as it was.
 */
export function usePrepared(view: SeasonView): SeasonView | undefined {
  const isSmall = view.entries.length <= SMALL
  const [prepared, setPrepared] = useState<SeasonView>()
  const newest = useRef<SeasonView>(undefined)
  useEffect(() => {
    if (isSmall) return
    const isBusy = newest.current !== undefined
    newest.current = view
    if (!isBusy) void prepare(newest, (ready) => startTransition(() => setPrepared(ready)))
  }, [view, isSmall])
  return isSmall ? view : prepared
}

/** Prepares the newest view until there is none newer. Scores that come in meanwhile are taken together. */
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

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))
