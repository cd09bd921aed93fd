import { Hourglass, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { preciseTime } from '../../clock/format.ts'
import { usePoolSilence } from '../../api/pool-silence.ts'
import { useOnline } from '../../lib/use-online.ts'
import { useLateArrival } from '../../lib/arrivals.ts'
import { useHeldFor } from '../../lib/use-held-for.ts'
import { useLiveStore } from '../../live/live-store.ts'
import styles from './shell.module.css'

/** Hides interruptions that are shorter, such as those of a phone that moves from one cell to the next. */
const SHOWN_AFTER_MS = 1_500

/** Says that the connection is lost, or why part of the page is still missing. The content of the screen stays. */
export function ConnectionStatus(): ReactNode {
  const isLost = useLiveStore((store) => !store.isConnected)
  const wasConnected = useLiveStore((store) => store.wasConnected)
  const savedAt = useLiveStore((store) => store.savedAt)
  // A device that has no network says so at once; the connection itself notices after many seconds.
  const isOffline = !useOnline()
  const isSilent = usePoolSilence()
  const isLate = useLateArrival()
  const isShown = useHeldFor(isLost, SHOWN_AFTER_MS) || isOffline || isSilent
  return (
    <div className={styles.connection} role="status">
      {isShown && (
        <span className={styles.connectionText}>
          <WifiOff aria-hidden size={16} />
          {savedAt !== null && `Offline. This is from ${preciseTime(savedAt)}. Reconnecting…`}
          {savedAt === null && stateText({ isOffline: isOffline || (isLost && wasConnected), isSilent })}
        </span>
      )}
      {!isShown && isLate && (
        <span className={styles.connectionText}>
          <Hourglass aria-hidden size={16} />
          Still loading: the connection is slow, or the pool is busy.
        </span>
      )}
    </div>
  )
}

function stateText({ isOffline, isSilent }: { readonly isOffline: boolean; readonly isSilent: boolean }): string {
  if (isOffline) return 'Offline. This may be out of date. Reconnecting…'
  return isSilent ? 'The pool does not answer. This may be out of date. Trying again…' : 'Connecting…'
}
