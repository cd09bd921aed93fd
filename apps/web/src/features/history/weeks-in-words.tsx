import { weekLabel } from '@outlast/domain/rules'
import type { SeasonView } from '@outlast/contract/live'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import { ErrorBox } from '../../ui/errors.tsx'
import { Section } from '../../ui/card.tsx'
import { Loading } from '../../ui/loading.tsx'
import { SummaryLines } from '../../pool/week-summary/week-summary.tsx'
import { useWeekSummary } from '../../pool/week-summary/use-week-summary.ts'
import styles from './weeks-in-words.module.css'

/** The summaries of a season's complete weeks, the latest first, each read when it is opened. */
export function WeeksInWords({ view }: { readonly view: SeasonView }) {
  const weeks = view.weeks.filter((week) => week.is_complete).toReversed()
  if (weeks.length === 0) return null
  return (
    <div data-screen-only>
      <Section title="The weeks in words">
        <div className="box">
          {weeks.map((week) => (
            <Week key={week.id} id={week.id} weekNumber={week.week_number} />
          ))}
        </div>
      </Section>
    </div>
  )
}

function Week({ id, weekNumber }: { readonly id: number; readonly weekNumber: number }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className={styles.week} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={styles.title}>
        Week {weekLabel(weekNumber)} <ChevronDown className={styles.chevron} size={18} aria-hidden="true" />
      </summary>
      {isOpen && <Words id={id} />}
    </details>
  )
}

function Words({ id }: { readonly id: number }) {
  const { data, error } = useWeekSummary(id)
  if (data !== undefined) return <SummaryLines {...data} />
  return error === null ? <Loading /> : <ErrorBox message={error} />
}
