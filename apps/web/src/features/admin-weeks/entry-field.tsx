import { entryLabel } from '@outlast/contract/entry-label'
import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { TextField } from '../../ui/forms/text-field.tsx'
import { parseWholeNumber } from '../../lib/numbers.ts'
import { useTopicView } from '../../live/use-topic.ts'
import styles from './entry-field.module.css'
import { findEntries, type FoundEntry } from './entry-search.ts'

const SHOWN_MATCHES = 8

interface EntryFieldProps {
  /** An ID, or a part of a name. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Chooses an entry by its name, by its member's, or by its ID. Choosing a match fills in its ID. */
export function EntryField({ value, onChange }: EntryFieldProps) {
  const entries = useTopicView('admin', (view) => view.entries)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const listId = useId()
  const id = parseWholeNumber(value)
  const matches = useMemo(() => (isOpen ? findEntries(entries ?? [], value, SHOWN_MATCHES) : []), [entries, value, isOpen])
  const choose = (entry: FoundEntry): void => {
    onChange(String(entry.id))
    setOpen(false)
  }
  const type = (text: string): void => {
    onChange(text)
    setOpen(true)
    setActive(0)
  }
  const handleKey = (event: KeyboardEvent): void => {
    const match = matches[active]
    if (match === undefined) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setActive((active + step + matches.length) % matches.length)
    else if (event.key === 'Escape') setOpen(false)
    // A typed ID is taken as it is, and Enter submits it.
    else if (event.key === 'Enter' && id === undefined) choose(match)
    else return
    event.preventDefault()
  }
  const isExpanded = matches.length > 0
  return (
    <div className={styles.field}>
      <TextField
        label="Entry ID"
        placeholder="Name, member or ID"
        value={value}
        role="combobox"
        aria-expanded={isExpanded}
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={isExpanded ? `${listId}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={80}
        hint={<Chosen id={id} entries={entries} />}
        onKeyDown={handleKey}
        onBlur={() => setOpen(false)}
        onChange={(event) => type(event.target.value)}
      />
      <div className={styles.matches} id={listId} role="listbox" aria-label="Matching entries" hidden={!isExpanded}>
        {matches.map((entry, index) => (
          <button
            type="button"
            tabIndex={-1}
            key={entry.id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            className={styles.match}
            // The field keeps the focus, so that the list is still there for the click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(entry)}
          >
            <strong>{entry.name}</strong> <span>{entry.user_name}</span>
          </button>
        ))}
      </div>
    </div>
  )
}

interface ChosenProps {
  readonly id: number | undefined
  readonly entries: readonly FoundEntry[] | undefined
}

/** Says which entry the ID belongs to. */
function Chosen({ id, entries }: ChosenProps) {
  if (id === undefined) return 'Type a part of a name'
  const entry = entries?.find((candidate) => candidate.id === id)
  return entry === undefined ? 'No such entry' : entryLabel(entry)
}
