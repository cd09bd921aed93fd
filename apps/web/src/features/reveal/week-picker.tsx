import type { ReactNode } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { type WeekChoice, weekLabel } from './weeks.ts'
import styles from './reveal.module.css'

interface WeekPickerProps {
  readonly choices: readonly WeekChoice[]
  readonly shown: number
  readonly choose: (weekId: number | null) => void
}

/** Chooses the week on show. One that is no past week (an address somebody typed) stands there by its absence. */
export function WeekPicker({ choices, shown, choose }: WeekPickerProps): ReactNode {
  const known = choices.some((week) => week.id === shown)
  const options = choices.map((week) => ({ value: week.id, label: weekLabel(week) }))
  return (
    <div className={styles.picker}>
      <SelectField
        label="Week"
        value={known ? shown : ''}
        options={known ? options : [{ value: '', label: 'Choose a week', disabled: true }, ...options]}
        onChange={(event) => choose(Number(event.target.value))}
      />
      <Button onClick={() => choose(null)}>Show Current</Button>
    </div>
  )
}
