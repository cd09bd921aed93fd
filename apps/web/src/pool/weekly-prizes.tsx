import { weekLabel } from '@outlast/domain/rules'
import type { Pot } from '@outlast/contract'
import { seasonTopic } from '@outlast/contract/live'
import { formatMoney } from '@outlast/contract/money'
import { type ReactNode, useCallback } from 'react'
import { api } from '../api/client.ts'
import { useQuery } from '../api/use-query.ts'
import { useTopicView } from '../live/use-topic.ts'
import { labelsOf } from './entry-labels.ts'
import { listed, playedOf, winnersOf } from './pot-share.tsx'
import styles from './pot-line.module.css'

type PrizeOfWeek = NonNullable<Pot['prizes']>['weeks'][number]

/** Who won the weekly prizes of a season, in a line for each week. Nothing for a season without weekly prizes, or whose pot is not public. */
export function WeeklyPrizes({ season }: { readonly season: number }): ReactNode {
  const isPublic = useTopicView('pool', (pool) => pool.rules.pot_public) === true
  const played = useTopicView(seasonTopic(season), playedOf)
  const names = useTopicView(seasonTopic(season), labelsOf)
  const loadPot = useCallback(() => api.call('getPot', { query: { season } }), [season])
  const { data: pot } = useQuery(isPublic ? loadPot : null, 'Failed to load the pot', played)
  const weeks = pot?.season_year === season ? (pot.prizes?.weeks ?? []) : []
  if (pot === undefined || names === undefined || weeks.length === 0) return null
  return (
    <>
      <p className={styles.weeklyTitle}>Weekly prizes</p>
      <ul className={`muted ${styles.weekly}`} aria-label={`Weekly prizes of ${season}`}>
        {weeks.map((week) => (
          <li key={week.week_id}>
            Week {weekLabel(week.week_number)}: {formatMoney(week.cents, pot.currency)} to {listed(winnersOf(week, names))}
          </li>
        ))}
      </ul>
    </>
  )
}

interface LastPrizeProps extends Pick<Pot, 'currency'> {
  readonly season: number
  readonly week: PrizeOfWeek
}

/** Who won the prize of the last week that is over, as the end of a sentence. */
export function LastPrize({ season, week, currency }: LastPrizeProps): ReactNode {
  const winners = winnersOf(week, useTopicView(seasonTopic(season), labelsOf))
  if (winners.length === 0) return null
  return ` · week ${weekLabel(week.week_number)}’s ${formatMoney(week.cents, currency)} went to ${listed(winners)}`
}
