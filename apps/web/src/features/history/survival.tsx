import { matrixOf, type SeasonView, survivalOf, type SurvivalPoint } from '@outlast/contract/live'
import { lazy, Suspense, useMemo, useRef } from 'react'
import { Section } from '../../components/ui/card.tsx'
import { DataTable, type Column } from '../../components/data-table/data-table.tsx'
import { Skeleton } from '../../components/ui/loading.tsx'
import styles from './history.module.css'
import { weekName } from './shown-csv.ts'
import { usePrepared } from './use-prepared.ts'
import { useSeen } from './use-seen.ts'

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
