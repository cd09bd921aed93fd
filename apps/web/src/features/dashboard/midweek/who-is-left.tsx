import { weekLabel } from '@outlast/domain/rules'
import type { SeasonView } from '@outlast/contract/live'
import { seasonCountOf, standingsOf, survivalOf } from '@outlast/views'
import { naturalOrder } from '../../../lib/natural-order.ts'
import { Names } from '../../../pool/live-board/survivors.tsx'
import { SurvivalCurve } from '../../../pool/survival-curve.tsx'
import { Card } from '../../../ui/card.tsx'
import styles from './midweek.module.css'

/** Between two weeks: the entries that are left, and how their number came about. */
export function WhoIsLeft({ season }: { readonly season: SeasonView }) {
  const standings = standingsOf(season)
  const left = season.entries.filter(({ id }) => standings.get(id)?.status === 'alive')
  const points = survivalOf(season)
  const { alive, total } = seasonCountOf(season)
  const last = points.at(-1)?.week_number ?? 0
  return (
    <div className={styles.left}>
      <Card title="Who is left">
        <Names title="Still in" names={naturalOrder(left, ({ name }) => name)} season={season} tone="win" />
      </Card>
      <Card title="How many were in">
        <SurvivalCurve points={points} label={`${alive} of ${total} entries are in after week ${weekLabel(last)}`} />
      </Card>
    </div>
  )
}
