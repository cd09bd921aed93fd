import { lazy, Suspense, useCallback, useEffect, useMemo, useRef } from 'react'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { Skeleton } from '../../../components/ui/loading.tsx'
import type { Board } from '../board/board.ts'
import { isWeekClosed } from '../board/pick-rules.ts'
import { EntryCard, NewEntryCard } from './entry-card.tsx'
import { forgetLanded, useNewEntries } from './new-entries.ts'
import styles from './entries.module.css'

/** Forms weigh more than the rest of the board, which is to be seen before one is needed. */
const CreateEntry = lazy(async () => ({ default: (await import('./create-entry.tsx')).CreateEntry }))

interface YourEntriesProps {
  readonly board: Board
  /** The time of the week's lock has come. */
  readonly isOver: boolean
  /** The season's first week has locked. */
  readonly hasBegun: boolean
  readonly refresh: () => void
}

/** My entries, each with this week's pick, and the field for another one. */
export function YourEntries({ board, isOver, hasBegun, refresh }: YourEntriesProps) {
  const { entries, week, games, rules, isAdmin } = board
  const heading = useRef<HTMLHeadingElement>(null)
  const created = useCreated(entries)
  const focusHeading = useCallback(() => heading.current?.focus(), [])
  const closed = whyClosed(board, entries.length, hasBegun)
  const isEmpty = entries.length === 0 && created.length === 0
  return (
    <section className={styles.section} aria-labelledby="your-entries">
      <h2 className={styles.title} id="your-entries" ref={heading} tabIndex={-1}>
        Your Entries
      </h2>
      {isEmpty && (
        <EmptyState title="No entries yet">
          {closed === null && 'Each entry is a life of its own. Name your first one.'}
        </EmptyState>
      )}
      {!isEmpty && (
        <ul className={styles.list}>
          {entries.map((entry) => (
            <EntryCard
              key={entry.id}
              entry={entry}
              week={week}
              games={games}
              teamLock={rules?.team_lock ?? 'week'}
              isOver={isOver}
              canManage={isAdmin || !hasBegun}
              onWritten={refresh}
              onDeleted={focusHeading}
            />
          ))}
          {created.map(({ key, name, id }) => (
            <NewEntryCard key={`new-${key}`} name={name} isSaving={id === null} />
          ))}
        </ul>
      )}
      {closed === null ? (
        <Suspense fallback={<Skeleton height={69} />}>
          <CreateEntry onWritten={refresh} />
        </Suspense>
      ) : (
        <p className={styles.closed}>{closed}</p>
      )}
    </section>
  )
}

/** Entries that the views do not have yet. */
function useCreated(entries: Board['entries']) {
  const known = useMemo(() => new Set(entries.map(({ id }) => id)), [entries])
  const created = useNewEntries((state) => state.entries)
  useEffect(() => forgetLanded(known), [known, created])
  return created.filter(({ id }) => id === null || !known.has(id))
}

/** Why there can be no further entry, in the server's words; null when there can. */
function whyClosed({ rules }: Board, count: number, hasBegun: boolean): string | null {
  if (rules?.late_entries === 'closed' && hasBegun) return 'New entries closed when Week 1 locked'
  const max = rules?.max_entries_per_member ?? null
  return max !== null && count >= max ? `You cannot have more than ${max} entries` : null
}

/** Whether members' renaming and deleting are closed, at `now` milliseconds of site time (decisions.md §Rules 13). */
export const seasonHasBegun = (board: Board, now: number): boolean => isWeekClosed(board.firstLock, now)
