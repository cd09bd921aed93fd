import type { ReactNode } from 'react'
import { TextField } from '../ui/forms/text-field.tsx'
import { Button } from '../ui/button.tsx'
import { Loading, Skeleton } from '../ui/loading.tsx'
import { VisuallyHidden } from '../ui/screen-reader.tsx'
import styles from './admin-list.module.css'

interface ToolbarProps {
  /** What the search covers, e.g. `Name, email, entry or mobile`. */
  readonly hint: string
  readonly search: string
  readonly onSearch: (search: string) => unknown
  /** Filters and sorting. */
  readonly children?: ReactNode
}

/** The search field, filters and sorting above an admin list. */
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

/** The totals of a list, e.g. "12 entries  9 paid". */
export function Counts({ counts }: { readonly counts: readonly (readonly [number, string])[] }) {
  return (
    <p className={styles.counts}>
      {counts.map(([count, label]) => (
        <span key={label}>
          <strong>{count}</strong> {label}
        </span>
      ))}
    </p>
  )
}

const SKELETON_ROWS = 6

/** The placeholder of an admin list while it loads: its totals, its toolbar and a few rows. */
export function ListSkeleton({ label }: { readonly label: string }) {
  return (
    <div className="stack3">
      <VisuallyHidden>
        <Loading label={label} />
      </VisuallyHidden>
      <Skeleton width={220} height={24} />
      <Skeleton height={68} />
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        <Skeleton key={row} height={52} />
      ))}
    </div>
  )
}

interface EditConflictProps {
  /** A sentence with the current values, e.g. `It is now paid (cash).` */
  readonly current: ReactNode
  /** Distinguishes the buttons of different rows for screen readers. */
  readonly rowName: string
  readonly onDiscard: () => unknown
}

/** Warns in a row with unsaved edits that someone else changed it. */
export function EditConflict({ current, rowName, onDiscard }: EditConflictProps) {
  return (
    <div className={styles.notice} role="status">
      <p>
        <strong>Someone else changed this.</strong> {current} Your edits are kept.
      </p>
      <Button size="small" aria-label={`Discard my edits: ${rowName}`} onClick={onDiscard}>
        Discard my edits
      </Button>
    </div>
  )
}
