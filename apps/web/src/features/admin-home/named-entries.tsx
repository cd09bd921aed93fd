import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { useEntryNames } from '../../desk/use-entry-names.ts'
import styles from './named-entries.module.css'

interface NamedEntriesProps {
  /** How many there are, in words. */
  readonly summary: string
  readonly entries: readonly { readonly id: number; readonly name: string }[]
}

/** A number that unfolds into the entries behind it, by person and entry, each with a link to its page. */
export function NamedEntries({ summary, entries }: NamedEntriesProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && <Names entries={entries} />}
    </details>
  )
}

function Names({ entries }: Pick<NamedEntriesProps, 'entries'>) {
  const nameOf = useEntryNames()
  const named = entries.map((entry) => ({ id: entry.id, text: nameOf(entry) }))
  return (
    <ul>
      {named
        .toSorted((a, b) => a.text.localeCompare(b.text))
        .map(({ id, text }) => (
          <li key={id}>
            <Link to={`/entry/${id}`}>{text}</Link>
          </li>
        ))}
    </ul>
  )
}
