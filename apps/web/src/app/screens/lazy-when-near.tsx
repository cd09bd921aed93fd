import { type ReactNode, useEffect, useRef, useState } from 'react'

interface LazyWhenNearProps {
  readonly placeholder: ReactNode
  readonly children: ReactNode
}

/** Half a screen ahead of whoever scrolls. */
const NEAR = '50%'
/** Then it comes anyway: find-in-page and screen readers do not scroll. */
const PATIENCE_MS = 2_500

/** Renders its children once somebody scrolls near them, or after a while; what a page begins with comes first. */
export function LazyWhenNear({ placeholder, children }: LazyWhenNearProps): ReactNode {
  const [near, setNear] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (near || place.current === null) return undefined
    const show = (): void => setNear(true)
    const observer = new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && show(), {
      rootMargin: NEAR,
    })
    observer.observe(place.current)
    const timer = setTimeout(show, PATIENCE_MS)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [near])
  return near ? children : <div ref={place}>{placeholder}</div>
}
