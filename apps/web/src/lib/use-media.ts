import { useSyncExternalStore } from 'react'

/** Returns whether a media query matches, and renders again when that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )
}

/** Returns whether the page is wide enough to show admin lists as tables instead of cards. Stylesheets repeat this width. */
export const useWideLayout = (): boolean => useMedia('(min-width: 1000px)')

/** Returns whether the page is narrower than a width in pixels. Use the width of the matching media query in the style sheet. */
export const useNarrowerThan = (width: number): boolean => useMedia(`(max-width: ${width - 1}px)`)
