import { WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useLiveStore } from '../../live/live-store.ts'
import styles from './shell.module.css'

/** A phone changes cells without anybody having to know. */
const PATIENCE_MS = 1_500

/** A small, quiet sign that what is on screen may be old. What is on screen stays. */
export function ConnectionSign(): ReactNode {
  const lost = useLiveStore((store) => !store.connected)
  const ever = useLiveStore((store) => store.everConnected)
  const shown = useLasting(lost)
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

/** Whether it has been so for a while. */
function useLasting(is: boolean): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (!is) return undefined
    const timer = setTimeout(() => setLasts(true), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setLasts(false)
    }
  }, [is])
  return is && lasts
}
