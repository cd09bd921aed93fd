import { useState } from 'react'
import { preciseTime, timeOfDay } from '../../../clock/format.ts'
import { deviceNow } from '../../../clock/site-clock.ts'
import { makerName } from '../../../pool/maker-name.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import type { BoardPick } from '../board/board.ts'
import styles from './receipt.module.css'

const ReceiptDetails = lazyPart(() => import('./receipt-details.tsx').then((module) => module.ReceiptDetails), {
  placeholder: <Skeleton height={176} />,
})

interface ReceiptSummaryProps {
  readonly pick: BoardPick
  /** Whether another team is selected but not submitted. */
  readonly isChanging?: boolean
}

/** When a pick was saved and its receipt number. Opens to show the receipt. */
export function ReceiptSummary({ pick, isChanging = false }: ReceiptSummaryProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={`note ${styles.receipt}`} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={`row ${styles.summary}`}>
        <span>
          {isChanging && <>Your pick is still {pick.team}. </>}
          {savedText(pick)} {savedAtText(pick.savedAt)} · receipt #{pick.receipt}
        </span>
      </summary>
      {isOpen && <ReceiptDetails key={pick.receipt} pickId={pick.id} />}
    </details>
  )
}

function savedText({ isAuto, isOverride, madeBy }: BoardPick): string {
  if (isAuto) return 'Automatic pick,'
  return isOverride ? 'Set by an admin' : madeBy === undefined ? 'Saved' : `Picked by ${makerName(madeBy)},`
}

/** Formats an instant. Omits the date if it is today. */
function savedAtText(iso: string): string {
  const isToday = new Date(Date.parse(iso)).toDateString() === new Date(deviceNow()).toDateString()
  return isToday ? timeOfDay(iso) : preciseTime(iso)
}
