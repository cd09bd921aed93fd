import { TextField } from '../../ui/forms/text-field.tsx'
import styles from './history.module.css'
import { SeasonInput } from './season-input.tsx'
import type { Seasons } from './use-season.ts'

interface SeasonControlsProps {
  readonly seasons: Seasons
  readonly onSeason: (year: number) => void
  readonly searchLabel: string
  readonly search: string
  readonly onSearch: (search: string) => void
}

/** The fields above a season's tables: its year, and a search for entries and users. */
export function SeasonControls({ seasons, onSeason, searchLabel, search, onSearch }: SeasonControlsProps) {
  return (
    <div className={styles.controls}>
      <SeasonInput year={seasons.year} years={seasons.years} onChange={onSeason} />
      <TextField
        label={searchLabel}
        type="search"
        placeholder="Entry or user"
        value={search}
        onChange={(event) => onSearch(event.target.value)}
        autoComplete="off"
        maxLength={80}
      />
    </div>
  )
}
