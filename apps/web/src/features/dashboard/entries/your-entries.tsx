import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'wouter'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { livesOfNewcomer } from '@outlast/views'
import { pluralize } from '../../../lib/numbers.ts'
import { useUser } from '../../../session/session.ts'
import type { Board, BoardEntry } from '../board/board.ts'
import { lacksTeam } from '../board/places.ts'
import styles from './entries.module.css'
import { EntryCard, PendingEntryCard } from './entry-card.tsx'
import { COMPACT_FROM, idsWithoutPick, isRow } from './entry-order.ts'
import { type EntryForm, momentOf } from './entry-form.ts'
import { removeArrivedEntries, usePendingEntries } from './pending-entries.ts'
import { useStableOrder } from './use-stable-order.ts'

const SameAgain = lazyPart(() => import('./same-again.tsx').then((module) => module.SameAgain))

const PickForAll = lazyPart(() => import('../pick/pick-for-all.tsx').then((module) => module.PickForAll), {
  placeholder: <Skeleton width={96} height={36} />,
})

/** Loads after the first paint, because the code of forms is larger than the rest of the dashboard. */
const CreateEntry = lazyPart(() => import('./create-entry.tsx').then((module) => module.CreateEntry), {
  placeholder: <Skeleton height={69} />,
})

interface YourEntriesProps {
  readonly board: Board
  /** Whether picks of the current week are closed. */
  readonly isClosed: boolean
  /** Whether the week has locked that closes the season for new entries. */
  readonly areEntriesClosed: boolean
  /** Whether the season's first week has locked. */
  readonly hasSeasonStarted: boolean
  /** Whether the last week is over and the next lock is more than a day away. */
  readonly isMidweek: boolean
  readonly form: EntryForm
  readonly refresh: () => void
}

/** The member's entries, each with its pick of the week, and the form for a new entry. */
export function YourEntries({ board, isClosed, areEntriesClosed, hasSeasonStarted, isMidweek, form, refresh }: YourEntriesProps) {
  const { entries, week, games, rules, isAdmin } = board
  const heading = useRef<HTMLHeadingElement>(null)
  const pending = usePending(entries)
  const focusHeading = useCallback(() => heading.current?.focus(), [])
  const isWaiting = useUser().is_waiting
  const createRefusal = isWaiting
    ? 'You can create entries once an admin has approved your account'
    : createRefusalOf(board, areEntriesClosed)
  const isEmpty = entries.length === 0 && pending.length === 0
  const isCompact = entries.length >= COMPACT_FROM
  const moment = momentOf(week, isClosed)
  const ordered = useStableOrder(entries, moment)
  const filter = useMissingFilter(entries, isCompact && !isClosed && week !== null)
  const shown = filter.ids === null ? ordered : ordered.filter(({ id }) => filter.ids?.has(id))
  const open = shown.filter(canPick)
  return (
    <section className={styles.section} aria-labelledby="your-entries" data-closed={isClosed || undefined}>
      <div className={styles.heading}>
        <h2 className={styles.sectionTitle} id="your-entries" ref={heading} tabIndex={-1}>
          Your Entries
        </h2>
        {(filter.missing > 0 || filter.ids !== null) && (
          <button type="button" className={styles.filter} aria-pressed={filter.ids !== null} onClick={filter.toggle}>
            {filter.missing === 0 ? 'Every entry has a pick' : missingText(filter.missing)}
          </button>
        )}
        {week !== null && !isClosed && open.length > 1 && (
          <PickForAll entries={open} week={week} games={games} teamLock={rules?.team_lock ?? 'week'} />
        )}
      </div>
      {entries.some(({ isPaper }) => isPaper) && <Link to="/by-hand">Picks by hand, on one screen</Link>}
      {entries.some(({ renewSeason }) => renewSeason !== null) && <SameAgain entries={entries} onWritten={refresh} />}
      {isEmpty && (
        <EmptyState title="No entries yet">
          {createRefusal === null && 'Each entry competes on its own. Create your first one.'}
        </EmptyState>
      )}
      {!isEmpty && (
        // Another week, and its lock, bring other cards. They are new, so that none seems to move.
        <ul
          key={`entries ${moment}`}
          className={styles.list}
          data-compact={isCompact || isClosed || undefined}
          data-closed={isClosed || undefined}
        >
          {shown.map((entry) => (
            <EntryCard
              key={entry.id}
              entry={entry}
              week={week}
              games={games}
              teamLock={rules?.team_lock ?? 'week'}
              rules={rules}
              isClosed={isClosed}
              canManage={isAdmin || !hasSeasonStarted}
              isRow={isRow(entry, week, isClosed, entries.length)}
              hasPlace={isMidweek}
              isListed={isCompact}
              season={board.season}
              onWritten={refresh}
              onDeleted={focusHeading}
            />
          ))}
          {pending.map(({ key, name, id }) => (
            <PendingEntryCard key={`pending-${key}`} name={name} isSaving={id === null} />
          ))}
        </ul>
      )}
      {createRefusal === null && board.champions.length > 0 && (
        <p className="muted">This season is decided. A new entry plays from the next season on.</p>
      )}
      {createRefusal === null ? (
        <NewEntry key={`new ${form.moment}`} isFolded={isClosed && !isEmpty} isTyped={form.typed !== ''}>
          <CreateEntry lives={lateLivesOf(board)} typed={form.typed} onType={form.onType} onWritten={refresh} />
        </NewEntry>
      ) : (
        <p className="muted">
          {createRefusal}
          {form.typed !== '' && `. “${form.typed}” was not created`}
        </p>
      )}
    </section>
  )
}

interface NewEntryProps {
  readonly isFolded: boolean
  readonly isTyped: boolean
  readonly children: ReactNode
}

/** While games are played, the form for a new entry is one line that opens, unless a name is typed in it. */
function NewEntry({ isFolded, isTyped, children }: NewEntryProps) {
  return (
    <details open={!isFolded || isTyped}>
      <summary className={styles.fold} hidden={!isFolded}>
        New entry
      </summary>
      {children}
    </details>
  )
}

function canPick(entry: BoardEntry): boolean {
  const { takesPart, seal, standing } = entry
  return takesPart && seal === null && standing?.status === 'alive' && !lacksTeam(entry)
}

const missingText = (count: number): string => `${count} still ${pluralize(count, 'needs', 'need')} a pick`

/**
 * The filter for entries without a pick. It keeps the entries that had none when it was switched on, so that an entry stays in its
 * place while the member picks for it.
 */
function useMissingFilter(entries: Board['entries'], isOffered: boolean) {
  const [ids, setIds] = useState<ReadonlySet<number> | null>(null)
  const missing = useMemo(() => (isOffered ? idsWithoutPick(entries) : []), [entries, isOffered])
  return {
    missing: missing.length,
    ids: isOffered ? ids : null,
    toggle: () => setIds(ids === null ? new Set(missing) : null),
  }
}

/** Returns the created entries that the board does not contain yet. */
function usePending(entries: Board['entries']) {
  const arrived = useMemo(() => new Set(entries.map(({ id }) => id)), [entries])
  const pending = usePendingEntries()
  useEffect(() => removeArrivedEntries(arrived), [arrived, pending])
  return pending.filter(({ id }) => id === null || !arrived.has(id))
}

/** The lives of an entry that joins now, where weeks that it missed cost lives; null where it has them all. */
function lateLivesOf({ rules, season }: Board): number | null {
  if (rules?.late_entry_losses !== true || season === undefined) return null
  return livesOfNewcomer(season)
}

function entriesClosedText(rules: Board['rules']): string {
  const late = rules?.late_entries
  return `New entries closed when Week ${typeof late === 'object' ? late.until_week : 1} locked`
}

/** Returns why the member cannot create another entry, in the server's words; null if they can. */
function createRefusalOf(board: Board, areEntriesClosed: boolean): string | null {
  const { rules, entries } = board
  if (areEntriesClosed) return entriesClosedText(rules)
  if (lateLivesOf(board) === 0) return 'Too many weeks have locked: an entry that joined now would have no life left'
  const max = rules?.max_entries_per_member ?? null
  const joined = entries.filter(({ renewSeason, isPaper }) => renewSeason === null && !isPaper)
  return max !== null && joined.length >= max ? `You cannot have more than ${max} entries` : null
}
