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

const PRINT_EVENTS = ['beforeprint', 'afterprint'] as const
let isBetweenPrintEvents = false

/** Returns whether the page is being printed: lists then show all of their rows, before the browser takes its picture. */
export const usePrinting = (): boolean =>
  useSyncExternalStore(followPrinting, () => isBetweenPrintEvents || matchMedia('print').matches)

/** Browsers announce printing by events, and what looks at paper on a screen by its media. */
function followPrinting(onChange: () => void): () => void {
  const follow = ({ type }: Event): void => {
    isBetweenPrintEvents = type === 'beforeprint'
    onChange()
  }
  const media = matchMedia('print')
  media.addEventListener('change', onChange)
  for (const type of PRINT_EVENTS) addEventListener(type, follow)
  return () => {
    media.removeEventListener('change', onChange)
    for (const type of PRINT_EVENTS) removeEventListener(type, follow)
  }
}

/** Returns whether the page is wide enough to show admin lists as tables instead of cards. Stylesheets repeat this width. */
export const useWideLayout = (): boolean => useMedia('(min-width: 1000px)')

/** Returns whether the page is narrower than a width in pixels. Use the width of the matching media query in the style sheet. */
export const useNarrowerThan = (width: number): boolean => useMedia(`(max-width: ${width - 1}px)`)
