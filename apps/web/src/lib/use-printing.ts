import { useSyncExternalStore } from 'react'

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
