import type { RulePreset } from '@outlast/domain/pool-rules'
import { useId } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { PRESETS } from './presets.ts'
import styles from './rule-book.module.css'

interface PresetChoiceProps {
  /** Undefined until an admin has chosen. */
  readonly value: RulePreset | undefined
  readonly disabled: boolean
  readonly onChange: (preset: RulePreset) => void
}

/** The presets as a group of radio buttons, each with what it means. */
export function PresetChoice({ value, disabled, onChange }: PresetChoiceProps) {
  const name = useId()
  return (
    <fieldset className={styles.presets} data-wide="" disabled={disabled}>
      <legend className={styles.legend}>Rule book</legend>
      {PRESETS.map(({ preset, name: title, text, isRecommended = false }) => (
        <label key={preset} className={styles.preset}>
          <input type="radio" name={name} value={preset} checked={value === preset} onChange={() => onChange(preset)} />
          <span className={`line ${styles.presetName}`}>
            {title} {isRecommended && <Badge tone="accent">Recommended</Badge>}
          </span>
          <span className={`note ${styles.presetText}`}>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}
