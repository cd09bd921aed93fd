import { lazy, Suspense, useState } from 'react'
import { deviceNow } from '../../../clock/site-clock.ts'
import { preciseTime, timeOfDay } from '../../../clock/format.ts'
import { Skeleton } from '../../../components/ui/loading.tsx'
import type { BoardPick } from '../board/board.ts'
import styles from './receipt.module.css'

const ReceiptDetails = lazy(async () => ({ default: (await import('./receipt-details.tsx')).ReceiptDetails }))

interface ReceiptLineProps {
  readonly pick: BoardPick
  /** Another team is chosen but not submitted: what counts is still this pick. */
  readonly isChanging?: boolean
}

/** When a pick was saved and the number of its receipt; the proof of it on demand. */
export function ReceiptSummary({ pick, isChanging = false }: ReceiptLineProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.receipt} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.line}>
        <span>
          {isChanging && <>Your pick is still {pick.team}. </>}
          {pick.isOverride ? 'Set by an admin' : 'Saved'} {savedAt(pick.savedAt)} · receipt #{pick.receipt}
        </span>
      </summary>
      {isOpen && (
        <Suspense fallback={<Skeleton height={176} />}>
          <ReceiptDetails key={pick.receipt} pickId={pick.id} />
        </Suspense>
      )}
    </details>
  )
}

/** The time of day is enough today. */
function savedAt(iso: string): string {
  const isToday = new Date(Date.parse(iso)).toDateString() === new Date(deviceNow()).toDateString()
  return isToday ? timeOfDay(iso) : preciseTime(iso)
}
