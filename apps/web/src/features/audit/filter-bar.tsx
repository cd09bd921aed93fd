import type { WeekInfo } from '@outlast/contract/live'
import { X } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import styles from './audit.module.css'
import { type AuditFilters, KINDS } from './filters.ts'

interface FilterBarProps {
  readonly filters: AuditFilters
  readonly weeks: readonly WeekInfo[]
  readonly set: (name: 'kind' | 'week' | 'entry' | 'actor' | 'at', value: string | number | undefined) => void
}

/** Narrows the trail, and jumps to a position. */
export function FilterBar({ filters, weeks, set }: FilterBarProps): ReactNode {
  const { kind, weekId, entryId, actorId } = filters
  return (
    <>
      <div className={styles.filters}>
        <SelectField
          label="Kind"
          value={kind ?? ''}
          onChange={(event) => set('kind', event.target.value)}
          options={[{ value: '', label: 'Everything' }, ...KINDS]}
        />
        <SelectField
          label="Week"
          value={weekId ?? ''}
          onChange={(event) => set('week', event.target.value)}
          options={[
            { value: '', label: 'All weeks' },
            ...weeks.map(({ id, season_year, week_number }) => ({ value: id, label: `${season_year} • Week ${week_number}` })),
          ]}
        />
        <NumberForm label="Entry ID" button="Filter" held={entryId} submit={(id) => set('entry', id)} />
        <NumberForm label="Position" button="Show the pool then" held={undefined} submit={(position) => set('at', position)} />
      </div>
      {(entryId !== undefined || actorId !== undefined) && (
        <p className={styles.chips}>
          {entryId !== undefined && <Chip label={`Entry ${entryId}`} remove={() => set('entry', undefined)} />}
          {actorId !== undefined && <Chip label={`By account ${actorId}`} remove={() => set('actor', undefined)} />}
        </p>
      )}
    </>
  )
}

function Chip({ label, remove }: { readonly label: string; readonly remove: () => void }): ReactNode {
  return (
    <button type="button" className={styles.chip} onClick={remove} aria-label={`${label}: show all again`}>
      {label} <X size={16} aria-hidden />
    </button>
  )
}

interface NumberFormProps {
  readonly label: string
  readonly button: string
  readonly held: number | undefined
  readonly submit: (value: number | undefined) => void
}

function NumberForm({ label, button, held, submit }: NumberFormProps): ReactNode {
  const [text, setText] = useState('')
  const send = (event: FormEvent): void => {
    event.preventDefault()
    submit(/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined)
    setText('')
  }
  return (
    <form className={styles.numberForm} onSubmit={send}>
      <TextField
        label={label}
        inputMode="numeric"
        value={text}
        placeholder={held === undefined ? '' : String(held)}
        onChange={(event) => setText(event.target.value.replaceAll(/\D/g, ''))}
      />
      <Button type="submit" variant="secondary" disabled={text === ''}>
        {button}
      </Button>
    </form>
  )
}
