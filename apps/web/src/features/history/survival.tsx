import { type SeasonView, survivalOf, type SurvivalPoint } from '@outlast/contract/live'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { type Column, DataTable } from '../../components/data-table/data-table.tsx'
import { lazyPart } from '../../components/lazy-part.tsx'
import { Section } from '../../components/ui/card.tsx'
import { Skeleton } from '../../components/ui/loading.tsx'
import styles from './history.module.css'
import { weekName } from './season-table-csv.ts'
import { usePreparedSeason } from './use-prepared-season.ts'

const PLACEHOLDER = <Skeleton height={260} />

const SurvivalChart = lazyPart(() => import('./survival-chart.tsx').then((module) => module.SurvivalChart), {
  placeholder: PLACEHOLDER,
})

/** How many entries were alive after each week. The chart library loads when the chart scrolls into view. */
export function Survival({ view }: { readonly view: SeasonView }) {
  const prepared = usePreparedSeason(view)
  const points = useMemo(() => (prepared === undefined ? [] : survivalOf(prepared)), [prepared])
  const container = useRef<HTMLDivElement>(null)
  const isVisible = useWasVisible(container)
  const last = points.at(-1)
  if (last === undefined || points.length < 2) return null
  const isPlayed = view.weeks.some((week) => week.week_number === last.week_number && week.is_locked && !week.is_complete)
  const when = isPlayed ? `so far in week ${last.week_number}` : `after week ${last.week_number}`
  const summary = `${last.alive} of ${view.entries.length} entries alive ${when}.`
  return (
    <Section title="Survival curve">
      <p className={styles.count}>{summary}</p>
      <div ref={container} className={styles.chart}>
        {isVisible ? <SurvivalChart points={points} label={`Entries alive after each week. ${summary}`} /> : PLACEHOLDER}
      </div>
      <details className={styles.details}>
        <summary>Survival as a table</summary>
        <DataTable label="Entries alive after each week" rows={points} columns={COLUMNS} rowKey={keyOf} />
      </details>
    </Section>
  )
}

const keyOf = (point: SurvivalPoint): number => point.week_number

const COLUMNS: readonly Column<SurvivalPoint>[] = [
  { key: 'week', header: 'After', cell: (point) => formatPoint(point.week_number) },
  { key: 'alive', header: 'Alive', cell: (point) => point.alive, align: 'end' },
  { key: 'eliminated', header: 'Eliminated', cell: (point) => point.eliminated, align: 'end' },
]

const formatPoint = (week: number): string => (week === 0 ? 'Start' : weekName(week))

/** Returns whether an element was ever visible, or close to it. */
function useWasVisible(element: RefObject<Element | null>): boolean {
  const [wasVisible, setWasVisible] = useState(false)
  // Runs after each render, because the element may mount later than the component.
  useEffect(() => {
    if (wasVisible || element.current === null) return undefined
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setWasVisible(true), {
      rootMargin: '120px',
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  })
  return wasVisible
}
