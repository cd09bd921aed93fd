import { useSyncExternalStore } from 'react'

/** From here on the admin's tables are tables; below, each row is a card. The stylesheets say the same. */
const WIDE = '(min-width: 1000px)'

/** Whether the page is as wide as a laptop's. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches)
}

function subscribe(changed: () => void): () => void {
  const query = matchMedia(WIDE)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
