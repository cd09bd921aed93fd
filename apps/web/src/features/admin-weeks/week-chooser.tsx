import type { WeekInfo } from '@outlast/contract/live'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { weekInList } from '../../pool/pool-text.ts'
import { Badge } from '../../ui/badge.tsx'
import styles from './admin-weeks.module.css'
import { sortWeeks } from './week-choice.ts'

interface WeekChooserProps {
  readonly weeks: readonly WeekInfo[]
  readonly week: WeekInfo
  readonly onChoose: (id: number) => void
}

/** Chooses the week that a page is about, with what is special about it. */
export function WeekChooser({ weeks, week, onChoose }: WeekChooserProps) {
  return (
    <div className={styles.choice}>
      <SelectField
        label="Week"
        value={week.id}
        options={sortWeeks(weeks).map((option) => ({ value: option.id, label: weekInList(option) }))}
        onChange={(event) => onChoose(Number(event.target.value))}
      />
      <p className={`line ${styles.marks}`}>
        {!week.is_current && <Badge tone="warn">Not the current week</Badge>}
        {week.unmasked && !week.is_locked && <Badge tone="warn">Picks unmasked</Badge>}
      </p>
    </div>
  )
}
