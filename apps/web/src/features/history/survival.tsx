import { weekLabel } from '@outlast/domain/rules'
import { type SeasonView } from '@outlast/contract/live'
import { seasonCountOf, survivalOf, type SurvivalPoint } from '@outlast/views'
import { useMemo } from 'react'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { SurvivalCurve } from '../../pool/survival-curve.tsx'
import { Section } from '../../ui/card.tsx'
import styles from './history.module.css'
import { weekName } from '@outlast/views/matrix-csv'
import { usePreparedSeason } from './use-prepared-season.ts'

/** How many entries were alive after each week. */
export function Survival({ view }: { readonly view: SeasonView }) {
  const prepared = usePreparedSeason(view)
  const points = useMemo(() => (prepared === undefined ? [] : survivalOf(prepared)), [prepared])
  const last = points.at(-1)
  if (prepared === undefined || last === undefined || points.length < 2) return null
  const isPlaying = view.weeks.some((week) => week.week_number === last.week_number && week.is_locked && !week.is_complete)
  const when = isPlaying ? `so far in week ${weekLabel(last.week_number)}` : `after week ${weekLabel(last.week_number)}`
  const { alive, total } = seasonCountOf(prepared)
  const summary = `${alive} of ${total} entries alive ${when}.`
  return (
    <Section title="Survival curve">
      <p className="note">{summary}</p>
      <SurvivalCurve points={points} label={`Entries alive after each week. ${summary}`} isPlaying={isPlaying} />
      <details className={styles.details}>
        <summary>Survival as a table</summary>
        <DataTable
          label="Entries alive after each week"
          rows={points}
          columns={COLUMNS[isPlaying ? 'playing' : 'settled']}
          rowKey={keyOf}
        />
      </details>
    </Section>
  )
}

const keyOf = (point: SurvivalPoint): number => point.week_number

const columnsOf = (header: string): readonly Column<SurvivalPoint>[] => [
  { key: 'week', header, cell: (point) => formatPoint(point.week_number) },
  { key: 'alive', header: 'Alive', cell: (point) => point.alive, align: 'end' },
  { key: 'eliminated', header: 'Eliminated', cell: (point) => point.eliminated, align: 'end' },
]

/** While the last week is played, its numbers are not final. */
const COLUMNS = { settled: columnsOf('After'), playing: columnsOf('After (the last so far)') } as const

const formatPoint = (week: number): string => (week === 0 ? 'Start' : weekName(week))
