import type { RevealTotals } from '@outlast/contract/live'
import { memo, type ReactNode } from 'react'
import { entriesInWords } from './weeks.ts'
import styles from './totals.module.css'

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
