import type { Payout } from '@outlast/contract'
import { entryLabel } from '@outlast/contract/entry-label'
import type { PoolView, SeasonView } from '@outlast/contract/live'
import { formatMoney } from '@outlast/contract/money'
import { championshipOf } from '@outlast/views'
import { type ReactNode, useCallback } from 'react'
import { Link } from 'wouter'
import { api } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { AskAll } from '../../desk/ask-all.tsx'
import { nextSeasonOf } from '../../desk/next-season.ts'
import { useRoster } from '../../desk/roster.ts'
import { answersText } from '../../desk/answers-text.ts'
import { answersOf } from '../../desk/same-again.ts'
import { useTopicView } from '../../live/use-topic.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Loading } from '../../ui/loading.tsx'
import { OpenWeek } from './complete-step.tsx'
import styles from './steps.module.css'
import { SummaryActions } from './summary-actions.tsx'

interface YearTurnProps {
  readonly pool: PoolView
  /** The season that is decided. */
  readonly season: SeasonView
}

/** The way from a decided season to the next one: announce, pay out, ask who plays again, open the first week. */
export function YearTurn({ pool, season }: YearTurnProps): ReactNode {
  const { started: latest, current } = nextSeasonOf(pool)
  const started = latest !== null && latest > season.season_year ? latest : null
  const decidedIn = season.weeks.find(({ week_number }) => week_number === championshipOf(season)?.weekNumber)
  return (
    <Card title={started === null ? `The ${season.season_year} season is decided` : `The ${started} season is open`}>
      <ol className={styles.year}>
        {decidedIn !== undefined && (
          <Step title="Announce the champion">
            <SummaryActions weekId={decidedIn.id} mailLabel="Announce" />
          </Step>
        )}
        <Payouts year={season.season_year} />
        <Step title="Same again?">
          {started === null ? (
            <div className={styles.actions}>
              <p>Start the next season: from then on members are asked, and nobody plays without an answer.</p>
              <ButtonLink to="/admin/season" variant="primary">
                Start next season
              </ButtonLink>
            </div>
          ) : (
            <SameAgain year={started} />
          )}
        </Step>
        {started !== null && current !== started && (
          <Step title={`Week 1 of ${started}`}>
            <OpenFirstWeek pool={pool} season={started} />
          </Step>
        )}
      </ol>
    </Card>
  )
}

function Step({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <li className={styles.yearStep}>
      <h3>{title}</h3>
      {children}
    </li>
  )
}

/** What came in, what is still owed, and who gets what. Nothing in a pool without a pot. */
function Payouts({ year }: { readonly year: number }) {
  const loadPayouts = useCallback(() => api.call('listPayouts', { query: { season: year } }), [year])
  const loadPot = useCallback(() => api.call('getPot', { query: { season: year } }), [year])
  const paid = useTopicView('admin', ({ entries }) => entries.filter((entry) => entry.is_paid).length)
  const { data: pot } = useQuery(loadPot, 'Failed to load the pot', paid)
  const { data } = useQuery(loadPayouts, 'Failed to load the payouts', paid)
  if (pot === undefined || data === undefined || pot.if_everybody_pays_cents === 0) return null
  const money = (cents: number): string => formatMoney(cents, data.currency)
  return (
    <Step title="Pay out">
      <ul className={styles.out} aria-label="Payouts">
        {data.payouts.map((payout) => (
          <li key={payout.entry_id}>
            <strong>{entryLabel({ name: payout.entry_name, user_name: payout.user_name ?? undefined })}</strong>{' '}
            <span>{shareText(payout, money)}</span>
          </li>
        ))}
      </ul>
      <p className="muted">
        Received: {money(pot.received_cents)}. Still owed: {money(pot.owed_cents)}. In the pot: {money(pot.pot_cents)}
        {data.remainder_cents > 0 && `; ${money(data.remainder_cents)} cannot be divided`}. Outlast never moves money:{' '}
        <Link to="/admin/payments">look at the books</Link> and pay out.
      </p>
    </Step>
  )
}

/** "place 1, gets $45.50 and $5.00 of weekly prizes, paid out". */
function shareText({ share_cents: share, prize, paid }: Payout, money: (cents: number) => string): string {
  const weekly = prize?.weekly_cents ?? 0
  const place = prize?.place ?? null
  const parts = [...(share > weekly ? [money(share - weekly)] : []), ...(weekly > 0 ? [`${money(weekly)} of weekly prizes`] : [])]
  const isPaid = paid !== null && paid.cents >= share
  return `${place === null ? '' : `place ${place}, `}gets ${parts.join(' and ') || money(0)}${isPaid ? ', paid out' : ''}`
}

function SameAgain({ year }: { readonly year: number }) {
  const { entries, refresh } = useRoster()
  if (entries.status !== 'ready') return <Loading />
  const { open, joined } = answersOf(entries.rows, year)
  return (
    <>
      <p>
        {answersText(joined, open.length)} <Link to="/admin/season">Who plays {year}</Link>
      </p>
      <AskAll open={open} year={year} onRenewed={refresh} />
    </>
  )
}

interface OpenFirstWeekProps {
  readonly pool: PoolView
  readonly season: number
}

/** The button that opens the first week of a season. */
function OpenFirstWeek({ pool, season }: OpenFirstWeekProps) {
  const load = useCallback(() => api.call('nextWeek', { query: { season, week: 1 } }), [season])
  const added = pool.weeks
    .filter(({ season_year }) => season_year === season)
    .toSorted((a, b) => a.week_number - b.week_number)
    .at(0)
  const { data } = useQuery(added === undefined ? load : null, 'Failed to load the schedule')
  return <OpenWeek week={added ?? data} />
}
