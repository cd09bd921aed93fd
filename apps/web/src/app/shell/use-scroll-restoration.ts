import { useEffect, useLayoutEffect, useRef } from 'react'
import type { PageLocation } from '../../ui/navigation/location.tsx'

const STORED = 'outlast-scroll'

/** What a reader does to scroll. It ends a return to an earlier position. */
const READER_INPUT = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/** The vertical scroll position (px) of each entry of the browser's history. */
const positions = new Map<string, number>(storedPositions())

/**
 * Starts each new page at its top. Back, Forward and Reload return to where the reader was. A change of the query, such as a filter, does
 * not scroll.
 */
export function useScrollRestoration({ pathname, key, isReturn }: PageLocation): void {
  useEffect(() => {
    history.scrollRestoration = 'manual'
    const store = (): void => sessionStorage.setItem(STORED, JSON.stringify([...positions]))
    window.addEventListener('pagehide', store)
    return () => window.removeEventListener('pagehide', store)
  }, [])
  const shownPath = useRef<string>(undefined)
  useLayoutEffect(() => {
    const remember = (): void => void positions.set(key, window.scrollY)
    const follow = (): (() => void) => {
      window.addEventListener('scroll', remember, { passive: true })
      return () => window.removeEventListener('scroll', remember)
    }
    if (shownPath.current === pathname) return follow()
    shownPath.current = pathname
    const target = isReturn ? (positions.get(key) ?? 0) : 0
    window.scrollTo(0, target)
    if (target === 0) return follow()
    let stop = returnTo(target, () => (stop = follow()))
    return () => stop()
  }, [pathname, key, isReturn])
}

/**
 * Scrolls to a position as soon as the page, which may still be loading its data, is long enough.
 * @param onEnd is called when the position is reached, or the reader scrolls
 */
function returnTo(target: number, onEnd: () => void): () => void {
  const stop = (): void => {
    observer.disconnect()
    READER_INPUT.forEach((type) => window.removeEventListener(type, end))
  }
  const end = (): void => {
    stop()
    onEnd()
  }
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, target)
    if (Math.abs(window.scrollY - target) < 1) end()
  })
  observer.observe(document.body)
  READER_INPUT.forEach((type) => window.addEventListener(type, end, { passive: true }))
  return stop
}

function storedPositions(): readonly (readonly [string, number])[] {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as readonly (readonly [string, number])[]
  } catch {
    return []
  }
}
