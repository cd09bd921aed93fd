import type { UserEntry } from '@outlast/contract/live'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ErrorBox } from '../../components/ui/errors.tsx'
import { Loading, Skeleton } from '../../components/ui/loading.tsx'
import { VisuallyHidden } from '../../components/ui/screen-reader.tsx'
import styles from './entry-card.module.css'
import { HistoryWeek } from './history-week.tsx'
import { useEntryHistory } from './use-entry-history.ts'

interface EntryCardProps {
  readonly entry: UserEntry
  /** From the start; the others fetch their history when they are opened. */
  readonly isOpen: boolean
}

/** An entry, which opens to its history. */
export function EntryCard({ entry, isOpen }: EntryCardProps): ReactNode {
  const [open, setOpen] = useState(isOpen)
  const picks = entry.picks.length
  return (
    <details className={styles.card} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        <h3 className={styles.name}>{entry.name}</h3>
        <span className={styles.count}>{picks === 1 ? '1 pick' : `${picks} picks`}</span>
        <ChevronDown aria-hidden size={20} className={styles.chevron} />
      </summary>
      {open && <History entry={entry} />}
    </details>
  )
}

function History({ entry }: { readonly entry: UserEntry }): ReactNode {
  const { history, error, retry } = useEntryHistory(entry)
  return (
    <div className={styles.history}>
      {error !== null && <ErrorBox message={error} onRetry={retry} />}
      {history === undefined && error === null && <HistorySkeleton rows={entry.picks.length} />}
      {history?.weeks.length === 0 && <p className={styles.none}>No picks yet.</p>}
      {history?.weeks.map((week) => (
        <HistoryWeek key={week.week_id} history={history} week={week} />
      ))}
    </div>
  )
}

function HistorySkeleton({ rows }: { readonly rows: number }): ReactNode {
  return (
    <>
      <VisuallyHidden>
        <Loading />
      </VisuallyHidden>
      {Array.from({ length: Math.max(rows, 1) }, (_, row) => (
        <Skeleton key={row} height={rows === 0 ? 24 : 132} />
      ))}
    </>
  )
}
