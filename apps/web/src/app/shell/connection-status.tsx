import { WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useHeldFor } from '../../lib/use-held-for.ts'
import { useLiveStore } from '../../live/live-store.ts'
import styles from './shell.module.css'

/** A phone changes cells without anybody having to know. */
const PATIENCE_MS = 1_500

/** A small, quiet sign that what is on screen may be old. What is on screen stays. */
export function ConnectionStatus(): ReactNode {
  const lost = useLiveStore((store) => !store.connected)
  const ever = useLiveStore((store) => store.everConnected)
  const shown = useHeldFor(lost, PATIENCE_MS)
  return (
    <div className={styles.connection} role="status">
      {shown && (
        <span className={styles.connectionSign}>
          <WifiOff aria-hidden size={16} />
          {ever ? 'Offline. Showing what was last known; reconnecting…' : 'Connecting…'}
        </span>
      )}
    </div>
  )
}
