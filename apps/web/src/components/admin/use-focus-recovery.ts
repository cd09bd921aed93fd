import { type FocusEvent, useEffect, useRef } from 'react'

const ROW = '[role="row"]'

/**
 * Keeps somebody's place in a table whose rows go away under their hands: when the row with the focus is gone, the focus goes to the
 * same control of the row that took its place. For the keyboard nothing is worse than being thrown back to the top of the page.
 * @returns for the region's `onFocus`
 */
export function useFocusRecovery(region: HTMLElement | null, rows: readonly unknown[]): (event: FocusEvent<HTMLElement>) => void {
  const place = useRef<{ readonly row: number; readonly tag: string; readonly element: Element } | null>(null)
  useEffect(() => {
    // A windowed list takes its rows away a moment later.
    const frame = requestAnimationFrame(() => {
      const held = place.current
      if (region === null || held === null || held.element.isConnected || document.activeElement !== document.body) return
      const index = Math.min(held.row, rows.length + 1)
      const row = region.querySelector(`${ROW}[aria-rowindex="${index}"]`)
      const control = row?.querySelector<HTMLElement>(held.tag) ?? (region.tabIndex >= 0 ? region : null)
      control?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [region, rows])
  return ({ target }) => {
    const row = target.closest(ROW)?.getAttribute('aria-rowindex')
    place.current =
      row === null || row === undefined ? null : { row: Number(row), tag: target.tagName.toLowerCase(), element: target }
  }
}
