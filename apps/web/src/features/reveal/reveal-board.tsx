import { distributionOf, resultsOf, revealOf, type RevealTotals, type WeekView } from '@outlast/contract/live'
import { memo, type ReactNode, useCallback, useMemo, useState } from 'react'
import { Section } from '../../components/ui/card.tsx'
import { Distribution } from './distribution.tsx'
import { GamesTable } from './games-table.tsx'
import { PicksTable } from './picks-table.tsx'
import { ALL, filterRows, type PickFilter, rowKeeper, toggled } from './picks.ts'
import styles from './reveal.module.css'
import { WeekMarks } from './week-marks.tsx'
import { entriesInWords } from './weeks.ts'

interface RevealBoardProps {
  readonly view: WeekView
  /** It opened just now: the distribution grows in, then the rows come. */
  readonly opening: boolean
  readonly level: 2 | 3
}

/** A revealed week as a live board. What is filtered stays filtered while scores come in. */
export function RevealBoard({ view, opening, level }: RevealBoardProps): ReactNode {
  const [filter, setFilter] = useState<PickFilter>(ALL)
  const toggle = useCallback((chosen: PickFilter) => setFilter((now) => toggled(now, chosen)), [])
  const { rows, totals } = useRows(view)
  const distribution = useMemo(() => distributionOf(view), [view])
  const results = useMemo(() => resultsOf(view), [view])
  const { games } = view
  const filtered = useMemo(() => filterRows(rows, filter, games), [rows, filter, games])
  return (
    <div className={styles.board} data-opening={opening || undefined}>
      <WeekMarks week={view.week} />
      <Totals totals={totals} />
      <div className={styles.columns}>
        <Distribution
          rows={distribution}
          results={results}
          noPick={totals.no_pick}
          filter={filter}
          toggle={toggle}
          level={level}
        />
        <Section title="Picks" level={level} className={styles.picks}>
          <PicksTable
            rows={filtered}
            all={rows.length}
            games={games}
            teams={distribution}
            noPick={totals.no_pick}
            filter={filter}
            setFilter={setFilter}
          />
        </Section>
        <Section title="Games" level={level} className={styles.games}>
          <GamesTable games={games} distribution={distribution} results={results} filter={filter} toggle={toggle} />
        </Section>
      </div>
    </div>
  )
}

/** The week's rows and totals; rows that say the same as before are the same objects. */
function useRows(view: WeekView) {
  const [keep] = useState(rowKeeper)
  const { rows, totals } = useMemo(() => revealOf(view), [view])
  return { rows: useMemo(() => keep(rows), [keep, rows]), totals }
}

/** Total, wins, losses and what is not decided yet, each with its shape. */
export const Totals = memo(function Totals({ totals }: { readonly totals: RevealTotals }): ReactNode {
  const { total, wins, losses, tbd, no_pick } = totals
  return (
    <div className={styles.totals}>
      <dl className={styles.numbers}>
        <Total label="Total" value={total} />
        <Total label="Wins" value={wins} shape="✓" tone="win" />
        <Total label="Losses" value={losses} shape="✕" tone="loss" />
        <Total label="TBD" value={tbd} shape="•" />
      </dl>
      {no_pick > 0 && <p className={styles.without}>{entriesInWords(no_pick)} without a pick</p>}
    </div>
  )
})

interface TotalProps {
  readonly label: string
  readonly value: number
  readonly shape?: string
  readonly tone?: 'win' | 'loss'
}

function Total({ label, value, shape, tone }: TotalProps): ReactNode {
  return (
    <div className={styles.total} data-tone={tone}>
      <dt className={styles.label}>
        {shape !== undefined && <span aria-hidden="true">{shape} </span>}
        {label}
      </dt>
      <dd className={styles.value}>{value.toLocaleString('en-US')}</dd>
    </div>
  )
}
