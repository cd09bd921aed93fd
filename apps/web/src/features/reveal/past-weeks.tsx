import { memo, type ReactNode, useState } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Section } from '../../components/ui/card.tsx'
import { picksInWords, type WeekChoice } from './weeks.ts'
import styles from './past-weeks.module.css'

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
