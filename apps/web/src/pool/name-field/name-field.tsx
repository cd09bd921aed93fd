import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from 'react'
import { TextField } from '../../ui/forms/text-field.tsx'
import styles from './name-field.module.css'
import { findNames, type FoundName } from './name-search.ts'

const SHOWN_MATCHES = 8

interface NameFieldProps<N extends FoundName> {
  readonly label: string
  readonly placeholder: string
  /** What is said under the field. */
  readonly hint: ReactNode
  readonly names: readonly N[]
  /** A part of a name. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onChoose: (name: N) => void
  /** Whether the text alone is an answer, so that Enter submits it. */
  readonly isComplete?: boolean
}

/** A field that finds people and entries by parts of their names, as one types. */
export function NameField<N extends FoundName>(props: NameFieldProps<N>) {
  const { label, placeholder, hint, names, value, onChange, onChoose, isComplete = false } = props
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const listId = useId()
  const matches = useMemo(() => (isOpen ? findNames(names, value, SHOWN_MATCHES) : []), [names, value, isOpen])
  const choose = (name: N): void => {
    onChoose(name)
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
    else if (event.key === 'Enter' && !isComplete) choose(match)
    else return
    event.preventDefault()
  }
  const isExpanded = matches.length > 0
  return (
    <div className={styles.field}>
      <TextField
        label={label}
        placeholder={placeholder}
        value={value}
        role="combobox"
        aria-expanded={isExpanded}
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={isExpanded ? `${listId}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={80}
        hint={hint}
        onKeyDown={handleKey}
        onBlur={() => setOpen(false)}
        onChange={(event) => type(event.target.value)}
      />
      <div className={styles.matches} id={listId} role="listbox" aria-label="Matching names" hidden={!isExpanded}>
        {matches.map((match, index) => (
          <button
            type="button"
            tabIndex={-1}
            key={`${index} ${match.id}`}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            className={styles.match}
            // The field keeps the focus, so that the list is still there for the click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(match)}
          >
            <strong>{match.name}</strong> <span>{match.user_name}</span>
          </button>
        ))}
      </div>
    </div>
  )
}
