import { useState } from 'react'
import { Link } from 'wouter'
import { Button } from '../../../ui/button.tsx'
import { getStored, setStored } from '../../../lib/local-storage.ts'
import type { BoardEntry } from '../board/board.ts'
import styles from './entries.module.css'

/** Tells the owner that an admin probed for a hidden pick, until the owner dismisses it on this device. */
export function RefusedOverride({ entry: { id, refusedOverride } }: { readonly entry: BoardEntry }) {
  const key = `outlast.refused-override.${id}`
  const [dismissed, setDismissed] = useState(() => Number(getStored(key) ?? 0))
  if (refusedOverride === null || refusedOverride.position <= dismissed) return null
  const dismiss = (): void => {
    setDismissed(refusedOverride.position)
    setStored(key, String(refusedOverride.position))
  }
  return (
    <div className={styles.notice} role="status">
      <p>
        An admin tried to set a pick of this entry to a team that you have picked in another week, and was refused. The admin may
        know that team now. <Link to={`/audit?entry=${id}`}>See the record</Link>
      </p>
      <Button onClick={dismiss}>Dismiss</Button>
    </div>
  )
}
