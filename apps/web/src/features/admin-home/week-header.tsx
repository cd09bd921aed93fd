import { weekLabel } from '@outlast/domain/rules'
import { formatMoney } from '@outlast/contract/money'
import { aliveInWeek, pickedTeams } from '@outlast/views'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'wouter'
import { formatNumber } from '../../lib/numbers.ts'
import { api } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { briefTimeLeft } from '../../clock/countdown-text.ts'
import { ownTimeFirst } from '../../clock/format.ts'
import { useSiteNow } from '../../clock/site-clock.ts'
import { useTopicView } from '../../live/use-topic.ts'
import { Scoreboard } from './scoreboard.tsx'
import type { CurrentWeek } from './use-desk.ts'
import styles from './week-header.module.css'

const SECOND_MS = 1_000

/** The current week at a glance: its lock, who is in, who has picked, the pot, and the scoreboard. Each number leads to the list behind it. */
export function WeekHeader({ current }: { readonly current: CurrentWeek }): ReactNode {
  const { season, view, alive, missing } = current
  const { week } = view
  const [survivors, withoutPick] = useMemo(() => {
    if (!week.is_locked) return [alive.length, 0]
    const survivors = new Set(aliveInWeek(view, season).map(({ id }) => id))
    const { picks = 1 } = week
    return [survivors.size, view.entries.filter((entry) => pickedTeams(entry).length < picks && survivors.has(entry.id)).length]
  }, [view, season, alive, week])
  return (
    <section className={`box stack4 ${styles.header}`} aria-label={`Week ${weekLabel(week.week_number)}`}>
      <div className={`wrap ${styles.week}`}>
        <h2 className={`display ${styles.title}`}>Week {weekLabel(week.week_number)}</h2>
        <p className="muted">
          {week.season_year} season. {week.is_locked ? 'Locked' : 'Locks'} {ownTimeFirst(week.lock_time)}
        </p>
        {!week.is_locked && <Countdown lockTime={week.lock_time} />}
      </div>
      <ul className={`wrap ${styles.numbers}`} aria-label="Numbers of the week">
        <Figure to="/history?tab=leaderboard" value={formatNumber(survivors)} label="alive" />
        {!week.is_locked && (
          <>
            <Figure to="/admin/config" value={formatNumber(alive.length - missing.length)} label="picked" />
            <Figure
              to="#missing"
              value={formatNumber(missing.length)}
              label={week.picks === undefined ? 'not picked' : 'lack a pick'}
              isUrgent={missing.length > 0}
            />
          </>
        )}
        {week.is_locked && <Figure to={`/reveal/${week.id}`} value={formatNumber(view.pick_count)} label="picks" />}
        {withoutPick > 0 && (
          <Figure
            to="/admin/config"
            value={formatNumber(withoutPick)}
            label={week.picks === undefined ? 'without a pick' : 'lack a pick'}
          />
        )}
        <Pot />
      </ul>
      <Scoreboard week={week} />
    </section>
  )
}

function Countdown({ lockTime }: { readonly lockTime: string }) {
  const left = Date.parse(lockTime) - useSiteNow(SECOND_MS)
  return (
    <p className={styles.countdown}>
      <strong>{briefTimeLeft(left)}</strong> left
    </p>
  )
}

interface FigureProps {
  readonly to: string
  readonly value: string
  readonly label: string
  readonly isUrgent?: boolean
  /** An amount, which is wider than a count. */
  readonly isAmount?: boolean
}

function Figure({ to, value, label, isUrgent = false, isAmount = false }: FigureProps) {
  const content = (
    <>
      <strong>{value}</strong> <span>{label}</span>
    </>
  )
  return (
    <li data-urgent={isUrgent || undefined} data-amount={isAmount || undefined}>
      {to.startsWith('#') ? <a href={to}>{content}</a> : <Link to={to}>{content}</Link>}
    </li>
  )
}

const loadPot = () => api.call('getPot')

/** Has its place before the pot arrives. Nothing in a pool without a fee. */
function Pot() {
  const hasFee = useTopicView('pool', ({ rules }) => rules.entry_fee_cents !== null) === true
  const paid = useTopicView('admin', ({ entries }) => entries.filter((entry) => entry.is_paid).length)
  const { data: pot } = useQuery(hasFee ? loadPot : null, 'Failed to load the pot', paid)
  if (!hasFee) return null
  return (
    <Figure
      to="/admin/payments"
      value={pot === undefined ? '–' : formatMoney(pot.pot_cents, pot.currency)}
      label={
        pot === undefined || pot.owed_cents === 0
          ? 'in the pot'
          : `in the pot · ${formatMoney(pot.owed_cents, pot.currency)} still owed`
      }
      isAmount
    />
  )
}
