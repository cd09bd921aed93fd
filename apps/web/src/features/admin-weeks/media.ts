import { useMedia } from '../../lib/use-media.ts'

/** Whether the screen is about as wide as a phone: tables show first what is needed there. The style sheet stacks everything below the same width. */
export const useIsNarrow = (): boolean => useMedia('(max-width: 759px)')

/** Whether the main pointer is a finger. */
export const useIsTouch = (): boolean => useMedia('(pointer: coarse)')
