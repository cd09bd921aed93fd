import { matrixOf, type SeasonView, survivalOf, type SurvivalPoint } from '@outlast/contract/live'
import { lazy, type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { type Column, DataTable } from '../../components/data-table/data-table.tsx'
import { Section } from '../../components/ui/card.tsx'
import { Skeleton } from '../../components/ui/loading.tsx'
import styles from './history.module.css'
import { weekName } from './shown-csv.ts'
import { usePrepared } from './use-prepared.ts'

const SurvivalChart = lazy(async () => ({ default: (await import('./survival-chart.tsx')).SurvivalChart }))

/** How many entries each week left alive. The chart and what draws it come when somebody scrolls there. */
export function Survival({ view }: { readonly view: SeasonView }) {
  const prepared = usePrepared(view)
  const points = useMemo(() => (prepared === undefined ? [] : survivalOf(matrixOf(prepared))), [prepared])
  const place = useRef<HTMLDivElement>(null)
  const isSeen = useSeen(place)
  const last = points.at(-1)
  if (last === undefined || points.length < 2) return null
  const sentence = `${last.alive} of ${view.entries.length} entries alive after week ${last.week_number}.`
  return (
    <Section title="Survival curve">
      <p className={styles.count}>{sentence}</p>
      <div ref={place} className={styles.chart}>
        {isSeen ? (
          <Suspense fallback={BLANK}>
            <SurvivalChart points={points} label={`Entries alive after each week. ${sentence}`} />
          </Suspense>
        ) : (
          BLANK
        )}
      </div>
      <details className={styles.details}>
        <summary>Survival as a table</summary>
        <DataTable label="Entries alive after each week" rows={points} columns={COLUMNS} rowKey={keyOf} />
      </details>
    </Section>
  )
}

const BLANK = <Skeleton height={260} />

const keyOf = (point: SurvivalPoint): number => point.week_number

const COLUMNS: readonly Column<SurvivalPoint>[] = [
  { key: 'week', header: 'After', cell: (point) => afterText(point.week_number) },
  { key: 'alive', header: 'Alive', cell: (point) => point.alive, align: 'end' },
  { key: 'eliminated', header: 'Eliminated', cell: (point) => point.eliminated, align: 'end' },
]

const afterText = (week: number): string => (week === 0 ? 'Start' : weekName(week))

/** Whether an element was ever near what is in sight. */
export function useSeen(place: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  // After each rendering until then: the element may come later than its component.
  useEffect(() => {
    if (isSeen || place.current === null) return undefined
    const observer = new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && setSeen(true), {
      rootMargin: '120px',
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  })
  return isSeen
}
