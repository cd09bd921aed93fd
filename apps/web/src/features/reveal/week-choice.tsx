import { memo, type ReactNode, useState } from 'react'
import { SelectField } from '../../components/forms/select-field.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Section } from '../../components/ui/card.tsx'
import styles from './reveal.module.css'
import { picksInWords, type WeekChoice, weekLabel } from './weeks.ts'

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

/** Weeks listed without being asked for. */
const SHORT = 6

interface PastWeeksProps {
  readonly choices: readonly WeekChoice[]
  readonly shown: number
  readonly choose: (weekId: number | null) => void
  readonly level: 2 | 3
}

/** The weeks there are to look back at, newest first. */
export const PastWeeks = memo(function PastWeeks({ choices, shown, choose, level }: PastWeeksProps): ReactNode {
  const [whole, setWhole] = useState(false)
  const listed = whole ? choices : choices.slice(0, SHORT)
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
              <span className={styles.name}>Week {week.number}</span>
              <span className={styles.season}>{week.season}</span>
              {week.isCurrent && <Badge tone="accent">current</Badge>}
              {week.reopened && <Badge tone="warn">reopened</Badge>}
              <span className={styles.count}>{week.pickCount === undefined ? '' : picksInWords(week.pickCount)}</span>
            </button>
          </li>
        ))}
      </ul>
      {choices.length > SHORT && (
        <div>
          <Button size="small" variant="quiet" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? 'Show fewer' : `Show all ${choices.length} weeks`}
          </Button>
        </div>
      )}
    </Section>
  )
})
