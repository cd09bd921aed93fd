import type { ReactNode } from 'react'
import { TextField } from '../forms/text-field.tsx'
import styles from './admin-list.module.css'
import { Loading, Skeleton } from '../ui/loading.tsx'
import { VisuallyHidden } from '../ui/screen-reader.tsx'
import { Button } from '../ui/button.tsx'

interface ToolbarProps {
  /** What the search looks through, e.g. `Name, email, entry or mobile`. */
  readonly hint: string
  readonly search: string
  readonly onSearch: (search: string) => unknown
  /** Filters and sorting. */
  readonly children?: ReactNode
}

/** What stands above an admin's list: search first, then filters and sorting. */
export function Toolbar({ hint, search, onSearch, children }: ToolbarProps) {
  return (
    <div className={styles.toolbar} role="search">
      <TextField
        label="Search"
        type="search"
        placeholder={hint}
        value={search}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onSearch(event.target.value)}
      />
      {children}
    </div>
  )
}

/** Numbers that sum a list up, said in words. */
export function Counts({ counts }: { readonly counts: readonly (readonly [number, string])[] }) {
  return (
    <p className={styles.counts}>
      {counts.map(([count, what]) => (
        <span key={what}>
          <strong>{count}</strong> {what}
        </span>
      ))}
    </p>
  )
}

const ROWS = 6

/** Holds the place of an admin's list while it comes: its numbers, its toolbar and a few rows. */
export function ListSkeleton({ label }: { readonly label: string }) {
  return (
    <div className={styles.skeleton}>
      <VisuallyHidden>
        <Loading label={label} />
      </VisuallyHidden>
      <Skeleton width={220} height={24} />
      <Skeleton height={68} />
      {Array.from({ length: ROWS }, (_, row) => (
        <Skeleton key={row} height={52} />
      ))}
    </div>
  )
}

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
