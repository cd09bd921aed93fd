import { hasSeveralLives, USUAL_MEANING, weekLabel } from '@outlast/domain/rules'
import { seasonTopic, weekTopic } from '@outlast/contract/live'
import { type PoolCount, weekCountOf } from '@outlast/views'
import { type ReactNode, useMemo } from 'react'
import { countdownText } from '../../clock/countdown-text.ts'
import { ownTimeFirst } from '../../clock/format.ts'
import { useSiteNow } from '../../clock/site-clock.ts'
import { FallingNumber } from '../../pool/live-board/falling-number.tsx'
import { PotLine } from '../../pool/pot-line.tsx'
import { formatMoney } from '@outlast/contract/money'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import { formatCount } from '../../lib/numbers.ts'
import { useTopic, useTopicView, viewOf } from '../../live/use-topic.ts'
import styles from './pool-now.module.css'
import { weeklyTeams } from './weekly-teams.ts'

interface PoolNowProps {
  /** Opens the form to register, and the one to sign in; null where it is open, or not offered. */
  readonly onJoin: (() => void) | null
  readonly onSignIn: (() => void) | null
}

/** The state of the pool, for visitors: who is alive, and the countdown to the lock or the way to the picks. */
export function PoolNow(actions: PoolNowProps): ReactNode {
  const current = useTopicView('pool', (pool) => pool.weeks.find(({ id }) => id === pool.current_week_id) ?? null)
  const week = viewOf(useTopic(current ? weekTopic(current.id) : null))
  const season = viewOf(useTopic(current ? seasonTopic(current.season_year) : null))
  const count = useMemo(() => (week === undefined ? undefined : weekCountOf(week, season)), [week, season])
  if (current === null) return <NoWeek {...actions} />
  return (
    <section className={styles.now} aria-label="The pool now" aria-busy={week === undefined} data-stage="dark">
      <p className="small">{week === undefined ? '\u00a0' : `Week ${weekLabel(week.week.week_number)}`}</p>
      <p className={styles.alive}>
        {count !== undefined && <FallingNumber value={count.alive} />}
        <span aria-hidden="true">{count === undefined ? '\u00a0' : aliveText(count)}</span>
        {count !== undefined && (
          <VisuallyHidden>
            {count.alive} {aliveText(count)}
          </VisuallyHidden>
        )}
      </p>
      <div className={styles.next}>
        {week !== undefined &&
          (week.week.is_locked ? <Locked weekId={week.week.id} /> : <Countdown lockTime={week.week.lock_time} />)}
      </div>
      <Stakes />
      <Actions {...actions} />
    </section>
  )
}

function Actions({ onJoin, onSignIn }: PoolNowProps) {
  const rules = useTopicView('pool', (pool) => pool.rules)
  const fee = rules?.entry_fee_cents ?? 0
  if (onJoin === null && onSignIn === null) return null
  return (
    <p className={styles.actions}>
      {onJoin !== null && (
        <Button variant="primary" onClick={onJoin}>
          Join the pool{fee > 0 && ` · ${formatMoney(fee, rules?.currency ?? null).replace(/\.00$/, '')}`}
        </Button>
      )}
      {onSignIn !== null && <Button onClick={onSignIn}>Sign in</Button>}
    </p>
  )
}

/** Until the pool is there. */
const NO_RULES = { lives: 1, counts_as: undefined, team_uses: 1, picks_per_week: null } as const

/** How the game goes, in one line, and what the entries play for. */
function Stakes() {
  const { lives, counts_as = USUAL_MEANING, team_uses, picks_per_week } = useTopicView('pool', ({ rules }) => rules) ?? NO_RULES
  const [teams, later] = weeklyTeams(picks_per_week)
  return (
    <div>
      <p className={styles.rule}>
        {teams.replace(/^o/, 'O')} a week{later}, each {team_uses === 1 ? 'only once' : `${team_uses} times at most`}. A{' '}
        {counts_as.ahead === 'loss' ? 'win of your team' : 'loss'}
        {counts_as.level === 'loss' && ' or a tie'} {hasSeveralLives({ lives }) ? 'costs a life' : 'puts you out'}.
      </p>
      <PotLine brief />
    </div>
  )
}

/** As tall as a week, so that nothing moves when the live view says that the pool has none. */
function NoWeek(actions: PoolNowProps) {
  return (
    <section className={styles.now} aria-label="The pool now" data-stage="dark">
      <p className="small">Before the season</p>
      <p className={styles.alive}>The first week is not set up yet.</p>
      <div className={styles.next} />
      <Stakes />
      <Actions {...actions} />
    </section>
  )
}

const aliveText = ({ alive, total }: PoolCount): string =>
  alive === total
    ? `${alive === 1 ? 'entry is' : 'entries are'} still in`
    : `of ${formatCount(total, 'entry', 'entries')} still in`

function Countdown({ lockTime }: { readonly lockTime: string }) {
  const left = Date.parse(lockTime) - useSiteNow(1_000)
  return (
    <p>
      Picks lock in <strong className={styles.left}>{countdownText(left) ?? 'a moment'}</strong>
      <br />
      <span className="small">{ownTimeFirst(lockTime)}</span>
    </p>
  )
}

function Locked({ weekId }: { readonly weekId: number }) {
  return (
    <p>
      It is being played, and all picks are open.{' '}
      <ButtonLink size="small" to={`/reveal/${weekId}`}>
        Weekly Reveal
      </ButtonLink>
    </p>
  )
}
