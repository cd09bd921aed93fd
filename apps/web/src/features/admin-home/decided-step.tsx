import type { Pot } from '@outlast/contract'
import { entryLabel } from '@outlast/contract/entry-label'
import type { SeasonView } from '@outlast/contract/live'
import { addUp, formatAmounts, formatMoney } from '@outlast/contract/money'
import { championshipOf } from '@outlast/views'
import { type ReactNode, useCallback } from 'react'
import { Link } from 'wouter'
import { api } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { nextSeasonOf } from '../../desk/next-season.ts'
import { Champion } from '../../pool/champion/champion.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useTopicView } from '../../live/use-topic.ts'
import { OpenWeek } from './complete-step.tsx'
import styles from './steps.module.css'
import { SummaryActions } from './summary-actions.tsx'
import type { CurrentWeek } from './use-desk.ts'

/** Who won and what the pot pays to whom, and the way to the next season. */
export function DecidedStep({ current: { pool, season } }: { readonly current: CurrentWeek }): ReactNode {
  const championship = championshipOf(season)
  const { started } = nextSeasonOf(pool)
  const decidedIn = season.weeks.find(({ week_number }) => week_number === championship?.weekNumber)
  const champions = championship?.champions ?? []
  return (
    <>
      <Card title={started === null ? `The ${season.season_year} season is decided` : `The ${started} season is open`}>
        {started === null ? (
          <>
            <Payouts season={season} champions={champions.map(labelOf)} />
            <div className={styles.actions}>
              <ButtonLink to="/admin/season" variant="primary">
                Start next season
              </ButtonLink>
            </div>
          </>
        ) : (
          <>
            <p>Members are asked “Same again?”. Opening its first week makes it the current season.</p>
            <OpenFirstWeek season={started} />
            <div className={styles.actions}>
              <ButtonLink to="/admin/season">Who plays {started}</ButtonLink>
            </div>
          </>
        )}
        {decidedIn !== undefined && <SummaryActions weekId={decidedIn.id} mailLabel="Announce" />}
      </Card>
      <Champion season={season} />
    </>
  )
}

const labelOf = ({ entry_name: name, user_name }: { readonly entry_name: string; readonly user_name: string }): string =>
  entryLabel({ name, user_name })

interface PayoutsProps {
  readonly season: SeasonView
  /** The champions, by person and entry. */
  readonly champions: readonly string[]
}

/** What each champion gets, or each place. Nothing in a pool without a pot. */
function Payouts({ season, champions }: PayoutsProps) {
  const year = season.season_year
  const load = useCallback(() => api.call('getPot', { query: { season: year } }), [year])
  const paid = useTopicView('admin', ({ entries }) => entries.filter((entry) => entry.is_paid).length)
  const { data: pot } = useQuery(load, 'Failed to load the pot', paid)
  if (pot === undefined || pot.if_everybody_pays_cents === 0) return null
  const money = (cents: number): string => formatMoney(cents, pot.currency)
  const weekly = addUp((pot.prizes?.weeks ?? []).map(({ cents }) => ({ cents, currency: pot.currency })))
  return (
    <>
      <ul className={styles.out} aria-label="Payouts">
        {sharesOf(pot, season, champions).map(({ name, what }) => (
          <li key={name}>
            <strong>{name}</strong> <span>{what}</span>
          </li>
        ))}
      </ul>
      <p className={styles.muted}>
        Received: {money(pot.received_cents)}. Still owed: {money(pot.owed_cents)}. If everybody pays:{' '}
        {money(pot.if_everybody_pays_cents)}. The pot is {money(pot.pot_cents)}
        {weekly.length > 0 && `, without ${formatAmounts(weekly, pot.currency)} of weekly prizes`}
        {pot.remainder_cents > 0 && `; ${money(pot.remainder_cents)} cannot be divided`}. Outlast never moves money:{' '}
        <Link to="/admin/payments">look at the books</Link> and pay out.
      </p>
    </>
  )
}

/** What entries get of the pot: the champions, or by the rule `prizes` those that have a place. */
function sharesOf({ prizes, share_cents, currency }: Pot, season: SeasonView, champions: readonly string[]) {
  if (prizes === undefined) return champions.map((name) => ({ name, what: `gets ${formatMoney(share_cents, currency)}` }))
  return prizes.places.flatMap(({ entry_id, place, cents }) => {
    const entry = season.entries.find(({ id }) => id === entry_id)
    if (entry === undefined || cents === 0) return []
    return [{ name: entryLabel(entry), what: `place ${place}, gets ${formatMoney(cents, currency)}` }]
  })
}

function OpenFirstWeek({ season }: { readonly season: number }) {
  const load = useCallback(() => api.call('nextWeek', { query: { season, week: 1 } }), [season])
  const added = useTopicView('pool', ({ weeks }) =>
    weeks
      .filter(({ season_year }) => season_year === season)
      .toSorted((a, b) => a.week_number - b.week_number)
      .at(0),
  )
  const { data } = useQuery(added === undefined ? load : null, 'Failed to load the schedule')
  return <OpenWeek week={added ?? data} />
}
