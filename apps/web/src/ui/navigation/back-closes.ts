import { useEffect, useRef } from 'react'

/** Something above the page: a dialog, a menu. */
interface Overlay {
  /** Does what Escape does, which may also be to ask first, or nothing. */
  readonly close: () => void
}

/** The open overlays, the innermost last. Each has an entry of the history above the page's own, which Back leaves. */
const overlays: Overlay[] = []

/** What waits for a step in the history that {@link matchHistory} asked for, and that the browser has not taken yet. */
let waiting: (() => void)[] | undefined

// The page was reloaded, or shown again, while an overlay was open.
matchHistory()

/** Returns how many entries of overlays the history has between the page's own entry and the current one. */
export function overlayEntries(): number {
  return (history.state as { readonly overlays?: number } | null)?.overlays ?? 0
}

/** Runs an action at once, or as soon as the browser has taken a step in the history that is under way. */
export function afterStep(action: () => void): void {
  if (waiting === undefined) action()
  else waiting.push(action)
}

/** Closes the overlays whose entries a step in the history left. On another page, those are all of them. */
export function followStep(isSamePage: boolean): void {
  const actions = waiting
  waiting = undefined
  if (actions === undefined || !isSamePage) {
    overlays
      .slice(isSamePage ? overlayEntries() : 0)
      .reverse()
      .forEach(({ close }) => close())
  }
  actions?.forEach((action) => action())
  setTimeout(matchHistory)
}

/** Adds or leaves entries of the history, so that every open overlay has one: also the one that did not close on Back. */
function matchHistory(): void {
  if (waiting !== undefined) return
  const surplus = overlayEntries() - overlays.length
  if (surplus > 0) {
    waiting = []
    history.go(-surplus)
  }
  for (let entries = overlayEntries() + 1; entries <= overlays.length; entries++) {
    history.pushState({ ...(history.state as object | null), overlays: entries }, '')
  }
}

/**
 * Makes Back close an overlay, and leave the page only when none is open.
 * @param close does what Escape does
 */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (!isOpen) return undefined
    const overlay: Overlay = { close: () => latest.current() }
    overlays.push(overlay)
    matchHistory()
    return () => {
      overlays.splice(overlays.indexOf(overlay), 1)
      // Later, because a link that closed the overlay opens a page in the place of its entry.
      setTimeout(matchHistory)
    }
  }, [isOpen])
}
