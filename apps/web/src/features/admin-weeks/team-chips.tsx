import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import { TeamChip } from '../../pool/team-chip.tsx'
import styles from './team-chips.module.css'
import type { TeamOption } from '../../desk/team-options.ts'

interface TeamChipsProps {
  readonly options: readonly TeamOption[]
  readonly value: string
  readonly onChange: (team: string) => void
}

/** Chooses a team by its chip. A group of radio buttons: one tab stop, then the arrow keys. */
export function TeamChips({ options, value, onChange }: TeamChipsProps) {
  return (
    <fieldset className={styles.chips}>
      <legend className={styles.legend}>Team</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option} title={option.label}>
          <input
            type="radio"
            name="override-team"
            className={styles.radio}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          <span aria-hidden="true">
            <TeamChip abbr={option.value} size="m" dimmed={option.disabled} />
          </span>
          {option.begun !== undefined && (
            <span className={styles.begun} aria-hidden="true">
              {option.begun}
            </span>
          )}
          <VisuallyHidden>{option.label}</VisuallyHidden>
        </label>
      ))}
    </fieldset>
  )
}
