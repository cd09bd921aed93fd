import type { RulePreset } from '@outlast/domain/pool-rules'
import { useId } from 'react'
import { Badge } from '../../ui/badge.tsx'
import styles from './rule-book.module.css'

interface Preset {
  readonly preset: RulePreset
  readonly name: string
  readonly text: string
  readonly isRecommended?: boolean
}

const PRESETS: readonly Preset[] = [
  {
    preset: 'classic',
    name: 'Club classic',
    text: 'Teams close at kickoff, and a member who forgets to pick is out, like after a loss. What most clubs play.',
    isRecommended: true,
  },
  {
    preset: 'second_chance',
    name: 'Second chance',
    text: 'Like the classic, with two lives, and one way back in until week 4.',
  },
  {
    preset: 'never_forget',
    name: 'Never forget',
    text: 'Like the classic, but a forgotten pick becomes an automatic one, three times at most.',
  },
  {
    preset: 'specification',
    name: 'As specified',
    text: 'The mildest rules: picks stay open until the lock, and forgetting one costs nothing.',
  },
  { preset: 'custom', name: 'Custom', text: 'Your own mix: set each rule below.' },
]

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
          <span className={styles.presetName}>
            {title} {isRecommended && <Badge tone="accent">Recommended</Badge>}
          </span>
          <span className={styles.presetText}>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}
