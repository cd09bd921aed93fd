import type { ReactNode } from 'react'
import { TextField } from '../ui/text-field.tsx'
import styles from './toolbar.module.css'

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
