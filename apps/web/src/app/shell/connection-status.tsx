import { WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { preciseTime } from '../../clock/format.ts'
import { useOnline } from '../../lib/use-online.ts'
import { useHeldFor } from '../../lib/use-held-for.ts'
import { useLiveStore } from '../../live/live-store.ts'
import styles from './shell.module.css'

/** Hides interruptions that are shorter, such as those of a phone that moves from one cell to the next. */
const SHOWN_AFTER_MS = 1_500

/** Shows that the connection is lost. The content of the screen stays. */
export function ConnectionStatus(): ReactNode {
  const isLost = useLiveStore((store) => !store.isConnected)
  const wasConnected = useLiveStore((store) => store.wasConnected)
  const savedAt = useLiveStore((store) => store.savedAt)
  // A device that has no network says so at once; the connection itself notices after many seconds.
  const isOffline = !useOnline()
  const isShown = useHeldFor(isLost, SHOWN_AFTER_MS) || isOffline
  return (
    <div className={styles.connection} role="status">
      {isShown && (
        <span className={styles.connectionText}>
          <WifiOff aria-hidden size={16} />
          {savedAt !== null && `Offline. This is from ${preciseTime(savedAt)}. Reconnecting…`}
          {savedAt === null && (wasConnected || isOffline ? 'Offline. This may be out of date. Reconnecting…' : 'Connecting…')}
        </span>
      )}
    </div>
  )
}
