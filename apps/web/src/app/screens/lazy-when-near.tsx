import { type ReactNode, useEffect, useRef, useState } from 'react'
import { usePrinting } from '../../lib/use-printing.ts'

interface LazyWhenNearProps {
  readonly placeholder: ReactNode
  readonly children: ReactNode
}

/** The children render once they are within half a screen of the visible part. */
const ROOT_MARGIN = '50%'
/** After this delay the children render anyway, because find-in-page and screen readers do not scroll. */
const MAX_DELAY_MS = 2_500

/** Renders its children when they are about to scroll into view, or after a delay. The top of the page loads first this way. */
export function LazyWhenNear({ placeholder, children }: LazyWhenNearProps): ReactNode {
  const isPrinting = usePrinting()
  const [wasNear, setShown] = useState(false)
  const isShown = wasNear || isPrinting
  const anchor = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isShown || anchor.current === null) return undefined
    const show = (): void => setShown(true)
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && show(), {
      rootMargin: ROOT_MARGIN,
    })
    observer.observe(anchor.current)
    const timer = setTimeout(show, MAX_DELAY_MS)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [isShown])
  return isShown ? children : <div ref={anchor}>{placeholder}</div>
}
