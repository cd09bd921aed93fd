import { useSyncExternalStore } from 'react'

const query = matchMedia('(max-width: 719px)')

function subscribe(changed: () => void): () => void {
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether the screen is as narrow as a phone's: tables then say the same with less. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => query.matches)
