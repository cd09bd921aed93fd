import { useSyncExternalStore } from 'react'

/** Where tables show first what is needed on a phone; the style sheet stacks everything below the same width. */
const NARROW = '(max-width: 759px)'
const FINGER = '(pointer: coarse)'

/** Whether the screen is about as wide as a phone. */
export const useIsNarrow = (): boolean => useMedia(NARROW)

/** Whether the main pointer is a finger. */
export const useIsTouch = (): boolean => useMedia(FINGER)

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )
}
