import { useEffect, useLayoutEffect, useState } from 'react'
import { create } from 'zustand'
import { useHeldFor } from './use-held-for.ts'

/** How many parts of the page wait for their first data or their code. */
const useWaitingParts = create<number>()(() => 0)
/** How often a part began or ended to wait. */
let changes = 0

function count(difference: 1 | -1): void {
  changes += 1
  useWaitingParts.setState((waiting) => waiting + difference, true)
}

/** After this time, what is still missing is explained, in milliseconds. */
const EXPLAINED_AFTER_MS = 3_000

/** Returns whether some part of the page has been missing for so long that the page must say so. */
export const useLateArrival = (): boolean =>
  useHeldFor(
    useWaitingParts((waiting) => waiting > 0),
    EXPLAINED_AFTER_MS,
  )

/** Counts the component among those that wait for their first data or their code, while `isWaiting`. */
export function useWaiting(isWaiting: boolean): void {
  useLayoutEffect(() => {
    if (!isWaiting) return undefined
    count(1)
    return () => count(-1)
  }, [isWaiting])
}

/** What is complete is laid out for this many frames before it shows: a browser counts what moves while it appears as a layout shift. */
const LAYOUT_FRAMES = 2
/** After ten seconds without an arrival, a page shows what it has. Frames, because a busy device draws fewer of them in that time. */
const PATIENCE_FRAMES = 600

/** Returns whether every part of the page has its first data and its code. From then on it stays true. */
export function useArrived(): boolean {
  const [hasArrived, setArrived] = useState(false)
  useEffect(() => {
    let seen = changes
    let quietFrames = 0
    let frame = requestAnimationFrame(look)
    function look(): void {
      quietFrames = seen === changes ? quietFrames + 1 : 0
      seen = changes
      if (quietFrames >= (useWaitingParts.getState() === 0 ? LAYOUT_FRAMES : PATIENCE_FRAMES)) setArrived(true)
      else frame = requestAnimationFrame(look)
    }
    return () => cancelAnimationFrame(frame)
  }, [])
  return hasArrived
}
