import type { EntryHistory, PickChange } from '@outlast/contract'
import type { ReactNode } from 'react'
import { NoPick, TeamChip } from '../../components/pool/team-chip.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import { changeText, changeTime, standingTeam } from './change-text.ts'
import styles from './history-week.module.css'
import { Receipt } from './receipt.tsx'

type Week = EntryHistory['weeks'][number]

interface HistoryWeekProps {
  readonly history: EntryHistory
  readonly week: Week
}

/** A week of an entry's history: what its pick came to, and each change that led there. */
export function HistoryWeek({ history, week }: HistoryWeekProps): ReactNode {
  const team = standingTeam(week)
  return (
    <section className={styles.week} aria-label={`Week ${week.week_number}, ${week.season_year}`}>
      <div className={styles.head}>
        <h4 className={styles.title}>
          Week {week.week_number} <span className={styles.season}>{week.season_year}</span>
        </h4>
        {week.reopened_after_reveal && <Badge tone="warn">Reopened after reveal</Badge>}
        {!week.is_locked && <span className={styles.secret}>Only you see this until the lock</span>}
        <span className={styles.standing}>
          {team === null ? <NoPick /> : <TeamChip abbr={team} size="m" result={week.is_locked ? week.result : undefined} />}
        </span>
      </div>
      <ol className={styles.changes}>
        {week.changes.map((change) => (
          <Change key={change.position} history={history} week={week} change={change} />
        ))}
      </ol>
    </section>
  )
}

function Change({ history, week, change }: HistoryWeekProps & { readonly change: PickChange }): ReactNode {
  return (
    <li className={styles.change} data-by={change.by}>
      <p className={styles.what}>
        {changeText(change)} {change.by === 'admin' && <Badge tone="warn">Admin</Badge>}
      </p>
      {change.reason !== null && <blockquote className={styles.reason}>“{change.reason}”</blockquote>}
      <time className={styles.time} dateTime={change.recorded_at}>
        {changeTime(change)}
      </time>
      <Receipt history={history} week={week} change={change} />
    </li>
  )
}
