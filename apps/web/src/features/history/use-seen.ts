import { type RefObject, useEffect, useState } from 'react'

/** Whether an element was ever near what is in sight. */
export function useSeen(place: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  // After each rendering until then: the element may come later than its component.
  useEffect(() => {
    if (isSeen || place.current === null) return undefined
    const observer = new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && setSeen(true), {
      rootMargin: '120px',
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  })
  return isSeen
}
