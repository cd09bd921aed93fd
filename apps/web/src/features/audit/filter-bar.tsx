import { seasonTopic, type WeekInfo } from '@outlast/contract/live'
import { X } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useTopicView } from '../../live/use-topic.ts'
import { weekInList } from '../../pool/pool-text.ts'
import { Button } from '../../ui/button.tsx'
import { digitsOnly, parseId } from '../../lib/numbers.ts'
import styles from './audit.module.css'
import { type AuditFilters, KINDS } from './filters.ts'

interface FilterBarProps {
  readonly filters: AuditFilters
  readonly weeks: readonly WeekInfo[]
  readonly setFilter: (name: 'kind' | 'week' | 'entry' | 'actor' | 'at' | 'progress', value: string | number | undefined) => void
}

/** Filters the events, and shows the pool at a position of the log. */
export function FilterBar({ filters, weeks, setFilter }: FilterBarProps): ReactNode {
  const { kind, weekId, entryId, actorId } = filters
  return (
    <>
      <div className={styles.filters}>
        <SelectField
          label="Kind"
          value={kind ?? ''}
          onChange={(event) => setFilter('kind', event.target.value)}
          options={[{ value: '', label: 'Everything' }, ...KINDS]}
        />
        <SelectField
          label="Week"
          value={weekId ?? ''}
          onChange={(event) => setFilter('week', event.target.value)}
          options={[
            { value: '', label: 'All weeks' },
            ...weeks.map(({ id, season_year, week_number }) => ({ value: id, label: weekInList({ season_year, week_number }) })),
          ]}
        />
        <NumberForm label="Entry ID" button="Filter" current={entryId} onSubmit={(id) => setFilter('entry', id)} />
        <NumberForm label="Position" button="Show the pool at this point" onSubmit={(position) => setFilter('at', position)} />
      </div>
      <Checkbox
        className={styles.switch}
        label="Show the scores of games in progress"
        checked={filters.showsProgress}
        onChange={(event) => setFilter('progress', event.target.checked ? 'show' : undefined)}
      />
      {(entryId !== undefined || actorId !== undefined) && (
        <p className={styles.chips}>
          {entryId !== undefined && (
            <EntryChip id={entryId} year={weeks[0]?.season_year} onRemove={() => setFilter('entry', undefined)} />
          )}
          {actorId !== undefined && <FilterChip label={`By account ${actorId}`} onRemove={() => setFilter('actor', undefined)} />}
        </p>
      )}
    </>
  )
}

interface EntryChipProps {
  readonly id: number
  /** A season in which its name may be known. */
  readonly year: number | undefined
  readonly onRemove: () => void
}

function EntryChip({ id, year, onRemove }: EntryChipProps): ReactNode {
  const name = useTopicView(
    year === undefined ? null : seasonTopic(year),
    ({ entries }) => entries.find((entry) => entry.id === id)?.name,
  )
  return <FilterChip label={name === undefined ? `Entry ${id}` : `Entry “${name}”`} onRemove={onRemove} />
}

function FilterChip({ label, onRemove }: { readonly label: string; readonly onRemove: () => void }): ReactNode {
  return (
    <button type="button" className={styles.chip} onClick={onRemove} aria-label={`Remove filter: ${label}`}>
      {label} <X size={16} aria-hidden />
    </button>
  )
}

interface NumberFormProps {
  readonly label: string
  readonly button: string
  readonly current?: number | undefined
  readonly onSubmit: (value: number | undefined) => void
}

function NumberForm({ label, button, current, onSubmit }: NumberFormProps): ReactNode {
  const [text, setText] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onSubmit(parseId(text))
    setText('')
  }
  return (
    <form className={styles.numberForm} onSubmit={submit}>
      <TextField
        label={label}
        inputMode="numeric"
        value={text}
        placeholder={current === undefined ? '' : String(current)}
        onChange={(event) => setText(digitsOnly(event.target.value))}
      />
      <Button type="submit" variant="secondary" disabled={text === ''}>
        {button}
      </Button>
    </form>
  )
}
