import type { WeekInfo } from '@outlast/contract/live'
import { X } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { weekInList } from '../../pool/pool-text.ts'
import { Button } from '../../ui/button.tsx'
import { digitsOnly, parseId } from '../../lib/numbers.ts'
import styles from './audit.module.css'
import { type AuditFilters, type FilterNames, KINDS } from './filters.ts'
import { NameFilter, type useFilterNames } from './name-filter.tsx'

interface FilterBarProps {
  readonly filters: AuditFilters
  readonly weeks: readonly WeekInfo[]
  readonly names: ReturnType<typeof useFilterNames>
  /** What the chosen names are. */
  readonly chosen: FilterNames
  readonly setFilter: (name: 'kind' | 'week' | 'entry' | 'actor' | 'at' | 'progress', value: string | number | undefined) => void
}

/** Filters the events, and shows the pool at a position of the log. */
export function FilterBar({ filters, weeks, names, chosen, setFilter }: FilterBarProps): ReactNode {
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
        <NameFilter names={names} onChoose={setFilter} />
        <PositionForm onSubmit={(position) => setFilter('at', position)} />
      </div>
      <Checkbox
        className={styles.switch}
        label="Show the scores of games in progress"
        checked={filters.showsProgress}
        onChange={(event) => setFilter('progress', event.target.checked ? 'show' : undefined)}
      />
      {(entryId !== undefined || actorId !== undefined) && (
        <p className="wrap">
          {entryId !== undefined && <FilterChip label={`About ${chosen.entry}`} onRemove={() => setFilter('entry', undefined)} />}
          {actorId !== undefined && <FilterChip label={`By ${chosen.actor}`} onRemove={() => setFilter('actor', undefined)} />}
        </p>
      )}
    </>
  )
}

function FilterChip({ label, onRemove }: { readonly label: string; readonly onRemove: () => void }): ReactNode {
  return (
    <button type="button" className={styles.chip} onClick={onRemove} aria-label={`Remove filter: ${label}`}>
      {label} <X size={16} aria-hidden />
    </button>
  )
}

function PositionForm({ onSubmit }: { readonly onSubmit: (position: number) => void }) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string | undefined>()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const position = parseId(text)
    setError(position === undefined ? 'Enter the number of an event' : undefined)
    if (position === undefined) return
    onSubmit(position)
    setText('')
  }
  return (
    <form className={styles.numberForm} onSubmit={submit} noValidate>
      <TextField
        label="Position"
        inputMode="numeric"
        value={text}
        error={error}
        onChange={(event) => setText(digitsOnly(event.target.value))}
      />
      <Button type="submit" variant="secondary">
        Show the pool at this point
      </Button>
    </form>
  )
}
