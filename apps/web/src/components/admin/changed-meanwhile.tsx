import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import styles from './changed-meanwhile.module.css'

interface ChangedMeanwhileProps {
  /** What it is like now, e.g. `It is now paid (cash).`; names of fields do too. */
  readonly now: ReactNode
  /** What the row is called, for screen readers that come across several such buttons. */
  readonly row: string
  readonly onDiscard: () => unknown
}

/** Says on a row that is being edited that somebody else changed it, instead of letting it jump. */
export function ChangedMeanwhile({ now, row, onDiscard }: ChangedMeanwhileProps) {
  return (
    <div className={styles.notice} role="status">
      <p>
        <strong>Changed by somebody else meanwhile.</strong> {now} What you typed is kept.
      </p>
      <Button size="small" aria-label={`Discard mine: ${row}`} onClick={onDiscard}>
        Discard mine
      </Button>
    </div>
  )
}
