import { type FocusEvent, useEffect, useRef } from 'react'

const ROW = 'tr[data-index]'

/** The control that had the focus: which one of its kind it is in its row. */
interface LastFocus {
  readonly row: number
  readonly tag: string
  readonly nth: number
  readonly element: Element
}

/**
 * Keeps the focus in a table when the focused row disappears: moves it to the same control of the row that takes its place.
 * Otherwise the browser would move keyboard users back to the top of the page.
 * @returns a handler for the `onFocus` of what contains the table
 */
export function useFocusRecovery(region: HTMLElement | null, rows: readonly unknown[]): (event: FocusEvent<HTMLElement>) => void {
  const lastFocus = useRef<LastFocus | null>(null)
  useEffect(() => {
    // A windowed list removes its rows one frame later.
    const frame = requestAnimationFrame(() => {
      const last = lastFocus.current
      if (region === null || last === null || last.element.isConnected || document.activeElement !== document.body) return
      const index = Math.min(last.row, rows.length - 1)
      const row = region.querySelector(`tr[data-index="${index}"]`)
      const controls = row?.querySelectorAll<HTMLElement>(last.tag)
      const control = controls?.[last.nth] ?? controls?.[0] ?? region.querySelector<HTMLElement>('[role=region]')
      control?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [region, rows])
  return ({ target }) => {
    const row = target.closest(ROW)
    const index = row?.getAttribute('data-index') ?? null
    const tag = target.tagName.toLowerCase()
    const nth = row === null ? 0 : [...row.querySelectorAll<HTMLElement>(tag)].indexOf(target)
    lastFocus.current = index === null ? null : { row: Number(index), tag, nth, element: target }
  }
}
