import { weekLabel } from '@outlast/domain/rules'
import { memo, type ReactNode, useState } from 'react'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import styles from './reveal.module.css'
import { formatPicks, type WeekChoice } from './weeks.ts'

interface WeekPickerProps {
  readonly choices: readonly WeekChoice[]
  readonly shown: number
  readonly choose: (weekId: number | null) => void
}

/** Selects the week to show. Selects nothing when the URL names a week that is not in the list. */
export function WeekPicker({ choices, shown, choose }: WeekPickerProps): ReactNode {
  const isListed = choices.some((week) => week.id === shown)
  const options = choices.map((week) => ({ value: week.id, label: week.label }))
  return (
    <div className={styles.picker}>
      <SelectField
        label="Week"
        value={isListed ? shown : ''}
        options={isListed ? options : [{ value: '', label: 'Choose a week', disabled: true }, ...options]}
        onChange={(event) => choose(Number(event.target.value))}
      />
      <Button onClick={() => choose(null)}>Show Current</Button>
    </div>
  )
}

/** How many weeks are listed at first. */
const INITIAL_WEEKS = 6

interface PastWeeksProps {
  readonly choices: readonly WeekChoice[]
  readonly shown: number
  readonly choose: (weekId: number | null) => void
  readonly level: 2 | 3
}

/** The past weeks, newest first. */
export const PastWeeks = memo(function PastWeeks({ choices, shown, choose, level }: PastWeeksProps): ReactNode {
  const [isExpanded, setExpanded] = useState(false)
  const listed = isExpanded ? choices : choices.slice(0, INITIAL_WEEKS)
  return (
    <Section title="Past weeks" level={level}>
      <ul className={styles.weeks}>
        {listed.map((week) => (
          <li key={week.id}>
            <button
              type="button"
              className={styles.week}
              aria-current={week.id === shown ? 'true' : undefined}
              onClick={() => choose(week.id)}
            >
              <span className="strong">Week {weekLabel(week.number)}</span>
              <span className="note">{week.season}</span>
              {week.isCurrent && <Badge tone="accent">current</Badge>}
              {week.isReopened && <Badge tone="warn">reopened</Badge>}
              <span className={styles.count}>{week.pickCount === undefined ? '' : formatPicks(week.pickCount)}</span>
            </button>
          </li>
        ))}
      </ul>
      {choices.length > INITIAL_WEEKS && (
        <div>
          <Button size="small" variant="quiet" aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
            {isExpanded ? 'Show fewer' : `Show all ${choices.length} weeks`}
          </Button>
        </div>
      )}
    </Section>
  )
})
